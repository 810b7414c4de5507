import Testing

@testable import GardenCore

@Suite("What the history is told of waterings")
struct WateringRecordTests {
  private func records(_ effects: [Effect]) -> [WateringRecord] {
    effects.compactMap { if case .watered(let record) = $0 { record } else { nil } }
  }

  @Test func `a run is told once, with the times of the water and how it ended`() throws {
    var bench = WateringBench()
    let outcome = bench.water("basil")
    let began = bench.now.wall
    #expect(records(bench.effects).isEmpty)
    bench.report(WateringBench.timed, true)
    bench.run(200)
    #expect(records(bench.effects).isEmpty)
    bench.pass(30)
    bench.report(WateringBench.timed, false)
    let record = try #require(records(bench.effects).first)
    #expect(records(bench.effects).count == 1)
    #expect(outcome.detail == .activity(record.id))
    #expect(record.plant == "basil" && record.kind == .valve && record.by == "anna-phone")
    #expect(record.from == began && record.until == began + .seconds(230))
    #expect(record.end == .finished && record.litres == nil)
    bench.restart()
    bench.report(WateringBench.timed, false)
    bench.run(3600)
    #expect(records(bench.effects).isEmpty)
  }

  @Test func `a run that was broken off, and one whose valve never closed, say so`() {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    bench.pass(20)
    _ = bench.stop("basil")
    bench.report(WateringBench.timed, false)
    #expect(records(bench.effects).map(\.end) == [.stopped])
    _ = bench.water("fern")
    bench.report(WateringBench.plain, true)
    bench.run(400)
    #expect(records(bench.effects).map(\.end) == [.failed])
    bench.report(WateringBench.plain, false)
    // It ran on to its proof: told again, in the place of the first.
    #expect(records(bench.effects).map(\.isCorrection) == [true])
    #expect(records(bench.effects).map { $0.until - $0.from } == [.seconds(400)])
  }

  @Test func `litres are told where something measures them`() {
    var bench = WateringBench.metered(flow: false, reportsFlow: true)
    _ = bench.water("basil", litres: 2)
    bench.pass(1)
    bench.report(WateringBench.timed, true, litres: 0)
    bench.pass(30)
    bench.report(WateringBench.timed, true, litres: 1)
    bench.pass(30)
    bench.report(WateringBench.timed, true, litres: 2)
    bench.pass(1)
    bench.report(WateringBench.timed, false, litres: 2, flow: 0)
    let told = records(bench.effects)
    #expect(told.map(\.litres) == [2])
    #expect(told.map(\.end) == [.finished])
  }

  @Test func `one value of a meter has measured nothing`() {
    for quantity in [Quantity.volume, .flow] {
      var bench = WateringBench.metered()
      _ = bench.water("basil")
      bench.pass(1)
      bench.meter(quantity, quantity == .flow ? 0 : 1234)
      bench.run(300)
      bench.report(WateringBench.timed, false)
      bench.run(120)
      #expect(bench.waterings.memory.map(\.litres) == [nil], "\(quantity)")
      // The next one tells.
      bench.restart()
      _ = bench.water("basil")
      for _ in 0..<3 { bench.meter(quantity, quantity == .flow ? 0 : 1234) }
      #expect(bench.waterings.memory.last?.litres == nil && bench.waterings.leases.last?.litres == 0)
    }
  }

  @Test func `a repeat of an old word does not make a run longer that was proved closed`() {
    var bench = WateringBench()
    _ = bench.water("fern", for: .seconds(20))
    bench.report(WateringBench.plain, true)
    bench.run(20)
    bench.report(WateringBench.plain, false)
    #expect(records(bench.effects).map { $0.until - $0.from } == [.seconds(20)])
    bench.run(70)
    bench.report(WateringBench.plain, true)
    bench.run(1)
    bench.report(WateringBench.plain, false)
    #expect(records(bench.effects).map { $0.until - $0.from } == [.seconds(21)])
    #expect(records(bench.effects).map(\.meant) == [nil])
  }

  @Test func `a run that a crash interrupted before it was stored has the same id again`() throws {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    bench.run(201)
    let before = bench.waterings
    bench.report(WateringBench.timed, false)
    let first = try #require(records(bench.effects).first)
    bench.waterings = before
    bench.restart()
    bench.report(WateringBench.timed, false)
    #expect(records(bench.effects).map(\.id) == [first.id])
  }

  @Test func `done is told with the answer's id and time, and a repeat tells nothing`() {
    var stage = Stage()
    stage.reads(25)
    let head = stage.head("bob-phone", at: stage.now.wall - .hours(2))
    stage.command(.answer(head, plant: "basil", note: nil, .done))
    let told = records(stage.effects)
    #expect(told.map(\.id) == [head.id] && told.map(\.kind) == [.hand] && told.map(\.by) == ["bob-phone"])
    #expect(told.map(\.from) == [head.at] && told.map(\.until) == [head.at] && told.map(\.end) == [nil])
    stage.effects = []
    stage.command(.answer(head, plant: "basil", note: nil, .done))
    stage.answers("anna-phone", .done, at: head.at + .minutes(1))
    #expect(records(stage.effects).isEmpty)
  }

  @Test func `done after a countdown has the countdown's times`() {
    var stage = Stage()
    let began = stage.now.wall
    let start = stage.head("bob-phone")
    stage.command(.countdown(start, plant: "basil", duration: .minutes(5)))
    stage.wait(.minutes(8))
    #expect(records(stage.effects).isEmpty)
    stage.answers("bob-phone", .done)
    let told = records(stage.effects)
    #expect(told.map(\.from) == [began] && told.map(\.until) == [began + .minutes(5)])
  }

  @Test func `water that only the probe saw is told once`() {
    var stage = Stage()
    stage.reads(45)
    stage.holds(28, for: .hours(1))
    stage.effects = []
    stage.reads(60)
    stage.holds(60, for: .hours(1))
    let told = records(stage.effects)
    #expect(told.map(\.kind) == [.seen] && told.map(\.by) == [nil])
    #expect(told.allSatisfy { $0.until == $0.from && $0.from > Stage.start })
    stage.restart()
    stage.holds(61, for: .hours(1))
    #expect(records(stage.effects).count == 1)
  }

  @Test func `the same rise after a crash has the same id, another rise has another`() throws {
    var stage = Stage()
    stage.reads(45)
    stage.holds(28, for: .hours(1))
    stage.effects = []
    // Only the rise itself was not stored.
    let stored = stage
    stage.holds(60, for: .minutes(20))
    let first = try #require(records(stage.effects).first)
    var again = stored
    again.wait(.minutes(3))
    again.holds(60, for: .minutes(20))
    #expect(records(again.effects).map(\.id) == [first.id])
    again.dries(from: 60, to: 28)
    again.effects = []
    again.holds(60, for: .minutes(20))
    #expect(records(again.effects).count == 1 && records(again.effects).first?.id != first.id)
  }

  @Test func `a watering that a wrong clock dated ahead hides no later one`() {
    var stage = Stage()
    stage.reads(45)
    stage.holds(28, for: .hours(1))
    stage.holds(60, for: .minutes(20))
    stage.now.wall = stage.now.wall - .days(30)
    stage.dries(from: 60, to: 28)
    stage.effects = []
    stage.holds(60, for: .minutes(20))
    #expect(records(stage.effects).count == 1)
  }

  @Test func `what was counted follows what happened`() {
    var stage = Stage()
    stage.reads(45)
    stage.reads(400)
    stage.holds(28, for: .hours(1))
    stage.holds(60, for: .minutes(20))
    let counters = stage.garden.counters
    #expect(counters.refusals[Int(Refusal.impossible.rawValue)] == 1)
    #expect(counters.readings > 5)
    #expect(counters.reminders[.opened] == 1)
    #expect(counters.reminders[.sent] == 1)
    #expect(counters.reminders[.done] == 1)
    #expect(stage.garden.plantCount(.fine) == 1 && stage.garden.openReminderCount == 0)
    stage.advance(.hours(26))
    #expect(stage.garden.silentSensorCount(at: stage.now) == 1)
  }
}

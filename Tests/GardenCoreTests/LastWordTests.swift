@testable import GardenCore
import Testing

@Suite("The last word of a run is true")
struct LastWordTests {
  /// Mint gets 12 l/min for 5 s; its valve does not hear the close.
  private func deaf(answerWithin: Duration = .seconds(5), within: Duration = .seconds(10)) -> WateringBench {
    var bench = WateringBench.metered()
    bench.plan.actuators[1].answerWithin = answerWithin
    bench.plan.actuators[1].evidence.within = within
    _ = bench.water("fern", for: .seconds(5))
    bench.report(WateringBench.plain, true)
    bench.meter(.flow, 12)
    bench.run(5)
    return bench
  }

  private func flows(_ bench: inout WateringBench, for seconds: Double) {
    for _ in 0..<Int(seconds) {
      bench.run(1)
      bench.meter(.flow, 12)
    }
  }

  private func closes(_ bench: inout WateringBench) {
    bench.meter(.flow, 0)
    let (effects, news) = (bench.effects, bench.news)
    bench.report(WateringBench.plain, false)
    bench.turn.effects = effects + bench.effects
    bench.turn.news = news + bench.news
  }

  @Test func `litres that were reached are no moisture`() {
    var bench = WateringBench.metered()
    _ = bench.water("basil", litres: 2)
    bench.report(WateringBench.timed, true)
    bench.meter(.flow, 12)
    bench.run(10)
    bench.meter(.flow, 0)
    bench.report(WateringBench.timed, false)
    #expect(bench.steps.last?.snapshot.phase == .finished)
    #expect(bench.steps.last?.snapshot.litres.map { abs($0 - 2) < 0.01 } == true)
    #expect(bench.records.map(\.end) == [.finished])
    #expect(bench.steps.last?.snapshot.overrun == nil)
  }

  @Test func `moist enough is said of soil that is`() {
    for dries in [false, true] {
      var bench = WateringBench(untilMoisture: 40)
      _ = bench.water("basil", moisture: 25)
      bench.report(WateringBench.timed, true)
      bench.pass(20)
      bench.moisture("basil", 41)
      bench.pass(2)
      // The puddle round the probe ran off before the valve had closed.
      if dries { bench.moisture("basil", 38) }
      bench.report(WateringBench.timed, false)
      #expect(bench.steps.last?.snapshot.phase == (dries ? .finished : .targetReached))
      #expect(bench.records.map(\.end) == [dries ? .finished : .target])
    }
  }

  @Test func `a limit that ends a run is neither time nor litres`() {
    var bench = WateringBench.metered(litresMax: 3)
    _ = bench.water("basil", for: .seconds(300))
    bench.report(WateringBench.timed, true)
    bench.meter(.flow, 12)
    bench.run(16)
    bench.meter(.flow, 0)
    bench.report(WateringBench.timed, false)
    #expect(bench.steps.last?.snapshot.phase == .interrupted(.limit))
    #expect(bench.records.map(\.end) == [.interrupted])
    #expect(bench.steps.last?.snapshot.progress != 1)
  }

  @Test func `a valve that closes before its time was stopped by nobody`() {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    bench.pass(20)
    bench.report(WateringBench.timed, false)
    #expect(bench.steps.last?.snapshot.phase == .interrupted(.closedItself))
  }

  @Test func `a lease that could not be written names the store and no valve`() {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.clear()
    bench.waterings.notDurable(WateringBench.timed, nil, &bench.turn)
    bench.report(WateringBench.timed, false)
    #expect(bench.steps.last?.snapshot.phase == .interrupted(.store))
    #expect(bench.records.map(\.end) == [.interrupted])
  }

  @Test func `a valve that closes late is told as it was`() throws {
    var bench = deaf(answerWithin: .seconds(30), within: .minutes(2))
    let began = try #require(bench.waterings.memory.last).openedAt
    flows(&bench, for: 31)
    closes(&bench)
    let snapshot = try #require(bench.steps.last?.snapshot)
    #expect(snapshot.phase == .finished && snapshot.endsAt == began + .seconds(36))
    #expect(
      snapshot.overrun == ActivitySnapshot.Overrun(meant: .seconds(5), ran: .seconds(36), isSeen: true))
    let record = try #require(bench.records.first)
    #expect(record.until == began + .seconds(36) && record.meant == .seconds(5))
    #expect(record.litres.map { abs($0 - 7.2) < 0.01 } == true)
    #expect(bench.trails.contains { $0.text.hasSuffix("; 36 s instead of 5 s, 7.2 l") })
    #expect(bench.news.contains(.valveTrouble(WateringBench.plain, .closedLate, plant: "fern")))
  }

  @Test func `what flowed after the alarm counts, for the history, the day and the screens`() throws {
    var bench = deaf()
    bench.plan.actuators[1].limits.dayLitresMax = 100
    flows(&bench, for: 141)
    #expect(bench.waterings.memory.last?.trouble == .stuckOpen)
    closes(&bench)
    let record = try #require(bench.records.first)
    #expect(record.until == record.from + .seconds(146) && record.end == .failed)
    #expect(record.litres.map { abs($0 - 29.2) < 0.01 } == true)
    let days = bench.effects.compactMap {
      if case .remember(.valveDay(let day)) = $0 { day } else { nil }
    }
    let day = days.last { $0.valve == "plain" }
    #expect(day?.litresSum == record.litres && day?.openSum == .seconds(146))
    let shown = bench.effects.compactMap {
      if case .publish(.activity(let shown)) = $0 { shown } else { nil }
    }
    #expect(shown.last?.state == .ended && shown.last?.overrun?.ran == .seconds(146))
    #expect(shown.last?.litres == record.litres)
    // No step after the end.
    #expect(bench.steps.isEmpty)
  }

  @Test(arguments: [true, false])
  func `a crash while a valve does not close loses neither time nor litres`(_ hasCounter: Bool) throws {
    var bench = deaf()
    if hasCounter { bench.meter(.volume, 100) }
    for second in 1...20 {
      bench.run(1)
      if hasCounter { bench.meter(.volume, 100 + Double(second) * 0.2) } else { bench.meter(.flow, 12) }
    }
    bench.pass(5)
    bench.restart()
    bench.pass(1)
    if hasCounter { bench.meter(.volume, 106) } else { bench.meter(.flow, 12) }
    bench.run(5)
    if hasCounter { bench.meter(.volume, 106.2) }
    closes(&bench)
    let record = try #require(bench.records.last)
    #expect(record.until == record.from + .seconds(36) && record.meant == .seconds(5))
    #expect(record.litres.map { abs($0 - 7.2) < 0.3 } == true, "\(record)")
  }

  @Test func `litres that a counter tells after the close belong to the run`() throws {
    var bench = WateringBench.metered(flow: false, reportsFlow: true)
    _ = bench.water("basil", for: .seconds(20))
    bench.report(WateringBench.timed, true, litres: 0)
    bench.run(20)
    bench.pass(1)
    bench.report(WateringBench.timed, false)
    bench.run(61)
    #expect(bench.records.map(\.litres) == [nil])
    bench.report(WateringBench.timed, nil, litres: 4)
    #expect(bench.records.map(\.litres) == [4])
    #expect(bench.waterings.memory.last?.litres == 4)
  }

  @Test func `without a meter nobody saw how long it ran, and no litres are made up`() throws {
    var bench = WateringBench()
    _ = bench.water("fern", for: .seconds(5))
    bench.report(WateringBench.plain, true)
    bench.run(5)
    bench.pass(45)
    bench.report(WateringBench.plain, false)
    #expect(
      bench.steps.last?.snapshot.overrun
        == ActivitySnapshot.Overrun(meant: .seconds(5), ran: .seconds(50), isSeen: false))
    #expect(bench.records.map(\.litres) == [nil])
    #expect(!bench.news.contains(.valveTrouble(WateringBench.plain, .closedLate, plant: "fern")))
  }

  @Test func `a meter that says nothing measures nothing`() {
    var bench = WateringBench.metered()
    _ = bench.water("fern", for: .seconds(20), litres: 5)
    bench.report(WateringBench.plain, true)
    bench.run(20)
    bench.report(WateringBench.plain, false)
    bench.run(61)
    #expect(bench.steps.last?.snapshot.phase == .failed(.noFlow))
    #expect(bench.waterings.memory.last?.litres == nil)
  }

  @Test func `a meter that goes on seeing water alarms within its time`() {
    var bench = deaf()
    flows(&bench, for: 9)
    #expect(bench.news.isEmpty)
    bench.run(1)
    bench.meter(.flow, 12)
    #expect(bench.news.contains(.valveTrouble(WateringBench.plain, .stuckOpen, plant: "fern")))
  }

  @Test func `a meter that sees water takes back that the valve did not open`() {
    var bench = WateringBench.metered()
    _ = bench.water("fern", for: .seconds(100))
    bench.run(31)
    #expect(bench.news.contains(.valveTrouble(WateringBench.plain, .didNotOpen, plant: "fern")))
    bench.meter(.flow, 3)
    #expect(bench.news.contains(.valveTroubleOver(WateringBench.plain, .didNotOpen)))
  }

  @Test func `the end is expected from the flow, and is the true one when it has ended`() throws {
    var bench = WateringBench.metered()
    _ = bench.water("basil", litres: 2)
    let began = bench.now.wall
    #expect(bench.steps.last?.snapshot.endsAt == began + .seconds(600))
    #expect(bench.steps.last?.snapshot.isEndKnown == false)
    bench.report(WateringBench.timed, true)
    bench.meter(.flow, 12)
    bench.run(2)
    let shown = try #require(bench.steps.last?.snapshot)
    #expect(shown.isEndKnown && abs((shown.endsAt - (began + .seconds(10))).milliseconds) <= 100)
    bench.run(8)
    bench.pass(1)
    bench.meter(.flow, 0)
    bench.report(WateringBench.timed, false)
    #expect(bench.steps.last?.snapshot.endsAt == began + .seconds(11))
  }
}

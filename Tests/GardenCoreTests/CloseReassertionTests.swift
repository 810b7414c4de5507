import GardenCore
import Testing

@Suite("Close is said again where nothing but the valve's word proved it")
struct CloseReassertionTests {
  /// A run on the valve without a timer, proved closed by its word a second after its end.
  private static func proved(_ change: (inout WateringBench) -> Void = { _ in }) -> WateringBench {
    var bench = WateringBench()
    change(&bench)
    _ = bench.water("fern", for: .seconds(60))
    bench.report(WateringBench.plain, true)
    bench.run(61)
    bench.report(WateringBench.plain, false)
    return bench
  }

  private static let plain = Int(WateringBench.plain.position)

  /// Seconds after the word at which close is said, as the loop would say it.
  private func repeats(_ bench: inout WateringBench, for seconds: Double) -> [Double] {
    let word = bench.now.uptime
    var said: [Double] = []
    while let next = bench.waterings.wake {
      let gap = Double((next - bench.now.uptime).milliseconds) / 1000
      guard Double((next - word).milliseconds) / 1000 <= seconds else { break }
      bench.tick(after: gap)
      if !bench.actions.isEmpty { said.append(Double((bench.now.uptime - word).milliseconds) / 1000) }
    }
    return said
  }

  @Test func `it is said for an hour, and then no more`() {
    var bench = Self.proved()
    #expect(repeats(&bench, for: 90_000) == [10, 60, 600, 1200, 1800, 2400, 3000, 3600])
  }

  @Test func `each time is told in the run's trail, also after the run itself is forgotten`() {
    var bench = Self.proved()
    let lease = bench.trails.last?.lease
    bench.run(90_000)
    #expect(bench.waterings.memory.isEmpty)
    #expect(bench.trails.count == 8)
    #expect(
      bench.trails.allSatisfy {
        $0.kind == .closeSent && $0.lease == lease && $0.plant == "fern"
          && $0.text == "close, said again: nothing but its word tells that it is closed"
      })
  }

  @Test func `a valve with a timer of its own, or with a meter that agrees, is left in peace`() {
    var timed = WateringBench()
    _ = timed.water("basil", for: .seconds(60))
    timed.report(WateringBench.timed, true)
    timed.run(61)
    timed.report(WateringBench.timed, false)
    timed.run(90_000)
    #expect(timed.actions.isEmpty)

    var metered = WateringBench.metered()
    _ = metered.water("fern", for: .seconds(60))
    metered.report(WateringBench.plain, true)
    metered.meter(.flow, 3)
    metered.run(61)
    metered.meter(.flow, 0)
    metered.report(WateringBench.plain, false)
    metered.run(90_000)
    #expect(metered.actions.isEmpty)
  }

  @Test func `a meter that fell silent is no meter`() {
    var bench = WateringBench.metered()
    _ = bench.water("fern", for: .seconds(60))
    bench.report(WateringBench.plain, true)
    bench.run(30)
    bench.meter(.power, 0, sensor: 1)
    bench.stop("fern").expectOK()
    bench.report(WateringBench.plain, false)
    bench.run(61)
    #expect(bench.trails.contains { $0.text == "by its word" })
    bench.run(10)
    #expect(bench.actions == [.close])
  }

  @Test func `a device that hears a few messages a day gets two`() {
    var bench = Self.proved { $0.plan.actuators[Self.plain].hearsRarely = true }
    #expect(repeats(&bench, for: 90_000) == [600, 3600])
  }

  @Test func `a run that holds the valve is not disturbed`() {
    var bench = Self.proved()
    bench.run(5)
    bench.water("fern", for: .seconds(600)).expectOK()
    bench.report(WateringBench.plain, true)
    bench.run(590)
    #expect(bench.actions.isEmpty)
  }

  @Test func `a run that only waits for its master is not disturbed`() {
    var bench = Self.proved()
    bench.plan.supplies = [
      SupplyPlan(
        id: "tap", valves: [WateringBench.plain], master: WateringBench.timed, order: .masterFirst,
        lead: .seconds(20))
    ]
    bench.water("fern", for: .seconds(60)).expectOK()
    bench.run(15)
    #expect(bench.actions(of: WateringBench.plain).isEmpty)
  }

  @Test func `a master that closed by its word alone is told again too`() {
    var bench = WateringBench()
    bench.plan.supplies = [
      SupplyPlan(id: "tap", valves: [WateringBench.timed], master: WateringBench.plain, order: .masterFirst)
    ]
    bench.water("basil", for: .seconds(60)).expectOK()
    bench.report(WateringBench.plain, true)
    bench.run(2)
    bench.report(WateringBench.timed, true)
    bench.run(70)
    bench.report(WateringBench.timed, false)
    bench.run(10)
    bench.report(WateringBench.plain, false)
    bench.run(10)
    #expect(bench.actions(of: WateringBench.plain) == [.close])
  }

  @Test func `a person who may open the valve by hand is not fought`() {
    var bench = Self.proved { $0.plan.actuators[Self.plain].allowsManualOpening = true }
    bench.run(1000)
    bench.report(WateringBench.plain, true)
    #expect(bench.actions.isEmpty)
    bench.run(90_000)
    #expect(bench.actions.isEmpty)
  }

  @Test func `open in answer to close is no hand`() {
    var bench = Self.proved { $0.plan.actuators[Self.plain].allowsManualOpening = true }
    bench.run(1200)
    #expect(bench.actions.last == .close)
    bench.pass(2)
    bench.report(WateringBench.plain, true)
    #expect(bench.actions == [.close])
    bench.run(60)
    #expect(bench.news.contains { if case .valveTrouble(_, .stuckOpen, _) = $0 { true } else { false } })
  }

  @Test func `without a link it waits, and is then said once`() {
    var bench = Self.proved { $0.linkUp() }
    bench.turn.link.changed(false, at: bench.now.uptime)
    bench.run(1300)
    #expect(bench.actions.isEmpty)
    bench.turn.link.changed(true, at: bench.now.uptime)
    bench.linkUp()
    #expect(bench.actions == [.close])
    #expect(bench.trails.map(\.kind) == [.closeSent])
    bench.run(499)
    #expect(bench.actions.isEmpty)
  }

  @Test func `while another bridge is in charge it waits, and is then said once`() {
    let diary = Diary.play(
      """
      plan fern valve plain run 200 max 600 no_timer
      person anna
      day 1 08:00  link up
      day 1 08:10  water fern 60s by anna #0
      day 1 08:10:02  valve plain open
      day 1 08:11:01  valve plain closed
      day 1 08:11:05  bar other_bridge
      day 1 12:00  bar nothing
      day 1 18:00  wait 1s
      """)
    let closes = diary.split(separator: "\n").suffix(3).map { $0.ranges(of: "close plain").count }
    #expect(closes == [0, 1, 0], "\(diary)")
  }

  @Test func `after a restart it is said at once, and again for an hour`() {
    var bench = Self.proved()
    bench.run(700)
    bench.restart()
    #expect(bench.actions(of: WateringBench.plain) == [.close])
    #expect(repeats(&bench, for: 90_000) == [10, 60, 600, 1200, 1800, 2400, 3000, 3600])
  }

  @Test func `a run that nobody is shown any more is not repeated by a restart`() {
    var bench = Self.proved()
    bench.run(1900)
    bench.restart()
    #expect(bench.actions(of: WateringBench.plain) == [.close])
    #expect(repeats(&bench, for: 90_000) == [])
  }

  @Test func `a valve that the configuration drops is told once more before it is gone`() {
    var bench = Self.proved()
    var dropped = bench.plan
    dropped.actuators = []
    #expect(!bench.waterings.isClear(for: dropped))
    bench.run(10)
    #expect(bench.waterings.isClear(for: dropped))
  }
}

extension Outcome {
  fileprivate func expectOK() { #expect(code.isOK) }
}

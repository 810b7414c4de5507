import GardenCore
import Testing

@Suite("A device's own timer")
struct DeviceTimerTests {
  private func bench(timerMax: Duration?) -> WateringBench {
    var bench = WateringBench()
    bench.plan.actuators[0].timerMax = timerMax
    return bench
  }

  /// What was asked of the valve, second by second.
  private func opens(_ bench: inout WateringBench, for seconds: Int) -> [(at: Int, runs: Duration)] {
    var found: [(Int, Duration)] = []
    for second in 1...seconds {
      bench.tick(after: 1)
      for case .open(let runs) in bench.actions { found.append((second, runs)) }
    }
    return found
  }

  @Test func `a run that the timer cannot hold is opened again before the timer ends it`() {
    var bench = bench(timerMax: .seconds(80))
    _ = bench.water("basil")
    #expect(bench.actions == [.open(runs: .seconds(80))])
    bench.report(WateringBench.timed, true)
    let opens = opens(&bench, for: 199)
    #expect(opens.map(\.at) == [60, 120])
    #expect(opens.map(\.runs) == [.seconds(80), .seconds(80)])
  }

  @Test(arguments: [31, 50, 77, 100, 150, 199])
  func `the device closes by itself when the lease ends, whenever it is left alone`(_ longest: Int) {
    var bench = bench(timerMax: .seconds(longest))
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    var closesBy = min(longest, 200)
    for (at, runs) in opens(&bench, for: 199) {
      #expect(at < closesBy, "opened again at \(at) s, after it had closed at \(closesBy) s")
      closesBy = at + Int(runs.wholeSeconds)
      #expect(closesBy <= 200)
    }
    #expect(closesBy == 200)
  }

  @Test func `a timer that lasts is set once`() {
    for longest in [nil, Duration.seconds(200), .hours(12)] {
      var bench = bench(timerMax: longest)
      _ = bench.water("basil")
      #expect(bench.actions == [.open(runs: .seconds(200))])
      bench.report(WateringBench.timed, true)
      let again = opens(&bench, for: 199)
      #expect(again.isEmpty)
    }
  }

  @Test func `a timer that ran out while nobody looked opens nothing again`() {
    var bench = bench(timerMax: .seconds(80))
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    bench.tick(after: 81)
    let again = opens(&bench, for: 100)
    #expect(again.isEmpty)
  }

  @Test func `a valve that said closed is not opened again`() {
    var bench = bench(timerMax: .seconds(80))
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    bench.tick(after: 30)
    bench.report(WateringBench.timed, false)
    let again = opens(&bench, for: 169)
    #expect(again.isEmpty)
  }

  @Test func `the next deadline is no later than the renewal`() throws {
    var bench = bench(timerMax: .seconds(80))
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    bench.tick(after: 59.5)
    let next = try #require(bench.waterings.wake)
    #expect(next - bench.now.uptime <= .milliseconds(500))
  }

  @Test func `after a restart a run goes on with a timer that is set anew`() {
    for (longest, actions) in [(Duration.seconds(80), [.open(runs: .seconds(80))]), (nil, [])]
      as [(Duration?, [ActuatorCommand.Action])]
    {
      var bench = bench(timerMax: longest)
      _ = bench.water("basil")
      bench.report(WateringBench.timed, true)
      bench.tick(after: 40)
      bench.restart()
      #expect(bench.actions(of: WateringBench.timed) == actions)
    }
  }

  @Test func `a valve without a timer is opened once, for the whole lease`() {
    var bench = WateringBench()
    bench.plan.actuators[1].timerMax = .seconds(80)
    _ = bench.water("fern")
    #expect(bench.actions == [.open(runs: .seconds(200))])
    bench.report(WateringBench.plain, true)
    let again = opens(&bench, for: 199)
    #expect(again.isEmpty)
  }

  @Test func `a device whose timer outlasts its run is named once`() {
    var bench = bench(timerMax: nil)
    _ = bench.water("basil")
    // Whole minutes, and a report of before.
    let quiet = bench.say(.seconds(240)) + bench.say(.hours(3), retained: true)
    #expect(quiet.isEmpty)
    let named = bench.say(.seconds(2000)) + bench.say(.seconds(2000))
    #expect(named.map(\.text) == ["its own timer runs 2000 s, its run only 200 s: is 'part' its true model?"])
  }
}

extension WateringBench {
  /// The device is open and says how long it will run; what is warned of.
  fileprivate mutating func say(_ remaining: Duration, retained: Bool = false) -> [LogLine] {
    effects = []
    waterings.report(
      ValveReport(isOpen: true, remaining: remaining, wasRetained: retained), of: Self.timed, &turn)
    return logs.filter { $0.level == .warning }
  }
}

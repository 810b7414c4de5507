import GardenCore
import Testing

@Suite("A heater under our own thermostat")
struct HeatControlTests {
  @Test func `it is on below the setpoint less its hysteresis, and off at the setpoint`() {
    var bench = HeatBench()
    bench.settled()
    #expect(bench.holds(9.5, minutes: 10) == [])
    #expect(bench.holds(8.9, minutes: 1) == [.open(runs: .minutes(10))])
    #expect(bench.snapshot?.state == .on && bench.snapshot?.reason == .cold)
    // Told again before half of its timer is over.
    #expect(bench.holds(9.5, minutes: 6) == [.open(runs: .minutes(10))])
    #expect(bench.holds(10, minutes: 1) == [.close])
    #expect(bench.snapshot?.state == .off && bench.memory?.end == .warm)
  }

  @Test func `it stays on for its least time, and off for its pause`() {
    var bench = HeatBench { ($0.onMin, $0.offMin) = (.minutes(3), .minutes(5)) }
    bench.settled()
    bench.reads(5)
    #expect(bench.told() == [.open(runs: .minutes(10))])
    #expect(bench.holds(12, minutes: 2) == [])
    #expect(bench.snapshot?.reason == .lingering)
    #expect(bench.holds(12, minutes: 2) == [.close])
    #expect(bench.holds(5, minutes: 3) == [])
    #expect(bench.snapshot?.reason == .pausing)
    #expect(bench.holds(5, minutes: 3) == [.open(runs: .minutes(10))])
  }

  @Test func `the lease is in the memory before the relay is told to switch on`() {
    var bench = HeatBench()
    bench.settled()
    bench.reads(5)
    let remembered = bench.stage.effects.firstIndex {
      if case .remember(.heater(let memory)) = $0 { memory.phase == .on } else { false }
    }
    let told = bench.stage.effects.firstIndex { if case .command = $0 { true } else { false } }
    #expect(remembered != nil && told != nil && (remembered ?? 1) < (told ?? 0))
    #expect(bench.stage.stored.heaters.first?.ends == bench.stage.now.uptime + .hours(2))
  }

  @Test func `nothing is switched on before the relay has said that it is off`() {
    var bench = HeatBench()
    bench.isObedient = false
    #expect(bench.holds(2, minutes: 10).allSatisfy { $0 == .close })
    #expect(bench.snapshot?.reason == .unproved)
    bench.says(false, wasRetained: true)
    #expect(bench.holds(2, minutes: 10).allSatisfy { $0 == .close })
    bench.says(false)
    #expect(bench.holds(2, minutes: 6).contains(.open(runs: .minutes(10))))
  }

  @Test func `an unknown temperature never heats`() {
    var bench = HeatBench()
    bench.settled()
    bench.reads(2, wasRetained: true)
    bench.stage.wait(.hours(3))
    #expect(bench.told() == [] && bench.snapshot?.reason == .blind)
  }

  @Test func `a sensor that falls silent ends the run in time, and people are told`() {
    var bench = HeatBench { $0.blindAfter = .minutes(20) }
    bench.settled()
    _ = bench.holds(5, minutes: 5)
    let last = bench.stage.now.uptime + (.zero - .minutes(1))
    while bench.memory?.phase == .on {
      bench.stage.wait(.seconds(10))
      _ = bench.told()
    }
    #expect(bench.stage.now.uptime - last <= .minutes(20) + .seconds(10))
    #expect(bench.memory?.end == .blind && bench.trouble == nil)
    bench.stage.wait(.minutes(11))
    #expect(bench.trouble == .blind && bench.stage.notices.last?.urgency == .timeSensitive)
    bench.reads(5)
    #expect(bench.trouble == nil)
  }

  @Test func `a run has a hard end, and one without effect is told`() {
    var bench = HeatBench { ($0.onMax, $0.offMin) = (.hours(1), .minutes(10)) }
    bench.settled()
    let actions = bench.holds(5, minutes: 65)
    #expect(actions.filter { $0 == .close }.count == 1 && bench.memory?.end == .time)
    #expect(bench.trouble == .noEffect && bench.stage.reminder("heat-frost-guard") != nil)
    _ = bench.holds(5, minutes: 10)
    #expect(bench.memory?.phase == .on)
    _ = bench.holds(6, minutes: 1)
    #expect(bench.trouble == nil && bench.stage.reminder("heat-frost-guard") == nil)
  }

  @Test func `no renewal reaches beyond the hard end`() {
    var bench = HeatBench { $0.onMax = .minutes(12) }
    bench.settled()
    let actions = bench.holds(5, minutes: 12)
    #expect(
      actions == [.open(runs: .minutes(10)), .open(runs: .minutes(8)), .open(runs: .minutes(4)), .close])
  }

  @Test func `a relay without a timer is told once, and to switch off at the end`() {
    var bench = HeatBench(hasTimer: false) { $0.onMax = .minutes(30) }
    bench.settled()
    #expect(bench.holds(5, minutes: 31) == [.open(runs: .minutes(30)), .close])
  }

  @Test func `its slider is in force at once, bounded, and survives a restart`() {
    var bench = HeatBench()
    bench.settled()
    _ = bench.holds(12, minutes: 1)
    func move(_ value: Double) -> Outcome.Code? {
      bench.stage.wait(.seconds(2))
      return bench.stage.command(
        .move(bench.stage.head("anna-phone"), control: HeatBench.control, value: value, unit: "°C", base: nil)
      )?.code
    }
    #expect(move(40) == .outOfRange && move(15.2) == .offStep)
    #expect(move(15) == .accepted)
    #expect(bench.told() == [.open(runs: .minutes(10))] && bench.snapshot?.setpoint == 15)
    bench.stage.restart()
    #expect(bench.snapshot?.setpoint == 15)
    #expect(
      bench.stage.command(
        .move(bench.stage.head("bob-phone"), control: HeatBench.control, value: 6, unit: "°C", base: nil))?
        .code
        == .forbidden)
  }

  @Test func `the place's notice offers the heater's slider`() {
    var bench = HeatBench(setpoint: 8)
    bench.settled()
    _ = bench.holds(3, minutes: 12)
    guard
      case .setpoint(let control, _, _, _, _, _)? = bench.stage.garden.snapshots(at: bench.stage.now)
        .compactMap({ if case .reminder(let snapshot) = $0 { snapshot.subject } else { nil } }).first
    else {
      Issue.record("no notice of the place")
      return
    }
    #expect(
      control.id == HeatBench.control && control.kind == .target(heater: HeatBench.id, place: "greenhouse"))
  }

  @Test func `a reading that changes nothing appends its record alone`() {
    var bench = HeatBench()
    bench.settled()
    bench.reads(12)
    bench.stage.advance(.seconds(30))
    bench.stage.effects = []
    bench.reads(12.1)
    #expect(bench.stage.effects.count == 1)
  }
}

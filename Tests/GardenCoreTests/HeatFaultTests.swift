@testable import GardenCore
import Testing

@Suite("A heater among faults")
struct HeatFaultTests {
  /// A run that is on, with nothing waiting.
  static func running(
    hasTimer: Bool = true, evidence: EvidencePlan = EvidencePlan(),
    _ change: (inout HeaterPlan) -> Void = { _ in }
  ) -> HeatBench {
    var bench = HeatBench(hasTimer: hasTimer, evidence: evidence, change)
    bench.settled()
    bench.reads(5)
    _ = bench.told()
    return bench
  }

  @Test func `off is repeated until the relay says so, and people are told to pull the plug`() {
    var bench = Self.running { $0.onMax = .minutes(10) }
    bench.isObedient = false
    let actions = bench.holds(5, minutes: 14)
    #expect(actions.filter { $0 == .close }.count >= 8)
    #expect(bench.trouble == .stuckOn && bench.snapshot?.state == .switchingOff)
    #expect(bench.stage.reminder("heat-frost-guard") != nil)
    // A retained word proves nothing.
    bench.says(false, wasRetained: true)
    #expect(bench.trouble == .stuckOn)
    bench.says(false)
    #expect(bench.trouble == nil && bench.memory?.phase == .off)
    #expect(bench.stage.reminder("heat-frost-guard") == nil)
  }

  @Test func `a relay that never says on is given up, switched off and left alone for a while`() {
    var bench = HeatBench()
    bench.settled()
    bench.isObedient = false
    let actions = bench.holds(5, minutes: 1)
    #expect(actions.filter { $0 != .close }.count == 3 && actions.last == .close)
    #expect(bench.memory?.end == .failure && bench.trouble == .didNotSwitchOn)
    bench.says(false)
    #expect(bench.holds(5, minutes: 12).allSatisfy { $0 == .close })
    bench.isObedient = true
    _ = bench.holds(5, minutes: 5)
    #expect(bench.memory?.phase == .on && bench.trouble == nil)
  }

  @Test func `a kill inside a run switches off at the next start, and waits for the pause`() {
    var bench = Self.running()
    bench.stage.effects = []
    bench.stage.restart()
    #expect(bench.memory?.phase == .switchingOff && bench.memory?.end == .away)
    #expect(bench.told().first == .close)
    #expect(bench.holds(5, minutes: 4) == [])
    #expect(bench.holds(5, minutes: 2).contains(.open(runs: .minutes(10))))
  }

  @Test func `every start tells a heater to switch off, whatever was remembered`() {
    var bench = HeatBench()
    bench.stage.effects = []
    bench.stage.restart()
    #expect(bench.told() == [.close])
  }

  @Test func `the clock's jumps change nothing of a run`() {
    for jump in [Duration.hours(-1), .hours(1), .days(365), .days(-20_000)] {
      var bench = Self.running { $0.onMax = .minutes(30) }
      bench.stage.now.wall = bench.stage.now.wall + jump
      _ = bench.holds(5, minutes: 29)
      #expect(bench.memory?.phase == .on)
      _ = bench.holds(5, minutes: 2)
      #expect(bench.memory?.phase == .off && bench.memory?.end == .time)
    }
  }

  @Test func `while the broker is away nothing is switched on, and a timer that ran out ends the run`() {
    var bench = Self.running()
    bench.stage.send(.link(isUp: false))
    #expect(bench.holds(5, minutes: 9) == [])
    bench.isObedient = false
    #expect(bench.holds(5, minutes: 2).allSatisfy { $0 == .close })
    #expect(bench.memory?.end == .device && bench.trouble == nil)
    bench.stage.wait(.minutes(60))
    #expect(bench.trouble == nil)
    bench.stage.effects = []
    bench.stage.send(.link(isUp: true))
    bench.isObedient = true
    #expect(bench.told() == [.close])
    #expect(bench.memory?.phase == .off)
  }

  @Test func `somebody who switches it on by hand is switched off again`() {
    var bench = HeatBench()
    bench.settled()
    bench.reads(20)
    bench.says(true)
    #expect(bench.told() == [.close] && bench.snapshot?.state == .off)
  }

  @Test func `somebody who switches it off by hand ends the run, and it comes back after the pause`() {
    var bench = Self.running()
    bench.says(false)
    #expect(bench.told() == [.close] && bench.memory?.end == .device)
    #expect(bench.holds(5, minutes: 4) == [])
    #expect(bench.holds(5, minutes: 2).contains(.open(runs: .minutes(10))))
  }

  @Test func `a relay that says off and draws power is believed by its meter`() {
    let evidence = EvidencePlan(powerMeter: SensorIndex(1), powerMin: 20)
    var bench = Self.running(evidence: evidence) { $0.onMax = .minutes(10) }
    bench.stage.reads(800, .power, sensor: 1)
    _ = bench.holds(5, minutes: 12)
    #expect(bench.trouble == .stuckOn && bench.memory?.phase == .switchingOff)
    bench.stage.reads(0.4, .power, sensor: 1)
    #expect(bench.trouble == nil && bench.memory?.phase == .off)
    bench.stage.effects = []
    bench.stage.reads(790, .power, sensor: 1)
    #expect(
      bench.stage.effects.contains(.command(ActuatorCommand(actuator: HeatBench.relay, action: .close))))
  }

  @Test func `on without power is told as heat without effect`() {
    let evidence = EvidencePlan(powerMeter: SensorIndex(1), powerMin: 20, within: .minutes(2))
    var bench = Self.running(evidence: evidence)
    bench.stage.reads(0.3, .power, sensor: 1)
    _ = bench.holds(5, minutes: 3)
    #expect(bench.trouble == .noEffect)
  }

  @Test func `a stop of the bridge switches off, timer or not`() {
    for hasTimer in [true, false] {
      var bench = Self.running(hasTimer: hasTimer)
      bench.stage.run { $0.suspend(at: $1, into: &$2) }
      #expect(bench.told() == [.close] && bench.memory?.end == .away)
    }
  }

  @Test func `a heater that a reload drops is switched off before, and forgotten when it is proved off`() {
    var bench = Self.running()
    var plan = HeatBench.plan()
    plan.heaters = []
    bench.stage.run { $0.leave(for: plan, at: $1, into: &$2) }
    #expect(!bench.stage.garden.isClear(for: plan))
    #expect(bench.told() == [.close] && bench.stage.garden.isClear(for: plan))
    bench.stage.run { $0.adopt(plan, at: $1, into: &$2) }
    #expect(
      bench.stage.stored.heaters.isEmpty && bench.stage.effects.contains(.publish(.noHeater(HeatBench.id))))
  }

  @Test func `a reload keeps a run, and a shorter longest time holds at the next`() {
    var bench = Self.running()
    bench.stage.run { $0.adopt(HeatBench.plan { $0.hysteresis = 2 }, at: $1, into: &$2) }
    #expect(bench.told() == [] && bench.memory?.phase == .on)
    #expect(bench.stage.stored == bench.stage.garden.memory)
  }

  @Test func `a heater that was dropped while the bridge was down is named`() {
    var bench = Self.running()
    var plan = HeatBench.plan()
    plan.heaters = []
    bench.stage.restart(plan: plan)
    #expect(bench.stage.stored.heaters.isEmpty)
    #expect(bench.stage.logs.contains { $0.level == .alarm && $0.text.contains("not proved off") })
  }

  @Test func `a lease that the store could not keep is no lease`() {
    var bench = Self.running()
    let lease = bench.memory?.lease
    bench.stage.send(.leaseNotDurable(HeatBench.relay, lease: lease))
    #expect(bench.told() == [.close] && bench.memory?.end == .failure)
    #expect(bench.holds(5, minutes: 14) == [])
  }

  @Test func `what may not be opened is not switched on, and a run whose lease is kept goes on`() {
    var bench = Self.running()
    bench.stage.send(.openings(barredBy: .store))
    #expect(bench.holds(5, minutes: 5) == [.open(runs: .minutes(10))])
    bench.says(false)
    #expect(bench.told() == [.close] && bench.holds(5, minutes: 30) == [])
    bench.stage.send(.openings(barredBy: nil))
    #expect(bench.told().first == .open(runs: .minutes(10)))
  }

  @Test func `a hold switches off at once, and nothing is switched on until it is released`() {
    let plan = HeatBench.plan()
    var now = Moment(wall: Stage.start, uptime: Uptime(milliseconds: 1_000_000))
    var heaters = Heaters(plan: plan, memory: [], boot: BootID(UniqueID(high: 1, low: 1)), at: now)
    var turn = Turn(plan: plan, memory: GardenMemory(), boot: WateringBench.boot, seed: 1, at: now)
    func evaluate(isHeld: Bool) -> [ActuatorCommand.Action] {
      turn.now = now
      turn.effects = []
      heaters.evaluate(
        0, HeatAsk(temperature: 2, setpoint: 10, isHeld: isHeld), &turn)
      let actions = turn.effects.compactMap {
        if case .command(let command) = $0 { command.action } else { nil }
      }
      for action in actions {
        heaters.report(
          ValveReport(isOpen: action != .close), of: HeatBench.relay, &turn)
      }
      now.uptime = now.uptime + .minutes(6)
      return actions
    }
    #expect(evaluate(isHeld: false) == [.close])
    #expect(evaluate(isHeld: false) == [.open(runs: .minutes(10))])
    #expect(evaluate(isHeld: true) == [.close] && evaluate(isHeld: true) == [])
    #expect(evaluate(isHeld: false) == [.open(runs: .minutes(10))])
  }

  @Test func `trouble that a person has seen is silent for a day`() throws {
    var bench = Self.running { $0.onMax = .minutes(10) }
    bench.isObedient = false
    _ = bench.holds(5, minutes: 14)
    #expect(bench.trouble == .stuckOn)
    let note = try #require(bench.stage.reminder("heat-frost-guard")?.note)
    #expect(bench.stage.answers("anna-phone", .opened, plant: "", note: note)?.code == .accepted)
    #expect(bench.stage.reminder("heat-frost-guard")?.state == .snoozed)
    bench.stage.effects = []
    bench.stage.wait(.hours(23))
    #expect(!bench.stage.notices.contains { $0.key == "heat-frost-guard" } && bench.trouble == .stuckOn)
    bench.stage.wait(.hours(2))
    #expect(bench.stage.notices.contains { $0.key == "heat-frost-guard" })
  }

  @Test func `without a link a command is told as not sent`() {
    var bench = Self.running()
    bench.stage.send(.link(isUp: false))
    bench.stage.wait(.minutes(3))
    bench.stage.effects = []
    bench.reads(12)
    let sent = bench.stage.effects.compactMap { effect -> String? in
      guard case .trail(let event) = effect else { return nil }
      return event.kind == .notSent || event.kind == .closeSent ? "\(event.kind): \(event.text)" : nil
    }
    #expect(sent == ["notSent: off: no link to the broker"])
  }

  @Test func `a run tells its trail`() {
    var bench = HeatBench()
    bench.settled()
    bench.reads(5)
    var kinds: [LeaseEvent.Kind] = []
    func hear() { for case .trail(let event) in bench.stage.effects { kinds.append(event.kind) } }
    hear()
    bench.stage.effects = []
    bench.says(true)
    bench.stage.wait(.minutes(3))
    bench.reads(12)
    bench.says(false)
    hear()
    #expect(kinds == [.granted, .openSent, .reported, .ended, .closeSent, .proved])
  }
}

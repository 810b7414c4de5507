import GardenCore
import Testing

/// The loop ticks when ``Garden/nextDeadline(after:)`` says so, and never else: what it leaves out is lost, and what stays due after
/// its tick spins the loop.
@Suite("Deadlines")
struct DeadlineTests {
  static var plan: GardenPlan {
    var plan = PropertyTests.plan
    plan.sensors.append(SensorPlan(id: "air", silentAfter: .hours(2)))
    let air = SensorShare(sensor: SensorIndex(3), quantities: [.temperature])
    plan.actuators += [
      ActuatorPlan(id: "guard", name: "Guard", kind: .heater(hasDeviceTimer: true)),
      ActuatorPlan(id: "radiator", name: "Radiator", kind: .thermostat(range: 5...30, step: 0.5, line: nil)),
    ]
    plan.heaters = [HeaterPlan(actuator: ActuatorIndex(1), shares: [air], setpoint: 8)]
    plan.places = [
      PlacePlan(
        id: "house", name: "House", shares: [air],
        temperature: BandPlan(below: 12, above: 30, deadband: 1, dwell: .minutes(5)),
        thermostat: ActuatorIndex(2))
    ]
    plan.interlocks = [
      InterlockPlan(
        id: "rain", input: .words(trustsRetained: false), keepsFor: .minutes(30), valves: [ActuatorIndex(0)])
    ]
    plan.reminders.digestWindow = .seconds(20)
    return plan
  }

  /// Some days in which everything happens, at moments that heed no deadline.
  private func walk(_ seed: UInt64, steps: Int = 100, looking: (Stage) -> Void) {
    var random = SplitMix64(seed: seed)
    var stage = Stage(Self.plan, seed: seed)
    for _ in 0..<steps {
      Self.step(&stage, &random)
      looking(stage)
      // The loop is late, or not.
      if random.next() % 3 > 0 { stage.wait(.seconds(Int(random.next() % 3000))) }
      if random.next() % 4 == 0 { stage.advance(.milliseconds(Int64(random.next() % 2_000_000))) }
    }
  }

  private static func step(_ stage: inout Stage, _ random: inout SplitMix64) {
    func below(_ n: UInt64) -> Int { Int(random.next() % n) }
    let plant = ["basil", "mint", "fern"][below(3)]
    let device = ["anna-phone", "bob-phone"][below(2)]
    switch random.next() % 14 {
    case 0...2: stage.reads(Double(below(60)), sensor: below(3))
    case 3: stage.reads(Double(below(35)), .temperature, sensor: 3)
    case 4:
      stage.reads(Double(below(60)), sensor: below(3), measuredAt: stage.now.wall - .seconds(below(90_000)))
    case 5:
      let answer = Answer.allCases[below(UInt64(Answer.allCases.count))]
      let note = stage.garden.memory.reminders.randomElement(by: random.next())?.note
      stage.answers(device, answer, plant: plant, note: note)
    case 6:
      let head = stage.head(device)
      let isTimer = random.next() % 2 == 0
      stage.command(
        isTimer
          ? .countdown(head, plant: plant, duration: .seconds(1 + below(40_000)))
          : .water(head, plant: "mint", duration: nil))
    case 7: stage.send(.valve(ActuatorIndex(below(2)), ValveReport(isOpen: random.next() % 2 == 0)))
    case 8: stage.send(.link(isUp: random.next() % 3 > 0))
    case 9: stage.restart(after: .milliseconds(Int64(random.next() % 8_000_000)))
    case 10:
      stage.now.wall = stage.now.wall + .seconds(below(20_000) - 10_000)
      if random.next() % 3 == 0 { stage.now.isWallTrusted.toggle() }
    case 11: stage.send(.interlock(InterlockIndex(0), InterlockReport(blocks: random.next() % 2 == 0)))
    case 12:
      let head = stage.head("anna-phone")
      stage.command(random.next() % 2 == 0 ? .stopAll(head) : .release(head, valve: nil))
    default:
      let control = ["radiator-setpoint", "guard-setpoint", "\(plant)-dry-below"][below(3)]
      let value = Double(10 + below(20))
      let unit = control.hasSuffix("min") ? "%" : "°C"
      let head = stage.head("anna-phone")
      stage.command(.move(head, control: control, value: value, unit: unit, base: nil))
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `after a tick at the deadline the next one lies ahead`(seed: UInt64) {
    walk(seed) { stage in
      var stage = stage
      for _ in 0..<12 {
        guard let next = stage.garden.nextDeadline(after: stage.now) else { return }
        #expect(next >= stage.now.uptime)
        stage.advance(next - stage.now.uptime)
        stage.send(.tick)
        let after = stage.garden.nextDeadline(after: stage.now)
        guard after.map({ $0 > next }) ?? true else {
          Issue.record("still due at \(next.milliseconds) after its tick: \(stage.effects.suffix(3))")
          return
        }
      }
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `before the deadline a tick has nothing to do`(seed: UInt64) {
    walk(seed) { stage in
      let now = stage.now.uptime
      var garden = stage.garden
      guard let next = garden.nextDeadline(after: stage.now), next > now else { return }
      for part in [Duration.zero, (next - now) / 2] {
        var early = stage
        early.effects = []
        early.advance(part)
        early.send(.tick)
        let owed = early.effects.filter(\.isOwed)
        guard owed.isEmpty else {
          Issue.record("\((next - now).milliseconds) ms before its time, \(part.milliseconds): \(owed)")
          return
        }
      }
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `after a restart everything that a tick would do is due at once`(seed: UInt64) {
    walk(seed, steps: 50) { stage in
      for away in [Duration.zero, .seconds(61), .hours(30)] {
        var again = stage
        again.restart(after: away)
        let next = again.garden.nextDeadline(after: again.now)
        #expect(next == again.now.uptime)
        again.send(.tick)
        again.effects = []
        again.send(.tick)
        let owed = again.effects.filter(\.isOwed)
        #expect(owed.isEmpty, "left over: \(owed)")
      }
    }
  }
}

extension Effect {
  /// What people wait for. Valves are looked at in a rhythm of their own, a second apart at least, and snapshots follow.
  fileprivate var isOwed: Bool {
    switch self {
    case .publish, .command, .trail, .log, .remember(.lease): false
    case .activity(let step): step.snapshot.kind == .countdown
    default: true
    }
  }
}

extension [ReminderMemory] {
  fileprivate func randomElement(by chance: UInt64) -> ReminderMemory? {
    isEmpty ? nil : self[Int(chance % UInt64(count))]
  }
}

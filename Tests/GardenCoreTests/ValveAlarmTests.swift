import GardenCore
import Testing

@Suite("The alarm of a valve")
struct ValveAlarmTests {
  /// Basil's valve was opened, says open, and hears no close.
  func stuck() -> Stage {
    var plan = GardenPlan.oneBasil
    plan.actuators = [
      ActuatorPlan(id: "tap", name: "Tap", kind: .valve(hasDeviceTimer: false)),
      ActuatorPlan(id: "bed", name: "Bed", kind: .valve(hasDeviceTimer: false)),
    ]
    plan.plants[0].watering = WateringPlan(
      valve: ActuatorIndex(0), duration: .seconds(60), durationMax: .minutes(10))
    var stage = Stage(plan)
    let head = stage.head("anna-phone")
    stage.command(.water(head, plant: "basil", duration: nil))
    stage.send(.valve(ActuatorIndex(0), ValveReport(isOpen: true)))
    stage.wait(.seconds(122))
    return stage
  }

  func alarms(_ stage: Stage) -> [Notice] { stage.notices.filter { $0.key == "valve-tap" } }

  @Test func `a valve that is stuck open is told with the highest urgency`() {
    let stage = stuck()
    #expect(alarms(stage).count == 1 && alarms(stage)[0].urgency == .timeSensitive)
    guard case .valve("Tap", .stuckOpen, let plant, _) = alarms(stage)[0].subject else {
      Issue.record("\(alarms(stage)[0].subject)")
      return
    }
    #expect(plant?.id == "basil")
    #expect(stage.reminder("valve-tap")?.trouble == .stuckOpen)
  }

  @Test func `it is told again after 5, 10, 20, 40 and then every 60 minutes, by night too`() {
    var stage = stuck()
    _ = stage.taken()
    var waits: [Int] = []
    var last = 0
    for minute in 1...200 {
      stage.wait(.minutes(1))
      if !alarms(stage).isEmpty {
        waits.append(minute - last)
        last = minute
      }
      _ = stage.taken()
    }
    #expect(waits == [5, 10, 20, 40, 60, 60])
  }

  @Test(arguments: [Answer.done, .opened])
  func `an answer silences it on every device, and closing goes on`(_ answer: Answer) {
    var stage = stuck()
    let note = stage.reminder("valve-tap")?.note
    _ = stage.taken()
    #expect(stage.answers("bob-phone", answer, plant: "", note: note)?.code == .accepted)
    #expect(stage.withdrawals.map(\.key) == ["valve-tap"])
    _ = stage.taken()
    stage.wait(.hours(23))
    #expect(alarms(stage).isEmpty)
    let closes = stage.effects.filter { if case .command = $0 { true } else { false } }
    #expect(closes.count >= 23 * 60 - 1)
    // A day later it is still open: said once more.
    stage.wait(.hours(2))
    #expect(!alarms(stage).isEmpty)
  }

  @Test func `a swipe is no answer, a viewer cannot answer`() {
    var stage = stuck()
    let note = stage.reminder("valve-tap")?.note
    _ = stage.taken()
    #expect(stage.answers("bob-phone", .dismissed, plant: "", note: note)?.code == .accepted)
    #expect(stage.answers("hall-tablet", .done, plant: "", note: note)?.code == .forbidden)
    stage.wait(.minutes(6))
    #expect(alarms(stage).count == 1)
  }

  @Test func `whoever stops the valve has seen the alarm`() {
    var stage = stuck()
    let head = stage.head("bob-phone")
    #expect(stage.command(.stop(head, plant: "basil"))?.code == .alreadyDone)
    _ = stage.taken()
    stage.wait(.hours(3))
    #expect(alarms(stage).isEmpty)
  }

  @Test func `a clock that goes back a year does not silence it`() {
    var stage = stuck()
    stage.now.wall = stage.now.wall - .days(365)
    _ = stage.taken()
    stage.wait(.minutes(6))
    #expect(!alarms(stage).isEmpty)
  }

  @Test func `the proof takes it back, also after a restart, and another trouble's end does not`() {
    var stage = stuck()
    stage.restart()
    _ = stage.taken()
    stage.send(.valve(ActuatorIndex(0), ValveReport(isOpen: true)))
    #expect(stage.reminder("valve-tap")?.trouble == .stuckOpen && stage.withdrawals.isEmpty)
    stage.send(.valve(ActuatorIndex(0), ValveReport(isOpen: false)))
    #expect(stage.reminder("valve-tap") == nil && stage.withdrawals.map(\.reason) == [.cancelled])
  }

  @Test func `a graver trouble is told at once in the same notification, a lighter one waits`() {
    var stage = stuck()
    _ = stage.taken()
    stage.send(.valve(ActuatorIndex(0), ValveReport(isShortOfWater: true)))
    stage.wait(.seconds(2))
    #expect(alarms(stage).isEmpty && stage.reminder("valve-tap")?.trouble == .stuckOpen)
    stage.send(.valve(ActuatorIndex(0), ValveReport(isLeaking: true)))
    stage.wait(.seconds(2))
    #expect(alarms(stage).map(\.revision) == [2] && stage.reminder("valve-tap")?.trouble == .leaking)
  }

  @Test func `water that did not reach the soil is told after the soak time, and a rise takes it back`() {
    var plan = GardenPlan.oneBasil
    plan.actuators = [ActuatorPlan(id: "tap", name: "Tap", kind: .valve(hasDeviceTimer: false))]
    plan.plants[0].watering = WateringPlan(
      valve: ActuatorIndex(0), duration: .seconds(60), durationMax: .minutes(10))
    var stage = Stage(plan)
    func run() {
      let head = stage.head("anna-phone")
      stage.command(.water(head, plant: "basil", duration: nil))
      stage.send(.valve(ActuatorIndex(0), ValveReport(isOpen: true)))
      stage.wait(.seconds(61))
      stage.send(.valve(ActuatorIndex(0), ValveReport(isOpen: false)))
    }
    stage.holds(20, for: .hours(1))
    run()
    stage.holds(20, for: .hours(3))
    #expect(stage.reminder("valve-tap")?.trouble == .didNotReachSoil && stage.reminder("rise-basil") == nil)
    run()
    stage.reads(40)
    #expect(stage.reminder("valve-tap") != nil)
    stage.wait(.minutes(1))
    stage.reads(40)
    #expect(stage.reminder("valve-tap") == nil)
    // It may come later than anybody waited for it.
    stage.dries(from: 36, to: 20)
    run()
    stage.holds(20, for: .hours(3))
    #expect(stage.reminder("valve-tap")?.trouble == .didNotReachSoil)
    stage.holds(60, for: .hours(1))
    #expect(stage.reminder("valve-tap") == nil && stage.plant()?.moisture.status == .fine)
  }
}

@Suite("Meters and valves through the garden")
struct GardenMeterTests {
  func stage(memory: GardenMemory = GardenMemory()) -> Stage {
    var plan = GardenPlan.make(sensors: 2)
    plan.actuators = [
      ActuatorPlan(
        id: "tap", name: "Tap", kind: .valve(hasDeviceTimer: false),
        evidence: EvidencePlan(flowMeter: SensorIndex(1)))
    ]
    plan.plants[0].watering = WateringPlan(
      valve: ActuatorIndex(0), duration: .seconds(60), durationMax: .minutes(10))
    return Stage(plan, memory: memory)
  }

  @Test func `readings of a meter reach the run, and its litres and evidence are remembered`() {
    var stage = stage()
    let head = stage.head("anna-phone")
    stage.command(.water(head, plant: "basil", duration: nil, litres: 2))
    stage.send(.valve(ActuatorIndex(0), ValveReport(isOpen: true)))
    stage.reads(4, .flow, sensor: 1)
    stage.wait(.seconds(31))
    #expect(stage.effects.contains { if case .trail(let line) = $0 { line.kind == .ended } else { false } })
    stage.send(.valve(ActuatorIndex(0), ValveReport(isOpen: false)))
    #expect(stage.garden.memory.leases.first?.phase == .closing)
    stage.reads(0, .flow, sensor: 1)
    let lease = stage.stored.leases.first
    #expect(lease?.phase == .closed && lease?.end == .volume && lease?.litres.map { $0 >= 2 } == true)
    #expect(lease?.evidence == [.water, .closedWord, .still])
    #expect(stage.stored == stage.garden.memory)
  }

  @Test func `a leak is told, and a restart after it dried up takes the alarm back`() {
    var stage = stage()
    stage.reads(4, .flow, sensor: 1)
    stage.wait(.minutes(3))
    #expect(stage.reminder("valve-tap")?.trouble == .flowsClosed)
    #expect(stage.notices.last?.urgency == .timeSensitive)
    stage.restart()
    stage.reads(0, .flow, sensor: 1)
    #expect(stage.reminder("valve-tap") == nil)
  }

  @Test(arguments: [true, false])
  func `an alarm goes with the meter that told it, whether the bridge is there or not`(_ isReload: Bool) {
    var stage = stage()
    stage.reads(4, .flow, sensor: 1)
    stage.wait(.minutes(3))
    stage.send(.valve(ActuatorIndex(0), ValveReport(isOpen: false)))
    #expect(stage.reminder("valve-tap")?.trouble == .flowsClosed)
    var plan = stage.garden.plan
    if isReload { stage.run { [plan] in $0.adopt(plan, at: $1, into: &$2) } } else { stage.restart() }
    stage.wait(.minutes(1))
    #expect(stage.reminder("valve-tap")?.trouble == .flowsClosed, "it is still there")
    plan.actuators[0].evidence.flowMeter = nil
    if isReload {
      stage.run { $0.adopt(plan, at: $1, into: &$2) }
    } else {
      stage.restart(plan: plan)
    }
    #expect(stage.reminder("valve-tap") == nil)
  }

  @Test func `a leak that is over is over, whichever valve of its meter stands first by then`() {
    var stage = stage()
    stage.reads(4, .flow, sensor: 1)
    stage.wait(.minutes(3))
    #expect(stage.reminder("valve-tap")?.trouble == .flowsClosed)
    var plan = stage.garden.plan
    plan.actuators.insert(plan.actuators[0], at: 0)
    plan.actuators[0].id = "bed"
    plan.plants[0].watering?.valve = ActuatorIndex(1)
    stage.run { $0.adopt(plan, at: $1, into: &$2) }
    for a in 0...1 { stage.send(.valve(ActuatorIndex(a), ValveReport(isOpen: false))) }
    stage.reads(0, .flow, sensor: 1)
    stage.wait(.minutes(3))
    #expect(stage.reminder("valve-tap") == nil)
  }

  @Test func `a stuck valve without a run is closed on after a restart until it says closed`() {
    var stage = stage()
    stage.send(.valve(ActuatorIndex(0), ValveReport(isOpen: true)))
    stage.wait(.minutes(3))
    #expect(stage.reminder("valve-tap")?.trouble == .stuckOpen)
    stage.restart()
    _ = stage.taken()
    stage.wait(.minutes(1))
    let closes = stage.effects.filter { if case .command = $0 { true } else { false } }
    #expect(closes.count >= 5)
    stage.send(.valve(ActuatorIndex(0), ValveReport(isOpen: false)))
    stage.wait(.minutes(2))
    #expect(stage.reminder("valve-tap") == nil)
  }

  @Test func `a reading of an idle meter changes nothing but the history`() {
    var stage = stage()
    stage.reads(0, .flow, sensor: 1)
    stage.wait(.seconds(5))
    _ = stage.taken()
    let before = stage.garden.memory
    stage.reads(0, .flow, sensor: 1)
    #expect(stage.garden.memory == before)
    #expect(stage.effects.allSatisfy { if case .record = $0 { true } else { false } })
  }
}

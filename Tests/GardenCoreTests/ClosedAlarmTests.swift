import GardenCore
import Testing

@Suite("What people see of a valve that is proved closed")
struct ClosedAlarmTests {
  private func stage(hasMeter: Bool = false) -> Stage {
    var plan = GardenPlan.make(sensors: 2)
    plan.actuators = [ActuatorPlan(id: "tap", name: "Tap", kind: .valve(hasDeviceTimer: true))]
    if hasMeter { plan.actuators[0].evidence.flowMeter = SensorIndex(1) }
    plan.plants[0].watering = WateringPlan(
      valve: ActuatorIndex(0), duration: .seconds(60), durationMax: .minutes(10))
    var stage = Stage(plan)
    let head = stage.head("anna-phone")
    stage.command(.water(head, plant: "basil", duration: nil))
    return stage
  }

  private func sights(_ stage: Stage) -> [ValveSight] {
    stage.notices.compactMap { if case .valve(_, _, _, let sight) = $0.subject { sight } else { nil } }
  }

  @Test func `a silent valve may run, one whose meter stands still does not`() {
    for hasMeter in [false, true] {
      var stage = stage(hasMeter: hasMeter)
      for _ in 0..<5 {
        stage.wait(.seconds(7))
        if hasMeter { stage.reads(0, .flow, sensor: 1) }
      }
      #expect(sights(stage).map(\.isHeld) == [true])
      #expect(sights(stage).map(\.flows) == [hasMeter ? false : nil])
    }
  }

  @Test func `what a meter said before the valve can have moved, or long ago, says nothing`() {
    var stage = stage(hasMeter: true)
    stage.reads(0, .flow, sensor: 1)
    stage.wait(.seconds(31))
    #expect(sights(stage).map(\.flows) == [nil])
    stage.reads(0, .flow, sensor: 1)
    let flows = { (stage: Stage) -> Bool? in
      let open = stage.garden.openReminders(at: stage.now).first { $0.key == "valve-tap" }
      guard case .valve(_, _, _, let sight)? = open?.subject else { return nil }
      return sight.flows
    }
    #expect(flows(stage) == false)
    stage.wait(.minutes(3))
    #expect(flows(stage) == nil)
  }

  @Test func `that a valve did not open is not said again once it is closed, and seen is over`() throws {
    var stage = stage()
    stage.wait(.minutes(4))
    stage.send(.valve(ActuatorIndex(0), ValveReport(isOpen: false)))
    _ = stage.taken()
    stage.wait(.days(10))
    let alarm = try #require(stage.reminder("valve-tap"))
    #expect(alarm.trouble == .didNotOpen && !stage.notices.contains { $0.key == "valve-tap" })
    #expect(stage.answers("bob-phone", .done, plant: "", note: alarm.note)?.code == .accepted)
    #expect(stage.reminder("valve-tap") == nil)
    // Another run that does not open is another matter.
    let head = stage.head("anna-phone")
    stage.command(.water(head, plant: "basil", duration: nil))
    stage.wait(.minutes(1))
    let note = try #require(stage.reminder("valve-tap")).note
    #expect(stage.notices.last { $0.key == "valve-tap" }?.urgency == .timeSensitive)
    #expect(stage.answers("bob-phone", .opened, plant: "", note: note)?.code == .accepted)
    stage.wait(.minutes(4))
    stage.send(.valve(ActuatorIndex(0), ValveReport(isOpen: false)))
    #expect(stage.reminder("valve-tap") == nil, "somebody has seen it")
  }

  @Test func `the alarm of a silent valve offers no stop once it is proved closed, and rings no more`() {
    var stage = stage()
    stage.wait(.minutes(4))
    _ = stage.taken()
    stage.send(.valve(ActuatorIndex(0), ValveReport(isOpen: false)))
    #expect(stage.notices.map(\.isUpdate) == [true])
    #expect(sights(stage).map(\.isHeld) == [false] && sights(stage).map(\.isProvedClosed) == [true])
    let shown = stage.effects.compactMap {
      if case .publish(.reminder(let shown)) = $0, case .valve(_, _, _, let sight) = shown.subject {
        sight
      } else {
        nil
      }
    }
    #expect(shown.last?.isHeld == false)
  }

  @Test func `a valve that closed late is told once, and seen is over`() throws {
    var stage = stage(hasMeter: true)
    stage.send(.valve(ActuatorIndex(0), ValveReport(isOpen: true)))
    for _ in 0..<11 {
      stage.wait(.seconds(10))
      stage.reads(6, .flow, sensor: 1)
    }
    stage.reads(0, .flow, sensor: 1)
    stage.send(.valve(ActuatorIndex(0), ValveReport(isOpen: false)))
    stage.wait(.seconds(1))
    let alarm = try #require(stage.reminder("valve-tap"))
    #expect(alarm.trouble == .closedLate && stage.notices.last?.urgency == .active)
    #expect(sights(stage).last?.overrun?.ran == .seconds(110))
    #expect(stage.answers("bob-phone", .opened, plant: "", note: alarm.note)?.code == .accepted)
    #expect(stage.reminder("valve-tap") == nil)
  }

  @Test func `a countdown without a plant that is over goes when somebody has seen it`() throws {
    var stage = Stage()
    stage.command(.countdown(stage.head("bob-phone"), plant: nil, duration: .minutes(5)))
    stage.wait(.minutes(6))
    let note = try #require(stage.reminder("countdown")).note
    #expect(stage.answers("bob-phone", .opened, plant: "", note: note)?.code == .accepted)
    #expect(stage.reminder("countdown") == nil)
  }

  @Test func `a countdown that was stopped has ended then`() throws {
    var stage = Stage()
    stage.command(.countdown(stage.head("bob-phone"), plant: nil, duration: .minutes(5)))
    stage.wait(.minutes(1))
    stage.command(.stopCountdown(stage.head("bob-phone"), plant: nil))
    let ends = stage.effects.compactMap {
      if case .publish(.activity(let shown)) = $0 { shown.endsAt } else { nil }
    }
    #expect(ends.last == stage.now.wall)
  }
}

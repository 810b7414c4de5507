import Testing

@testable import GardenCore

@Suite("Nothing opens without a durable lease, or beside another bridge")
struct WateringBarTests {
  private func stage() -> Stage {
    var plan = GardenPlan.make()
    plan.actuators = [ActuatorPlan(id: "tap", name: "Tap", kind: .valve(hasDeviceTimer: true))]
    plan.plants[0].watering = WateringPlan(
      valve: ActuatorIndex(0), duration: .seconds(200), durationMax: .seconds(600), isAutomatic: true,
      pause: .hours(12))
    return Stage(plan)
  }

  private func actions(_ effects: [Effect]) -> [ActuatorCommand.Action] {
    effects.compactMap { if case .command(let command) = $0 { command.action } else { nil } }
  }

  @Test func `an open that was held back ends its lease, closes the valve and says why in the log`() throws {
    var stage = stage()
    stage.command(.water(stage.head("anna-phone"), plant: "basil", duration: nil))
    guard
      case .command(let open)? = stage.taken().first(where: {
        if case .command = $0 { true } else { false }
      })
    else {
      Issue.record("nothing was opened")
      return
    }
    let lease = try #require(open.lease)
    stage.send(.leaseNotDurable(open.actuator, lease: lease))
    let effects = stage.taken()
    #expect(actions(effects) == [.close])
    let memory = try #require(stage.garden.memory.leases.first { $0.id == lease })
    #expect(memory.phase == .closing && memory.end == .failure && !memory.wasOpen)
    let trails = effects.compactMap { if case .trail(let event) = $0 { event } else { nil } }
    #expect(trails.contains { $0.lease == lease && $0.kind == .trouble && $0.text.contains("disk") })
    stage.send(.valve(open.actuator, ValveReport(isOpen: false)))
    stage.wait(.minutes(30))
    #expect(!actions(stage.taken()).contains { if case .open = $0 { true } else { false } })
  }

  @Test func `a command that names no lease ends the run on its valve`() {
    var stage = stage()
    stage.command(.water(stage.head("anna-phone"), plant: "basil", duration: nil))
    stage.effects = []
    stage.send(.leaseNotDurable(ActuatorIndex(0), lease: nil))
    #expect(actions(stage.taken()) == [.close])
    stage.send(.leaseNotDurable(ActuatorIndex(0), lease: nil))
    stage.send(.leaseNotDurable(ActuatorIndex(9), lease: nil))
    #expect(stage.taken().isEmpty)
  }

  @Test(arguments: [OpeningBar.store, .otherBridge])
  func `while something bars openings a start is refused with the reason, a stop still closes`(
    bar: OpeningBar
  ) {
    var stage = stage()
    stage.send(.openings(barredBy: bar))
    let outcome = stage.command(.water(stage.head("anna-phone"), plant: "basil", duration: nil))
    #expect(outcome?.code == .refused)
    #expect(outcome?.why == bar.reason)
    stage.holds(10, for: .minutes(40))
    #expect(actions(stage.taken()).isEmpty, "the rule opened")
    stage.command(.stop(stage.head("anna-phone"), plant: "basil"))
    #expect(actions(stage.taken()) == [.close])
    stage.send(.openings(barredBy: nil))
    let again = stage.command(.water(stage.head("anna-phone"), plant: "basil", duration: nil))
    #expect(again?.code == .accepted)
  }
}

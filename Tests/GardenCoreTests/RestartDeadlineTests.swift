import GardenCore
import Testing

/// The loop ticks only when a deadline says so: a run that went on over a restart must still name its own end.
struct RestartDeadlineTests {
  private func stage() -> Stage {
    var plan = GardenPlan.oneBasil
    plan.actuators = [ActuatorPlan(id: "bed", name: "Bed", kind: .valve(hasDeviceTimer: true))]
    plan.plants[0].watering = WateringPlan(
      valve: ActuatorIndex(0), duration: .minutes(5), durationMax: .minutes(10))
    return Stage(plan)
  }

  @Test(arguments: [1, 7, 60, 200])
  func `a run that goes on after a restart is closed at its end`(_ away: Int) {
    var stage = stage()
    let head = stage.head("anna-phone")
    #expect(stage.command(.water(head, plant: "basil", duration: nil))?.code == .accepted)
    stage.send(.valve(ActuatorIndex(0), ValveReport(isOpen: true)))
    stage.wait(.seconds(60))
    stage.restart(after: .seconds(away))
    stage.effects = []
    let ends = stage.now.uptime + (.seconds(240) - .seconds(away))
    while stage.now.uptime < ends {
      guard let next = stage.garden.nextDeadline(after: stage.now) else {
        Issue.record("a running lease without a deadline")
        return
      }
      #expect(next >= stage.now.uptime && next <= ends)
      stage.advance(min(next, ends) - stage.now.uptime)
      stage.send(.tick)
      #expect(stage.garden.nextDeadline(after: stage.now).map { $0 > stage.now.uptime } ?? true)
    }
    let actions = stage.effects.compactMap {
      if case .command(let command) = $0 { command.action } else { nil }
    }
    #expect(actions == [.close])
  }
}

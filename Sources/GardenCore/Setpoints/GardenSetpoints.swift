/// How sliders and the rest of the garden hear of each other.
extension Garden {
  mutating func withControls<Result>(
    at now: Moment, into effects: inout [Effect],
    _ body: (inout Controls, GardenPlan, inout [Effect]) -> Result
  ) -> Result {
    let mark = effects.count
    let before = controls
    let result = body(&controls, plan, &effects)
    absorb(effects, from: mark)
    for case .publish(.control(let picture)) in effects[mark...] {
      sliderMoved(picture, from: before.picture(of: picture.id), at: now, into: &effects)
    }
    return result
  }

  mutating func moved(
    _ head: CommandHead, _ control: ControlID, _ value: Double, _ unit: String, base: Int?, at now: Moment,
    into effects: inout [Effect]
  ) -> Outcome {
    let outcome = withControls(at: now, into: &effects) { controls, plan, effects in
      controls.move(
        head, control: control, value: value, unit: unit, base: base, plan: plan, at: now, effects: &effects)
    }
    if outcome.code == .accepted { applyLimits(at: now, into: &effects) }
    return outcome
  }

  mutating func reported(
    _ actuator: ActuatorIndex, _ report: SetpointReport, at now: Moment, into effects: inout [Effect]
  ) {
    guard plan.actuators.indices.contains(Int(actuator.position)) else { return }
    withControls(at: now, into: &effects) { controls, plan, effects in
      controls.report(report, of: actuator, plan: plan, at: now, effects: &effects)
    }
  }

  /// Brings every plant's dry limit to what the sliders say; one that moved is judged at once.
  mutating func applyLimits(at now: Moment, into effects: inout [Effect]) {
    for p in plants.indices {
      dryLimitMoved(p, to: controls.dryBelow(plantPosition: p, plan: plan), at: now, into: &effects)
    }
  }
}

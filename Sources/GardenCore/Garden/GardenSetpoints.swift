/// How sliders and the rest of the garden hear of each other.
extension Garden {
  mutating func moved(_ head: CommandHead, _ control: ControlID, _ value: Double, _ unit: String, base: Int?)
    -> Outcome
  {
    let outcome = controls.move(head, control: control, value: value, unit: unit, base: base, &turn)
    route()
    if outcome.code == .accepted { applyLimits() }
    return outcome
  }

  mutating func reported(_ actuator: ActuatorIndex, _ report: SetpointReport) {
    guard plan.actuators.indices.contains(Int(actuator.position)) else { return }
    controls.report(report, of: actuator, &turn)
    route()
  }

  /// Brings every plant's dry limit to what the sliders say; one that moved is judged at once.
  mutating func applyLimits() {
    for p in plants.indices {
      dryLimitMoved(p, to: controls.dryBelow(plantPosition: p, plan: plan))
    }
  }
}

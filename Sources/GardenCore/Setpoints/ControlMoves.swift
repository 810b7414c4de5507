extension Controls {
  /// A slider was let go. Role, repeats and age of the command were checked by the caller.
  ///
  /// Order of checks: unit, finite and in range (never clamped), step (snapped within a thousandth of it), base
  /// revision, one a second. `accepted` means in force for a limit, and handed to the device for a setpoint: how
  /// that ends shows in the control's phase.
  package mutating func move(
    _ head: CommandHead, control: ControlID, value: Double, unit: String, base: Int?, plan: GardenPlan,
    at now: Moment, effects: inout [Effect]
  ) -> Outcome {
    func outcome(_ code: Outcome.Code, _ message: String? = nil, _ detail: Outcome.Detail = .none) -> Outcome
    {
      Outcome(id: head.id, device: head.device, code: code, message: message, detail: detail)
    }
    guard let i = controls.firstIndex(where: { $0.memory.id == control }) else {
      return outcome(.unknownControl)
    }
    let definition = controls[i].definition
    guard unit == definition.unit else { return outcome(.badUnit, "the unit is \(definition.unit)") }
    guard value.isFinite, definition.range.contains(value) else {
      let range = definition.range
      return outcome(.outOfRange, "allowed: \(range.lowerBound)…\(range.upperBound)", controls[i].rangeDetail)
    }
    guard let snapped = definition.snapped(value) else {
      return outcome(.offStep, "the step is \(definition.step)", controls[i].rangeDetail)
    }
    if let base, base != controls[i].memory.revision {
      return outcome(.conflict, "moved since revision \(base)", controls[i].detail)
    }
    if let last = controls[i].movedAt, now.uptime - last < .seconds(1) {
      return outcome(.rateLimited, "one move a second", controls[i].detail)
    }
    take(snapped, i, head.device, plan, now, &effects)
    return outcome(.accepted, nil, controls[i].detail)
  }

  private mutating func take(
    _ value: Double, _ i: Int, _ device: DeviceID, _ plan: GardenPlan, _ now: Moment,
    _ effects: inout [Effect]
  ) {
    controls[i].movedAt = now.uptime
    controls[i].memory.revision += 1
    controls[i].memory.changedAt = now.wall
    controls[i].memory.by = device
    controls[i].memory.overrode = controls[i].definition.configured
    switch controls[i].definition.kind {
    case .limit, .target:
      controls[i].memory.value = value
      remember(i, &effects)
    case .setpoint:
      remember(i, &effects)
      if let actuator = controls[i].actuator(in: plan) {
        forgetFallback(plan.actuators[Int(actuator.position)].id, &effects)
        ask(i, value, by: device, actuator, now, &effects)
      }
    }
    effects.append(.publish(.control(controls[i].picture)))
  }
}

extension Control {
  /// A refusal shows the bounds even before the device has reported a value.
  var rangeDetail: Outcome.Detail {
    .control(
      memory.id, value: value ?? definition.range.lowerBound, revision: memory.revision,
      range: definition.range, step: definition.step)
  }
}

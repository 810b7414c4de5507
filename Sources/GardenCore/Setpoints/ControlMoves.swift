extension Controls {
  /// A slider was let go. Role, repeats and age of the command were checked by the caller.
  ///
  /// Order of checks: unit, finite and in range (never clamped), step (snapped within a thousandth of it), base
  /// revision, one a second. `accepted`: in force. `queued`: asked of the device, whose own report decides; how that
  /// ends shows in the control's phase.
  package mutating func move(
    _ head: CommandHead, control: ControlID, value: Double, unit: String, base: Int?, _ turn: inout Turn
  ) -> Outcome {
    guard let i = position(control) else {
      return head.outcome(.unknownControl)
    }
    let checked = controls[i].checked(value, unit: unit, base: base, at: turn.now)
    guard let snapped = checked.snapped else {
      show(checked, of: value, i, head, &turn)
      return head.outcome(checked.code, checked.detail)
    }
    take(snapped, i, head.device, &turn)
    return head.outcome(controls[i].pending == nil ? .accepted : .queued, controls[i].detail)
  }

  /// Whoever moved a slider to where it may not stand must see it go back: the control is published anew, with what was
  /// refused. A unit that is not ours and a move too fast are faults of a program, told to it alone.
  private mutating func show(
    _ checked: Control.CheckedMove, of value: Double, _ i: Int, _ head: CommandHead, _ turn: inout Turn
  ) {
    switch checked.code {
    case .outOfRange, .offStep, .conflict: break
    default: return
    }
    controls[i].refused = RefusedMove(code: checked.code, value: value, by: head.device, at: turn.now.wall)
    if let shown = controls[i].refusalShownAt, turn.now.uptime - shown < .seconds(1) { return }
    controls[i].refusalShownAt = turn.now.uptime
    publish(i, &turn)
  }

  private mutating func take(_ value: Double, _ i: Int, _ device: DeviceID, _ turn: inout Turn) {
    controls[i].movedAt = turn.now.uptime
    controls[i].refused = nil
    controls[i].memory.revision += 1
    controls[i].memory.changedAt = turn.now.wall
    controls[i].memory.by = device
    controls[i].memory.overrode = controls[i].definition.configured
    switch controls[i].definition.kind {
    case .limit, .target:
      controls[i].memory.value = value
      remember(i, &turn)
    case .setpoint:
      if let actuator = controls[i].actuator(in: turn.plan) {
        forgetFallback(turn.plan.actuators[Int(actuator.position)].id, &turn)
        ask(i, value, by: device, actuator, &turn)
      }
    }
    publish(i, &turn)
  }
}

extension Control {
  /// What a move is worth before anything changes.
  struct CheckedMove {
    var code: Outcome.Code
    var detail: Outcome.Detail = .none
    /// The value to take; `nil`: refused with `code`.
    var snapped: Double?
  }

  func checked(_ value: Double, unit: String, base: Int?, at now: Moment) -> CheckedMove {
    guard unit == definition.unit else {
      return CheckedMove(code: .badUnit)
    }
    guard value.isFinite, definition.range.contains(value) else {
      return CheckedMove(code: .outOfRange, detail: detail)
    }
    guard let snapped = definition.snapped(value) else {
      return CheckedMove(code: .offStep, detail: detail)
    }
    if let base, base != memory.revision {
      return CheckedMove(code: .conflict, detail: detail)
    }
    if let last = movedAt, now.uptime - last < .seconds(1) {
      return CheckedMove(code: .rateLimited, detail: detail)
    }
    return CheckedMove(code: .accepted, snapped: snapped)
  }
}

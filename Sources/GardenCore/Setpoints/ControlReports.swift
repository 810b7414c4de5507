extension Controls {
  /// A device reported its setpoint: the truth, whatever was asked.
  ///
  /// While a move is awaited: the value asked for is "applied"; a value never asked for and not the old one is
  /// "rejected"; the old one, or that of an earlier move, is no answer yet (devices repeat what they knew).
  /// Without one: somebody moved it at the device. A retained report only sets the value.
  package mutating func report(_ report: SetpointReport, of actuator: ActuatorIndex, _ turn: inout Turn) {
    guard report.value.isFinite, turn.plan.actuators.indices.contains(Int(actuator.position)) else { return }
    let name = turn.plan.actuators[Int(actuator.position)].id
    guard let i = controls.firstIndex(where: { $0.isSetpoint(of: name) }) else { return }
    let before = controls[i]
    let isMoved = before.value.map { abs($0 - report.value) > before.definition.step / 1000 } ?? true
    controls[i].memory.value = report.value
    controls[i].memory.isReported = true
    if !report.wasRetained, let pending = before.pending {
      answer(i, pending, report.value, from: before.value, isMoved: isMoved, &turn)
    } else if isMoved {
      controls[i].movedAtTheDevice(from: before)
    }
    defer { reported(i, report.value, &turn) }
    guard controls[i].snapshot != before.snapshot else { return }
    if isMoved { controls[i].memory.changedAt = turn.now.wall }
    remember(i, &turn)
    publish(i, &turn)
  }

  private mutating func answer(
    _ i: Int, _ pending: Control.Pending, _ value: Double, from before: Double?, isMoved: Bool,
    _ turn: inout Turn
  ) {
    let definition = controls[i].definition
    if definition.isSame(value, pending.value) {
      controls[i].pending = nil
      controls[i].phase = .settled
      controls[i].memory.by = pending.by
      controls[i].memory.overrode = definition.configured
    } else if pending.superseded.contains(where: { definition.isSame(value, $0) }) {
      return
    } else if isMoved {
      controls[i].wentPartly = before.map { ($0 < value) == ($0 < pending.value) } ?? false
      reject(i, pending, &turn)
    } else {
      controls[i].pending?.sawOldValue = true
    }
  }

  private mutating func reject(_ i: Int, _ pending: Control.Pending, _ turn: inout Turn) {
    controls[i].pending = nil
    controls[i].phase = .rejected(pending.value, by: pending.by)
    controls[i].memory.revision += 1
    controls[i].memory.by = nil
    controls[i].memory.overrode = controls[i].definition.configured
    let inForce = controls[i].value.map { "\($0.tenths)" } ?? "unknown"
    turn.log(
      .warning, "control \(controls[i].memory.id)",
      "\(pending.value.tenths) \(controls[i].definition.unit) refused: the device has \(inForce)")
  }

  mutating func giveUp(_ i: Int, _ value: Double, by device: DeviceID, _ turn: inout Turn) {
    controls[i].pending = nil
    controls[i].phase = .noAnswer(value, by: device)
    controls[i].memory.revision += 1
    turn.log(.warning, "control \(controls[i].memory.id)", "no answer to \(value.tenths)")
  }

  /// Time passed: repeats an unanswered command once, then rolls the slider back to what the device last reported.
  package mutating func tick(_ turn: inout Turn) {
    tickFallbacks(&turn)
    settleTimes()
    for i in controls.takeDue(at: turn.now.uptime) {
      guard let pending = controls[i].pending, let due = controls[i].answerDue, due <= turn.now.uptime else {
        continue
      }
      if !pending.wasRepeated, let actuator = controls[i].actuator(in: turn.plan) {
        controls[i].pending?.wasRepeated = true
        controls[i].pending?.sentAt = turn.now.uptime
        turn.effects.append(.command(ActuatorCommand(actuator: actuator, action: .setpoint(pending.value))))
        continue
      }
      if pending.sawOldValue {
        controls[i].wentPartly = false
        reject(i, pending, &turn)
      } else {
        giveUp(i, pending.value, by: pending.by, &turn)
      }
      controls[i].memory.changedAt = turn.now.wall
      remember(i, &turn)
      publish(i, &turn)
    }
  }

  /// Of unanswered commands, as ``settleTimes()`` found them, and of what thermostats are asked for after a start.
  var nextDeadline: Uptime? { .earliest(controls.next, fallbackDue) }

  mutating func settleTimes() {
    for i in controls.takeUnsettled() { controls.wake(i, at: controls[i].answerDue) }
  }
}

extension Control {
  func isSetpoint(of name: String) -> Bool {
    if case .setpoint(let actuator, _) = definition.kind { actuator == name } else { false }
  }

  func actuator(in plan: GardenPlan) -> ActuatorIndex? {
    plan.actuators.firstIndex { isSetpoint(of: $0.id) }.map { ActuatorIndex($0) }
  }

  /// The slider follows. The answer to the last move, if it was one, is history.
  mutating func movedAtTheDevice(from before: Control) {
    memory.revision += 1
    if pending == nil {
      memory.by = nil
      phase = .settled
    }
  }
}

/// One slider: its definition by the plan, what is in force, and how far the last move came.
struct Control: Sendable, Hashable {
  /// A command to a device that its own report has not answered yet.
  struct Pending: Sendable, Hashable {
    var value: Double
    var by: DeviceID
    var sentAt: Uptime
    var wasRepeated = false
    /// The device has spoken since, and still says what it said before.
    var sawOldValue = false
    /// Values of earlier moves that the device may still report on its way here.
    var superseded: [Double] = []
  }

  var definition: ControlDefinition
  var memory: ControlMemory
  /// Whether `memory` must survive: moved, reported, or asked by the config.
  var isRemembered: Bool
  var phase: ControlSnapshot.Phase = .settled
  var pending: Pending?
  /// Last accepted move: one a second.
  var movedAt: Uptime?
  /// The last move, where it was refused.
  var refused: RefusedMove?
  /// It refused the value and went some of the way to it, as one does that has a limit of its own.
  var wentPartly = false
  /// When a refusal was last shown to everyone: one a second.
  var refusalShownAt: Uptime?
  /// As last published; before the first time as it was found. `nil`: it is new.
  var published: ControlSnapshot?

  /// What is in force; `nil` until the device has reported.
  var value: Double? { memory.isReported ? memory.value : nil }

  /// Until then the device has time to answer; `nil`: nothing was asked of it.
  var answerDue: Uptime? { pending.map { $0.sentAt + definition.answerWithin } }

  var snapshot: ControlSnapshot {
    ControlSnapshot(
      id: memory.id, kind: definition.kind, name: definition.name, unit: definition.unit,
      range: definition.range, step: definition.step, value: value, revision: memory.revision, phase: phase,
      changedAt: memory.changedAt, roleNeeded: definition.role, refused: refused)
  }

  /// What an acknowledgement says of it as it stands: what is in force, and what is asked of its device.
  var detail: Outcome.Detail {
    .control(
      memory.id, value: value, requested: pending?.value, revision: memory.revision, range: definition.range,
      step: definition.step)
  }
}

/// What the plan says of a slider. Made only where it is sound: bounds in order, a grid of at most 10 000 steps.
package struct ControlDefinition: Sendable, Hashable {
  package var id: ControlID
  var kind: ControlSnapshot.Kind
  var name: String
  package var unit: String
  package var range: ClosedRange<Double>
  package var step: Double
  package var role: Role
  /// What the config file says; `nil`: nothing.
  var configured: Double?
  /// Of the device behind a setpoint.
  var answerWithin: Duration = .zero

  static let stepsMax = 10_000.0

  var isSound: Bool {
    guard range.lowerBound.isFinite, range.upperBound.isFinite, step.isFinite, step > 0 else { return false }
    guard range.lowerBound < range.upperBound else { return false }
    guard (range.upperBound - range.lowerBound) / step <= Self.stepsMax else { return false }
    return configured.map { range.contains($0) } ?? true
  }

  /// The dry limit of a plant that has a moisture probe; `nil` without one.
  package init?(_ plant: PlantPlan) {
    guard let below = plant.moisture.below,
      plant.shares.contains(where: { $0.quantities.contains(.moisture) })
    else { return nil }
    id = "\(plant.id)-dry-below"
    kind = .limit(plant.id)
    name = plant.name
    unit = "%"
    range = plant.dryRange
    step = plant.dryStep
    role = .tuner
    configured = below
    guard isSound else { return nil }
  }

  /// The setpoint of a thermostat; `nil` for a valve.
  package init?(_ actuator: ActuatorPlan, at position: Int, _ plan: GardenPlan) {
    guard case .thermostat(let range, let step, _) = actuator.kind else { return nil }
    id = "\(actuator.id)-setpoint"
    let place = plan.places.first { $0.thermostat.map { Int($0.position) } == position }
    kind = .setpoint(actuator: actuator.id, place: place?.id)
    name = actuator.name
    unit = "°C"
    self.range = range
    self.step = step
    role = .operator
    configured = actuator.setpoint
    answerWithin = actuator.answerWithin
    guard isSound else { return nil }
  }

  /// What a heater of ours keeps; in force at once, as a limit is, but it moves heat. `nil`: it names no heater.
  package init?(_ heater: HeaterPlan, _ plan: GardenPlan) {
    guard let actuator = plan.id(of: heater) else { return nil }
    id = "\(actuator)-setpoint"
    kind = .target(heater: actuator, place: plan.places.first { $0.thermostat == heater.actuator }?.id)
    name = plan.actuators[Int(heater.actuator.position)].name
    unit = "°C"
    range = heater.range
    step = heater.step
    role = .operator
    configured = heater.setpoint
    guard isSound else { return nil }
  }

  /// The value on the grid `min + n · step` nearest to it, if it is off by at most a thousandth of a step.
  func snapped(_ value: Double) -> Double? {
    let n = ((value - range.lowerBound) / step).rounded()
    let onGrid = range.lowerBound + n * step
    // Double's own error is allowed for: a thousandth of a step exactly still counts as on the grid.
    guard abs(value - onGrid) <= step / 1000 + 1e-9 * max(1, abs(value)) else { return nil }
    return min(max(onGrid, range.lowerBound), range.upperBound)
  }

  func isSame(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= step / 2 }
}

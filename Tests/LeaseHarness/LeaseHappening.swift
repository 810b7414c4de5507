package import GardenCore

/// What can happen to a garden while it waters. Its ``text`` is a line of a diary (see Tests/GardenCoreTests/Scenarios), so that
/// what a seed did can be kept and played again.
package enum LeaseHappening: Sendable, Hashable {
  /// `label` names the message, so that it can come again. `age`: how long ago it was sent. `expires`: from now, may lie behind.
  case water(label: Int, plant: PlantID, Duration, age: Duration, expires: Duration?)
  case stop(label: Int, plant: PlantID)
  /// The very same message once more.
  case again(label: Int)
  case moisture(plant: PlantID, Double)
  case valve(String, isOpen: Bool, isRetained: Bool)
  case link(isUp: Bool)
  /// Somebody sets the wall clock.
  case clock(by: Duration)
  case clockTrusted(Bool)
  case disk(isFull: Bool)
  /// The bridge says that nothing may be opened, or that it may again.
  case openings(barredBy: OpeningBar?)
  /// The command to open that valve was held back.
  case notDurable(valve: String)
  case reload
  /// The bridge is told to end: its last words.
  case suspend
  /// The process is gone. `isUnsaved`: before its last step was committed.
  case kill(isUnsaved: Bool)
  case start(isNewBoot: Bool)

  /// The one who sends the commands.
  package static let person: DeviceID = "anna"

  package var text: String {
    switch self {
    case .water(let label, let plant, let duration, let age, let expires):
      "water \(plant) \(duration.milliseconds)ms by \(Self.person) #\(label)"
        + (age == .zero ? "" : " old \(age.milliseconds)ms")
        + (expires.map { " expires \($0.milliseconds)ms" } ?? "")
    case .stop(let label, let plant): "stop \(plant) by \(Self.person) #\(label)"
    case .again(let label): "again #\(label)"
    case .moisture(let plant, let value): "moisture \(plant) \(value)"
    case .valve(let id, let isOpen, let isRetained):
      "valve \(id) \(isOpen ? "open" : "closed")" + (isRetained ? " retained" : "")
    case .link(let isUp): "link \(isUp ? "up" : "down")"
    case .clock(let shift): "set_clock \(shift.milliseconds)ms"
    case .clockTrusted(let isTrusted): isTrusted ? "trust" : "distrust"
    case .disk(let isFull): "disk \(isFull ? "full" : "free")"
    case .openings(let bar):
      switch bar {
      case .store: "bar store"
      case .otherBridge: "bar other_bridge"
      case nil: "bar nothing"
      }
    case .notDurable(let id): "not_durable \(id)"
    case .reload: "reload"
    case .suspend: "suspend"
    case .kill(let isUnsaved): "kill" + (isUnsaved ? " unsaved" : "")
    case .start(let isNewBoot): "start" + (isNewBoot ? " rebooted" : "")
    }
  }

  /// What a diary says of an effect of watering; `nil`: nothing.
  package static func words(_ effect: Effect, plan: GardenPlan) -> String? {
    switch effect {
    case .command(let command):
      switch command.action {
      case .open(let runs): "open \(name(command.actuator, plan)) \(runs.milliseconds)ms"
      case .close: "close \(name(command.actuator, plan))"
      case .setpoint(let value): "\(name(command.actuator, plan)) to \(value)"
      }
    case .activity(let step) where step.kind != .update:
      "\(step.kind == .start ? "begins" : "ends"): \(step.snapshot.plant?.id ?? "no plant") \(word(step.snapshot.phase)) "
        + "at \(Int(step.snapshot.progress * 100)) %"
    default: nil
    }
  }

  /// The case's own name, without its type.
  private static func word(_ phase: ActivitySnapshot.Phase) -> String {
    if case .stopped(let by) = phase { return by.map { "stopped by \($0)" } ?? "interrupted" }
    if case .failed(let trouble) = phase { return "failed \(trouble)" }
    return "\(phase)"
  }

  private static func name(_ index: ActuatorIndex, _ plan: GardenPlan) -> String {
    let i = Int(index.position)
    return plan.actuators.indices.contains(i) ? plan.actuators[i].id : "nobody"
  }
}

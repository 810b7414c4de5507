extension NoticeSubject {
  /// The name by which people know what it is about; `nil`: it is about many things, or none.
  var name: String? {
    switch self {
    case .water(let thirst), .noRiseSeen(let thirst): thirst.plant.name
    case .climate(let facts, _, _, _, _): facts.name
    case .setpoint(_, let place, _, _, _, _): place
    case .refusal(let control, let place): place ?? control.name
    case .sensor(let facts): facts.measures
    case .valve(let name, _, _, _), .heater(let name, _, _, _, _): name
    case .timeUp(let facts): facts?.name
    case .digest, .stopped, .heldBack: nil
    }
  }
}

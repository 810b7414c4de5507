/// Rain that is expected, as far as it may be believed at this moment.
struct RainDelay: Sendable, Hashable {
  let plan: RainPlan
  /// Millimetres, enough to wait for; `nil`: too little, or nobody knows.
  private(set) var expected: Double?
  /// Why nothing is known; `nil`: it is.
  private(set) var doubt: UnknownReason? = .neverHeard
  /// When the forecast grows old.
  var wake: Uptime?

  init(_ plan: RainPlan, _ sensors: Sensors, at now: Moment) {
    self.plan = plan
    var waiting = Waiting(at: now)
    _ = weigh(sensors, &waiting)
  }

  /// Takes the forecast as it stands. `true`: what follows from it is another.
  mutating func weigh(_ sensors: Sensors, _ waiting: inout Waiting) -> Bool {
    guard let s = sensors.position(plan.sensor) else { return false }
    let before = (expected, doubt)
    doubt = sensors[s].weakness(of: .rain, &waiting)
    let value = sensors[s].channels[Int(Quantity.rain.rawValue)].value
    expected = doubt == nil ? value.flatMap { $0 >= plan.atLeast ? $0 : nil } : nil
    return before != (expected, doubt)
  }

  var words: String {
    if let expected {
      return "\(expected.tenths) mm of rain are expected: plants wait up to \(plan.delayMax.words)"
    }
    return doubt.map { "no forecast of rain counts (\($0.words)): nothing waits" }
      ?? "too little rain is expected to wait for"
  }
}

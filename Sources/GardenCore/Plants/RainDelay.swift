/// Rain that is expected, as far as it may be believed at this moment.
struct RainDelay: Sendable, Hashable {
  let plan: RainPlan
  /// Millimetres, enough to wait for; `nil`: too little, or nobody knows.
  private(set) var expected: Double?
  /// Why nothing is known; `nil`: it is.
  private(set) var doubt: UnknownReason? = .neverHeard
  /// When the forecast grows old.
  fileprivate(set) var wake: Uptime?

  init(_ plan: RainPlan) { self.plan = plan }

  /// Takes the forecast as it stands. `true`: what follows from it is another.
  fileprivate mutating func weigh(_ sensors: Sensors, _ waiting: inout Waiting) -> Bool {
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

// A forecast can be wrong. So it delays, by no more than its plan says from the moment the plant got dry, and does nothing else.
extension Plants {
  mutating func weighRain(_ sensors: Sensors, _ turn: inout Turn) {
    var waiting = Waiting(at: turn.now)
    guard let before = rain, rain?.weigh(sensors, &waiting) == true, let rain else { return }
    for p in outside { touch(p) }
    // How many millimetres it is to be wanders; that somebody waits, or does not, is said.
    guard (before.expected == nil) != (rain.expected == nil) || before.doubt != rain.doubt else { return }
    turn.log(.info, "rain", rain.words)
  }

  /// When the forecast is to be looked at again.
  mutating func settleRain(_ sensors: Sensors, _ turn: Turn, at now: Moment) {
    guard rain != nil else { return }
    var waiting = Waiting(after: now, lookedAt: turn.lookedAt)
    var present = rain
    if present?.weigh(sensors, &waiting) == true { waiting.addNow() }
    rain?.wake = waiting.next
  }

  /// The dry plant waits for rain.
  func waitsForRain(_ p: Int, _ waiting: inout Waiting) -> Bool {
    guard rainDelay(of: p) > .zero, waiting.now.isWallTrusted, let from = self[p].dryFrom else {
      return false
    }
    let since = self[p].moisture.settledSince
    // A clock that was set back makes no wait longer.
    guard since <= waiting.now.wall else { return false }
    let isOver = waiting.isDue(from + rainDelay(of: p)) || waiting.isDue(since + rainDelay(of: p))
    return !isOver
  }

  /// Until when it waits at most; `nil`: it does not wait.
  func rainEnds(_ p: Int, at now: Moment) -> Timestamp? {
    var waiting = Waiting(at: now)
    guard self[p].isDry, waitsForRain(p, &waiting) else { return nil }
    return waiting.next.map { now.wall + ($0 - now.uptime) }
  }

  /// How long a plant that gets dry would wait as things stand.
  func rainDelay(of p: Int) -> Duration {
    guard let rain, rain.expected != nil, self[p].plan.waitsForRain else { return .zero }
    return rain.plan.delayMax
  }
}

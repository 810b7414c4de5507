// Numbers, times and reasons in words, for people who look after the system.

extension UnknownReason {
  var words: String {
    switch self {
    case .noSensor: "no sensor measures it"
    case .neverHeard: "nothing was heard yet"
    case .silent: "the last value is too old"
    case .offline: "the sensor is offline"
    case .unreadable: "what the sensor sends is refused"
    case .noQuorum: "too few probes agree"
    case .ageUnknown: "only a retained value of unknown age"
    case .clock: "the clock is not set"
    case .refused: "the broker refuses the sensor's topic"
    case .suspect: "its probe is not believed"
    }
  }
}

extension Interruption {
  /// `closed itself`.
  var words: String { String(word.map { $0 == "_" ? " " : $0 }) }
}

extension Double? {
  /// One decimal, as text; the core knows no formatter.
  var percent: String {
    guard let self, self.isFinite, abs(self) < 1e12 else { return "none" }
    return "\(self.tenths)%"
  }

  /// The same, never rounded onto a limit that it is not.
  func percent(beside limit: Double?) -> String {
    guard let self, let limit, self != limit, self.tenths == limit.tenths else { return percent }
    return Optional(limit + (self < limit ? -0.1 : 0.1)).percent
  }
}

extension Double {
  /// At most one decimal: `29`, `29.5`.
  var tenths: String {
    guard isFinite, abs(self) < 1e15 else { return "none" }
    let tenths = Int((self * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let digits = abs(tenths)
    return digits % 10 == 0 ? "\(sign)\(digits / 10)" : "\(sign)\(digits / 10).\(digits % 10)"
  }
}

extension Duration {
  /// In the largest unit that divides it: `7 days`, `36 hours`.
  var words: String {
    let seconds = wholeSeconds
    for (unit, length) in [("day", 86_400), ("hour", 3600), ("minute", 60)] as [(String, Int64)]
    where seconds >= length && seconds % length == 0 {
      let n = seconds / length
      return "\(n) \(unit)\(n == 1 ? "" : "s")"
    }
    return "\(seconds) s"
  }
}

/// Why a value was left out, as the owner reads it in the log.
extension Refusal {
  /// `quantity` nil: the whole message; `reading` nil: it was none.
  func sentence(
    _ quantity: Quantity?, _ reading: Reading?, skew: Duration, at now: Moment
  ) -> String {
    let what = quantity.map { "\($0.name)" } ?? "a message"
    let shown = reading.map { "\(what) \($0.written)" } ?? what
    switch self {
    case .impossible: return "\(shown) cannot be true; value left out"
    case .jump: return "\(shown) is too far from the last value; it waits for a second one"
    case .older: return "\(shown) is older than the last value; value left out"
    case .duplicate: return "\(shown) came twice; counted once"
    case .notANumber: return "\(what) is no number; value left out"
    case .noValue: return "it says that it has no value for \(what) at the moment"
    case .malformed: return "\(what) cannot be read: it is not what the family sends"
    case .tooLarge: return "\(what) is larger than is read; left out"
    case .future:
      let ahead = reading?.measuredAt.map { $0 - now.wall } ?? skew
      let becomes = reading?.wasRetained == false ? "counts as measured when it came" : "left out"
      return
        "its clock is \(Duration.seconds(ahead.wholeSeconds).words) ahead (\(skew.words) are allowed); \(shown) \(becomes)"
    case .flood: return "more values of \(what) than allowed; left out"
    case .ambiguous:
      return "several probes or fields fit \(what); left out until 'select' names the id, channel or number"
    case .notLive: return "a test, a simulation or a replay by its own word; left out"
    case .unavailable: return "it says that it cannot be reached; \(what) left out"
    case .unmeasured:
      return "\(shown) came before any other value, as probes say that have not measured yet; it waits"
    case .fault: return "it says that the probe of \(what) is broken"
    }
  }
}

extension Reading {
  /// Its value with the unit, as far as it matters.
  fileprivate var written: String {
    guard value.isFinite, abs(value) < 1e12 else { return "out of all range" }
    let unit = quantity.unit.map { $0 == "%" ? "%" : " \($0)" } ?? ""
    return value.tenths + unit
  }
}

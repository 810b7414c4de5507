import GardenCore
import PayloadJSON

/// How far a valve is open, in percent: only 0 is closed.
enum ValvePosition {
  static func item(_ payload: PayloadReader, _ context: DecodeContext) -> DecodedItem {
    if payload.isTooLarge { return .refused(nil, .tooLarge) }
    switch payload.number() {
    case .value(let number, let unit) where unit == nil || unit == .percent:
      guard (0...100).contains(number) else { return .refused(nil, .impossible) }
      return .valve(ValveReport(isOpen: number > 0, wasRetained: context.wasRetained))
    case .none, .unavailable: return .refused(nil, .noValue)
    case .value, .notANumber, .doubled: return .refused(nil, .malformed)
    }
  }
}

/// A payload that is one of two words.
enum ValveWord {
  static func item(_ payload: PayloadReader, open: String, closed: String, _ context: DecodeContext)
    -> DecodedItem
  {
    if payload.isTooLarge { return .refused(nil, .tooLarge) }
    let isOpen = payload.textEquals(open)
    guard isOpen || payload.textEquals(closed) else {
      return .refused(nil, payload.byteCount == 0 ? .noValue : .malformed)
    }
    return .valve(ValveReport(isOpen: isOpen, wasRetained: context.wasRetained))
  }
}

import PayloadJSON

/// Whether a Homie device is there.
///
/// | `$state` | meaning |
/// |---|---|
/// | `ready`, `sleeping`, `alert` (3 and 4) | there; asleep between two reports; works but wants a person |
/// | `disconnected`, `lost` (will) | not there |
/// | `init` | neither yet |
/// | nothing | the device was removed |
///
/// In Homie 5 a lost root takes its children with it, although their own `$state` stays as it was.
struct HomieState: Sendable, Hashable {
  enum Change: Sendable, Hashable {
    case none, malformed
    case online(Bool)
    /// What was known of the device is void.
    case removed
  }

  private var own: Bool?
  private var isRootLost = false

  mutating func take(_ payload: PayloadReader) -> Change {
    if payload.byteCount == 0 {
      own = nil
      return .removed
    }
    if payload.textEquals("init") {
      own = nil
      return .none
    }
    if payload.textEquals("ready") || payload.textEquals("sleeping") || payload.textEquals("alert") {
      own = true
    } else if payload.textEquals("disconnected") || payload.textEquals("lost") {
      own = false
    } else {
      return .malformed
    }
    return .online(own == true && !isRootLost)
  }

  /// Only `lost` is handed down.
  mutating func takeRoot(_ payload: PayloadReader) -> Change {
    let wasLost = isRootLost
    isRootLost = payload.textEquals("lost")
    if isRootLost { return .online(false) }
    guard wasLost, let own else { return .none }
    return .online(own)
  }
}

/// Why this process must not open or switch on anything. Closing is never barred.
package enum OpeningBar: UInt8, Sendable, Hashable {
  /// The store cannot write: a lease would not outlive a crash.
  case store = 0
  /// Another bridge, which was first, runs on the same broker and topics.
  case otherBridge
}

extension OpeningBar {
  var reason: Reason {
    switch self {
    case .store: Reason(.disk)
    case .otherBridge: Reason(.otherBridge)
    }
  }

  var heldBack: String {
    switch self {
    case .store: "the open command was held back: its lease could not be written to the disk"
    case .otherBridge: "the open command was held back: another bridge is in charge"
    }
  }
}

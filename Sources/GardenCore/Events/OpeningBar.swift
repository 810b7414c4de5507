/// Why this process must not open or switch on anything. Closing is never barred.
package enum OpeningBar: UInt8, Sendable, Hashable {
  /// The store cannot write: a lease would not outlive a crash.
  case store = 0
  /// Another bridge, which was first, runs on the same broker and topics.
  case otherBridge
}

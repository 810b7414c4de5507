/// What the broker is to do with an account. One is under way at a time.
package struct AccountOrder: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    /// Nothing, to see whether it obeys.
    case probe
    /// Name all accounts that were made from this store.
    case sweep
    /// Make it, with a new secret, and the right to join.
    case open(name: String)
    /// A new secret for one that is there, and the right to join alone.
    case reopen
    /// It takes the password that it chose itself, and the rights of a device.
    case admit
    /// Say whether it is there and has its rights.
    case look
    /// Give it its rights anew.
    case mend
    case remove
  }
  /// The answer names it.
  package var number: Int
  package var kind: Kind
  package var device: DeviceID
}

/// An account waits for its device.
package struct Invitation: Sendable, Hashable {
  package var device: DeviceID
  /// Who may ask for its secret, and nobody else.
  package var head: CommandHead
  package var ends: Uptime
}

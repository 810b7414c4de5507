package import MQTTTypes

/// Finds the version that the broker speaks. A refusal by name settles it. A broker that only hangs up on CONNECT is asked with the other
/// version at once; a 3.1.1 found that way is a guess, which ends with the link.
package struct VersionChoice: Sendable, Hashable {
  package private(set) var current: MQTTVersion
  private var isSettled: Bool

  package init(_ policy: VersionPolicy) {
    switch policy {
    case .automatic:
      current = .v5
      isSettled = false
    case .only(let version):
      current = version
      isSettled = true
    }
  }

  /// The broker named the version as its reason.
  ///
  /// - Returns: whether the other version is worth an attempt at once.
  package mutating func refused() -> Bool {
    guard !isSettled, current == .v5 else { return false }
    current = .v311
    isSettled = true
    return true
  }

  /// CONNECT had no answer that can be read. A broker of 3.1.1 alone hangs up, as RabbitMQ before 3.13 does, or refuses in its own form,
  /// which libmosquitto 2.0.21 takes for garbage.
  ///
  /// - Returns: whether the other version is worth an attempt at once.
  package mutating func unanswered() -> Bool {
    guard !isSettled else { return false }
    current = current == .v5 ? .v311 : .v5
    return current == .v311
  }

  /// A link that worked has broken.
  package mutating func lost() {
    if !isSettled { current = .v5 }
  }
}

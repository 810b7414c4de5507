package import MQTTTypes

/// Finds the version that the broker speaks. A refusal by name settles it. A broker that only hangs up on CONNECT
/// is tried with both versions in turn, two attempts each; a 3.1.1 found that way is a guess, which ends with the link.
package struct VersionChoice: Sendable, Hashable {
  package private(set) var current: MQTTVersion
  private var isSettled: Bool
  private var hangUps = 0

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

  /// What answered CONNECT was no MQTT 5. A broker of 3.1.1 alone refuses in its own form, which libmosquitto 2.0.21 cannot read.
  ///
  /// - Returns: whether the other version is worth an attempt at once.
  package mutating func misunderstood() -> Bool {
    guard !isSettled, current == .v5 else { return false }
    current = .v311
    return true
  }

  /// The broker closed the connection without an answer to CONNECT.
  package mutating func hungUp() {
    guard !isSettled else { return }
    hangUps += 1
    if hangUps.isMultiple(of: 2) { current = current == .v5 ? .v311 : .v5 }
  }

  package mutating func accepted() { hangUps = 0 }

  /// A link that worked has broken.
  package mutating func lost() {
    if !isSettled { current = .v5 }
  }
}

/// Whether the broker can reach us: while it cannot, silence is nobody's fault.
package struct BrokerLink: Sendable, Hashable {
  /// Before anybody has said so it counts as up: nobody has missed anything yet.
  package private(set) var isUp = true
  package private(set) var since = Uptime(milliseconds: .min / 2)
  /// How often it came up in this process.
  private(set) var ups = 0

  package init() {}

  /// Commands leave: before the link was up for the first time none did.
  var carries: Bool { isUp && ups > 0 }

  package mutating func changed(_ isUp: Bool, at now: Uptime) {
    if self.isUp != isUp { since = now }
    self.isUp = isUp
    if isUp { ups += 1 }
  }
}

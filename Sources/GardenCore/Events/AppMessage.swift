/// What an app on one device tells the app on another device of the same person.
package struct AppMessage: Sendable, Hashable {
  /// What its sender may rely on.
  package enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    /// Now or not at all.
    case immediate = 0
    /// The same, and an answer is awaited.
    case interactive
    /// Kept until the other device has it, in order.
    case guaranteed
    /// Wakes a complication or paints a tag: few a day, the newest counts.
    case glance

    /// What the other device must be at least.
    package var needs: Reachability {
      switch self {
      case .immediate, .interactive: .immediatelyReachable
      case .guaranteed, .glance: .backgroundOnly
      }
    }
  }

  /// The id is the app's own; it stays the same all the way.
  package var head: CommandHead
  package var kind: Kind
  package var to: DeviceID
  /// The message that this one answers.
  package var re: UniqueID?
  /// The app's word for what it is.
  package var identifier: String
  /// A JSON object; nothing here looks into it.
  package var content: String

  package init(
    _ head: CommandHead, _ kind: Kind, to: DeviceID, re: UniqueID? = nil, identifier: String, content: String
  ) {
    self.head = head
    self.kind = kind
    self.to = to
    self.re = re
    self.identifier = identifier
    self.content = content
  }

  /// What is told now is over soon; everything else waits for days. By the sender's clock, as its time is.
  package var expires: Timestamp {
    let counts: Duration = kind.needs == .immediatelyReachable ? Self.momentCounts : Self.keptFor
    let latest = head.at + counts
    return min(head.expires ?? latest, latest)
  }

  /// Longer than any clock of a device may be wrong by, so that a slow one can send at all.
  static let momentCounts: Duration = .minutes(2) + .seconds(10)
  package static let keptFor: Duration = .days(7)
}

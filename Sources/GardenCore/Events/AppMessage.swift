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
    /// As guaranteed, with bytes that come in parts after it.
    case blob

    /// What the other device must be at least.
    package var needs: Reachability {
      switch self {
      case .immediate, .interactive: .immediatelyReachable
      case .guaranteed, .glance, .blob: .backgroundOnly
      }
    }

    /// Kept until the other device has it, in order.
    package var isGuaranteed: Bool { self == .guaranteed || self == .blob }
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
  /// Of ``Kind/blob`` alone.
  package var blob: Blob?

  /// What a sender says of bytes that come in parts. Their receiver sees whether it is so.
  package struct Blob: Sendable, Hashable {
    /// Bytes; > 0.
    package var size: Int
    package var sha256: String
    /// Media type.
    package var type: String

    package init(size: Int, sha256: String, type: String) {
      self.size = size
      self.sha256 = sha256
      self.type = type
    }
  }

  package init(
    _ head: CommandHead, _ kind: Kind, to: DeviceID, re: UniqueID? = nil, identifier: String, content: String,
    blob: Blob? = nil
  ) {
    self.head = head
    self.kind = kind
    self.to = to
    self.re = re
    self.identifier = identifier
    self.content = content
    self.blob = blob
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

/// Some bytes of a message's blob, from the device that sent the message.
package struct BlobBytes: Sendable, Hashable {
  /// No part has more.
  package static let countMax = 24_000

  package var message: UniqueID
  /// Where they begin.
  package var at: Int
  package var bytes: [UInt8]

  package init(message: UniqueID, at: Int, _ bytes: [UInt8]) {
    self.message = message
    self.at = at
    self.bytes = bytes
  }
}

package import GardenCore
package import LoamKit
package import MQTTTypes

/// A publication on its way out, and how it must be treated until the broker has it.
package struct Outgoing: Sendable, Hashable {
  package var publication: MQTTPublication
  /// For one device, by the outbox; `nil`: a snapshot for everyone, which is made anew after each connect.
  package var handling: Handling?
  /// After it the message is worth nothing: drop it, or work out the publication's expiry anew when it leaves late.
  package var expires: Timestamp?

  package init(_ publication: MQTTPublication, _ handling: Handling? = nil, expires: Timestamp? = nil) {
    self.publication = publication
    self.handling = handling
    self.expires = expires
  }

  /// The same message as it has to leave at that time; `nil` where it is too late.
  package func leaving(at time: Timestamp) -> Outgoing? {
    guard let expires else { return self }
    guard expires > time else { return nil }
    var copy = self
    copy.publication.expirySeconds = Self.expirySeconds(until: expires, from: time)
    return copy
  }

  /// Whole seconds, at least 1.
  static func expirySeconds(until end: Timestamp, from now: Timestamp) -> UInt32 {
    UInt32(clamping: max(1, (end - now).wholeSeconds))
  }
}

/// A document that could not be sent: to be counted, and named in the log.
package struct Undeliverable: Sendable, Hashable {
  package var topic: String
  package var error: DocumentError
}

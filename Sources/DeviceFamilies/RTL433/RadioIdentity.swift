import GardenCore
import PayloadJSON

/// Which radio is ours, where the config does not say its id.
///
/// Many sensors take a new id with each battery, so they are bound by model and channel alone. A neighbour's may have both too, and
/// two radios must not pass for one: the first that is heard is ours, and another is a stranger as long as ours keeps speaking.
/// When ours has been silent for ``patience`` the stranger is taken for ours with a new battery. An id that comes back after that
/// never had a new battery: it is ours again.
struct RadioIdentity: Sendable, Hashable {
  static let patience: Duration = .minutes(30)

  private var own: UInt64?
  private var heardAt = Timestamp(seconds: 0)
  private var former: UInt64?

  /// Whether a message with this id, given as its ``hash(_:)``, is ours.
  mutating func accepts(_ id: UInt64, at now: Timestamp) -> Bool {
    guard let own else {
      take(id, at: now)
      return true
    }
    if id == own {
      heardAt = now
      return true
    }
    if id == former {
      former = nil
      take(id, at: now)
      return true
    }
    // A clock that went back proves nothing about how long ours has been silent.
    if now < heardAt { heardAt = now }
    guard now - heardAt >= Self.patience else { return false }
    former = own
    take(id, at: now)
    return true
  }

  private mutating func take(_ id: UInt64, at now: Timestamp) {
    own = id
    heardAt = now
  }

  /// An id is a number or a text, by model.
  static func hash(_ id: JSONValue) -> UInt64? {
    if let number = id.integer { return UInt64(bitPattern: number) &* 0x9e37_79b9_7f4a_7c15 }
    var hash: UInt64?
    id.withText { hash = FNV1a.hash64($0) }
    return hash
  }
}

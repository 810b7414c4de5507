import GardenCore

/// A look at who is in charge, on a link of which nothing is used yet: who connects under an id throws out the one that has it, and gets what
/// the broker kept for that one.
struct Look {
  /// A broker that keeps a status hands it over with its answer to the subscription.
  private static let patience: Duration = .milliseconds(200)
  /// Brokers have 10 to 100 messages on their way at a time.
  static let heldMax = 1000

  struct Message {
    var topic: [UInt8]
    var payload: [UInt8]
    var wasRetained: Bool
  }

  /// Neither acted on nor acknowledged.
  var held: [Message] = []
  /// Twice: one question may meet a bridge that has just answered another one, which was lost.
  var asked = 0
  private(set) var endsAt: Uptime?
  /// The link is asked to be used from now on.
  var isUsed = false

  /// A new link: what the former one brought comes again.
  mutating func begin() {
    held.removeAll()
    endsAt = nil
    isUsed = false
  }

  mutating func answered(at now: Uptime) {
    let wait = asked == 0 ? Self.patience : RivalWatch.answersWithin / RivalWatch.questions
    endsAt = endsAt ?? now + wait
  }

  /// A status. There is one: nothing else is waited for, unless it was asked whether who wrote it is alive.
  mutating func heard(wasRetained: Bool, at now: Uptime) {
    if !wasRetained || asked == 0 { endsAt = now }
  }

  func isOver(at now: Uptime) -> Bool { endsAt.map { $0 <= now } ?? false }
}

/// What a courier must not forget: written whole, in one transaction, before anything that follows from it leaves the process.
package struct CourierMemory: Sendable, Hashable, Codable {
  /// A press on its way to the bridge. Its id was made once, so that a crash repeats it and nothing happens twice.
  package struct Answer: Sendable, Hashable, Codable {
    package enum Form: String, Sendable, Codable { case action, set }
    package var id: String
    package var form: Form
    /// The document.
    package var json: String
    /// The matter that was answered, and the notification: another may take its place meanwhile.
    package var item: String
    package var note: String
    package var title: String
    /// After it nothing is sent any more; seconds since 1970.
    package var expires: Int64
    package var query: String?
  }

  /// A press that the service wants answered.
  package struct Query: Sendable, Hashable, Codable {
    package var id: String
    package var text: String
    /// Answered then at the latest, whatever is known; milliseconds.
    package var due: Int64
    /// Instead of an answer its message loses its buttons.
    package var handle: Int64?
  }

  /// A notification that is over: a late repeat of it is not shown.
  package struct Past: Sendable, Hashable, Codable {
    package var note: String
    package var rev: Int
  }

  /// A sealed answer that was taken; seconds since 1970.
  package struct Used: Sendable, Hashable, Codable {
    package var seal: String
    package var until: Int64
  }

  /// The glance that an app was woken for, and until when it is not woken again.
  package struct Signal: Sendable, Hashable, Codable {
    package var rev: Int
    package var rest: Pause
  }

  package static let itemsMax = 64
  package static let answersMax = 64
  package static let queriesMax = 64
  package static let pastMax = 128
  package static let usedMax = 512

  package var items: [Item] = []
  package var answers: [Answer] = []
  package var queries: [Query] = []
  package var past: [Past] = []
  package var used: [Used] = []
  /// The chat that was bound by its code.
  package var chat: Int64?
  /// Tag of the device's language, as the bridge has said it.
  package var language: String?
  package var isFahrenheit = false
  /// Nothing is sent before its end.
  package var pause: Pause?
  /// Failures in a row.
  package var failures = 0
  /// Since when the service takes nothing; seconds since 1970. `nil`: it took the last that it was sent.
  package var outSince: Int64?
  /// The person was told of that elsewhere.
  package var isOutTold: Bool?
  /// Messages sent on this day (UTC, days since 1970).
  package var day: Int64 = 0
  package var spent = 0
  /// Up to where the answers were read.
  package var position: String?
  /// Whether the server replaces messages by name; `nil`: it has not shown yet.
  package var replaces: Bool?
  /// What the app has handed over.
  package var tokens: PushTokens?
  /// By the use of the token that was signalled.
  package var signals: [String: Signal]?
  /// Of what is on its way, where the service took no longer one; UTF-8 bytes.
  package var textBytesMax: Int?
  package var counters: [String: Int] = [:]
  package var lastSuccess: Int64?
  package var lastFailure: Int64?
  package var lastTrouble: String?

  package init() {}

  package mutating func count(_ counter: CourierCounter, _ number: Int = 1) {
    counters[counter.rawValue, default: 0] += number
  }

  package func counted(_ counter: CourierCounter) -> Int { counters[counter.rawValue] ?? 0 }

  /// What another courier of the same device goes on with, at an address of its own: what is open, and what of it was shown.
  package var handedOver: CourierMemory {
    var next = CourierMemory()
    next.items = items.map { item in
      var item = item
      // Whatever was on its way to the other address is on its way no more.
      item.begun = item.sent
      return item
    }
    (next.past, next.language, next.isFahrenheit) = (past, language, isFahrenheit)
    return next
  }

  /// Of several browsers of one device, as one: for who looks at it.
  package init(together memories: [CourierMemory]) {
    items = memories.flatMap(\.items)
    counters = memories.reduce(into: [:]) { $0.merge($1.counters, uniquingKeysWith: +) }
    lastSuccess = memories.compactMap(\.lastSuccess).max()
    let worst = memories.max { ($0.lastFailure ?? 0) < ($1.lastFailure ?? 0) }
    (lastFailure, lastTrouble, failures) = (worst?.lastFailure, worst?.lastTrouble, worst?.failures ?? 0)
    outSince = worst?.outSince
  }
}

/// What a courier counts.
package enum CourierCounter: String, Sendable, CaseIterable {
  /// Requests that the channel took.
  case sent
  /// Presses that went to the bridge.
  case answers
  /// Presses that came too late, and acted nowhere.
  case expired
  /// Sealed answers that were not ours.
  case forged
  /// Sealed answers that had been used.
  case replayed
  /// Presses on what is no longer shown.
  case stale
  /// Attempts that failed and were made again.
  case retried
  /// Sendings that may have arrived twice, because nobody knew whether they had arrived once.
  case unsure
  /// Requests that the channel refused for good.
  case refused
  /// What had no room, or came too late to be sent.
  case dropped
  /// Corrections that were not sent, because the channel takes only so many messages a day, or cannot replace any.
  case spared
}

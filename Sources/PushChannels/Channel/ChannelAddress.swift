/// How a channel is reached: what is in every request and known to the two sides only.
package enum ChannelAddress: Sendable, Hashable, CustomStringConvertible {
  case telegram
  case ntfy(Topic)
  case webhook(template: String)
  case apns(App)

  package struct App: Sendable, Hashable {
    /// Bundle id.
    package var app: String
    /// `nil`: the one for which a token holds.
    package var server: String?

    package init(app: String, server: String? = nil) { (self.app, self.server) = (app, server) }
  }
  /// A browser, whose page is at that address; it ends in `/`.
  case web(page: String)

  package struct Topic: Sendable, Hashable {
    package var server: String
    package var topic: String
    package var answerTopic: String?
    package var messagesPerDay: Int
    /// Whether buttons that open a valve are offered: whoever reads the topic can press them.
    package var movesWater: Bool
    /// With which answers are sealed.
    package var key: [UInt8]

    package init(
      server: String, topic: String, answerTopic: String?, messagesPerDay: Int, movesWater: Bool,
      key: [UInt8]
    ) {
      self.server = server
      self.topic = topic
      self.answerTopic = answerTopic
      self.messagesPerDay = messagesPerDay
      self.movesWater = movesWater
      self.key = key
    }
  }

  package var kind: ChannelKind {
    switch self {
    case .telegram: .telegram
    case .ntfy: .ntfy
    case .webhook: .webhook
    case .apns: .apns
    case .web: .web
    }
  }

  package var abilities: ChannelAbilities {
    if case .ntfy(let ntfy) = self { return kind.abilities(answers: ntfy.answerTopic != nil) }
    return kind.abilities(answers: true)
  }

  /// Whether only those whom the device belongs to can press what it is shown, or the owner has said that others may.
  var mayMoveWater: Bool {
    if case .ntfy(let ntfy) = self { ntfy.movesWater } else { true }
  }

  /// How many messages the channel takes on a day; `nil`: it does not count.
  var messagesPerDay: Int? { if case .ntfy(let ntfy) = self { ntfy.messagesPerDay } else { nil } }

  package var description: String { kind.rawValue }
}

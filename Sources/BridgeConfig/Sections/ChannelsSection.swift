internal import FoundationEssentials

/// One entry of `channels`.
struct ChannelDraft {
  enum Kind: String, CaseIterable { case telegram, ntfy, webhook, apns, web }

  var device: Placed<String>
  /// `nil`: something of it is missing or wrong, and that is recorded.
  var way: ChannelSettings.Way?

  private static let telegramServer = "https://api.telegram.org"
  private static let ntfyServer = "https://ntfy.sh"

  /// The keys that a kind reads, besides `kind`.
  private static func stems(of kind: Kind) -> Set<String> {
    switch kind {
    case .telegram: ["server", "token_file", "token_env"]
    case .ntfy:
      [
        "server", "token_file", "token_env", "topic_file", "topic_env", "answer_topic_file",
        "answer_topic_env", "messages_per_day", "moves_water",
      ]
    case .webhook: ["url_file", "url_env", "body"]
    case .apns: ApnsKeys.stems
    case .web: WebChannelKeys.names
    }
  }

  init(_ device: Placed<String>, _ keys: Section, _ surroundings: ConfigSurroundings) {
    self.device = device
    let kind = keys.required(
      "kind", .words("a kind of channel", Kind.allCases.map { ($0.rawValue, $0) }), example: "telegram",
      help:
        "telegram: a chat with a bot, with buttons and sliders. ntfy: buttons on Android; on an iPhone in its app alone. webhook: one way. apns: an app of your own. web: browsers in which the page is open as this device, with buttons but on an iPhone."
    )
    let server = keys.optional(
      "server", .httpServer, example: Self.ntfyServer,
      help: "Address of the service. Without it: \(Self.ntfyServer), \(Self.telegramServer), and Apple's.")
    let token = PasswordKeys.read(keys, surroundings, .channelToken)
    let topic = PasswordKeys.read(keys, surroundings, .topic)
    let answerTopic = PasswordKeys.read(keys, surroundings, .answerTopic)
    let perDay = keys.value(
      "messages_per_day", .integer(1...100_000, "a number"), default: 250,
      help: "How many messages an ntfy server takes in a day; ntfy.sh takes 250. Corrections go first.")
    let movesWater = keys.value(
      "moves_water", .flag, default: false,
      help:
        "Whether an ntfy channel offers buttons that open a valve. Whoever reads the topic can press them."
    )
    let url = PasswordKeys.read(keys, surroundings, .url)
    let body = keys.optional(
      "body", .text("a JSON text", upTo: 4000), example: #"{"title":"{title}","body":"{subtitle}\n{body}"}"#,
      help: "What a webhook is sent: JSON with {title}, {subtitle}, {body}, {plant} and {key} in it.")
    let authorities = keys.optional(
      "ca_file", .path(surroundings), example: "/etc/loam/push-ca.pem",
      help:
        "apns and web: certificates (PEM) of authorities that are trusted beside the system's, for a push service of one's own."
    )
    let apns = ApnsKeys(keys, surroundings)
    let web = WebChannelKeys(keys)
    guard let kind, !keys.isDescription else { return }
    for entry in keys.entries ?? []
    where entry.key != "kind" && keys.shape.names.contains(entry.key)
      && !Self.stems(of: kind.value).contains(entry.key)
    {
      keys.problems.error(
        at: entry.keyPosition,
        "\(keys.path(of: entry.key)) is no key of a channel of the kind \(kind.value.rawValue)",
        help:
          "leave it out; \(kind.value.rawValue) reads \(Self.stems(of: kind.value).sorted().joined(separator: ", "))"
      )
    }
    let isHidden = surroundings.hidesSecrets
    switch kind.value {
    case .telegram:
      guard let token = Self.needed(token, "token", keys) else { return }
      Self.check(token, isHidden, keys, "no bot token: digits, ':' and at least 20 letters", Self.isBotToken)
      way = .telegram(server: server?.value ?? Self.telegramServer, token: token.value)
    case .ntfy:
      guard let topic = Self.needed(topic, "topic", keys) else { return }
      for topic in [topic, answerTopic].compactMap(\.self) {
        Self.check(
          topic, isHidden, keys, "no topic of ntfy: 1 to 64 letters, digits, '-' and '_'", Self.isTopic)
      }
      if let answerTopic, !isHidden, answerTopic.value == topic.value {
        keys.problems.error(
          at: answerTopic.position, "\(answerTopic.path): answers go to the topic that is read on the phone",
          help: "take another topic, which only loam-push reads")
      }
      way = .ntfy(
        ChannelSettings.Ntfy(
          server: server?.value ?? Self.ntfyServer, topic: topic.value, answerTopic: answerTopic?.value,
          token: token?.value, messagesPerDay: perDay.value, movesWater: movesWater.value))
    case .webhook:
      guard let url = Self.needed(url, "url", keys) else { return }
      Self.check(url, isHidden, keys, "no http:// or https:// address", Self.isAddress)
      guard let body else {
        keys.problems.error(
          at: keys.position, "\(keys.place) needs the key 'body'",
          help: #"such as body: '{"text":"{title}\n{body}"}'"#)
        return
      }
      Self.checkTemplate(body, keys.problems)
      way = .webhook(url: url.value, body: body.value)
    case .apns:
      way = apns.way(server: server?.value, authorities: authorities?.value, keys, isHidden: isHidden)
    case .web: way = web.way(authorities: authorities?.value, keys)
    }
  }

  static func needed(_ secret: Placed<Secret>?, _ stem: String, _ keys: Section) -> Placed<Secret>? {
    let isNamed = keys.entries?.contains { ["\(stem)_file", "\(stem)_env", stem].contains($0.key) } ?? false
    if secret == nil, !isNamed {
      keys.problems.error(
        at: keys.position, "\(keys.place) needs the key '\(stem)_file' or '\(stem)_env'",
        help: "put the \(stem) into a file of its own, such as /etc/loam/\(stem)")
    }
    return secret
  }

  static func check(
    _ secret: Placed<Secret>, _ isHidden: Bool, _ keys: Section, _ wrong: String, _ isGood: (String) -> Bool
  ) {
    guard !isHidden, !isGood(secret.value.revealed) else { return }
    keys.problems.error(at: secret.position, "\(secret.path): what is read there is \(wrong)")
  }

  /// Source: Telegram Bot API, Authorizing your bot.
  private static func isBotToken(_ text: String) -> Bool {
    text.utf8.count <= 256 && text.wholeMatch(of: /[0-9]+:[A-Za-z0-9_-]{20,}/) != nil
  }

  /// Source: ntfy, server/util.go.
  private static func isTopic(_ text: String) -> Bool { text.wholeMatch(of: /[-_A-Za-z0-9]{1,64}/) != nil }

  private static func isAddress(_ text: String) -> Bool {
    text.utf8.count <= 2048 && text.wholeMatch(of: /https?:\/\/[^\s\/@?#]+([\/?][^\s#]*)?/) != nil
  }

  /// What stands in braces, and whether the rest is JSON.
  private static func checkTemplate(_ body: Placed<String>, _ problems: Problems) {
    let known = ["title", "subtitle", "body", "plant", "key"]
    for match in body.value.matches(of: /\{([a-z_]+)\}/) where !known.contains(String(match.1)) {
      problems.error(
        at: body.position, "\(body.path): nothing stands for \(quoted(String(match.0)))",
        help: NearestName.help(for: String(match.1), among: known)
          ?? "known here: \(known.map { "{\($0)}" }.joined(separator: ", "))")
      return
    }
    let filled = body.value.replacing(/\{[a-z_]+\}/, with: "x")
    if (try? JSONDecoder().decode(AnyJSON.self, from: Data(filled.utf8))) == nil {
      problems.error(
        at: body.position, "\(body.path) is no JSON", help: "put it between single quotes, and texts in \"\"")
    }
  }
}

/// Whatever is JSON.
private struct AnyJSON: Decodable {
  init(from decoder: any Decoder) {}
}

/// `push`: the process beside the bridge that speaks to phones' own services.
struct PushSection {
  var account: (username: Placed<String>, password: Placed<Secret>?)?
  var folder: Placed<String>

  init(_ keys: Section, _ surroundings: ConfigSurroundings) {
    account = keys.section(
      "account", help: "The push process's own MQTT account, which speaks for all devices under channels."
    ) { PasswordKeys.account($0, surroundings, .pushPassword, example: "loam-push") }
    folder = keys.value(
      "path", .path(surroundings), default: "push",
      help:
        "Folder of its database. Relative to $STATE_DIRECTORY where that is set, else to the working folder: for commands too write ${STATE_DIRECTORY:-/var/lib/loam-push}/push."
    )
  }
}

extension ValueType where Value == String {
  /// Address of a web service, without account and query.
  static var httpServer: Self {
    ValueType(
      shape: ValueShape(
        jsonTypes: ["string"], noun: "an http:// or https:// address",
        pattern: #"^https?://(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?$"#),
      read: { text, _ in
        let address = /https?:\/\/(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?(\/[A-Za-z0-9._~\/-]*)?/
        guard text.utf8.count <= 512, text.wholeMatch(of: address) != nil else {
          return .wrong(
            "is an http:// or https:// address: a host, a port, a path and nothing else",
            help: "such as 'https://ntfy.sh'")
        }
        return .value(text.hasSuffix("/") ? String(text.dropLast()) : text)
      },
      write: { $0 })
  }
}

/// A password comes from a file or from the environment, never from the config file, and no message shows it.
enum PasswordKeys {
  /// Which password: its keys and what their examples say.
  struct Kind {
    var stem: String
    /// Where a machine keeps it.
    var file: String
    var fileHelp = "File whose first line is the password."
    var variableHelp = "Environment variable that holds the password."
    /// Keys under which it might stand by mistake.
    var mistaken = ["password", "passwd", "pass", "secret", "token"]
    /// Whether it has several lines.
    var isWhole = false

    var fileExample: String { "${CREDENTIALS_DIRECTORY:-/etc/loam}/\(file)" }
    var variableExample: String { "LOAM_" + file.prefix { $0 != "." }.uppercased().replacing("-", with: "_") }

    static let password = Kind(stem: "password", file: "mqtt-password")
    static let webPassword = Kind(stem: "password", file: "web-mqtt-password")
    static let pushPassword = Kind(stem: "password", file: "push-mqtt-password")
    static let token = Kind(
      stem: "token", file: "web-token",
      fileHelp: "File whose first line is the token: bearer token of programs, password of people.",
      variableHelp: "Environment variable that holds the token.")
    static let channelToken = Kind(
      stem: "token", file: "telegram-token",
      fileHelp: "File whose first line is the bot's token, or the access token of the ntfy server.",
      variableHelp: "Environment variable that holds that token.")
    static let topic = Kind(
      stem: "topic", file: "ntfy-topic",
      fileHelp: "File whose first line is the topic on ntfy: who knows it reads along.",
      variableHelp: "Environment variable that holds the topic.", mistaken: ["topic"])
    static let answerTopic = Kind(
      stem: "answer_topic", file: "ntfy-answer-topic",
      fileHelp:
        "File whose first line is the topic to which buttons answer. Without it notifications have no buttons.",
      variableHelp: "Environment variable that holds that topic.", mistaken: ["answer_topic"])
    static let url = Kind(
      stem: "url", file: "webhook-url",
      fileHelp: "File whose first line is the webhook's address, which is a secret as well.",
      variableHelp: "Environment variable that holds the address.", mistaken: ["url"])
    static let apnsKey = Kind(
      stem: "key", file: "apns-key.p8",
      fileHelp: "apns: the key's file (.p8), with which pushes are signed.",
      variableHelp: "Environment variable that holds what is in that file.", mistaken: ["key"],
      isWhole: true)
  }

  static func read(
    _ keys: Section, _ surroundings: ConfigSurroundings, _ kind: Kind = .password
  ) -> Placed<Secret>? {
    hideValues(keys, kind)
    let file = keys.optional(
      "\(kind.stem)_file", .secretFile(surroundings), example: kind.fileExample, help: kind.fileHelp)
    let variable = keys.optional(
      "\(kind.stem)_env", .environmentName, example: kind.variableExample, help: kind.variableHelp)
    if let file, let variable {
      keys.problems.error(
        at: max(file.position, variable.position),
        "\(keys.place) has both \(kind.stem)_file and \(kind.stem)_env",
        help: "keep one of the two")
    }
    if surroundings.hidesSecrets { return (file ?? variable).map { placed("", like: $0) } }
    if let file { return read(file, kind, keys.problems, surroundings) }
    guard let variable else { return nil }
    guard let text = surroundings.environment[variable.value], !text.isEmpty else {
      keys.problems.error(
        at: variable.position, "\(variable.path): the environment variable \(variable.value) is not set",
        help: "set it in the service's environment, or use \(kind.stem)_file")
      return nil
    }
    return placed(text, like: variable)
  }

  /// By which a process is known to the broker.
  static func account(
    _ keys: Section, _ surroundings: ConfigSurroundings, _ kind: Kind, example: String
  ) -> (username: Placed<String>, password: Placed<Secret>?)? {
    let username = keys.optional(
      "username", .text(upTo: 256), example: example, help: "User name at the broker. Without it: none.")
    let password = read(keys, surroundings, kind)
    if let password, username == nil {
      keys.problems.error(
        at: password.position, "\(keys.place) has a password and no username",
        help: "add 'username: \(example)'")
    }
    return username.map { ($0, password) }
  }

  private static func read(
    _ file: Placed<String>, _ kind: Kind, _ problems: Problems, _ surroundings: ConfigSurroundings
  ) -> Placed<Secret>? {
    switch surroundings.readSecret(file.value) {
    case .failure(let unreadable):
      problems.error(at: file.position, "\(file.path) cannot be read: \(unreadable.reason)")
      return nil
    case .success(let text):
      let whole = kind.isWhole && !text.isEmpty ? String(text.trimmingPrefix("\u{FEFF}")) : nil
      guard let line = whole ?? SecretText.firstLine(of: text) else {
        let why = text.contains("\0") ? "the file is no UTF-8 text" : "the file is empty"
        problems.error(at: file.position, "\(file.path): \(why)")
        return nil
      }
      return placed(line, like: file)
    }
  }

  private static func placed(_ text: String, like place: Placed<String>) -> Placed<Secret> {
    Placed(value: Secret(text), position: place.position, isWritten: true, path: place.path)
  }

  /// A password may stand in the file by mistake: under `password`, or where its file or variable belongs.
  private static func hideValues(_ keys: Section, _ kind: Kind) {
    for name in ["\(kind.stem)_env", "\(kind.stem)_file"] {
      guard let entry = keys.entry(name), case .scalar(let text, _) = entry.value.content else { continue }
      let isName = name.hasSuffix("_env") ? EnvironmentText.isName(text) : text.contains("/")
      if !isName { keys.problems.hide(from: entry.value.position) }
    }
    if let host = keys.entry("host"), case .scalar(let text, _) = host.value.content, text.contains("@") {
      keys.problems.hide(from: host.value.position)
    }
    for name in kind.mistaken {
      guard let entry = keys.entry(name) else { continue }
      keys.problems.hide(from: entry.value.position)
      keys.problems.error(
        at: entry.keyPosition, "\(keys.path(of: name)): a \(kind.stem) does not belong in this file",
        help: "put it into a file of its own and name that with \(kind.stem)_file, or use \(kind.stem)_env")
    }
  }
}

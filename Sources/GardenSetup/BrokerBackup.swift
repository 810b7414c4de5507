/// What a backup has of a broker. Settings are made anew from our own; of the backup count its accounts, and what single accounts may do.
package struct BrokerBackup: Sendable {
  /// What no settings of ours have, as a sentence.
  package struct Refusal: Error, Sendable, Hashable {
    package var text: String

    package init(text: String) { self.text = text }
  }

  /// Options by which settings run, read or write something on the machine. Source: mosquitto.conf(5).
  private static let mighty = [
    "user", "plugin", "auth_plugin", "global_plugin", "plugin_", "auth_opt_", "plugin_opt_", "include_dir",
    "pid_file", "http_dir", "log_dest", "persistence_location", "persistence_file", "tls_engine",
  ]

  private var ships: ShippedBroker
  /// Where its settings keep the accounts of phones that were let in; `nil`: they let in none.
  package private(set) var phonesPath: String?
  /// Options that our settings do not have, and rights of more than one account's own.
  package private(set) var leftOut: [String] = []
  private var rights = ""
  package private(set) var passwords = ""

  /// - Parameters:
  ///   - ships: of this machine.
  ///   - base: the first level or levels of the garden's topics.
  package init(
    settings: String, rights: String, passwords: String, ships: ShippedBroker, base: String
  ) throws(Refusal) {
    self.ships = ships
    let ports = try read(settings)
    (self.ships.port, self.ships.pagePort) = (
      ports.first ?? ships.port, ports.dropFirst().first ?? ships.pagePort
    )
    read(rights: rights, base)
    for line in Self.lines(passwords) {
      guard Self.isAccount(line) else {
        throw Refusal(text: "its password file has a line that is no account")
      }
      self.passwords += line + "\n"
    }
  }

  /// - Parameter plugin: where this machine has mosquitto's plugin; `nil`: nowhere, or it is not asked for.
  package func settings(plugin: String?) -> String {
    guard let plugin else { return ships.settings }
    return ships.settings.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        if line.hasPrefix("#plugin ") { return "plugin \(plugin)" }
        return line.hasPrefix(ShippedBroker.phonesOption) ? String(line.dropFirst()) : String(line)
      }
      .joined(separator: "\n")
  }

  /// - Parameter withPlugin: the bridge makes accounts by it.
  package func rights(withPlugin: Bool) -> String {
    withPlugin ? rights.replacing("\n#topic readwrite $CONTROL", with: "\ntopic readwrite $CONTROL") : rights
  }

  /// Where Debian has it, whatever the machine.
  private static func isPlugin(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 5 && path.hasPrefix("/usr/lib/") && parts[3].contains("-linux-gnu")
      && parts[4] == "mosquitto_dynamic_security.so"
  }

  /// The ports that it listens on.
  private mutating func read(_ settings: String) throws(Refusal) -> [Int] {
    let ours = Set(Self.lines(ships.settings).map(Self.option(of:)))
    var ports: [Int] = []
    for line in Self.lines(settings) {
      let words = line.split(separator: " ").map(String.init)
      let option = words[0]
      if option == "plugin", words.count == 2, Self.isPlugin(words[1]) { continue }
      if option == "plugin_opt_config_file", words.count == 2 {
        phonesPath = words[1]
        continue
      }
      let isMighty = Self.mighty.contains { option == $0 || $0.hasSuffix("_") && option.hasPrefix($0) }
      guard !isMighty else {
        throw Refusal(text: "its broker/loam.conf has '\(option)', which none of ours has")
      }
      if option == "listener", words.count > 1, let port = Int(words[1]), (1...65_535).contains(port) {
        ports.append(port)
      }
      if !ours.contains(option) { leftOut.append("'\(option)' of broker/loam.conf") }
    }
    return ports
  }

  /// Our rights, and behind them what single accounts have besides.
  private mutating func read(rights text: String, _ base: String) {
    let own = Set(Self.rights(in: ships.rights.replacing("\n#topic ", with: "\ntopic ")))
    var users: [String] = []
    var more: [String: [String]] = [:]
    for (user, line) in Self.rights(in: text).map({ ($0.user, $0.line) })
    where !own.contains(Right(user: user, line: line)) {
      guard Self.isNarrow(line, of: user, base) else {
        leftOut.append("'\(line)' of broker/loam.acl")
        continue
      }
      if more[user] == nil { users.append(user) }
      more[user, default: []].append(line)
    }
    rights =
      ships.rights
      + users.map { user in "\nuser \(user)\n" + (more[user] ?? []).map { $0 + "\n" }.joined() }.joined()
  }

  private struct Right: Hashable {
    var user: String
    var line: String
  }

  private static func rights(in text: String) -> [Right] {
    var user = ""
    return lines(text).compactMap { line in
      guard line.hasPrefix("user ") else { return Right(user: user, line: line) }
      user = String(line.dropFirst(5))
      return nil
    }
  }

  /// Whether it gives one account topics of its own: none of every gadget's, none of the broker's, none of another device of ours.
  private static func isNarrow(_ line: String, of user: String, _ base: String) -> Bool {
    let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard words.count == 3, words[0] == "topic", isName(user) else { return false }
    let levels = words[2].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let fixed = levels.prefix { $0 != "+" && $0 != "#" }
    let isFilter = levels.allSatisfy { $0 == "+" || $0 == "#" || !$0.contains { "+#".contains($0) } }
    guard isFilter, !levels.dropLast().contains("#"), fixed.first?.hasPrefix("$") == false else {
      return false
    }
    switch words[1] {
    case "deny": return true
    case "read", "write", "readwrite": break
    default: return false
    }
    let isOurs = zip(fixed, base.split(separator: "/")).allSatisfy { $0 == $1 }
    if !isOurs || user == "loam" { return true }
    if let device = fixed.firstIndex(of: "d") { return fixed.count > device + 1 }
    return words[1] == "read" && (fixed.contains("bridge") || fixed.contains("state"))
  }

  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 128
      && name.utf8.allSatisfy { $0 > 32 && $0 != 127 } && !name.contains { "+#/:".contains($0) }
  }

  /// As `mosquitto_passwd` writes them: a name, the kind of a checksum, its salt and itself.
  private static func isAccount(_ line: String) -> Bool {
    guard let colon = line.firstIndex(of: ":"), isName(String(line[..<colon])) else { return false }
    let hash = line[line.index(after: colon)...]
    return hash.hasPrefix("$") && hash.split(separator: "$").count >= 3
      && hash.utf8.allSatisfy { $0 > 32 && $0 < 127 }
  }

  /// Without remarks, and without space around them.
  private static func lines(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline).compactMap { line in
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).joined(separator: " ")
      return words.isEmpty || words.hasPrefix("#") ? nil : words
    }
  }

  private static func option(of line: String) -> String { String(line.prefix { $0 != " " }) }
}

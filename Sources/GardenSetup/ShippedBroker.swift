import MQTTTypes

/// The settings that we ship for a mosquitto, at home in the folder of one.
package struct ShippedBroker: Sendable, Hashable {
  /// mosquitto's own folder.
  package var folder = "/etc/mosquitto"
  package var port = 1883
  /// For pages in a browser.
  package var pagePort = 9001
  package var commandsSocket = "/run/mosquitto/loam.sock"

  package init() {}

  package var mainPath: String { folder + "/mosquitto.conf" }
  package var settingsPath: String { folder + "/conf.d/loam.conf" }
  package var rightsPath: String { folder + "/loam.acl" }
  package var passwordsPath: String { folder + "/loam.passwd" }
  /// Accounts of phones that were let in.
  package var phonesPath: String {
    let line = settings.split(separator: "\n").first { $0.hasPrefix(Self.phonesOption) }
    return line.map { String($0.dropFirst(Self.phonesOption.count)) } ?? folder + "/loam-accounts.json"
  }
  static let phonesOption = "#plugin_opt_config_file "

  package var settings: String {
    let text = Self.text(PackageResources.mosquitto_conf)
      .replacing("/etc/mosquitto/", with: folder + "/")
      .replacing("/run/mosquitto/loam.sock", with: commandsSocket)
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        switch line {
        case "listener 1883": "listener \(port)"
        case "listener 9001": "listener \(pagePort)"
        default: String(line)
        }
      }
      .joined(separator: "\n")
  }

  package var rights: String { Self.text(PackageResources.loam_acl) }

  /// The bridge's account: what `loam setup` makes, and whose rights it fits to the config.
  package static let account = "loam"

  /// Topics of devices that the account `loam` may read.
  package var readable: [String] {
    rights(of: Self.account).compactMap { line in
      line.hasPrefix("topic readwrite ") && !line.hasSuffix(" plants/v1/#") ? String(line.dropFirst(16)) : nil
    }
  }

  /// What an account may do, a line each.
  package func rights(of user: String) -> [String] { Self.rights(of: user, in: rights) }

  /// The lines that an account lacks to hear what it asks for: mosquitto refuses no subscription, and is silent where the rights are.
  package static func missing(_ filters: [String], for user: String, in rights: String) -> [String] {
    let readable = self.rights(of: user, in: rights).compactMap { line in
      ["topic read ", "topic readwrite "].first(where: line.hasPrefix).flatMap {
        TopicFilter(String(line.dropFirst($0.count)))
      }
    }
    let unheard = filters.filter { filter in
      TopicFilter(filter).map { asked in !filter.hasPrefix("$") && !readable.contains { $0.covers(asked) } }
        ?? false
    }
    let lines = unheard.map { filter in
      let first = filter.prefix { $0 != "/" }
      return ["+", "#"].contains(first) ? "topic read \(filter)" : "topic readwrite \(first)/#"
    }
    return Set(lines).sorted()
  }

  /// The rights with these lines for the account, which need not stand in them yet.
  package static func rights(_ rights: String, with lines: [String], for user: String) -> String {
    let own = "\nuser \(user)\n"
    let text = rights.isEmpty ? "" : "\n" + rights + (rights.hasSuffix("\n") ? "" : "\n")
    let whole = text.contains(own) ? text : text + own
    return String(
      whole.replacing(own, with: own + lines.joined(separator: "\n") + "\n", maxReplacements: 1).dropFirst())
  }

  private static func rights(of user: String, in rights: String) -> [String] {
    let lines = rights.split(separator: "\n").drop { $0 != "user \(user)" }.dropFirst()
    return lines.prefix { !$0.hasPrefix("user ") }.filter { $0.hasPrefix("topic ") }.map(String.init)
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// Options by which somebody has said who may use the broker, and where.
  private static let ownWords: Set<String> = [
    "listener", "port", "password_file", "acl_file", "plugin", "auth_plugin", "allow_anonymous",
  ]

  /// Whether nobody has configured this mosquitto: it is as Debian brings it.
  ///
  /// - Parameter included: the names in `conf.d`.
  package static func isUntouched(main: String, included: [String]) -> Bool {
    guard !included.contains(where: { $0.hasSuffix(".conf") && $0 != "loam.conf" }) else { return false }
    return !main.split(separator: "\n").contains { line in
      line.split { $0 == " " || $0 == "\t" }.first.map { ownWords.contains(String($0)) } ?? false
    }
  }

  /// Names of the accounts in a password file.
  package static func accounts(in passwords: String) -> Set<String> {
    Set(
      passwords.split(separator: "\n").compactMap { line in
        line.firstIndex(of: ":").map { String(line[..<$0]) }
      })
  }

  /// The password file with these lines in it, in the place of older ones of the same names.
  package static func passwords(_ old: String, with lines: [String]) -> String {
    let names = accounts(in: lines.joined(separator: "\n"))
    let kept = old.split(separator: "\n").map(String.init).filter { line in
      line.firstIndex(of: ":").map { !names.contains(String(line[..<$0])) } ?? true
    }
    return (kept + lines).map { $0 + "\n" }.joined()
  }
}

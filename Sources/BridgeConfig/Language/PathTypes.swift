/// What the file may refer to outside itself.
struct ConfigSurroundings {
  var environment: [String: String]
  /// First line of a file with a secret, or why it cannot be read.
  var readSecret: (_ path: String) -> Result<String, FileUnreadable>
  var timeZoneExists: (_ name: String) -> Bool
  /// The secrets of this part of the file belong to another process: they are named, not read.
  var hidesSecrets = false

  func secrets(of owner: SecretOwner, readBy reader: SecretOwner) -> ConfigSurroundings {
    var other = self
    other.hidesSecrets = reader != .everyone && reader != owner
    return other
  }
}

/// `${NAME}` and `${NAME:-otherwise}` in paths, as a shell has them (POSIX.1-2017, XCU 2.6.2): `otherwise` where the variable is
/// not set or empty.
enum EnvironmentText {
  static func isName(_ text: some StringProtocol) -> Bool {
    guard let first = text.utf8.first, !(first >= 48 && first <= 57), text.utf8.count <= 64 else {
      return false
    }
    return text.utf8.allSatisfy { ($0 >= 65 && $0 <= 90) || ($0 >= 48 && $0 <= 57) || $0 == 95 }
  }

  /// The text with its variables replaced, or the name that is not set.
  static func expand(_ text: String, _ environment: [String: String]) -> Result<String, Unset> {
    var result = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "${"), let close = rest[open.upperBound...].firstIndex(of: "}") {
      let (name, otherwise) = parts(rest[open.upperBound..<close])
      let set = environment[name].flatMap { $0.isEmpty && otherwise != nil ? nil : $0 }
      guard let value = set ?? otherwise else { return .failure(Unset(name: name)) }
      result += rest[..<open.lowerBound] + value
      rest = rest[rest.index(after: close)...]
    }
    return .success(result + rest)
  }

  private static func parts(_ inside: Substring) -> (name: String, otherwise: String?) {
    guard let mark = inside.firstRange(of: ":-") else { return (String(inside), nil) }
    return (String(inside[..<mark.lowerBound]), String(inside[mark.upperBound...]))
  }

  struct Unset: Error { var name: String }
}

extension ValueType where Value == String {
  /// A file's path; `${NAME}` and `${NAME:-otherwise}` are replaced from the environment.
  static func path(_ surroundings: ConfigSurroundings) -> Self {
    ValueType(
      shape: ValueShape(jsonTypes: ["string"], noun: "a path"),
      read: { text, _ in
        if text.isEmpty || text.utf8.count > 4096 || text.utf8.contains(0) {
          return .wrong("is not a path", help: nil)
        }
        switch EnvironmentText.expand(text, surroundings.environment) {
        case .success(let path): return .value(path)
        case .failure(let unset):
          return .wrong(
            "uses ${\(unset.name)}, which is not set in the environment",
            help: "write ${\(unset.name):-/a/folder} for where it is not set")
        }
      },
      write: { $0 })
  }

  /// A path that cannot be mistaken for the secret itself: it has a slash.
  static func secretFile(_ surroundings: ConfigSurroundings) -> Self {
    let path = path(surroundings)
    return ValueType(
      shape: ValueShape(jsonTypes: ["string"], noun: "the path of a file, with a '/'", pattern: "/"),
      read: { text, isPlain in
        if text.contains("/"), surroundings.hidesSecrets { return .value(text) }
        return text.contains("/")
          ? path.read(text, isPlain)
          : .wrong(
            "is the path of a file, with a '/' in it", help: "write './name' for a file in the working folder"
          )
      },
      write: { $0 })
  }

  /// Capital letters, digits and `_`. A wrong one is not repeated: it may be the password.
  static var environmentName: Self {
    ValueType(
      shape: ValueShape(
        jsonTypes: ["string"], noun: "the name of an environment variable in capital letters",
        pattern: "^[A-Z_][A-Z0-9_]*$"),
      read: { text, _ in
        EnvironmentText.isName(text)
          ? .value(text)
          : .wrong(
            "is the name of an environment variable in capital letters",
            help: "the password itself does not belong here")
      },
      write: { $0 })
  }

  /// Name or address of a host; not a URL. A wrong one is not repeated: it may hold a password.
  static var host: Self {
    ValueType(
      shape: ValueShape(
        jsonTypes: ["string"], noun: "the name or address of a host", pattern: "^[A-Za-z0-9._:%-]+$"),
      read: { text, _ in
        if text.contains("://") || text.contains("@") {
          return .wrong(
            "is a host alone, not a URL", help: "port, username and password_file are keys of their own")
        }
        let isGood = text.utf8.allSatisfy { byte in
          (byte >= 48 && byte <= 58) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)
            || "._%-".utf8.contains(byte)
        }
        guard isGood, !text.isEmpty, text.utf8.count <= 253 else {
          return .wrong("is not the name or address of a host", help: nil)
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 2 {
          return .wrong("holds a port", help: "write 'host: \(parts[0])' and 'port: \(parts[1])'")
        }
        return .value(text)
      },
      write: { $0 })
  }
}

extension EnvironmentText.Unset: CustomStringConvertible {
  var description: String { "\(name) is not set" }
}

internal import FoundationEssentials

/// What a channel of the kind `apns` reads: whose app it is, and the key that its pushes are signed with.
struct ApnsKeys {
  var app: Placed<String>?
  var keyID: Placed<String>?
  var team: Placed<String>?
  var key: Placed<Secret>?

  static let stems: Set = ["app", "key_id", "team_id", "key_file", "key_env", "server", "ca_file"]

  init(_ keys: Section, _ surroundings: ConfigSurroundings) {
    app = keys.optional(
      "app",
      .form(
        "a bundle id", "^[A-Za-z0-9][A-Za-z0-9.-]{0,154}$", /[A-Za-z0-9][A-Za-z0-9.-]{0,154}/,
        help: "such as 'com.example.loam'"),
      example: "com.example.loam", help: "apns: the bundle id of the app.")
    keyID = keys.optional(
      "key_id", .apple, example: "ABC123DEFG", help: "apns: id of the key, from the developer's account.")
    team = keys.optional(
      "team_id", .apple, example: "DEF123GHIJ", help: "apns: id of the developer's team.")
    key = PasswordKeys.read(keys, surroundings, .apnsKey)
  }

  /// `nil`: something is missing or wrong, and that is recorded.
  func way(server: String?, authorities: String?, _ keys: Section, isHidden: Bool)
    -> ChannelSettings.Way?
  {
    for (name, value) in [("app", app), ("key_id", keyID), ("team_id", team)]
    where value == nil && keys.entry(name) == nil {
      keys.problems.error(
        at: keys.position, "\(keys.place) needs the key '\(name)'",
        help: "apns needs app, key_id, team_id, and key_file or key_env")
      return nil
    }
    guard let key = ChannelDraft.needed(key, "key", keys) else { return nil }
    ChannelDraft.check(
      key, isHidden, keys, "no private key of the curve P-256, as Apple's .p8 files hold", Self.isKey)
    if let server, !server.hasPrefix("https://"), let entry = keys.entry("server") {
      keys.problems.error(
        at: entry.value.position, "\(keys.path(of: "server")): APNs is spoken to by https:// alone")
    }
    guard let app, let keyID, let team else { return nil }
    return .apns(
      ChannelSettings.Apns(
        app: app.value, keyID: keyID.value, team: team.value, key: key.value, server: server,
        authorities: authorities))
  }

  /// PKCS #8 in PEM, with the curve's number in it. Source: RFC 5208, RFC 5480 §2.1.1.1.
  private static func isKey(_ text: String) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isWhitespace } }
    guard let first = lines.first, let last = lines.last, first == "-----BEGINPRIVATEKEY-----",
      last == "-----ENDPRIVATEKEY-----",
      let bytes = Data(base64Encoded: lines.dropFirst().dropLast().joined())
    else { return false }
    let curve: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
    return Array(bytes).indices.contains { Array(bytes.dropFirst($0).prefix(curve.count)) == curve }
  }
}

extension ValueType where Value == String {
  /// Ids of keys and teams at Apple.
  fileprivate static var apple: Self {
    form(
      "ten capital letters and digits", "^[A-Z0-9]{10}$", /[A-Z0-9]{10}/,
      help: "it stands in the developer's account")
  }

  fileprivate static func form(
    _ noun: String, _ pattern: String, _ form: Regex<Substring>, help: String
  ) -> Self {
    ValueType(
      shape: ValueShape(jsonTypes: ["string"], noun: noun, pattern: pattern),
      read: { text, _ in
        (try? form.wholeMatch(in: text)) == nil ? .wrong("is \(noun)", help: help) : .value(text)
      },
      write: { $0 })
  }
}

/// `broker.accounts`: devices may be let in while the bridge runs.
enum AccountKeys {
  static func read(_ keys: Section) -> AccountSettings? {
    let host = keys.required(
      "host", .host, example: "pi.local",
      help: "Name or address by which a new phone reaches the broker. It stands in the invitation.")
    let port = keys.optional(
      "port", .integer(1...65_535, "a port number"), example: "1883",
      help: "Port for new phones. Without it: 1883, or 8883 with TLS.")
    let tls = keys.value("tls", .flag, default: false, help: "Whether new phones connect encrypted.")
    return host.map {
      AccountSettings(
        host: $0.value, port: port?.value ?? (tls.value ? 8883 : 1883), isEncrypted: tls.value)
    }
  }
}

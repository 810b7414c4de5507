/// `web`: what `loam web` serves, and to whom.
struct WebSection {
  var settings: WebSettings
  /// Where the file names the page's device.
  var device: Placed<String>
  var username: Placed<String>?
  /// The file has the section, be it empty.
  var isWritten = false

  /// A shorter token could be guessed.
  static let tokenLengthMin = 16
  static let pageDevice = "dashboard"
  private static let loopback = ["127.0.0.1", "::1"]

  init(_ keys: Section, _ surroundings: ConfigSurroundings) {
    let listen = keys.value(
      "listen", .host, default: "localhost",
      help:
        "Address to listen on; localhost is 127.0.0.1 and ::1. Any other address lets other machines in and needs a token."
    )
    let port = keys.value(
      "port", .integer(1...65_535, "a port number"), default: 8090, help: "Port to listen at.")
    let names = keys.list(
      "host_names", .hostName, default: [],
      help:
        "Further names by which a proxy on this machine calls the page. Others are refused on the loopback.")
    let token = PasswordKeys.read(keys, surroundings, .token)
    if let token, !surroundings.hidesSecrets, token.value.revealed.utf8.count < Self.tokenLengthMin {
      keys.problems.error(
        at: token.position, "\(token.path): the token is shorter than \(Self.tokenLengthMin) characters",
        help: "make one with 'openssl rand -hex 24'")
    }
    let tls = keys.section("tls", help: "Encryption of the pages. Without it: plain HTTP.") {
      Self.tls($0, surroundings)
    }
    let account = keys.section(
      "account", help: "The web process's own MQTT account: it reads 'bridge' and 'state' and writes nothing."
    ) {
      PasswordKeys.account($0, surroundings, .webPassword, example: "loam-web")
    }
    username = account?.username
    let folder = keys.optional(
      "page_folder", .path(surroundings), example: "/usr/local/share/loam/page",
      help: "Folder of the page's files. Without it: 'page' beside the program, else '../share/loam/page'.")
    let page = keys.section("page", help: "What the page in the browser is told.") {
      Self.page($0, isEncrypted: tls != nil)
    }
    device = page.device
    let isLoopback = listen.value == "localhost" || Self.isLoopback(listen.value)
    if !isLoopback, token == nil, !keys.isDescription {
      keys.problems.error(
        at: listen.position,
        "web.listen lets other machines in, and no token keeps strangers out",
        help: "add 'token_file: /etc/loam/web-token', or listen at localhost behind a proxy")
    }
    if !isLoopback, token != nil, tls == nil {
      keys.problems.warning(
        at: listen.position, "the token of the web pages crosses the network unencrypted",
        help: "add 'tls' with certificate_file and key_file")
    }
    settings = WebSettings(
      addresses: listen.value == "localhost" ? Self.loopback : [listen.value], isLoopback: isLoopback,
      port: port.value, hostNames: names.map { $0.value.lowercased() }, token: token?.value, tls: tls,
      account: account.map { WebSettings.Account(username: $0.username.value, password: $0.password?.value) },
      pageFolder: folder?.value, pageBroker: page.broker?.value, pageDevice: page.device.value)
  }

  /// 127.0.0.0/8 (RFC 6890) and ::1.
  private static func isLoopback(_ address: String) -> Bool {
    let parts = address.split(separator: ".", omittingEmptySubsequences: false)
    return address == "::1"
      || (parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil })
  }

  private static func tls(_ keys: Section, _ surroundings: ConfigSurroundings) -> WebSettings.TLS? {
    let certificate = keys.optional(
      "certificate_file", .path(surroundings), example: "/etc/loam/web.pem",
      help: "The certificate (PEM), followed by those between it and its authority.")
    let key = keys.optional(
      "key_file", .path(surroundings), example: "/etc/loam/web.key", help: "The key to it (PEM).")
    guard let certificate, let key else {
      if let one = certificate ?? key {
        keys.problems.error(
          at: one.position, "web.tls needs certificate_file and key_file together, or neither")
      }
      return nil
    }
    return WebSettings.TLS(certificateFile: certificate.value, keyFile: key.value)
  }

  private static func page(
    _ keys: Section, isEncrypted: Bool
  ) -> (broker: Placed<String>?, device: Placed<String>) {
    if let entry = keys.entry("broker"), case .scalar(let text, _) = entry.value.content, text.contains("@") {
      keys.problems.hide(from: entry.value.position)
    }
    let broker = keys.optional(
      "broker", .webSocket, example: "wss://garden.example/mqtt",
      help:
        "Where the browser finds the broker: an address, or behind a proxy a path, './mqtt' from where the page is. Without it: the page's own host, port 9001."
    )
    let device = keys.value(
      "device", .deviceName, default: Self.pageDevice,
      help: "Device name that the page offers at login; what it may do stands under people.")
    if let broker, isEncrypted, broker.value.hasPrefix("ws:") {
      keys.problems.warning(
        at: broker.position, "a browser refuses an unencrypted broker from an encrypted page",
        help: "use 'wss://'")
    }
    return (broker, device)
  }
}

extension ValueType where Value == String {
  /// Name of a host as a browser sends it.
  static var hostName: Self {
    ValueType(
      shape: ValueShape(
        jsonTypes: ["string"], noun: "the name of a host, without port", pattern: "^[A-Za-z0-9.-]+$"),
      read: { text, _ in
        let isGood = text.utf8.allSatisfy { byte in
          (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)
            || ".-".utf8.contains(byte)
        }
        return isGood && !text.isEmpty && text.utf8.count <= 253
          ? .value(text)
          : .wrong(
            "is the name of a host, without port, here is \(quoted(text))", help: "such as 'garden.example'")
      },
      write: { $0 })
  }

  /// Address of a broker that speaks MQTT over websockets, without account and query, or a path at the page's own server.
  static var webSocket: Self {
    ValueType(
      shape: ValueShape(
        jsonTypes: ["string"], noun: "a ws:// or wss:// address, or a path",
        pattern:
          #"^(wss?://(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:[0-9]+)?(/[A-Za-z0-9._~/-]*)?|\.?/([A-Za-z0-9._~-][A-Za-z0-9._~/-]*)?)$"#
      ),
      read: { text, _ in
        let isPath = text.hasPrefix("/") || text.hasPrefix("./")
        guard isPath || text.hasPrefix("ws://") || text.hasPrefix("wss://") else {
          return .wrong(
            "is a ws:// or wss:// address, or a path", help: "such as 'ws://garden.local:9001' or './mqtt'")
        }
        guard text.utf8.count <= 512, (try? Self.socketAddress.wholeMatch(in: text)) != nil else {
          return .wrong(
            "is a ws:// or wss:// address: a host, a port, a path and nothing else",
            help: "the browser asks for the password itself")
        }
        return .value(text)
      },
      write: { $0 })
  }

  private static var socketAddress: Regex<Substring> {
    /(?:wss?:\/\/(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::[0-9]{1,5})?(?:\/[A-Za-z0-9._~\/-]*)?|\.?\/(?:[A-Za-z0-9._~-][A-Za-z0-9._~\/-]*)?)/
  }
}

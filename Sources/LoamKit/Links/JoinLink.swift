#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An invitation as a link: `loam://join?host=pi.local&port=1883&device=kitchen-phone-kqzr&secret=…`, with `base` where it is not `plants`
/// and `tls=1` where the connection is encrypted.
public struct JoinLink: Sendable, Hashable {
  /// Name or address of the broker.
  public var host: String
  /// Its port.
  public var port: Int
  /// Whether the connection is encrypted (TLS).
  public var isEncrypted: Bool
  /// The device's name, which is its user name and client id.
  public var device: DeviceName
  /// The password until it has joined.
  public var secret: String
  /// What stands before the protocol's version in topics.
  public var base: String

  /// An invitation.
  public init(
    host: String, port: Int, isEncrypted: Bool, device: DeviceName, secret: String, base: String
  ) {
    self.host = host
    self.port = port
    self.isEncrypted = isEncrypted
    self.device = device
    self.secret = secret
    self.base = base
  }

  /// - Parameter value: of a field of the link; `nil` where it has no such field.
  init?(_ value: (String) -> String?) {
    guard let host = value("host"), !host.isEmpty, let port = value("port").flatMap({ Int($0) }),
      (1...65_535).contains(port), let device = value("device").flatMap({ DeviceName($0) }),
      let secret = value("secret"), TextForm.chance.accepts(secret.utf8),
      let tree = TopicTree(base: value("base") ?? Self.usualBase)
    else { return nil }
    self.init(
      host: host, port: port, isEncrypted: value("tls") == "1", device: device, secret: secret,
      base: tree.base)
  }

  /// The link as text.
  public var text: String {
    var parts = URLComponents()
    parts.scheme = DeepLink.scheme
    parts.host = DeepLink.joinHost
    var items = [
      URLQueryItem(name: "host", value: host), URLQueryItem(name: "port", value: "\(port)"),
      URLQueryItem(name: "device", value: device.text), URLQueryItem(name: "secret", value: secret),
    ]
    if base != Self.usualBase { items.append(URLQueryItem(name: "base", value: base)) }
    if isEncrypted { items.append(URLQueryItem(name: "tls", value: "1")) }
    parts.queryItems = items
    return parts.string ?? ""
  }

  private static let usualBase = "plants"
}

/// What every answer carries, so that a browser does no more with it than it must.
///
/// Pages of the page's own origin may show it in a frame: Home Assistant does so with its apps (ingress).
enum SafetyHeaders {
  /// - Parameter broker: the page's broker where it is known; else any websocket, because its host is the page's own,
  ///   and not every browser counts that as the page itself.
  static func all(broker: String?) -> [WebAnswer.Header] {
    [
      ("Content-Security-Policy", policy(broker: broker)), ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Resource-Policy", "same-origin"),
      ("Cross-Origin-Opener-Policy", "same-origin"),
      ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
    ].map { WebAnswer.Header(name: $0.0, value: $0.1) }
  }

  static func policy(broker: String?) -> String {
    """
    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; \
    connect-src 'self' \(broker.flatMap(origin) ?? "ws: wss:"); manifest-src 'self'; worker-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'self'
    """
  }

  /// Scheme, host and port, since a policy compares paths only where they are written; `nil` of a path.
  private static func origin(_ address: String) -> String? {
    guard let scheme = address.firstRange(of: "://") else { return nil }
    let slash = address[scheme.upperBound...].firstIndex(of: "/")
    return String(address[..<(slash ?? address.endIndex)])
  }
}

/// One request, as far as an answer depends on it.
package struct WebRequest: Sendable, Hashable {
  package var method: String
  /// As it was sent: path and query, percent-encoded.
  package var target: String
  /// The `Host` header; `nil`: there was none.
  package var host: String?
  package var authorization: String?
  package var acceptEncoding: String?
  package var ifNoneMatch: String?
  /// A body was announced, of whatever length but 0.
  package var hasBody: Bool
  /// More than one `Host` header: nobody can say whom it means (RFC 9112 §3.2).
  package var hasSecondHost: Bool
  /// The client's address without its port.
  package var client: String

  package init(
    method: String = "GET", target: String, host: String? = "localhost", authorization: String? = nil,
    acceptEncoding: String? = nil, ifNoneMatch: String? = nil, hasBody: Bool = false,
    hasSecondHost: Bool = false,
    client: String = "127.0.0.1"
  ) {
    self.method = method
    self.target = target
    self.host = host
    self.authorization = authorization
    self.acceptEncoding = acceptEncoding
    self.ifNoneMatch = ifNoneMatch
    self.hasBody = hasBody
    self.hasSecondHost = hasSecondHost
    self.client = client
  }

  /// Longer targets are answered 414 (RFC 9110 §15.5.15).
  package static let targetBytesMax = 2048

  /// Before the `?`.
  package var path: Substring { target.prefix { $0 != "?" } }
  /// Behind it; empty where there is none.
  package var query: Substring { target.drop { $0 != "?" }.dropFirst() }
}

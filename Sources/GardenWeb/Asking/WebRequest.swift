/// One request, as far as an answer depends on it.
package struct WebRequest: Sendable, Hashable {
  package var method = "GET"
  /// As it was sent: path and query, percent-encoded.
  package var target: String
  /// The `Host` header; `nil`: there was none.
  package var host: String? = "localhost"
  package var authorization: String?
  package var acceptEncoding: String?
  package var ifNoneMatch: String?
  /// A body was announced, of whatever length but 0.
  package var hasBody = false
  /// More than one `Host` header: nobody can say whom it means (RFC 9112 §3.2).
  package var hasSecondHost = false
  /// The client's address without its port.
  package var client = "127.0.0.1"

  /// Longer targets are answered 414 (RFC 9110 §15.5.15).
  package static let targetBytesMax = 2048

  /// Before the `?`.
  package var path: Substring { target.prefix { $0 != "?" } }
  /// Behind it; empty where there is none.
  package var query: Substring { target.drop { $0 != "?" }.dropFirst() }
}

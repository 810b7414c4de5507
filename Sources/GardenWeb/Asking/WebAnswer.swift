/// What goes back: a status, headers and the whole body.
package struct WebAnswer: Sendable, Hashable {
  package var status: Int
  /// In the order of writing. Those that every answer has come later.
  package var headers: [Header]
  package var body: [UInt8]
  /// The connection is not used again.
  package var endsConnection = false

  package struct Header: Sendable, Hashable {
    package var name: String
    package var value: String
  }

  package init(_ status: Int, _ type: String?, _ body: [UInt8] = [], _ headers: [(String, String)] = []) {
    self.status = status
    self.body = body
    self.headers = headers.map { Header(name: $0.0, value: $0.1) }
    if let type { self.headers.insert(Header(name: "Content-Type", value: type), at: 0) }
  }

  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  package mutating func add(_ name: String, _ value: String) {
    headers.append(Header(name: name, value: value))
  }
}

/// Content types that we write ourselves.
enum ContentType {
  static let json = "application/json; charset=utf-8"
  static let openAPI = "application/json; charset=utf-8"
  static let csv = "text/csv; charset=utf-8; header=present"
  /// Prometheus text format 0.0.4.
  static let metrics = "text/plain; version=0.0.4; charset=utf-8"
}

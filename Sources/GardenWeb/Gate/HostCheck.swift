/// Whether a request names this server. On the loopback a page of a stranger could otherwise reach us through a name
/// of its own that it lets point to 127.0.0.1 (DNS rebinding).
package struct HostCheck: Sendable {
  /// `nil`: every name is good, a token keeps strangers out.
  private let names: Set<String>?

  /// - Parameter isOpen: other machines may connect.
  package init(isOpen: Bool, names: [String]) {
    self.names = isOpen ? nil : Set(["localhost", "127.0.0.1", "::1"] + names)
  }

  /// - Parameter host: the `Host` header: a name or address, and perhaps a port.
  package func isOurs(_ host: String?) -> Bool {
    guard let host, !host.isEmpty, host.utf8.count <= 255 else { return false }
    guard let name = Self.name(in: host) else { return false }
    return names?.contains(name) ?? true
  }

  /// Without port, brackets and a last dot, in small letters; `nil` where it is none.
  static func name(in host: String) -> String? {
    var name = host[...]
    if name.hasPrefix("[") {
      guard let end = name.firstIndex(of: "]"), isPort(name[name.index(after: end)...]) else { return nil }
      return String(name[name.index(after: name.startIndex)..<end]).lowercased()
    }
    if let colon = name.firstIndex(of: ":") {
      guard isPort(name[colon...]) else { return nil }
      name = name[..<colon]
    }
    if name.hasSuffix(".") { name = name.dropLast() }
    return name.isEmpty ? nil : name.lowercased()
  }

  /// Nothing, or a colon and a port.
  private static func isPort(_ text: Substring) -> Bool {
    if text.isEmpty { return true }
    return text.first == ":" && UInt16(text.dropFirst()) != nil
  }
}

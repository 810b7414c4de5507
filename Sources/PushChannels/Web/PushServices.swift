/// Where messages may be posted to. A page names the address, so without a list anybody could have us post anywhere.
package struct PushServices: Sendable, Hashable {
  private let allowed: [String]

  /// - Parameter allowed: hosts; `*.` in front allows all below, `:port` behind another port than 443.
  package init(_ allowed: [String]) { self.allowed = allowed.map { $0.lowercased() } }

  /// Whether it is an `https://` address of one of them.
  package func allow(_ endpoint: String) -> Bool {
    guard let authority = Self.authority(of: endpoint) else { return false }
    let host = authority.hasSuffix(":443") ? String(authority.dropLast(4)) : authority
    return allowed.contains { pattern in
      // All of `.notify.windows.com` and something in front of it.
      pattern.hasPrefix("*.")
        ? host.hasSuffix(pattern.dropFirst()) && host.utf8.count >= pattern.utf8.count : host == pattern
    }
  }

  /// Scheme, host and port of an endpoint: for whom a token of ours is made. `nil`: it is none.
  package static func origin(of endpoint: String) -> String? {
    authority(of: endpoint).map { "https://\($0)" }
  }

  /// Host and port in small letters; `nil`: no `https://` address with a path, or one with an account in it.
  private static func authority(of endpoint: String) -> String? {
    guard endpoint.utf8.count <= 1024,
      let match = endpoint.wholeMatch(of: /https:\/\/([A-Za-z0-9.-]+(:[0-9]{1,5})?)\/[!-~]*/)
    else { return nil }
    return match.1.lowercased()
  }
}

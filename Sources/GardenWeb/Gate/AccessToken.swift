internal import FoundationEssentials

/// The one secret of the web process: a program's bearer token and a person's password (RFC 6750, RFC 7617).
package struct AccessToken: Sendable {
  private let secret: [UInt8]

  package init(_ secret: String) { self.secret = Array(secret.utf8) }

  /// - Parameter authorization: the header; `Bearer <token>`, or `Basic` with any name and the token as password.
  package func opens(_ authorization: String?) -> Bool {
    guard let authorization, authorization.utf8.count <= 4096 else { return false }
    let parts = authorization.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return false }
    switch parts[0].lowercased() {
    case "bearer": return isSecret(Array(parts[1].utf8))
    case "basic":
      guard let pair = Data(base64Encoded: String(parts[1])),
        let colon = pair.firstIndex(of: UInt8(ascii: ":"))
      else { return false }
      return isSecret(Array(pair[pair.index(after: colon)...]))
    default: return false
    }
  }

  /// The time this takes tells the length that was offered and nothing of the secret.
  private func isSecret(_ offered: [UInt8]) -> Bool {
    guard !secret.isEmpty else { return false }
    var difference = UInt64(truncatingIfNeeded: offered.count ^ secret.count)
    for i in offered.indices { difference |= UInt64(offered[i] ^ secret[i % secret.count]) }
    return difference == 0
  }
}

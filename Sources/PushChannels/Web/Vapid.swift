internal import Cryptography
internal import LoamKit
internal import FoundationEssentials

/// By which a push service knows who sends. Source: RFC 8292. A browser subscribes to this key: with another one all are lost.
package struct Vapid: Sendable, CustomStringConvertible {
  private let key: P256Key
  /// Who can be asked about what we send: the page's address where it is `https://`, which Apple insists on.
  private let subject: String?
  /// By origin: what is used again, because Apple takes a new one only once an hour.
  private var tokens: [String: (text: String, made: Int64)] = [:]

  /// RFC 8292 §2 allows 24 h.
  private static let holdsSeconds: Int64 = 12 * 3600
  private static let usedSeconds: Int64 = 6 * 3600
  private static let tokensMax = 64

  /// `nil`: the bytes are no private key.
  ///
  /// - Parameters:
  ///   - bytes: 32 of them.
  ///   - page: the page's address.
  package init?(_ bytes: [UInt8], page: String) {
    guard let key = P256Key(bytes) else { return nil }
    self.key = key
    let site = page.hasSuffix("/") ? String(page.dropLast()) : page
    subject = site.hasPrefix("https://") ? site : nil
  }

  /// As pages subscribe with it: base64url of 65 bytes.
  package var publicKey: String { Base64URL.text(key.publicKey) }

  /// The header `authorization` of a request to that origin.
  ///
  /// - Parameters:
  ///   - origin: scheme, host and port of the endpoint.
  ///   - now: seconds since 1970.
  package mutating func authorization(for origin: String, at now: Int64) -> String {
    if let known = tokens[origin], known.made <= now, now < known.made + Self.usedSeconds {
      return known.text
    }
    if tokens.count >= Self.tokensMax { tokens = [:] }
    var claims: [String: JSON] = ["aud": .text(origin), "exp": .number(Double(now + Self.holdsSeconds))]
    if let subject { claims["sub"] = .text(subject) }
    let signed =
      Base64URL.text(JSON.object(["typ": "JWT", "alg": "ES256"]).bytes) + "."
      + Base64URL.text(JSON.object(claims).bytes)
    guard let signature = key.signature(of: Array(signed.utf8)) else { return "" }
    let token = signed + "." + Base64URL.text(signature)
    let text = "vapid t=\(token),k=\(publicKey)"
    tokens[origin] = (text, now)
    return text
  }

  package var description: String { "a key" }
}

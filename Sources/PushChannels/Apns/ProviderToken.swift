internal import Cryptography

/// What a sender shows that it may push: a JSON Web Token, signed with the key of the developer's team. A secret.
///
/// Source: Apple, "Establishing a token-based connection to APNs"; RFC 7515, RFC 7518 §3.4 (the signature is R and S, not DER).
package struct ProviderToken: Sendable, Hashable, Codable {
  package var text: String
  /// Whole seconds since 1970.
  package var issued: Int64

  /// It is made anew after that long; from 60 minutes on the service refuses it.
  package static let keptSeconds: Int64 = 50 * 60
  /// Never more than one in that time, or the service refuses all.
  package static let restSeconds: Int64 = 20 * 60

  /// - Parameters:
  ///   - pem: the private key (PKCS #8), as Apple's `.p8` file has it.
  ///   - keyID: its id, ten characters.
  ///   - team: of the developer, ten characters.
  /// - Returns: `nil` where that is no such key.
  package init?(signedWith pem: String, keyID: String, team: String, at seconds: Int64) {
    guard let key = P256Key(pem: pem) else { return nil }
    let parts = [#"{"alg":"ES256","kid":"\#(keyID)"}"#, #"{"iss":"\#(team)","iat":\#(seconds)}"#]
    let head = parts.map { Base64URL.text(Array($0.utf8)) }.joined(separator: ".")
    guard let signature = key.signature(of: Array(head.utf8)) else { return nil }
    text = head + "." + Base64URL.text(signature)
    issued = seconds
  }
}

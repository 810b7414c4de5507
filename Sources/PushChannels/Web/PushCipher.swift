internal import Cryptography
internal import FoundationEssentials

/// What nobody but the browser can read. Source: RFC 8291, in one record of RFC 8188 (`aes128gcm`).
package enum PushCipher {
  /// Of the text that a service must take: 4096 bytes are on the wire. Source: RFC 8030 §7.2, RFC 8291 §4.
  package static let textBytesMax = 4096 - 86 - 1 - 16
  private static let recordBytes: UInt32 = 4096

  /// Why a browser's keys are none.
  package enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
    case publicKey
    case authSecret
    case tooLong

    package var description: String {
      switch self {
      case .publicKey: "the browser's public key is no point of P-256"
      case .authSecret: "the browser's secret has not 16 bytes"
      case .tooLong: "the text has more than \(textBytesMax) bytes"
      }
    }
  }

  /// The body of one message.
  ///
  /// - Parameters:
  ///   - text: what the browser shall read.
  ///   - browser: whose it is.
  ///   - ownKey: a private key of P-256 that is used once, 32 bytes.
  ///   - salt: 16 bytes that are used once.
  package static func sealed(
    _ text: [UInt8], for browser: PushBrowser, ownKey: [UInt8], salt: [UInt8]
  ) throws(Failure) -> [UInt8] {
    guard text.count <= textBytesMax else { throw .tooLong }
    guard browser.auth.count == 16 else { throw .authSecret }
    guard let own = P256Key(ownKey), let shared = own.sharedSecret(with: browser.publicKey) else {
      throw .publicKey
    }
    let keying = expanded(
      MessageCode.of(shared, key: browser.auth), "WebPush: info\0", browser.publicKey + own.publicKey)
    let secret = MessageCode.of(keying, key: salt)
    let key = expanded(secret, "Content-Encoding: aes128gcm\0").prefix(SealedBox.keySize)
    let nonce = expanded(secret, "Content-Encoding: nonce\0").prefix(SealedBox.nonceSize)
    // 2: the last record, which is the only one.
    guard let box = SealedBox.of(text + [2], key: Array(key), nonce: Array(nonce)) else { throw .publicKey }
    let size = (0..<4).map { UInt8(truncatingIfNeeded: recordBytes >> (24 - 8 * $0)) }
    return salt + size + [UInt8(own.publicKey.count)] + own.publicKey + box
  }

  /// Source: RFC 5869 §2.3, of which one block is enough.
  private static func expanded(_ secret: [UInt8], _ name: String, _ keys: [UInt8] = []) -> [UInt8] {
    MessageCode.of(Array(name.utf8) + keys + [1], key: secret)
  }
}

/// A browser that asked to be pushed to, as its page registered it. Not to be logged: who knows the endpoint can write to it.
package struct PushBrowser: Sendable, Hashable, CustomStringConvertible {
  package var endpoint: String
  /// 65 bytes, a point of P-256.
  package var publicKey: [UInt8]
  /// 16 bytes.
  package var auth: [UInt8]

  /// `nil`: the keys are not base64url, or not of their lengths.
  package init?(endpoint: String, publicKey: String, auth: String) {
    guard let key = Base64URL.bytes(publicKey), let secret = Base64URL.bytes(auth), secret.count == 16,
      P256Key.isPublicKey(key)
    else { return nil }
    (self.endpoint, self.publicKey, self.auth) = (endpoint, key, secret)
  }

  /// What it is called here: 16 letters of the endpoint's hash.
  package var name: String {
    String(Base64URL.text(SHA256Sum.bytes(of: Array(endpoint.utf8))).prefix(16))
  }

  package var description: String { "a browser" }
}

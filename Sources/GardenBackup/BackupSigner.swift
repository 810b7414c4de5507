internal import Cryptography
internal import HostSystem

/// The key by which a garden signs its backups. It stands beside the garden's store, for root alone, and in no backup.
package struct BackupSigner: Sendable {
  private static let file = "backup-key"

  private let key: SigningKey
  package var publicKey: [UInt8] { key.publicKey }

  /// The key in the store's folder, made where there is none; `nil`: none can be made there.
  package static func made(in folder: String) -> BackupSigner? {
    if let signer = found(in: folder) { return signer }
    let secret = HostRandom.bytes(SigningKey.size)
    guard let key = SigningKey(secret) else { return nil }
    do {
      try HostFile.write(secret, to: "\(folder)/\(file)", mode: 0o600, owner: .own)
    } catch {
      return nil
    }
    return BackupSigner(key: key)
  }

  /// The bridge's user may write in that folder, so a key that another user made says nothing.
  package static func found(in folder: String) -> BackupSigner? {
    guard let reader = try? HostFileReader("\(folder)/\(file)"), reader.owner.user == HostUser.own.user,
      let secret = try? reader.read(SigningKey.size + 1)
    else { return nil }
    return SigningKey(secret).map(BackupSigner.init)
  }

  func signature(of sums: [UInt8]) throws(BackupError) -> BackupSignature {
    guard let signature = key.signature(of: BackupSignature.message(sums)) else {
      throw .damaged("it cannot be signed")
    }
    return BackupSignature(publicKey: publicKey, signature: signature)
  }
}

/// What stands behind the checksums of a backup: who vouches for them.
struct BackupSignature: Hashable {
  var publicKey: [UInt8]
  var signature: [UInt8]

  /// Nothing else that the key might sign begins so.
  static func message(_ sums: [UInt8]) -> [UInt8] { Array("loam backup\n".utf8) + sums }

  var text: [UInt8] { Array("ed25519 \(Self.hex(publicKey)) \(Self.hex(signature))\n".utf8) }

  init(publicKey: [UInt8], signature: [UInt8]) {
    self.publicKey = publicKey
    self.signature = signature
  }

  /// `nil`: it is none of these sums.
  init?(_ text: [UInt8], of sums: [UInt8]) {
    let words = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 3, let key = Self.bytes(words[1]), let signature = Self.bytes(words[2]) else {
      return nil
    }
    self.init(publicKey: key, signature: signature)
    guard self.text == text, SigningKey.isGood(signature, of: Self.message(sums), by: key) else { return nil }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func bytes(_ hex: Substring) -> [UInt8]? {
    let digits = hex.compactMap(\.hexDigitValue)
    guard digits.count == hex.utf8.count, digits.count % 2 == 0 else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}

/// Who stands behind a backup, short enough to be read aloud.
package enum BackupFingerprint {
  /// Twenty digits of a checksum.
  package static func text(of bytes: [UInt8]) -> String {
    let digits = Array(SHA256Sum.hex(of: bytes).prefix(20))
    return stride(from: 0, to: digits.count, by: 4).map { String(digits[$0..<min($0 + 4, digits.count)]) }
      .joined(separator: "-")
  }
}

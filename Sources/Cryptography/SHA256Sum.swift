#if canImport(CryptoKit)
  internal import CryptoKit
#else
  internal import CLibcrypto
#endif

/// The checksum SHA-256 of bytes that come one piece after the other. Source: FIPS 180-4.
///
/// On Apple's systems CryptoKit computes it, elsewhere the libcrypto that libmosquitto loads anyway.
@safe public final class SHA256Sum {
  #if canImport(CryptoKit)
    private var hash = SHA256()

    /// Of no bytes yet.
    public init() {}

    /// Takes the next bytes.
    public func take(_ bytes: [UInt8]) { hash.update(data: bytes) }

    private func sum() -> [UInt8] { Array(hash.finalize()) }
  #else
    /// `nil` where memory has run out.
    private var context: OpaquePointer?

    /// Of no bytes yet.
    public init() {
      unsafe context = EVP_MD_CTX_new()
      if unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) != 1 { drop() }
    }

    deinit { drop() }

    /// Takes the next bytes.
    public func take(_ bytes: [UInt8]) {
      if unsafe EVP_DigestUpdate(context, bytes, bytes.count) != 1 { drop() }
    }

    private func sum() -> [UInt8] {
      var sum = [UInt8](repeating: 0, count: 32)
      return unsafe EVP_DigestFinal_ex(context, &sum, nil) == 1 ? sum : []
    }

    private func drop() {
      unsafe EVP_MD_CTX_free(context)
      unsafe context = nil
    }
  #endif

  /// The sum of all that was taken, in 64 lowercase hexadecimal digits. It is asked once, at the end. Empty, which equals no sum, where
  /// memory had run out.
  public func finish() -> String { Self.hex(sum()) }

  /// Of bytes that are all at hand.
  public static func hex(of bytes: [UInt8]) -> String { hex(self.bytes(of: bytes)) }

  /// The same, as 32 bytes.
  package static func bytes(of bytes: [UInt8]) -> [UInt8] {
    let sum = SHA256Sum()
    sum.take(bytes)
    return sum.sum()
  }

  static func hex(_ sum: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: sum.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

#if canImport(CryptoKit)
  internal import CryptoKit
#else
  internal import CLibcrypto
#endif

/// The digest of RFC 1321. It is no protection; it is what a device asks for.
package enum MD5Sum {
  /// In 32 lowercase hexadecimal digits. Empty where this machine has none, as under FIPS.
  package static func hex(of bytes: [UInt8]) -> String {
    #if canImport(CryptoKit)
      return SHA256Sum.hex(Insecure.MD5.hash(data: bytes))
    #else
      var sum = [UInt8](repeating: 0, count: 16)
      guard unsafe EVP_Digest(bytes, bytes.count, &sum, nil, EVP_md5(), nil) == 1 else { return "" }
      return SHA256Sum.hex(sum)
    #endif
  }
}

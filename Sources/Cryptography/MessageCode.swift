#if !canImport(CryptoKit)
  internal import CLibcrypto

  /// A code that only who knows the key can have made: HMAC over SHA-256. Source: RFC 2104.
  package enum MessageCode {
    /// 32 bytes; none where memory has run out.
    package static func of(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
      var (bytes, count) = ([UInt8](repeating: 0, count: 32), UInt32(0))
      let code = unsafe HMAC(
        EVP_sha256(), key, Int32(clamping: key.count), message, message.count, &bytes, &count)
      return unsafe code == nil ? [] : bytes
    }
  }
#endif

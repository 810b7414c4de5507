#if !canImport(CryptoKit)
  internal import CLibcrypto

  /// AES with a key of 128 bits in Galois/Counter Mode. Source: NIST SP 800-38D.
  package enum SealedBox {
    package static let keySize = 16
    package static let nonceSize = 12
    private static let tagSize = 16

    /// What was hidden, then its tag. `nil`: key or nonce have another size, or memory has run out.
    ///
    /// - Parameter nonce: used once with that key.
    package static func of(_ text: [UInt8], key: [UInt8], nonce: [UInt8]) -> [UInt8]? {
      guard key.count == keySize, nonce.count == nonceSize, let context = unsafe EVP_CIPHER_CTX_new()
      else { return nil }
      defer { unsafe EVP_CIPHER_CTX_free(context) }
      var (hidden, count, rest) = ([UInt8](repeating: 0, count: text.count), Int32(0), Int32(0))
      var (end, tag) = ([UInt8](repeating: 0, count: 16), [UInt8](repeating: 0, count: tagSize))
      guard unsafe EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce) == 1,
        unsafe EVP_EncryptUpdate(context, &hidden, &count, text, Int32(clamping: text.count)) == 1,
        unsafe EVP_EncryptFinal_ex(context, &end, &rest) == 1,
        unsafe EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tagSize), &tag) == 1
      else { return nil }
      return hidden + tag
    }
  }
#endif

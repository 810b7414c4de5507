#if !canImport(CryptoKit)
  internal import CLibcrypto

  /// A secret key and what it signs: Ed25519, by libcrypto. Source: RFC 8032.
  package struct SigningKey: Sendable {
    package static let size = 32
    private static let signatureSize = 64

    private let secret: [UInt8]
    /// Tells who signed, and is no secret.
    package let publicKey: [UInt8]

    /// - Parameter secret: ``size`` bytes of chance; anything else is no key.
    package init?(_ secret: [UInt8]) {
      guard secret.count == Self.size,
        let key = unsafe EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, secret, secret.count)
      else { return nil }
      defer { unsafe EVP_PKEY_free(key) }
      var (bytes, count) = ([UInt8](repeating: 0, count: Self.size), Self.size)
      guard unsafe EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1 else { return nil }
      self.secret = secret
      publicKey = bytes
    }

    /// `nil` where memory has run out.
    package func signature(of message: [UInt8]) -> [UInt8]? {
      guard let key = unsafe EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, secret, secret.count),
        let context = unsafe EVP_MD_CTX_new()
      else { return nil }
      defer {
        unsafe EVP_MD_CTX_free(context)
        unsafe EVP_PKEY_free(key)
      }
      var (bytes, count) = ([UInt8](repeating: 0, count: Self.signatureSize), Self.signatureSize)
      guard unsafe EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
        unsafe EVP_DigestSign(context, &bytes, &count, message, message.count) == 1
      else { return nil }
      return bytes
    }

    /// Whether the key's owner signed exactly that.
    package static func isGood(_ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]) -> Bool {
      guard publicKey.count == size, signature.count == signatureSize,
        let key = unsafe EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, publicKey, publicKey.count),
        let context = unsafe EVP_MD_CTX_new()
      else { return false }
      defer {
        unsafe EVP_MD_CTX_free(context)
        unsafe EVP_PKEY_free(key)
      }
      return unsafe EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
        && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
  }
#endif

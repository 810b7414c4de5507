#if !canImport(CryptoKit)
  internal import CLibcrypto

  /// A private key of the curve P-256, by libcrypto. A secret. Source: FIPS 186-4 D.1.2.3.
  package struct P256Key: Sendable {
    /// Bytes of a secret, and of each half of a signature.
    package static let size = 32
    /// Bytes of a public key: 4, then both coordinates. Source: SEC 1 §2.3.3.
    package static let publicSize = 65
    /// What stands around the secret and the public key in DER. Source: RFC 5915 §3, RFC 5480 §2.
    private static let secretHead: [UInt8] = [0x30, 0x31, 2, 1, 1, 4, 0x20]
    private static let secretTail: [UInt8] = [0xA0, 0x0A, 6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7]
    private static let publicHead: [UInt8] =
      [0x30, 0x59, 0x30, 0x13, 6, 7, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1]
      + [6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7, 3, 0x42, 0]

    private let secret: [UInt8]
    /// ``publicSize`` bytes, no secret.
    package let publicKey: [UInt8]

    /// - Parameter secret: ``size`` bytes, a number that the curve allows; anything else is no key.
    package init?(_ secret: [UInt8]) {
      guard secret.count == Self.size, let key = unsafe Self.key(secret) else { return nil }
      defer { unsafe EVP_PKEY_free(key) }
      let check = unsafe EVP_PKEY_CTX_new(key, nil)
      defer { unsafe EVP_PKEY_CTX_free(check) }
      var (bytes, count) = ([UInt8](repeating: 0, count: Self.publicSize), 0)
      guard unsafe EVP_PKEY_check(check) == 1,
        unsafe EVP_PKEY_get_octet_string_param(
          key, OSSL_PKEY_PARAM_PUB_KEY, &bytes, bytes.count, &count) == 1, count == bytes.count
      else { return nil }
      (self.secret, publicKey) = (secret, bytes)
    }

    /// - Parameter pem: PKCS #8 or SEC 1 as text, without a password.
    package init?(pem: String) {
      let text = Array(pem.utf8)
      guard let source = unsafe BIO_new_mem_buf(text, Int32(clamping: text.count)) else { return nil }
      defer { unsafe BIO_free(source) }
      // What asks for a password is told that there is none: nobody stands at a terminal.
      guard let key = unsafe PEM_read_bio_PrivateKey(source, nil, { _, _, _, _ in -1 }, nil) else {
        return nil
      }
      defer { unsafe EVP_PKEY_free(key) }
      var number: OpaquePointer?
      var secret = [UInt8](repeating: 0, count: Self.size)
      guard unsafe EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1 else { return nil }
      defer { unsafe BN_clear_free(number) }
      guard unsafe BN_bn2binpad(number, &secret, Int32(Self.size)) == Int32(Self.size) else { return nil }
      self.init(secret)
      // A key of another curve has another public key.
      guard unsafe isPublic(of: key) else { return nil }
    }

    /// Whether these bytes are a point of the curve.
    package static func isPublicKey(_ bytes: [UInt8]) -> Bool {
      guard let key = unsafe publicKey(bytes) else { return false }
      unsafe EVP_PKEY_free(key)
      return true
    }

    /// By ECDSA over SHA-256: both numbers, one after the other, as JSON Web Signatures have them. `nil` where memory has run out.
    /// Source: RFC 7518 §3.4.
    package func signature(of message: [UInt8]) -> [UInt8]? {
      guard let key = unsafe Self.key(secret), let context = unsafe EVP_MD_CTX_new() else { return nil }
      defer {
        unsafe EVP_MD_CTX_free(context)
        unsafe EVP_PKEY_free(key)
      }
      var (der, count) = ([UInt8](repeating: 0, count: 80), 80)
      guard unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
        unsafe EVP_DigestSign(context, &der, &count, message, message.count) == 1
      else { return nil }
      let numbers = unsafe der.withUnsafeBufferPointer { bytes in
        var start = bytes.baseAddress
        return unsafe d2i_ECDSA_SIG(nil, &start, count)
      }
      defer { unsafe ECDSA_SIG_free(numbers) }
      guard let numbers = unsafe numbers else { return nil }
      var (r, s) = ([UInt8](repeating: 0, count: Self.size), [UInt8](repeating: 0, count: Self.size))
      guard unsafe BN_bn2binpad(ECDSA_SIG_get0_r(numbers), &r, Int32(Self.size)) > 0,
        unsafe BN_bn2binpad(ECDSA_SIG_get0_s(numbers), &s, Int32(Self.size)) > 0
      else { return nil }
      return r + s
    }

    /// What both sides of an agreement know, ``size`` bytes. `nil`: the other's key is no point of the curve. Source: SEC 1 §3.3.1.
    package func sharedSecret(with other: [UInt8]) -> [UInt8]? {
      guard let key = unsafe Self.key(secret) else { return nil }
      defer { unsafe EVP_PKEY_free(key) }
      guard let peer = unsafe Self.publicKey(other) else { return nil }
      defer { unsafe EVP_PKEY_free(peer) }
      let agreement = unsafe EVP_PKEY_CTX_new(key, nil)
      defer { unsafe EVP_PKEY_CTX_free(agreement) }
      var (bytes, count) = ([UInt8](repeating: 0, count: Self.size), Self.size)
      guard unsafe EVP_PKEY_derive_init(agreement) == 1,
        unsafe EVP_PKEY_derive_set_peer(agreement, peer) == 1,
        unsafe EVP_PKEY_derive(agreement, &bytes, &count) == 1, count == Self.size
      else { return nil }
      return bytes
    }

    private func isPublic(of key: OpaquePointer) -> Bool {
      var (bytes, count) = ([UInt8](repeating: 0, count: Self.publicSize), 0)
      return unsafe EVP_PKEY_get_octet_string_param(
        key, OSSL_PKEY_PARAM_PUB_KEY, &bytes, bytes.count, &count) == 1 && bytes == publicKey
    }

    private static func key(_ secret: [UInt8]) -> OpaquePointer? {
      let der = secretHead + secret + secretTail
      return unsafe der.withUnsafeBufferPointer { bytes in
        var start = bytes.baseAddress
        return unsafe d2i_PrivateKey(EVP_PKEY_EC, nil, &start, bytes.count)
      }
    }

    private static func publicKey(_ point: [UInt8]) -> OpaquePointer? {
      guard point.count == publicSize, point[0] == 4 else { return nil }
      return unsafe (publicHead + point).withUnsafeBufferPointer { bytes in
        var start = bytes.baseAddress
        return unsafe d2i_PUBKEY(nil, &start, bytes.count)
      }
    }
  }
#endif

import PushChannels
import Testing

/// What shows APNs that we may push: how it is signed, and how seldom.
@Suite struct ProviderTokenTests {
  @Test func `the provider token is signed as Apple reads it, with whole seconds`() throws {
    let pem = try Self.pem()
    let token = try #require(
      ProviderToken(signedWith: pem, keyID: "ABC123DEFG", team: "DEF123GHIJ", at: 1_795_220_607))
    let parts = token.text.split(separator: ".").map(String.init)
    func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.bytes(text)) }
    #expect(try String(decoding: bytes(parts[0]), as: UTF8.self) == #"{"alg":"ES256","kid":"ABC123DEFG"}"#)
    #expect(try String(decoding: bytes(parts[1]), as: UTF8.self) == #"{"iss":"DEF123GHIJ","iat":1795220607}"#)
    #expect(
      try OpenSSL.isGood(
        bytes(parts[2]), of: "\(parts[0]).\(parts[1])", by: OpenSSL.publicKey(of: pem)))
  }

  @Test func `what is no key of P-256 without a password signs nothing`() throws {
    let others = try [
      "no key", "", OpenSSL.key("-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"),
      OpenSSL.key("-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1"),
      OpenSSL.key("-algorithm", "ED25519"), OpenSSL.key("-algorithm", "RSA"),
      OpenSSL.key(
        "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-aes256", "-pass", "pass:secret"),
      String(Self.pem().dropFirst(40)), Self.pem().replacing("PRIVATE", with: "PUBLIC"),
    ]
    for other in others {
      #expect(ProviderToken(signedWith: other, keyID: "A", team: "B", at: 0) == nil, "\(other)")
    }
  }

  /// As the file of Apple is.
  private static func pem() throws -> String {
    try OpenSSL.key("-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256")
  }

  @Test func `it is kept 50 minutes and across restarts, and never made twice in 20 minutes`() throws {
    let pem = try Self.pem()
    func made(_ seconds: Int64) throws -> ProviderToken {
      try #require(ProviderToken(signedWith: pem, keyID: "A", team: "B", at: seconds))
    }
    var keep = ProviderKeep(nil)
    #expect(keep.need(at: 1_000, uptime: 0) == .another)
    keep.made(try made(1_000), uptime: 0)
    // Neither a clock that jumps ahead nor one that goes back makes another.
    #expect(keep.need(at: 90_000, uptime: 60_000) == .nothing)
    #expect(keep.need(at: 1, uptime: 60_000) == .nothing)
    #expect(keep.need(at: 4_000, uptime: 3_000_000) == .another)
    keep.refused("another one")
    #expect(keep.need(at: 1_060, uptime: 60_000) == .nothing)
    keep.refused(try #require(keep.token).text)
    #expect(keep.need(at: 1_060, uptime: 60_000) == .rest(seconds: 1_140))
    #expect(keep.need(at: 2_200, uptime: 1_200_000) == .another)
    let restarted = ProviderKeep(try made(1_000))
    #expect(restarted.need(at: 3_999, uptime: 5) == .nothing)
    #expect(restarted.need(at: 4_000, uptime: 5) == .another)
    var ahead = ProviderKeep(try made(9_000))
    #expect(ahead.need(at: 1_000, uptime: 5) == .nothing)
    ahead.refused(try #require(ahead.token).text)
    #expect(ahead.need(at: 1_000, uptime: 5) == .another)
  }
}

import Crypto
import Foundation
import PushChannels
import Testing

/// What shows APNs that we may push: how it is signed, and how seldom.
@Suite struct ProviderTokenTests {
  @Test func `the provider token is signed as Apple reads it, with whole seconds`() throws {
    let key = P256.Signing.PrivateKey()
    let token = try #require(
      ProviderToken(
        signedWith: key.pemRepresentation, keyID: "ABC123DEFG", team: "DEF123GHIJ", at: 1_795_220_607))
    let parts = token.text.split(separator: ".").map(String.init)
    func bytes(_ text: String) throws -> Data {
      let padded = text.replacing("-", with: "+").replacing("_", with: "/")
      return try #require(
        Data(base64Encoded: padded + String(repeating: "=", count: (4 - padded.count % 4) % 4)))
    }
    #expect(try String(decoding: bytes(parts[0]), as: UTF8.self) == #"{"alg":"ES256","kid":"ABC123DEFG"}"#)
    #expect(try String(decoding: bytes(parts[1]), as: UTF8.self) == #"{"iss":"DEF123GHIJ","iat":1795220607}"#)
    let signature = try P256.Signing.ECDSASignature(rawRepresentation: bytes(parts[2]))
    #expect(key.publicKey.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)))
    #expect(ProviderToken(signedWith: "no key", keyID: "A", team: "B", at: 0) == nil)
  }

  @Test func `it is kept 50 minutes and across restarts, and never made twice in 20 minutes`() throws {
    let pem = P256.Signing.PrivateKey().pemRepresentation
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

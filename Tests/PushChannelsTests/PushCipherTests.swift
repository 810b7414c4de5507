import LoamKit
import PushChannels
import Testing

/// How a message is sealed, and how a push service knows who sends it.
@Suite struct PushCipherTests {
  private static let publicKey =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
  private static let auth = "BTBZMqHH6r4Tts7J_aSIgg"

  private func bytes(_ text: String) -> [UInt8] { Base64URL.bytes(text) ?? [] }

  @Test func `the example of RFC 8291 comes out byte for byte`() throws {
    let browser = try #require(
      PushBrowser(endpoint: "https://push.example/1", publicKey: Self.publicKey, auth: Self.auth))
    let body = try PushCipher.sealed(
      Array("When I grow up, I want to be a watermelon".utf8), for: browser,
      ownKey: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"))
    #expect(
      Base64URL.text(body)
        == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
  }

  @Test func `the longest text fills 4096 bytes, and one more is refused`() throws {
    let browser = try #require(
      PushBrowser(endpoint: "https://push.example/1", publicKey: Self.publicKey, auth: Self.auth))
    let (key, salt) = (bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), [UInt8](repeating: 7, count: 16))
    let longest = [UInt8](repeating: 65, count: PushCipher.textBytesMax)
    #expect(try PushCipher.sealed(longest, for: browser, ownKey: key, salt: salt).count == 4096)
    #expect(throws: PushCipher.Failure.tooLong) {
      try PushCipher.sealed(longest + [65], for: browser, ownKey: key, salt: salt)
    }
  }

  @Test(arguments: [
    ("BCVx", auth), (publicKey, "BTBZ"), ("A" + publicKey.dropFirst(), auth), (publicKey + "==", auth),
    ("", ""),
    (publicKey.replacing("_", with: "/"), auth),
  ]) func `keys that are none are not taken`(_ key: String, _ secret: String) {
    #expect(PushBrowser(endpoint: "https://push.example/1", publicKey: key, auth: secret) == nil)
  }

  // MARK: VAPID

  private static let secret = [UInt8](repeating: 9, count: 32)

  @Test func `a token names the service and the page, holds twelve hours, and its signature is ours`() throws
  {
    var vapid = try #require(Vapid(Self.secret, page: "https://garden.example/"))
    let header = vapid.authorization(for: "https://push.example", at: 1_795_220_607)
    let parts = try #require(header.wholeMatch(of: /vapid t=([^.]+)\.([^.]+)\.([^.,]+),k=(.+)/))
    #expect(String(decoding: bytes(String(parts.1)), as: UTF8.self) == #"{"alg":"ES256","typ":"JWT"}"#)
    #expect(
      String(decoding: bytes(String(parts.2)), as: UTF8.self)
        == #"{"aud":"https://push.example","exp":1795263807,"sub":"https://garden.example"}"#)
    #expect(
      try OpenSSL.isGood(bytes(String(parts.3)), of: "\(parts.1).\(parts.2)", by: bytes(String(parts.4))))
    #expect(String(parts.4) == vapid.publicKey)
  }

  @Test(arguments: [
    [], [UInt8](repeating: 0, count: 32), [UInt8](repeating: 255, count: 32),
    [UInt8](repeating: 9, count: 31),
  ]) func `a number that the curve does not have is no key`(_ secret: [UInt8]) {
    #expect(Vapid(secret, page: "http://127.0.0.1/") == nil)
  }

  @Test func `each signature is good, also where its numbers begin with zeros`() throws {
    var vapid = try #require(Vapid(Self.secret, page: "http://127.0.0.1/"))
    for number in 0..<100 {
      let header = vapid.authorization(for: "https://push\(number).example", at: 0)
      let parts = try #require(header.wholeMatch(of: /vapid t=([^.]+\.[^.]+)\.([^.,]+),k=(.+)/))
      let signature = bytes(String(parts.2))
      #expect(signature.count == 64)
      #expect(try OpenSSL.isGood(signature, of: String(parts.1), by: bytes(String(parts.3))))
    }
  }

  @Test func `a token is used again for six hours, and not after the clock was set back`() throws {
    var vapid = try #require(Vapid(Self.secret, page: "http://127.0.0.1/"))
    let first = vapid.authorization(for: "https://push.example", at: 100_000)
    #expect(vapid.authorization(for: "https://push.example", at: 121_599) == first)
    #expect(vapid.authorization(for: "https://other.example", at: 100_000) != first)
    let next = vapid.authorization(for: "https://push.example", at: 121_600)
    #expect(next != first && vapid.authorization(for: "https://push.example", at: 50_000) != next)
  }

  @Test func `a plain address is no subject`() throws {
    var vapid = try #require(Vapid(Self.secret, page: "http://127.0.0.1/"))
    let middle = vapid.authorization(for: "https://push.example", at: 0).split(separator: ".")[1]
    #expect(!String(decoding: bytes(String(middle)), as: UTF8.self).contains("sub"))
  }
}

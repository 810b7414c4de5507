import Cryptography
import LoamKit
import PushChannels
import Testing

/// Which browsers are written to.
@Suite struct BrowserBookTests {
  private static let services = PushServices(["push.example", "*.notify.example", "127.0.0.1:8443"])

  private func document(_ number: UInt8, _ endpoint: String, key: UInt8 = 1, gone: Bool = false) throws
    -> PushRegistration
  {
    let point = try #require(P256Key([UInt8](repeating: key, count: 32))).publicKey
    return PushRegistration(
      id: Paper.id(Int(number)), at: EpochSeconds(clamping: Paper.start), endpoint: endpoint,
      p256dh: Base64URL.text(point),
      auth: Base64URL.text([UInt8](repeating: key, count: 16)), gone: gone)
  }

  private func browser(_ registration: PushRegistration) throws -> PushBrowser {
    try #require(
      PushBrowser(
        endpoint: registration.endpoint ?? "", publicKey: registration.p256dh ?? "",
        auth: registration.auth ?? ""))
  }

  @Test(arguments: [
    ("https://push.example/a", true), ("https://PUSH.example:443/a", true),
    ("https://db5.notify.example/w", true),
    ("https://127.0.0.1:8443/x", true), ("http://push.example/a", false),
    ("https://push.example:8080/a", false),
    ("https://notify.example/w", false), ("https://evilnotify.example/w", false),
    ("https://127.0.0.1/x", false),
    ("https://push.example@10.0.0.1/a", false), ("https://push.example", false),
    ("https://push.example.evil.org/a", false),
    ("https://[::1]/a", false), ("https://push.example/a b", false), ("ftp://push.example/a", false),
  ]) func `only addresses of known push services are written to`(_ endpoint: String, _ isAllowed: Bool) {
    #expect(Self.services.allow(endpoint) == isAllowed)
  }

  @Test func `the newest of too many stay, and who registers again stays as it is`() throws {
    var book = BrowserBook([], services: Self.services, most: 2)
    let three = try (1...3).map { try document($0, "https://push.example/\($0)") }
    let browsers = try three.map(browser)
    #expect(book.take(three[0]) == .entered(browsers[0], instead: []))
    #expect(book.take(three[1]) == .entered(browsers[1], instead: []))
    #expect(book.take(three[2]) == .entered(browsers[2], instead: [browsers[0]]))
    #expect(book.browsers == [browsers[1], browsers[2]])
    #expect(book.take(three[2]) == .nothing(.duplicate))
    let again = try document(9, "https://push.example/3")
    #expect(book.take(again) == .nothing(.accepted))
  }

  @Test
  func `other keys take the place of the older ones of that endpoint, and the older ones take nothing back`()
    throws
  {
    var book = BrowserBook([], services: Self.services, most: 2)
    let old = try document(1, "https://push.example/1")
    let new = try document(2, "https://push.example/1", key: 2)
    let (older, newer) = (try browser(old), try browser(new))
    _ = book.take(old)
    #expect(book.take(new) == .entered(newer, instead: [older]))
    let tooLate = try document(3, "https://push.example/1", gone: true)
    #expect(book.take(tooLate) == .nothing(.alreadyDone))
    #expect(!book.strike(older) && book.browsers == [newer])
    let inTime = try document(4, "https://push.example/1", key: 2, gone: true)
    #expect(book.take(inTime) == .struck(newer))
    #expect(book.browsers.isEmpty)
  }

  @Test func `a foreign address is refused, and so is another service's token`() throws {
    var book = BrowserBook([], services: Self.services, most: 2)
    let elsewhere = try document(1, "https://elsewhere.example/1")
    #expect(book.take(elsewhere) == .nothing(.forbidden))
    let apple = PushRegistration(
      id: Paper.id(2), at: EpochSeconds(clamping: 0), token: "00fc13adff785122", of: "com.example",
      .production,
      use: .alerts)
    #expect(book.take(apple) == .nothing(.unknownRequest))
    #expect(book.browsers.isEmpty)
  }

  @Test func `what is stored is judged again at the start`() throws {
    let stored = try [
      document(1, "https://push.example/1"), document(2, "https://gone.example/1"),
      document(3, "https://push.example/2"), document(4, "https://push.example/3"),
    ].map(browser)
    #expect(BrowserBook(stored, services: Self.services, most: 2).browsers == [stored[2], stored[3]])
  }
}

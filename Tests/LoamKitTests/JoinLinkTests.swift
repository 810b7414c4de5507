import LoamKit
import Testing

@Suite struct JoinLinkTests {
  private let link = JoinLink(
    host: "pi.local", port: 1883, isEncrypted: false, device: Paper.token("kitchen-phone-kqzr"),
    secret: "c29tZS1jaGFuY2Utb2YtMTI4", base: "plants")

  @Test func `an invitation is a link of ours, with what is usual left out`() {
    #expect(
      link.text
        == "loam://join?host=pi.local&port=1883&device=kitchen-phone-kqzr&secret=c29tZS1jaGFuY2Utb2YtMTI4")
    #expect(DeepLink.reading(link.text) == .ours(.join(link)))
  }

  @Test(arguments: ["haus/garten", "a&b", "Gewächshaus", "50%", "a+b c"])
  func `a base of any letters comes back, and so does encryption`(base: String) {
    var other = link
    (other.base, other.isEncrypted, other.host, other.port) = (base, true, "fe80::1", 8883)
    // A plus sign is a wildcard of MQTT, and no base.
    #expect((DeepLink.reading(other.text) == .ours(.join(other))) == (TopicTree(base: base) != nil))
  }

  @Test(arguments: [
    "loam://join", "loam://join?host=&port=1883&device=a&secret=c29tZS1jaGFuY2Utb2YtMTI4",
    "loam://join?host=pi&port=0&device=a&secret=c29tZS1jaGFuY2Utb2YtMTI4",
    "loam://join?host=pi&port=1883&device=A&secret=c29tZS1jaGFuY2Utb2YtMTI4",
    "loam://join?host=pi&port=1883&device=a&secret=short",
    "loam://join?host=pi&port=1883&device=a&secret=c29tZS1jaGFuY2Utb2YtMTI4&base=$SYS",
  ])
  func `what is no whole invitation opens the app and nothing else`(text: String) {
    #expect(DeepLink.reading(text) == .unknown)
  }
}

import MQTTTypes
import Testing

@Suite struct TopicFilterTests {
  @Test(arguments: [
    ("a/b", "a/b", true), ("a/+", "a/b", true), ("a/+", "a/b/c", false), ("a/#", "a", true),
    ("a/#", "a/b/c", true),
    ("#", "a/b", true), ("#", "$SYS/x", false), ("+/x", "$SYS/x", false), ("$SYS/#", "$SYS/x", true),
    ("a//b", "a//b", true), ("a/+/b", "a//b", true), ("/a", "a", false), ("+/+", "/a", true),
    ("zigbee2mqtt/bed 1/ä", "zigbee2mqtt/bed 1/ä", true),
  ])
  func `a topic matches as the standard says`(filter: String, topic: String, expected: Bool) throws {
    #expect(try #require(TopicFilter(filter)).matches(topic) == expected)
  }

  @Test(arguments: ["", "a+", "a/b#", "#/a", "a/#/b", "a\0b", String(repeating: "a", count: 65_536)])
  func `what is no filter is refused`(text: String) {
    #expect(TopicFilter(text) == nil)
  }

  @Test func `captures are what stood for the wildcards`() throws {
    #expect(
      try #require(TopicFilter("home/+/BTtoMQTT/#")).captures(in: "home/hall/BTtoMQTT/a/b") == [
        "hall", "a/b",
      ])
  }

  @Test(arguments: [
    ("a/+", "+/b", true), ("a/b", "a/c", false), ("a/#", "a", true), ("#", "x/y", true),
    ("a/+/c", "a/b", false),
  ])
  func `filters overlap where one topic fits both`(a: String, b: String, expected: Bool) throws {
    let (first, second) = (try #require(TopicFilter(a)), try #require(TopicFilter(b)))
    #expect(first.overlaps(second) == expected)
    #expect(second.overlaps(first) == expected)
  }

  @Test(arguments: [
    ("a/+", "a/b", true), ("a/#", "a", true), ("a/#", "a/+/c", true), ("a/+", "a/#", false),
    ("a/b", "a/+", false),
    ("#", "$SYS/a", false), ("a/+", "a/+", true),
  ])
  func `a filter covers another where every topic of it fits`(wide: String, narrow: String, expected: Bool)
    throws
  {
    #expect(try #require(TopicFilter(wide)).covers(try #require(TopicFilter(narrow))) == expected)
  }
}

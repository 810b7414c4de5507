import LoamKit
import Testing

struct TopicTreeTests {
  @Test func `every topic parses back to itself`() throws {
    let tree = try #require(TopicTree(base: "home/plants"))
    let device = try #require(DeviceName("anna-phone"))
    var topics: [Topic] = [
      .bridgeStatus, .bridgeInfo, .bridgeCounters, .plant(try #require(SubjectName("basil"))),
      .detail(try #require(SubjectName("basil"))), .category(.wateringReminder),
      .control(try #require(ControlName("basil-dry-below"))),
      .heater(try #require(SubjectName("frost-guard"))),
      .reminder(try #require(ReminderKey("water-basil"))), .glance, .hold,
      .activity(try #require(MessageID("0197f0b1-7777-7888-8999-aaaabbbbcccc"))),
    ]
    topics += Topic.Down.allCases.map { .down(device, $0) } + Topic.Up.allCases.map { .up(device, $0) }
    for topic in topics { #expect(tree.topic(tree.text(topic)) == topic) }
    #expect(Set(topics.map(tree.text)).count == topics.count)
  }

  @Test(arguments: [
    "", "plants", "plants/v1", "plants/v1/", "plants/v2/bridge/status", "plants/v1x/bridge/status",
    "plants/v1/state/plant/", "plants/v1/state/plant/a/b", "plants/v1/state/plant/a+b",
    "plants/v1/d/Anna/up/action", "plants/v1/d/anna/up/shout", "plants/v1/d/anna/down/ack",
    "plants/v1/state/glance/some", "plants/v1/state/hold", "plants/v1/state/hold/everything",
    "plants/v1/state/activity/0197F0B1-7777-7888-8999-AAAABBBBCCCC",
  ])
  func `what is not ours is no topic`(_ text: String) throws {
    #expect(try #require(TopicTree()).topic(text) == nil)
  }

  @Test(arguments: [
    "", "/", "a//b", "a/", "/a", "a/+", "#", "$SYS", "a\u{0}", String(repeating: "a", count: 129),
  ])
  func `a base that MQTT could misread is refused`(_ base: String) {
    #expect(TopicTree(base: base) == nil)
  }
}

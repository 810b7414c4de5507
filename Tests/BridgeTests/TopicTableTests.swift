import Testing

@testable import Bridge

@Suite struct TopicTableTests {
  @Test func `a topic is found again by its bytes`() {
    var table = TopicTable()
    let topics = (0..<1000).map { Array("zigbee2mqtt/probe \($0)".utf8) }
    for (i, topic) in topics.enumerated() {
      #expect(table.route(of: topic.span) == nil)
      table.remember(topic.span, route: i % 7)
    }
    for (i, topic) in topics.enumerated() { #expect(table.route(of: topic.span) == i % 7) }
    #expect(table.route(of: Array("zigbee2mqtt/probe 1000".utf8).span) == nil)
  }

  @Test func `a flood of strangers takes no memory, and no device's place`() {
    var table = TopicTable(known: 10)
    let long = String(repeating: "x", count: 60_000)
    for i in 0..<100 { table.remember(Array("\(long)/\(i)".utf8).span, route: -1) }
    for i in 0..<100_000 { table.remember(Array("flood/\(i)".utf8).span, route: -1) }
    #expect(table.strangers == TopicTable.strangersMax)
    #expect(table.route(of: Array("flood/0".utf8).span) == -1)
    #expect(table.route(of: Array("flood/99999".utf8).span) == nil)
    for i in 0..<100_000 { table.remember(Array("probe/\(i)".utf8).span, route: i % 7) }
    #expect(table.count == table.capacity)
    #expect(table.route(of: Array("probe/40".utf8).span) == 5)
  }
}

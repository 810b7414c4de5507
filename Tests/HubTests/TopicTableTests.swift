import GardenCore
import Testing

@testable import Hub

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

  @Test func `any bytes are found again, and no other's route`() {
    var random = SplitMix64(seed: 41)
    var table = TopicTable()
    var known: [[UInt8]: Int] = [:]
    for route in 0..<2000 {
      let topic = (0..<Int.random(in: 0...300, using: &random)).map { _ in
        [0, 0x2F, 0x2B, 0x61, 0xFF][Int.random(in: 0..<5, using: &random)]
      }.map(UInt8.init)
      #expect(table.route(of: topic.span) == known[topic])
      table.remember(topic.span, route: route)
      if topic.count <= TopicTable.bytesMax { known[topic] = route }
    }
    for (topic, route) in known { #expect(table.route(of: topic.span) == route) }
  }
}

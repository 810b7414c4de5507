import DeviceFamilies
import GardenCore
import MQTTTypes
import PayloadJSON
import Testing

@Suite struct SparkplugTests {
  private static let topic = "spBv1.0/Greenhouse/edge1/bed-3"

  private func sensor(_ topic: String = Self.topic) throws -> any DeviceDecoder {
    try Families.makeSensor(SensorBinding(sensor: SensorIndex(0), family: .sparkplug, topic: topic))
  }

  /// What the device's decoder says to one message on a topic.
  private func hear(
    _ device: inout any DeviceDecoder, _ topic: String, _ bytes: [UInt8], at seconds: Int64 = 1_795_262_400
  ) -> [DecodedItem] {
    let reader = PayloadReader()
    reader.load(bytes.span)
    let context = DecodeContext(
      arrival: Timestamp(seconds: seconds), wasRetained: false,
      calendar: SiteCalendar(rules: [.init(start: Timestamp(seconds: 0), offsetSeconds: 0)]))
    var items: [DecodedItem] = []
    for (source, place) in device.sources.enumerated() where place.filter.matches(topic) {
      device.decode(reader, source: source, context: context, into: &items)
    }
    return items
  }

  @Test(arguments: [
    "spBv1.0/Greenhouse/edge1/bed-3", "Greenhouse/edge1/bed-3", "spBv1.0/Greenhouse/DDATA/edge1/bed-3",
    "spBv1.0/Greenhouse/NBIRTH/edge1", "Greenhouse/edge1",
  ])
  func `a device is named by its place or by one of its topics`(topic: String) throws {
    let subject = topic.hasSuffix("bed-3") ? "DDATA/edge1/bed-3" : "NDATA/edge1"
    #expect(try sensor(topic).sources.first?.filter.text == "spBv1.0/Greenhouse/\(subject)")
  }

  @Test(arguments: [
    "Greenhouse", "spBv1.0/Greenhouse", "spBv1.0/STATE/host", "a/b/c/d", "a//c", "spBv1.0/a/+/b", "a/b/#",
  ])
  func `what names no device is a problem`(topic: String) {
    #expect(throws: BindingProblem.self) { try sensor(topic) }
  }

  @Test func `the question is a rebirth of the node, with the time of the asking, not retained`() throws {
    var device = try sensor()
    #expect(hear(&device, "spBv1.0/Greenhouse/DDATA/edge1/bed-3", [0x18, 5]) == [.asks])
    let question = try #require(device.question)
    #expect(question.topic == "spBv1.0/Greenhouse/NCMD/edge1" && !question.isRetained)
    let time: [UInt8] = [0x80, 0x8C, 0xE9, 0xEF, 0x9F, 0x34]
    let name = Array("Node Control/Rebirth".utf8)
    let parts: [[UInt8]] = [[0x08], time, [0x12, 33, 0x0A, 20], name, [0x18], time, [0x20, 11, 0x70, 1]]
    #expect(question.payload == parts.flatMap { $0 })
  }

  @Test func `all devices of a node ask the same question in one turn`() throws {
    var one = try sensor("Greenhouse/edge1/bed-3")
    var other = try sensor("Greenhouse/edge1/bed-4")
    let topic = "spBv1.0/Greenhouse/DDATA/edge1/bed-3"
    #expect(hear(&one, topic, [0x18, 5]) == [.asks] && hear(&other, topic, [0x18, 5]) == [.asks])
    #expect(one.question == other.question)
  }

  @Test func `who is not answered asks less and less often, and after an order kept again soon`() throws {
    var device = try sensor()
    let topic = "spBv1.0/Greenhouse/DDATA/edge1/bed-3"
    var asked: [Int64] = []
    for second in 0..<8_000 as Range<Int64>
    where hear(&device, topic, [0x10, 0], at: second + 1_795_262_400) != [] {
      asked.append(second)
    }
    #expect(asked == [0, 10, 30, 70, 150, 310, 630, 1270, 2550, 5110])
    for seq in 1...40 as ClosedRange<UInt8> {
      _ = hear(&device, "spBv1.0/Greenhouse/NDATA/edge1", [0x18, seq], at: 1_795_270_400)
    }
    var again: [Int64] = []
    for second in 9_000..<9_100 as Range<Int64>
    where hear(&device, topic, [0x10, 0], at: second + 1_795_262_400) != [] { again.append(second) }
    #expect(again.count >= 2, "\(again)")
  }

  @Test func `a clock that is set back does not silence the question`() throws {
    var device = try sensor()
    let topic = "spBv1.0/Greenhouse/DDATA/edge1/bed-3"
    #expect(hear(&device, topic, [0x18, 5]) == [.asks])
    #expect(hear(&device, topic, [0x18, 6], at: 1_600_000_000) == [.asks])
    #expect(hear(&device, topic, [0x18, 7], at: 1_600_000_005).isEmpty)
  }

  @Test func `more aliases than are kept: none is called unknown`() throws {
    var device = try sensor()
    let birth: [UInt8] = (0..<1500).flatMap { alias -> [UInt8] in
      [0x12, 5, 0x0A, 0, 0x10, UInt8(alias & 0x7F) | 0x80, UInt8(alias >> 7)]
    }
    #expect(hear(&device, "spBv1.0/Greenhouse/DBIRTH/edge1/bed-3", birth) == [.online(true)])
    let data: [UInt8] = [0x12, 8, 0x10, 0xFF, 0x7F, 0x65, 0, 0, 0x20, 0x42]
    #expect(hear(&device, "spBv1.0/Greenhouse/DDATA/edge1/bed-3", data).isEmpty)
  }
}

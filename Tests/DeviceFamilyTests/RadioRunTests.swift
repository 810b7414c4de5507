import DeviceFamilies
import Foundation
import GardenCore
import MQTTTypes
import PayloadJSON
import Testing
@testable import FuzzHarness

/// All that rtl_433 22.11 published while it heard nine recordings, `mosquitto_sub -v` lines in their order, in both trees.
@Suite struct RadioRunTests {
  private static let lines: [(topic: String, payload: String)] = {
    let file = FixtureCase.folder.appending(path: "rtl_433/run-22.11.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      line.firstIndex(of: " ").map { (String(line[..<$0]), String(line[line.index(after: $0)...])) }
    }
  }()

  /// What a sensor reads from the whole run, without times and raw values.
  private func readings(_ topic: String, select: [String: String] = [:]) throws -> [String] {
    let matches = select.map { FieldMatch(path: FieldPath([.key($0.key)]), value: $0.value) }
    var device = try Families.makeSensor(
      SensorBinding(sensor: SensorIndex(0), family: .rtl433, topic: topic, select: matches))
    let reader = PayloadReader()
    let calendar = SiteCalendar(rules: [.init(start: Timestamp(seconds: 0), offsetSeconds: 0)])
    let context = DecodeContext(
      arrival: timestamp("2026-11-21T05:25:00Z"), wasRetained: false, calendar: calendar)
    var items: [DecodedItem] = []
    for line in Self.lines {
      reader.load(line.payload.utf8Span.span)
      for (source, place) in device.sources.enumerated() where place.filter.matches(line.topic) {
        device.decode(reader, source: source, context: context, into: &items)
      }
    }
    return items.map { item in
      guard case .value(let quantity, let value, _, _, _) = item else { return ItemText.line(item) }
      return "\(quantity.name) \(String(format: "%.9g", value))"
    }
  }

  @Test(arguments: [
    ("Fineoffset-WH51", "006b58", "Fineoffset-WH51/006b58", ["moisture 36", "battery 77.778"]),
    ("Fineoffset-WH51", "00c4f2", "Fineoffset-WH51/00c4f2", ["moisture 0", "battery 88.889"]),
    ("Fineoffset-WN34", "10597", "Fineoffset-WN34/10597", ["temperature 24.5", "battery 50"]),
    (
      "Springfield-Soil", "212", "Springfield-Soil/1/+",
      [
        "moisture 0", "temperature 20.8", "battery low false", "moisture 80", "temperature 21.6",
        "battery low false",
      ]
    ),
    (
      "Bresser-6in1", "409995155", "Bresser-6in1/1/409995155",
      ["moisture 0", "temperature 22.1", "battery low false"]
    ),
  ])
  func `both trees say the same of a probe`(
    _ model: String, _ id: String, _ device: String, _ expected: [String]
  ) throws {
    #expect(try readings("rtl_433/vm/events", select: ["model": model, "id": id]) == expected)
    #expect(try readings("rtl_433/+/devices/\(device)").sorted() == expected.sorted())
  }

  @Test func `a probe without an id is told by its channel, twice a transmission`() throws {
    let twice = ["moisture 5", "temperature 27", "moisture 5", "temperature 27"]
    let all = twice + ["moisture 5", "temperature 9", "moisture 5", "temperature 9"]
    #expect(try readings("rtl_433/vm/events", select: ["model": "Opus-XT300", "channel": "2"]) == all)
    #expect(try readings("rtl_433/vm/devices/Opus-XT300/2").sorted() == all.sorted())
  }

  @Test func `three probes of one model without an id: the first, and that there are others`() throws {
    let expected = [
      "moisture 36", "battery 77.778", "message refused: ambiguous",
      "message refused: ambiguous",
    ]
    #expect(try readings("rtl_433/vm/events", select: ["model": "Fineoffset-WH51"]) == expected)
    #expect(try readings("rtl_433/vm/devices/Fineoffset-WH51/+").sorted() == expected.sorted())
  }
}

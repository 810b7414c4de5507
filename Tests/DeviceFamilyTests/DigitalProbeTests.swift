import DeviceFamilies
import GardenCore
import MQTTTypes
import PayloadJSON
import Testing

/// Probes that say dry or wet and no number, in each family that has fields.
@Suite struct DigitalProbeTests {
  struct Case: CustomTestStringConvertible {
    var family: Family
    var topic: String
    var path: String?
    var words: [(String, Double)]
    var heard: String
    var payload: String
    var percent: Double?
    var testDescription: String { "\(family.name) \(heard) \(payload)" }
  }

  private static let flag = [("true", 60.0), ("false", 10.0)]
  private static let onOff = [("ON", 60.0), ("OFF", 10.0)]
  static let cases: [Case] = [
    // A leak sensor in a pot, as an object and with output: attribute.
    Case(
      family: .zigbee2mqtt, topic: "zigbee2mqtt/pot", path: "water_leak", words: flag,
      heard: "zigbee2mqtt/pot", payload: #"{"battery":97,"water_leak":false,"linkquality":80}"#, percent: 10),
    Case(
      family: .zigbee2mqtt, topic: "zigbee2mqtt/pot", path: "water_leak", words: flag,
      heard: "zigbee2mqtt/pot/water_leak", payload: "true", percent: 60),
    Case(
      family: .tasmota, topic: "gh", path: "Switch1", words: onOff, heard: "tele/gh/SENSOR",
      payload: #"{"Time":"2026-11-21T12:00:00","Switch1":"OFF"}"#, percent: 10),
    Case(
      family: .shelly, topic: "shellyflood-1", path: "flood:0.alarm", words: flag,
      heard: "shellyflood-1/status/flood:0", payload: #"{"id":0,"alarm":true,"mute":false}"#, percent: 60),
    Case(
      family: .homeAssistant, topic: "homeassistant", path: "binary_sensor.fern",
      words: [("on", 60), ("off", 10)], heard: "homeassistant/binary_sensor/fern/state", payload: "off",
      percent: 10),
    Case(
      family: .theengs, topic: "C47C8D65B663", path: "dry", words: [("1", 10), ("0", 60)],
      heard: "home/gw/BTtoMQTT/C47C8D65B663", payload: #"{"id":"C4:7C:8D:65:B6:63","dry":1}"#, percent: 10),
    Case(
      family: .chirpstack, topic: "application/1/device/a", path: "object.leak", words: flag,
      heard: "application/1/device/a/event/up", payload: #"{"object":{"leak":true}}"#, percent: 60),
    // A comparator board: 0 is wet. A number is told by its value.
    Case(
      family: .json, topic: "g/a", path: "do", words: [("0", 60), ("1", 10)], heard: "g/a",
      payload: #"{"do":0.0,"ao":512}"#, percent: 60),
    // Wet electrodes, counted.
    Case(
      family: .plain, topic: "g/a", path: nil, words: [("0", 10), (">=3", 60), (">0", 40)], heard: "g/a",
      payload: "4", percent: 60),
    Case(
      family: .plain, topic: "g/a", path: nil, words: [("0", 10), (">=3", 60), (">0", 40)], heard: "g/a",
      payload: "-1", percent: nil),
  ]

  private func binding(_ one: Case) throws -> SensorBinding {
    let words = one.words.map { FieldMeaning($0.0, means: $0.1) }
    let path = try one.path.map { try FieldPath(text: $0) } ?? FieldPath([])
    return SensorBinding(
      sensor: SensorIndex(0), family: one.family, topic: one.topic,
      fields: [FieldMapping(quantity: .moisture, path: path, rules: FieldRules(words: words))])
  }

  private func hear(
    _ device: inout any DeviceDecoder, _ topic: String, _ payload: String, retained: Bool = false
  ) -> [DecodedItem] {
    let reader = PayloadReader()
    reader.load(payload.utf8Span.span)
    var items: [DecodedItem] = []
    let context = DecodeContext(
      arrival: Timestamp(seconds: 1_795_262_400), wasRetained: retained, calendar: .utc)
    for (source, place) in device.sources.enumerated() where place.filter.matches(topic) {
      device.decode(reader, source: source, context: context, into: &items)
    }
    return items
  }

  @Test(arguments: cases) func `a word means what its owner says`(_ one: Case) throws {
    var device = try Families.makeSensor(binding(one))
    let moisture = hear(&device, one.heard, one.payload).filter {
      switch $0 {
      case .value(.moisture, _, _, _, _), .refused(.moisture, _): true
      default: false
      }
    }
    guard let percent = one.percent else {
      #expect(moisture == [.refused(.moisture, .notANumber)])
      return
    }
    guard case .value(.moisture, percent, raw: nil, _, _)? = moisture.first, moisture.count == 1 else {
      Issue.record("\(moisture)")
      return
    }
  }

  @Test func `a time that comes behind a kept word or number dates it`() throws {
    let time = "2024-05-01T10:00:00+00:00"
    let at = Timestamp(seconds: 1_714_557_600)
    let fern = try #require(Self.cases.first { $0.family == .homeAssistant })
    var device = try Families.makeSensor(binding(fern))
    _ = hear(&device, fern.heard, "off", retained: true)
    let told = hear(&device, "homeassistant/binary_sensor/fern/last_updated", time, retained: true)
    #expect(told == [.value(.moisture, 10, raw: nil, measuredAt: at, mayBeCached: false)])
    let moisture = FieldMapping(quantity: .moisture, path: FieldPath([.key("soil_moisture")]))
    device = try Families.makeSensor(
      SensorBinding(
        sensor: SensorIndex(0), family: .esphome, topic: "node", fields: [moisture],
        time: TimeMapping(path: FieldPath([]), topic: "node/measured")))
    _ = hear(&device, "node/sensor/soil_moisture/state", "41", retained: true)
    #expect(
      hear(&device, "node/measured", time, retained: true)
        == [.value(.moisture, 41, raw: nil, measuredAt: at, mayBeCached: false)])
    // Once: a later time belongs to another value.
    #expect(hear(&device, "node/measured", time, retained: true) == [])
  }
}

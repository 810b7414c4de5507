import DeviceFamilies
import Foundation
import GardenCore
import PayloadJSON
import Testing
@testable import FuzzHarness

/// What a device says in a fixture is enough to recognise it and to bind it.
@Suite struct RecognitionTests {
  static func heard(_ messages: [HeardMessage], _ bounds: HeardMessages.Bounds = .init()) -> HeardMessages {
    var heard = HeardMessages(ownTree: "plants", bounds: bounds)
    let reader = PayloadReader(bytesMax: 65_536)
    for message in messages { heard.take(message, reader) }
    return heard
  }

  static func message(_ topic: String, _ text: String, retained: Bool = false) -> HeardMessage {
    HeardMessage(
      topic: topic, payload: Array(text.utf8), wasRetained: retained,
      arrival: timestamp("2026-11-21T12:00:00Z"))
  }

  static func devices(_ messages: [HeardMessage], bound: Recognition.Bound = .init()) -> [RecognizedDevice] {
    Recognition(heard(messages), calendar: .utc, bound: bound).devices
  }

  private static func binding(_ device: RecognizedDevice) -> SensorBinding? {
    if case .sensor(let binding) = device.candidate.role { binding } else { nil }
  }

  @Test func `Theengs heard by two gateways is one device`() throws {
    let found = Self.devices([
      Self.message("home/GW1/BTtoMQTT/C47C8D65B663", #"{"model":"MiFlora","moi":30}"#),
      Self.message("home/GW2/BTtoMQTT/C47C8D65B663", #"{"model":"MiFlora","tempc":22.5}"#),
    ])
    try #require(found.count == 1)
    #expect(Self.binding(found[0])?.topic == "C4:7C:8D:65:B6:63")
    #expect(found[0].values.map(\.quantity) == [.moisture, .temperature])
  }

  @Test func `a radio sensor in both trees of rtl_433 is one device, bound by its events`() throws {
    let event =
      #"{"time":"2026-11-21 11:59:00","model":"Fineoffset-WH51","id":"006b58","moisture":36,"mic":"CRC"}"#
    let found = Self.devices([
      Self.message("rtl_433/vm/devices/Fineoffset-WH51/006b58/moisture", "36"),
      Self.message("rtl_433/vm/events", event),
    ])
    try #require(found.count == 1)
    #expect(Self.binding(found[0])?.topic == "rtl_433/vm/events")
  }

  @Test func `devices that share a topic are all kept`() {
    let events = (1...5).map { id in
      Self.message(
        "rtl_433/vm/events",
        #"{"time":"2026-11-21 11:59:00","model":"Springfield-Soil","id":\#(id),"moisture":40,"mic":"CRC"}"#)
    }
    #expect(Self.devices(events).count == 5)
  }

  @Test func `a Tasmota device is no plain topic and no JSON of somebody's`() {
    let found = Self.devices([
      Self.message(
        "tele/pots/SENSOR",
        #"{"DS18B20-1":{"Id":"00000566CC39","Temperature":21.4},"DS18B20-2":{"Id":"000007FF1234","Temperature":18.2}}"#
      )
    ])
    #expect(found.map(\.candidate.family) == [.tasmota, .tasmota])
    #expect(found.map { $0.values.first?.value } == [21.4, 18.2])
  }

  @Test func `the same form of topic is statestream's below homeassistant and ESPHome's elsewhere`() {
    let found = Self.devices([
      Self.message("homeassistant/sensor/soil_bed_1/state", "34.0"),
      Self.message("terrace/sensor/soil_moisture_bed_1/state", "41.5"),
      Self.message("bridge/sensor/soil_bed_2/state", "35.0"),
      Self.message("bridge/sensor/soil_bed_2/last_updated", "2026-11-21T11:00:00+00:00"),
    ])
    #expect(found.map(\.candidate.family) == [.homeAssistant, .esphome, .homeAssistant])
  }

  @Test func `two beds on one node are two devices`() {
    let found = Self.devices([
      Self.message("terrace/sensor/soil_moisture_bed_1/state", "41.5"),
      Self.message("terrace/sensor/soil_moisture_bed_2/state", "31.5"),
      Self.message("terrace/sensor/soil_temperature_bed_2/state", "18.5"),
    ])
    #expect(found.map { $0.values.map(\.value) } == [[41.5], [31.5, 18.5]])
  }

  @Test func `bare numbers and JSON of a person's own are guesses`() {
    let found = Self.devices([
      Self.message("garden/bed9/moisture", "37"),
      Self.message("sketch/balcony", #"{"soil":{"moisture":28.5},"temp":19.1,"rssi":-60}"#),
      Self.message("garden/pressure", "1013"),
    ])
    #expect(found.map(\.candidate.family) == [.plain, .json])
    #expect(found.map(\.candidate.isGuess) == [true, true])
  }

  @Test func `a raw number is offered without ends of its scale, and with a doubt`() throws {
    let found = Self.devices([Self.message("garden/bed/soil", "712")])
    let field = try #require(found.first.flatMap(Self.binding)?.fields.first)
    #expect(field.unit == .raw)
    #expect(field.calibration == nil)
    #expect(found[0].values.map(\.value) == [712])
    #expect(found[0].values.map(\.quantity) == [.raw])
    #expect(!found[0].candidate.doubts.isEmpty)
  }

  @Test func `our own tree, discovery and the broker's own topics are left out`() {
    let heard = Self.heard([
      Self.message("plants/v1/state/plant/basil", "{}"), Self.message("$SYS/broker/uptime", "3"),
      Self.message("homeassistant/sensor/x/config", #"{"name":"moisture"}"#),
    ])
    #expect(heard.kept.isEmpty)
    #expect(heard.leftOutCount == 3)
  }

  @Test func `what a bound drops is counted`() {
    let messages = (0..<10).map { Self.message("garden/\($0)/moisture", "37") }
    let heard = Self.heard(messages, .init(messages: 4, bytes: 1000, payloadBytes: 10))
    #expect(heard.kept.count == 4)
    #expect(heard.droppedCount == 6)
    let large = Self.heard(
      [Self.message("garden/x", String(repeating: "9", count: 11))], .init(payloadBytes: 10))
    #expect(large.droppedCount == 1)
    let few = Recognition(Self.heard(messages), calendar: .utc, devicesMax: 3)
    #expect(few.devices.count == 3)
    #expect(few.droppedCount == 7)
  }

  @Test func `a device that a config reads already is told apart from its neighbour`() {
    let bound = SensorBinding(
      sensor: SensorIndex(0), family: .tasmota, topic: "pots",
      select: [FieldMatch(path: FieldPath([.key("Id")]), value: "000007FF1234")])
    let found = Self.devices(
      [
        Self.message(
          "tele/pots/SENSOR",
          #"{"DS18B20-1":{"Id":"00000566CC39","Temperature":21.4},"DS18B20-2":{"Id":"000007FF1234","Temperature":18.2}}"#
        )
      ], bound: Recognition.Bound(sensors: [bound]))
    #expect(found.map(\.boundBy) == [nil, 0])
  }

  /// Fixtures that are recognised as something else, or say too little alone.
  private static let elsewhere: Set<String> = [
    // The room's temperature of a thermostat, which is offered as a thermostat.
    "zigbee2mqtt/thermostat-room",
    // Homie devices like any other.
    "miflora_daemon/homie", "miflora_daemon/homie-copied", "miflora_daemon/homie-older",
    "miflora_daemon/homie-older-copied",
    // What was said before on the same topic decides, and of a topic only the last message is kept.
    "zigbee2mqtt/attribute-dry", "zigbee2mqtt/tuya-soil-first-zero-meant", "zigbee2mqtt/tuya-soil-joined-dry",
    "zigbee2mqtt/tuya-soil-joined-measured",
    // Two probes under one id: what was said before decides which of them goes on.
    "rtl_433/first-probe-of-a-radio", "rtl_433/selected-probe-of-a-radio",
    // One key of the daemon's five; the daemon always writes all.
    "miflora_daemon/json-partial", "miflora_daemon/json-quantity-name",
    // Only a battery: what it belongs to is said by its other messages.
    "rtl_433/device-battery", "shelly/status-power",
  ]

  /// Fixtures that a config of one's own is needed for, or that are about a device's silence.
  private static func isPlainCase(_ one: FixtureCase) -> Bool {
    guard let binding = one.fixture.binding, one.fixture.topic != nil else { return false }
    let isOwners = binding.fields != nil || binding.temperature_unit != nil || binding.availability != nil
    return !isOwners && !elsewhere.contains(one.name) && one.family != .json && one.family != .plain
  }

  /// Families that say nothing without `fields` have their cases above and in the system test.
  @Test(arguments: FixtureCase.all.filter(isPlainCase))
  func `what the family's decoder reads, the recogniser finds`(_ one: FixtureCase) throws {
    let expected = (one.fixture.expect ?? []).compactMap(\.firstValue)
    guard !expected.isEmpty, one.fixture.expect_failure == nil else { return }
    let found = Recognition(Self.heard(one.messages), calendar: one.context.calendar).devices
      .filter { $0.candidate.family == one.family && $0.isConfirmed }
    let values = found.flatMap(\.values)
    for value in expected {
      #expect(
        values.contains { (read: RecognizedDevice.Value) in
          read.quantity == value.0 && abs(read.value - value.1) < 0.01
        }, "\(one.name): \(value.0.name) \(value.1)")
    }
  }

  /// The one family without a form of its own: it speaks in its owner's words.
  @Test(arguments: Families.all.filter { $0 != .template })
  func `each family is recognised by something that its fixtures say`(_ family: Family) {
    let messages = FixtureCase.all.filter { $0.family == family && $0.fixture.topic != nil }.flatMap(
      \.messages)
    let found = Recognition(Self.heard(messages), calendar: .utc).devices
    let isRecognised = found.contains { $0.candidate.family == family }
    #expect(
      isRecognised,
      "no fixture of \(family) is sniffed: give its Family a recognizer that knows its messages, and one of a fitting rank"
    )
  }
}

extension Fixture.Expected {
  var firstValue: (Quantity, Double)? {
    let values: [(Quantity, Double?)] = [
      (.moisture, moisture), (.temperature, temperature), (.light, light), (.conductivity, conductivity),
      (.battery, battery), (.humidity, humidity),
    ]
    return values.lazy.compactMap { pair in pair.1.map { (pair.0, $0) } }.first
  }
}

import DeviceFamilies
import GardenCore
import GardenSimulation
import MQTTTypes
import PayloadJSON
import Testing

@testable import DemoGarden

/// The demo's devices, read by the real decoders and driven by the real drivers.
@Suite struct DemoDecodingTests {
  let start = DeviceFormatTests.start
  let berlin = DeviceFormatTests.berlin

  static func path(_ text: String) -> FieldPath {
    FieldPath(text.split(separator: ".").map { .key(String($0)) })
  }

  static func binding(
    _ family: Family, _ topic: String, select: [(String, String)] = [], fields: [FieldMapping] = []
  ) -> SensorBinding {
    SensorBinding(
      sensor: SensorIndex(0), family: family, topic: topic,
      select: select.map { FieldMatch(path: path($0.0), value: $0.1) }, fields: fields)
  }

  /// Pot and binding of each probe, as `config/demo.yaml` has them.
  static let probes: [(pot: Int, binding: SensorBinding)] = [
    (0, binding(.zigbee2mqtt, "zigbee2mqtt/Basil")),
    (1, binding(.zigbee2mqtt, "zigbee2mqtt/Bath room/Fern")),
    (1, binding(.plain, "garden/fern/moisture", fields: [FieldMapping(quantity: .moisture, path: path(""))])),
    (
      2,
      binding(
        .tasmota, "greenhouse-tomato",
        fields: [
          FieldMapping(
            quantity: .moisture, path: path("ANALOG.A0"), unit: .raw,
            calibration: Calibration(dry: 720, wet: 260)),
          FieldMapping(quantity: .temperature, path: path("DS18B20.Temperature")),
        ])
    ),
    (
      3,
      binding(
        .esphome, "greenhouse-node",
        fields: [FieldMapping(quantity: .moisture, path: path("chili_soil_moisture"))])
    ),
    (4, binding(.theengs, "home/+/BTtoMQTT/C47C8D65B663")),
    (5, binding(.rtl433, "rtl_433/+/events", select: [("model", "Fineoffset-WH51"), ("id", "006b58")])),
    (
      6,
      binding(
        .theThingsStack, "v3/demo-garden@ttn/devices/lemon-lse01/up",
        fields: [
          FieldMapping(quantity: .moisture, path: path("uplink_message.decoded_payload.water_SOIL")),
          FieldMapping(quantity: .temperature, path: path("uplink_message.decoded_payload.temp_SOIL")),
        ])
    ),
    (
      7,
      binding(
        .json, "garden/windowsill/cactus",
        fields: [
          FieldMapping(quantity: .moisture, path: path("soil.level"), unit: .fraction, noValue: [-1]),
          FieldMapping(quantity: .temperature, path: path("soil.temp"), unit: .fahrenheit),
        ])
    ),
  ]

  func decode(_ decoder: any DeviceDecoder, _ messages: [StationMessage]) -> [DecodedItem] {
    var decoder = decoder
    let reader = PayloadReader()
    var items: [DecodedItem] = []
    let context = DecodeContext(arrival: start + .hours(3), wasRetained: false, calendar: berlin)
    for message in messages {
      for (source, filter) in decoder.sources.enumerated()
      where filter.filter.matches(message.publication.topic) {
        _ = reader.load(message.publication.payload.span)
        decoder.decode(reader, source: source, context: context, into: &items)
      }
    }
    return items
  }

  @Test(arguments: probes.indices)
  func `each probe is read as what is in the pot`(i: Int) throws {
    let (pot, binding) = Self.probes[i]
    var garden = DeviceFormatTests.garden()
    let messages = garden.turn(to: start + .hours(1))
    let items = decode(try Families.makeSensor(binding), messages)
    let moistures = items.compactMap { item in
      if case .value(.moisture, let value, _, _, _) = item { value } else { nil }
    }
    let truth = garden.world.pots[pot].moisture
    #expect(
      moistures.count > 1 && abs((moistures.last ?? -100) - truth) < 3,
      "\(binding.topic): \(moistures) \(truth)")
    for case .value(.moisture, _, _, let at?, _) in items {
      #expect(at >= start && at <= start + .hours(1))
    }
    for case .value(.temperature, let celsius, _, _, _) in items { #expect((-10...45).contains(celsius)) }
  }

  @Test(arguments: [0, 1])
  func `the real drivers open and close the demo's valves for as long as they say`(valve: Int) throws {
    let binding =
      valve == 0
      ? ActuatorBinding(
        actuator: ActuatorIndex(0), family: .zigbee2mqtt, topic: "zigbee2mqtt/Basil valve", isValve: true)
      : ActuatorBinding(
        actuator: ActuatorIndex(1), family: .tasmota, topic: "greenhouse-valve", isValve: true, part: "1")
    let driver = try Families.makeDriver(binding)
    #expect(driver.hasDeviceTimer)
    var garden = DeviceFormatTests.garden()
    _ = garden.turn(to: start)
    tell(driver.publications(for: .open(runs: .minutes(20))), &garden)
    let items = decode(driver, garden.turn(to: start + .hours(1)))
    let states = items.compactMap { item in if case .valve(let report) = item { report.isOpen } else { nil } }
    #expect(states.contains(true) && states.last == false)
    #expect(
      abs(garden.world.valves[valve].litres / garden.world.valves[valve].character.litresPerMinute - 20) < 0.1
    )

    tell(driver.publications(for: .open(runs: .minutes(20))), &garden, at: start + .hours(1))
    _ = garden.turn(to: start + .minutes(65))
    tell(driver.publications(for: .close), &garden, at: start + .minutes(65))
    _ = garden.turn(to: start + .minutes(70))
    #expect(!garden.world.valves[valve].isOpen)
  }

  @Test func `the real driver moves the demo's heater`() throws {
    let driver = try Families.makeDriver(
      ActuatorBinding(
        actuator: ActuatorIndex(2), family: .zigbee2mqtt, topic: "zigbee2mqtt/Greenhouse heater",
        isValve: false,
        part: "occupied_heating_setpoint"))
    var garden = DeviceFormatTests.garden()
    _ = garden.turn(to: start)
    tell(driver.publications(for: .setpoint(18.5)), &garden)
    #expect(decode(driver, garden.turn(to: start + .minutes(2))).last == .setpoint(18.5))
  }

  private func tell(_ publications: [MQTTPublication], _ garden: inout DemoGarden, at now: Timestamp? = nil) {
    #expect(!publications.isEmpty)
    for publication in publications {
      for (i, station) in garden.stations.enumerated()
      where station.filters.contains(where: { TopicFilter($0)?.matches(publication.topic) == true }) {
        _ = garden.hear(station: i, topic: publication.topic, payload: publication.payload, at: now ?? start)
      }
    }
  }
}

import GardenCore
import MQTTTypes
import Testing

@testable import DemoGarden

@Suite struct DeviceFormatTests {
  /// 2026-11-21 00:06:33 UTC.
  static let start = Timestamp(seconds: 1_795_219_593)
  static let berlin = SiteCalendar(rules: [.init(start: Timestamp(seconds: 0), offsetSeconds: 3600)])

  static func garden() -> DemoGarden { DemoGarden(seed: 7, calendar: berlin, at: start) }

  static func messages(hours: Int) -> [StationMessage] {
    var garden = garden()
    return garden.turn(to: start + .hours(hours))
  }

  static func texts(_ messages: [StationMessage], on topic: String) -> [String] {
    messages.filter { $0.publication.topic == topic }.map {
      String(decoding: $0.publication.payload, as: UTF8.self)
    }
  }

  @Test func `every probe of the demo's config speaks within an hour`() {
    let topics = Set(
      Self.messages(hours: 1).map(\.publication.topic))
    for topic in [
      "zigbee2mqtt/Basil", "zigbee2mqtt/Bath room/Fern", "zigbee2mqtt/Basil valve",
      "zigbee2mqtt/Greenhouse heater",
      "garden/fern/moisture", "tele/greenhouse-tomato/SENSOR", "tele/greenhouse-valve/STATE",
      "greenhouse-node/sensor/chili_soil_moisture/state",
      "greenhouse-node/sensor/greenhouse_temperature/state",
      "home/TheengsGateway/BTtoMQTT/C47C8D65B663", "home/OpenMQTTGateway/BTtoMQTT/C47C8D65B663",
      "rtl_433/shed/events", "v3/demo-garden@ttn/devices/lemon-lse01/up", "garden/windowsill/cactus",
    ] {
      #expect(topics.contains(topic), "\(topic)")
    }
  }

  @Test func `a joining zigbee probe says zeros and a null unit, then real values`() {
    let said = Self.texts(Self.messages(hours: 2), on: "zigbee2mqtt/Basil")
    #expect(said.first?.contains(#""soil_moisture":0,"temperature":0,"temperature_unit":null}"#) == true)
    #expect(said.dropFirst().allSatisfy { $0.contains(#""temperature_unit":"celsius"}"#) })
    #expect(said[1].contains(#""last_seen":"2026-11-21T00:"#))
  }

  @Test func `Tasmota counts fall as the soil gets wetter and its time is local`() {
    let said = Self.texts(Self.messages(hours: 1), on: "tele/greenhouse-tomato/SENSOR")
    // 43 % of the way from 720 to 260.
    #expect(said[0].hasPrefix(#"{"Time":"2026-11-21T01:"#))
    #expect(said[0].contains(#""ANALOG":{"A0":52"#))
    #expect(said[0].hasSuffix(#""TempUnit":"C"}"#))
  }

  @Test func `each gateway message of a MiFlora carries one quantity`() {
    let said = Self.texts(Self.messages(hours: 3), on: "home/TheengsGateway/BTtoMQTT/C47C8D65B663")
    for text in said {
      #expect([#""moi":"#, #""tempc":"#, #""lux":"#, #""fer":"#].filter(text.contains).count == 1)
    }
    #expect(said.contains { $0.contains(#""moi":"#) })
  }

  @Test func `radio repeats are the same bytes and the neighbour's probe has another id`() {
    let said = Self.texts(Self.messages(hours: 4), on: "rtl_433/shed/events")
    #expect(zip(said, said.dropFirst()).contains { $0 == $1 })
    #expect(
      said.contains { $0.contains(#""id":"00c3a1""#) } && said.contains { $0.contains(#""id":"006b58""#) })
    #expect(said[0].hasPrefix(#"{"time":"2026-11-21 01:"#))
  }

  @Test func `unplugged parts say what their firmware says`() {
    let said = Self.messages(hours: 8)
    #expect(Self.texts(said, on: "garden/fern/moisture").contains("unavailable"))
    #expect(Self.texts(said, on: "greenhouse-node/sensor/chili_soil_moisture/state").contains("nan"))
    #expect(
      Self.texts(said, on: "tele/greenhouse-tomato/SENSOR").contains { $0.contains(#""Temperature":85.0"#) })
    #expect(Self.texts(said, on: "v3/demo-garden@ttn/devices/lemon-lse01/up")[0].contains(#""3276.70""#))
  }

  @Test func `the same seed says the same bytes`() {
    #expect(Self.messages(hours: 6) == Self.messages(hours: 6))
  }

  @Test(
    arguments: [
      (0.0, 0, "0"), (-0.04, 1, "0.0"), (21.26, 1, "21.3"), (0.05, 2, "0.05"), (-3.5, 2, "-3.50"),
      (1e12, 0, "1000000000"),
    ] as [(Double, Int, String)])
  func `numbers are written with fixed decimals`(value: Double, decimals: Int, text: String) {
    #expect(Spelling.fixed(value, decimals) == text)
  }

  @Test func `JavaScript's numbers have no trailing zeros`() {
    #expect(Spelling.short(21, 2) == "21")
    #expect(Spelling.short(0.0015, 4) == "0.0015")
    #expect(Spelling.short(-0.04, 1) == "0")
  }

  @Test func `a leap day and a year's end are spelled right`() {
    #expect(Spelling.utc(Timestamp(milliseconds: 1_709_210_096_007)) == "2024-02-29T12:34:56.007Z")
    #expect(Spelling.time(Timestamp(seconds: 1_798_761_599), Self.berlin) == "2027-01-01T00:59:59")
  }
}

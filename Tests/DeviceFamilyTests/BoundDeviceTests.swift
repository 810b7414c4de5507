import DeviceFamilies
import Foundation
import GardenCore
import Testing

@testable import FuzzHarness

/// A config reads one device already; its neighbour is new, whatever both hear from the bridge, gateway or node between.
@Suite struct BoundDeviceTests {
  struct House: Sendable, CustomTestStringConvertible {
    var name: String
    /// What stands between says for all behind it; retained, as brokers replay it.
    var shared: [(topic: String, text: String)]
    var first: [(topic: String, text: String)]
    var second: [(topic: String, text: String)]
    /// Where the config says the topic otherwise than sniff does.
    var topic: String?
    var testDescription: String { name }
  }

  private static func zigbee(_ name: String, _ moisture: Int) -> [(topic: String, text: String)] {
    [("zigbee2mqtt/\(name)", #"{"soil_moisture":\#(moisture),"temperature":21.5,"battery":90}"#)]
  }

  private static func bed(_ number: Int) -> [(topic: String, text: String)] {
    [
      ("homie/bed/soil\(number)/moisture/$unit", "%"),
      ("homie/bed/soil\(number)/moisture", "\(30 + number)"),
    ]
  }

  private static let ecowitt =
    #"{"tempin":21.0,"soilmoisture1":31,"soilmoisture2":32,"soilbatt1":1.4,"soilbatt2":1.3}"#
  private static let tasmota =
    #"{"DS18B20-1":{"Id":"00000566CC39","Temperature":21.4},"DS18B20-2":{"Id":"000007FF1234","Temperature":18.2}}"#

  static let houses: [House] = [
    House(
      name: "zigbee2mqtt", shared: [("zigbee2mqtt/bridge/state", #"{"state":"online"}"#)],
      first: zigbee("Basilikum", 44), second: zigbee("Ficus groß", 41)),
    House(
      name: "zigbee2mqtt 1.x", shared: [("zigbee2mqtt/bridge/state", "online")],
      first: zigbee("Basilikum", 44), second: zigbee("Tomate", 44)),
    House(
      name: "zigbee2mqtt, offline", shared: [("zigbee2mqtt/bridge/state", #"{"state":"offline"}"#)],
      first: zigbee("room/Basilikum", 44), second: zigbee("room/Tomate", 40)),
    House(
      name: "zigbee2mqtt with base of two levels",
      shared: [("house/zb/bridge/state", #"{"state":"online"}"#)],
      first: [("house/zb/Basil", #"{"soil_moisture":44,"linkquality":90}"#)],
      second: [("house/zb/Tomato", #"{"soil_moisture":44,"linkquality":90}"#)]),
    House(
      name: "zigbee2mqtt, a topic for each property",
      shared: [("zigbee2mqtt/bridge/state", #"{"state":"online"}"#)],
      first: [("zigbee2mqtt/Basil/soil_moisture", "44")],
      second: [("zigbee2mqtt/Tomato/soil_moisture", "44")]),
    House(
      name: "theengs at a gateway", shared: [("home/GW1/LWT", "online")],
      first: [("home/GW1/BTtoMQTT/C47C8D65B663", #"{"model":"MiFlora","moi":30}"#)],
      second: [("home/GW1/BTtoMQTT/C47C8D65B664", #"{"model":"MiFlora","moi":30}"#)],
      topic: "home/GW1/BTtoMQTT/C47C8D65B663"),
    House(
      name: "rtl_433", shared: [("rtl_433/vm/availability", "online")],
      first: [
        (
          "rtl_433/vm/events",
          #"{"time":"2026-11-21 11:59:00","model":"Fineoffset-WH51","id":"006b58","moisture":36,"mic":"CRC"}"#
        )
      ],
      second: [
        (
          "rtl_433/vm/events",
          #"{"time":"2026-11-21 11:59:00","model":"Fineoffset-WH51","id":"006b59","moisture":36,"mic":"CRC"}"#
        )
      ]),
    House(
      name: "miflora daemon, smarthome", shared: [("miflora/connected", "2")],
      first: [("miflora/status/basil/moisture", #"{"val":30,"ts":1795262400}"#)],
      second: [("miflora/status/tomato/moisture", #"{"val":30,"ts":1795262400}"#)]),
    House(
      name: "Tasmota with two thermometers", shared: [("tele/pots/LWT", "Online")],
      first: [
        ("tele/pots/SENSOR", #"{"Time":"2026-11-21T12:00:00",\#(tasmota.dropFirst())"#)
      ], second: []),
    House(
      name: "Homie with two nodes", shared: [("homie/bed/$state", "ready"), ("homie/bed/$homie", "4.0.0")],
      first: bed(1), second: bed(2)),
    House(
      name: "ESPHome with two beds", shared: [("terrace/status", "online")],
      first: [("terrace/sensor/soil_moisture_bed_1/state", "41.5")],
      second: [("terrace/sensor/soil_moisture_bed_2/state", "41.5")]),
    House(
      name: "Shelly with two on its add-on", shared: [("shellyplus1-a8032ab12345/online", "true")],
      first: [("shellyplus1-a8032ab12345/status/temperature:100", #"{"id":100,"tC":18.3}"#)],
      second: [("shellyplus1-a8032ab12345/status/temperature:101", #"{"id":101,"tC":18.3}"#)]),
    House(name: "Ecowitt", shared: [], first: [("ecowitt2mqtt/garden", ecowitt)], second: []),
    House(
      name: "OpenSprinkler",
      shared: [
        ("opensprinkler/availability", "online"), ("opensprinkler/system", #"{"state":"started","cause":1}"#),
      ],
      first: [("opensprinkler/station/0", #"{"state":1,"duration":600}"#)],
      second: [("opensprinkler/station/1", #"{"state":1,"duration":600}"#)]),
  ]

  private static func heard(_ lines: [(topic: String, text: String)], retained: Bool = false)
    -> [HeardMessage]
  {
    lines.map { RecognitionTests.message($0.topic, $0.text, retained: retained) }
  }

  @Test(arguments: houses)
  func `what speaks for all makes nobody one that is bound already`(_ house: House) throws {
    let shared = Self.heard(house.shared, retained: true)
    let first = Self.heard(house.first)
    // The gateway's own room is no probe.
    func probes(_ messages: [HeardMessage], _ bound: Recognition.Bound = .init()) -> [RecognizedDevice] {
      RecognitionTests.devices(messages, bound: bound).filter { !$0.candidate.label.contains("indoor") }
    }
    let alone = try #require(probes(shared + first).first)
    var bound = Recognition.Bound()
    switch alone.candidate.role {
    case .sensor(var binding):
      binding.topic = house.topic ?? binding.topic
      bound.sensors = [binding]
    case .valve(var binding), .thermostat(var binding):
      binding.commandTopic = "OS-0A1B2C3D4E5F"
      binding.password = PasswordDigest(of: "opendoor")
      bound.actuators = [binding]
    }
    for messages in [shared + first + Self.heard(house.second), first + Self.heard(house.second) + shared] {
      let found = probes(messages, bound)
      #expect(
        found.map { $0.boundBy == nil } == [false, true], "\(found.map(\.candidate.label))")
    }
  }

  @Test func `a node's own messages make none of its devices one that is bound already`() throws {
    func fixture(_ name: String) throws -> HeardMessage {
      let one = try #require(FixtureCase.all.first { $0.name == "sparkplug/\(name)" })
      return try #require(one.messages.last)
    }
    let birth = try fixture("birth")
    var other = birth
    other.topic = birth.topic.replacing("bed-3", with: "bed-4")
    try #require(other.topic != birth.topic)
    let node = [try fixture("node"), try fixture("node-death")]
    let alone = try #require(RecognitionTests.devices([birth]).first)
    guard case .sensor(let binding) = alone.candidate.role else { return }
    let found = RecognitionTests.devices(
      [birth, other] + node, bound: Recognition.Bound(sensors: [binding]))
    let byLabel = Dictionary(uniqueKeysWithValues: found.map { ($0.candidate.label, $0.boundBy) })
    #expect(byLabel["edge1 bed-3"] == .some(0))
    #expect(byLabel["edge1 bed-4"] == .some(nil))
  }

  @Test func `a probe that is bound by its fields leaves the gateway's others to be found`() throws {
    let moisture = FieldMapping(
      quantity: .moisture, path: FieldPath([.key("soilmoisture1")]), unit: .percent)
    let bound = SensorBinding(
      sensor: SensorIndex(0), family: .ecowitt2mqtt, topic: "ecowitt2mqtt/garden", fields: [moisture])
    let found = RecognitionTests.devices(
      Self.heard([("ecowitt2mqtt/garden", Self.ecowitt)]), bound: Recognition.Bound(sensors: [bound]))
    let soil = found.filter { $0.has(.moisture) }
    #expect(soil.map(\.boundBy) == [0, nil])
  }

  @Test func `a valve is the same one, by whatever the config tells its runs`() throws {
    var bound = ActuatorBinding(
      actuator: ActuatorIndex(0), family: .zigbee2mqtt, topic: "zigbee2mqtt/Bed valve", isValve: true,
      part: "SWV")
    let state = Self.heard([
      ("zigbee2mqtt/Bed valve", #"{"state":"OFF","current_device_status":"normal_state"}"#)
    ])
    #expect(RecognitionTests.devices(state, bound: .init(actuators: [bound])).map(\.boundBy) == [0])
    bound.part = "state_l2"
    let outlets = Self.heard([
      ("zigbee2mqtt/Bed valve", #"{"state":"OFF","state_l2":"OFF","current_device_status":"normal_state"}"#)
    ])
    #expect(RecognitionTests.devices(outlets, bound: .init(actuators: [bound])).map(\.boundBy) == [nil])
  }
}

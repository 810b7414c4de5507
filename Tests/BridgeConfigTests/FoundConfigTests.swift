import BridgeConfig
import DeviceFamilies
import GardenCore
import PayloadJSON
import Testing

/// What is printed for devices that were heard is a config that is read.
@Suite struct FoundConfigTests {
  private func devices(_ messages: [(String, String)], bound: Recognition.Bound = .init())
    -> [RecognizedDevice]
  {
    var heard = HeardMessages(ownTree: "plants")
    let reader = PayloadReader(bytesMax: 65_536)
    for (topic, payload) in messages {
      heard.take(
        HeardMessage(
          topic: topic, payload: Array(payload.utf8), wasRetained: false, arrival: Timestamp(seconds: 1000)),
        reader)
    }
    return Recognition(heard, calendar: .utc, bound: bound).devices
  }

  private func read(_ text: String) throws -> BridgeSettings {
    let result = ConfigFile.read(
      bytes: Array(text.utf8), fileName: "loam.yaml", environment: [:],
      readSecret: { _ in .failure(FileUnreadable("no secrets here")) }, timeZoneExists: { _ in true })
    return try result.get()
  }

  private let broker = FoundConfig.Broker(host: "pi.local", port: 1884)

  @Test func `somebody is told: the page, unless the config has a device of somebody`() throws {
    let heard = devices([("zigbee2mqtt/basil", #"{"soil_moisture":34}"#)])
    let text = FoundConfig(heard).text(broker: broker)
    let settings = try read(text)
    #expect(settings.untold == nil && settings.warnings.isEmpty)
    #expect(settings.plan.people.map { $0.devices.map(\.id) } == [["dashboard"]])
    func added(_ people: String) throws -> String {
      let config = String(text[..<text.ranges(of: "\n# Who is told")[0].lowerBound]) + people
      let taken = FoundConfig.Taken(try read(config).plan)
      return FoundConfig(devices([("zigbee2mqtt/mint", #"{"soil_moisture":34}"#)]), taken: taken).text(
        broker: nil)
    }
    #expect(try added("").contains("\n  home:\n"))
    #expect(try added("people: {home: {}}\n").contains("\n  page:\n"))
    #expect(try !added("people: {anna: {devices: {anna-phone: {}}}}\n").contains("people:"))
  }

  @Test(arguments: [
    ("", true), ("people: {anna: {}}", true), ("people: {anna: {devices: {a: {only: [alarms]}}}}", true),
    ("people: {anna: {plants: [], devices: {a: {}}}}", true),
    ("people: {anna: {devices: {a: {role: viewer}}}}", false),
    ("home_assistant: {}", false), ("people: {anna: {}}\nbroker: {accounts: {host: pi.local}}", false),
  ])
  func `whether anybody would be told is one question, of people, devices and what they take`(
    people: String, isUntold: Bool
  ) throws {
    let settings = try read(
      "sensors: {p: {family: zigbee2mqtt, topic: z/p}}\nplants: {basil: {sensors: p}}\n" + people)
    #expect((settings.untold != nil) == isUntold)
    let told = settings.warnings.filter { $0.message.hasPrefix("nobody would be told") }
    #expect(told.count == (isUntold ? 1 : 0) && told.first.map { $0.message == settings.untold?.why } ?? true)
  }

  @Test func `names in any script become unique keys, and stay names`() throws {
    let found = FoundConfig(
      devices([
        ("zigbee2mqtt/Gärtnerei Süd", #"{"soil_moisture":34}"#),
        ("zigbee2mqtt/gaertnerei-sued", #"{"soil_moisture":35}"#),
        ("zigbee2mqtt/番茄", #"{"soil_moisture":36}"#),
        ("zigbee2mqtt/- it's: 1 \"x\" {y} \u{1}\u{2028}no", #"{"soil_moisture":37}"#),
      ]))
    let settings = try read(found.text(broker: broker))
    #expect(
      settings.plan.plants.map(\.id) == ["gaertnerei-sued", "gaertnerei-sued-2", "plant", "it-s-1-x-y-no"])
    #expect(settings.plan.plants.map(\.name).prefix(3) == ["Gärtnerei Süd", "Gaertnerei Sued", "番茄"])
    #expect(settings.broker.host == "pi.local")
    #expect(settings.broker.port == 1884)
  }

  @Test func `what the config binds is what was recognised`() throws {
    let found = devices([
      ("tele/pots/SENSOR", #"{"ANALOG":{"A0":612}}"#), ("garden/bed9/moisture", "37"),
      ("garden/bed9/temperature", "17.5"), ("sketch/balcony", #"{"soil.x":{"moisture":28.5},"temp":19.1}"#),
      (
        "rtl_433/vm/events",
        #"{"time":"1970-01-01 00:10:00","model":"Springfield-Soil","id":212,"moisture":80,"mic":"CRC"}"#
      ),
    ])
    let settings = try read(FoundConfig(found).text(broker: broker))
    for (binding, device) in zip(settings.sensors, found) {
      guard case .sensor(let recognised) = device.candidate.role else { continue }
      var binding = binding
      binding.sensor = recognised.sensor
      #expect(binding == recognised)
    }
    #expect(settings.sensors.count == found.count)
    #expect(settings.plan.plants.count == 4)
  }

  @Test func `with a config only what is missing is printed, under keys that are free`() throws {
    let first = devices([("zigbee2mqtt/Basil", #"{"soil_moisture":34}"#)])
    let settings = try read(FoundConfig(first).text(broker: broker))
    let all = devices(
      [
        ("zigbee2mqtt/Basil", #"{"soil_moisture":34}"#), ("attic/basil/moisture", "30"),
        ("tele/basil/SENSOR", #"{"AM2301":{"Temperature":21.4}}"#),
      ], bound: Recognition.Bound(sensors: settings.sensors))
    let found = FoundConfig(all, taken: FoundConfig.Taken(settings.plan))
    #expect(found.entries.map(\.key) == ["attic-basil-moisture-probe", "basil-probe-2"])
    #expect(!found.text(broker: nil).contains("broker:"))
  }

  @Test func `what moves water or heat is commented out`() throws {
    let found = FoundConfig(
      devices([
        ("zigbee2mqtt/valve", #"{"state":"OFF","current_device_status":"normal_state"}"#),
        ("zigbee2mqtt/heater", #"{"current_heating_setpoint":21,"local_temperature":19.5}"#),
        ("stat/pump/RESULT", #"{"POWER":"OFF"}"#), ("garden/bed/moisture", "30"),
      ]))
    let text = found.text(broker: broker)
    #expect(try read(text).actuators.isEmpty)
    let uncommented = text.split(separator: "\n").map { line in
      line.hasPrefix("#  ") || line == "#valves:" || line == "#thermostats:" ? line.dropFirst() : line
    }
    #expect(try read(uncommented.joined(separator: "\n")).actuators.count == 3)
  }

  @Test func `a valve without a timer of its own says what its owner has to accept`() {
    let relays = [("shellies/shelly1-B9CD12/relay/0", "off"), ("stat/pump/RESULT", #"{"POWER":"OFF"}"#)]
    let found = FoundConfig(devices([("garden/bed/moisture", "30")] + relays))
    let text = found.text(broker: broker)
    #expect(found.entries.count == 3)
    // The relay with Tasmota has a timer.
    #expect(text.ranges(of: "no_device_timer: accepted").count == 1, "\(text)")
  }

  @Test func `a valve whose model zigbee2mqtt names is an entry, any other is an offer behind a mark`() throws
  {
    let list = #"""
      [{"friendly_name":"Coordinator","type":"Coordinator"},
       {"friendly_name":"Hose","definition":{"model":"SWV","exposes":[]}},
       {"friendly_name":"Lamp","definition":{"model":"LED1545G12","exposes":[]}},
       {"friendly_name":"Basil","definition":{"model":"TS0601_soil","exposes":[{"property":"soil_moisture"}]}}]
      """#
    let heard = [
      ("zigbee2mqtt/bridge/devices", list), ("zigbee2mqtt/bridge/info", "{}"),
      ("zigbee2mqtt/Hose", #"{"state":"OFF","current_device_status":"normal_state"}"#),
      ("zigbee2mqtt/Other", #"{"state":"OFF","current_device_status":"normal_state"}"#),
    ]
    let settings = try read(FoundConfig(devices(heard)).text(broker: broker))
    #expect(settings.actuators.map(\.topic) == ["zigbee2mqtt/Hose"])
    #expect(settings.actuators.map(\.part) == ["SWV"])
    #expect(FoundConfig(devices(heard)).text(broker: broker).contains("watering: {valve: hose}"))
    // Heard again with that config, it is none that is new.
    let bound = Recognition.Bound(sensors: settings.sensors, actuators: settings.actuators)
    #expect(devices(heard, bound: bound).map(\.boundBy) == [0, nil])
    var messages = HeardMessages(ownTree: "plants")
    for (topic, payload) in heard {
      messages.take(
        HeardMessage(
          topic: topic, payload: Array(payload.utf8), wasRetained: true, arrival: Timestamp(seconds: 1000)),
        PayloadReader(bytesMax: 65_536))
    }
    #expect(messages.awaited == ["zigbee2mqtt/Hose", "zigbee2mqtt/Basil"])
    #expect(Recognition(messages, calendar: .utc).strangers.isEmpty)
  }
}

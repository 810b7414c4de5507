import BridgeConfig
import DeviceFamilies
import GardenCore
import MQTTTypes
import PayloadJSON
import Testing

/// What `loam sniff` prints for payloads that belong to nobody: what it knows, and what it only thinks.
@Suite struct GuessTests {
  func sniff(_ messages: (String, String)...) throws -> (text: String, settings: BridgeSettings?) {
    try sniff(messages)
  }

  /// The printed config for messages that were heard, one after another.
  func sniff(_ messages: [(String, String)]) throws -> (text: String, settings: BridgeSettings?) {
    let devices = RecognitionTests.devices(messages.map { RecognitionTests.message($0.0, $0.1) })
    let found = FoundConfig(devices)
    if found.isEmpty { return ("", nil) }
    let text = found.text(broker: FoundConfig.Broker(host: "localhost", port: 1883))
    let result = ConfigFile.read(
      text: text, fileName: "loam.yaml", environment: [:],
      readSecret: { _ in .failure(FileUnreadable("no secrets here")) })
    return (text, try result.get())
  }

  /// What the config's sensors read from a message: each sensor's own.
  func read(_ settings: BridgeSettings?, _ topic: String, _ payload: String) throws -> [[String]] {
    let reader = PayloadReader()
    reader.load(Array(payload.utf8).span)
    return try (settings?.sensors ?? []).map { binding in
      var decoder = try Families.makeSensor(binding)
      var items: [DecodedItem] = []
      for (source, place) in decoder.sources.enumerated() where place.filter.matches(topic) {
        let context = DecodeContext(arrival: Timestamp(seconds: 1), wasRetained: false, calendar: .utc)
        decoder.decode(reader, source: source, context: context, into: &items)
      }
      return items.compactMap { item in
        switch item {
        case .value(let quantity, let value, _, _, _): "\(quantity.name) \((value * 100).rounded() / 100)"
        case .batteryLow(let isLow): isLow ? "battery low" : "battery fine"
        default: nil
        }
      }
    }
  }

  @Test func `a pin whose name says moisture is percent where it can be`() throws {
    let payload = #"{"ANALOG":{"Moisture":41}}"#
    let (text, settings) = try sniff(("tele/pots/SENSOR", payload))
    #expect(try read(settings, "tele/pots/SENSOR", payload) == [["moisture 41.0"]])
    #expect(!text.contains("calibration"), "\(text)")
  }

  @Test func `raw and percent of one probe are one sensor, in percent`() throws {
    let payload = #"{"soil_moisture_raw":2100,"soil_moisture_percent":41,"temp_c":21.5}"#
    let (text, settings) = try sniff(("sketch/pot", payload))
    #expect(try read(settings, "sketch/pot", payload) == [["moisture 41.0", "temperature 21.5"]])
    #expect(!text.contains("raw"), "\(text)")
  }

  @Test func `ends of a scale are never made up, and a raw probe says what to do`() throws {
    let (text, settings) = try sniff(("tele/pots/SENSOR", #"{"ANALOG":{"A0":612}}"#))
    #expect(text.contains("# Doubt:") && text.contains("loam calibrate"), "\(text)")
    #expect(text.contains("unit: raw") && !text.contains("calibration:"), "\(text)")
    #expect(settings?.warnings.count == 1)
    #expect(try read(settings, "tele/pots/SENSOR", #"{"ANALOG":{"A0":612}}"#) == [[]])
  }

  @Test func `one device that speaks on two topics is bound once to its plant`() throws {
    let (text, settings) = try sniff(
      ("garden/bed9", #"{"moisture":41,"temperature":21}"#), ("garden/bed9/moisture", "41"),
      ("garden/bed9/moisture_raw", "612"))
    #expect(settings?.sensors.count == 1, "\(text)")
    #expect(settings?.plan.plants.count == 1)
    #expect(settings?.plan.plants.first?.name == "Bed 9")
    #expect(text.contains("by another way"), "\(text)")
  }

  @Test(
    arguments: [
      #"{"moisture":41,"battery":3.05}"#, #"{"moisture":41,"battery_voltage":3050}"#,
      #"{"moisture":41,"battery":"3.05 V"}"#, #"{"moisture":41,"battery":1}"#,
      #"{"moisture":41,"battery":{"value":3.05,"unit":"V"}}"#, #"{"moisture":41,"moisture_alarm":1}"#,
      #"{"moisture":41,"temperature_offset":2,"cpu_temp":61}"#,
    ])
  func `volts, flags and settings are no percent`(payload: String) throws {
    let (text, settings) = try sniff(("sketch/pot", payload))
    #expect(try read(settings, "sketch/pot", payload) == [["moisture 41.0"]], "\(text)")
  }

  @Test func `a flag of a battery is a flag`() throws {
    for (payload, word) in [
      (#"{"moisture":41,"battery_ok":1}"#, "fine"), (#"{"moisture":41,"battery_ok":0}"#, "low"),
      (#"{"moisture":41,"battery_low":1}"#, "low"), (#"{"moisture":41,"batteryLow":false}"#, "fine"),
    ] {
      let (text, settings) = try sniff(("sketch/pot", payload))
      let items = try read(settings, "sketch/pot", payload)
      #expect(items == [["moisture 41.0", "battery \(word)"]], "\(text)")
    }
  }

  @Test func `a level devices does not make a radio`() throws {
    let (text, settings) = try sniff(("home/devices/fern/soil/moisture", "41"))
    #expect(!text.contains("rtl_433"), "\(text)")
    #expect(try read(settings, "home/devices/fern/soil/moisture", "41") == [["moisture 41.0"]])
    let radio = try sniff(("rtl_433/pi/devices/Fineoffset-WH51/0e6b58/moisture", "41"))
    #expect(radio.text.contains("family: rtl_433"))
    #expect(radio.settings?.plan.plants.first?.name == "Fineoffset WH51")
    let renamed = try sniff(
      ("radio/devices/Fineoffset-WH51/0e6b58/time", "2026-11-21 12:00:00"),
      ("radio/devices/Fineoffset-WH51/0e6b58/id", "0e6b58"),
      ("radio/devices/Fineoffset-WH51/0e6b58/moisture", "41"))
    #expect(renamed.text.contains("family: rtl_433"), "\(renamed.text)")
  }

  @Test func `a soil probe that calls its moisture humidity gets its field where the model is named`() throws
  {
    let payload =
      #"{"humidity":41,"temperature":21.5,"linkquality":90,"device":{"model":"TS0601_soil","friendlyName":"fern"}}"#
    let (text, settings) = try sniff(("zigbee2mqtt/fern", payload))
    #expect(text.contains("moisture: humidity") || text.contains("moisture: {path: humidity"), "\(text)")
    #expect(try read(settings, "zigbee2mqtt/fern", payload).first?.contains("moisture 41.0") == true)
    let nameless = try sniff(("zigbee2mqtt/soil fern", #"{"humidity":41,"temperature":21.5}"#))
    #expect(nameless.text.contains("# Doubt:"), "\(nameless.text)")
    let air = try sniff(("zigbee2mqtt/hall", #"{"humidity":41,"temperature":21.5}"#))
    #expect(!air.text.contains("# Doubt:"), "\(air.text)")
  }

  @Test(arguments: ["null", "\"unavailable\"", "\"unknown\""])
  func `a last message without a value takes nothing away`(word: String) throws {
    let whole = #"{"soil":{"moisture":41},"temperature":21.5}"#
    let (text, settings) = try sniff(
      ("sketch/pot", whole), ("sketch/pot", #"{"soil":{"moisture":\#(word)},"temperature":21.5}"#))
    #expect(try read(settings, "sketch/pot", whole) == [["moisture 41.0", "temperature 21.5"]], "\(text)")
    let plain = try sniff(("garden/bed/moisture", "41"), ("garden/bed/moisture", word))
    #expect(try read(plain.settings, "garden/bed/moisture", "41") == [["moisture 41.0"]])
    let home = try sniff(
      ("home/sensor/bed_moisture/state", "41"), ("home/sensor/bed_moisture/state", "unavailable"))
    #expect(try read(home.settings, "home/sensor/bed_moisture/state", "41") == [["moisture 41.0"]])
  }

  @Test func `a number beyond percent in any message makes a raw probe`() throws {
    for messages in [["612", "80"], ["80", "612"], ["unavailable", "612", "80"]] {
      let devices = RecognitionTests.devices(messages.map { RecognitionTests.message("garden/bed/soil", $0) })
      guard case .sensor(let binding)? = devices.first?.candidate.role else {
        Issue.record("no device in \(messages)")
        continue
      }
      #expect(binding.fields.first?.unit == .raw, "\(messages)")
    }
  }

  @Test(
    arguments: [
      ("moist=41&temp=21.5", [["moisture 41.0", "temperature 21.5"]]),
      (#"[{"id":3,"moisture":41},{"id":7,"moisture":38}]"#, [["moisture 41.0"], ["moisture 38.0"]]),
      (#"{"probes":[{"moisture":41},{"moisture":38}]}"#, [["moisture 41.0"], ["moisture 38.0"]]),
      (#"{"moisture":[41,38]}"#, [["moisture 41.0"], ["moisture 38.0"]]),
      (#"{"moisture":{"1":41,"2":38}}"#, [["moisture 41.0"], ["moisture 38.0"]]),
      (
        #"{"moisture":{"value":41,"unit":"%"},"temperature":{"value":70.7,"unit":"°F"}}"#,
        [["moisture 41.0", "temperature 21.5"]]
      ),
      (
        #"{"bed1":{"moisture":41,"temp":21.5},"bed2":{"moisture":38,"temp":20}}"#,
        [["moisture 41.0", "temperature 21.5"], ["moisture 38.0", "temperature 20.0"]]
      ),
      (
        #"[{"type":"soil_moisture","value":41,"unit":"%"},{"type":"temperature","value":21.5,"unit":"°C"}]"#,
        [["moisture 41.0", "temperature 21.5"]]
      ),
      (#"{"value":41,"unit":"%"}"#, [["moisture 41.0"]]),
    ])
  func `what can be read is proposed`(payload: String, values: [[String]]) throws {
    let topic = payload.hasPrefix(#"{"value"#) ? "sketch/pot/moisture" : "sketch/pot"
    let (text, settings) = try sniff((topic, payload))
    #expect(try read(settings, topic, payload) == values, "\(text)")
  }

  @Test func `two Bluetooth blocks in one message are two probes`() throws {
    let payload =
      #"{"Flora-6ab577":{"Temperature":21.5,"Moisture":41},"Flora-6ab578":{"Temperature":20,"Moisture":38}}"#
    let (text, settings) = try sniff(("tele/ble/SENSOR", payload))
    #expect(
      try read(settings, "tele/ble/SENSOR", payload).map { $0.sorted() } == [
        ["moisture 41.0", "temperature 21.5"], ["moisture 38.0", "temperature 20.0"],
      ], "\(text)")
  }

  @Test func `probes at pins of a board are raw, each of its own`() throws {
    let payload = #"{"pins":{"A0":612,"A1":598,"D2":1}}"#
    let (text, settings) = try sniff(("board/pots", payload))
    #expect(settings?.sensors.count == 2, "\(text)")
    #expect(text.ranges(of: "unit: raw").count == 2)
  }

  @Test func `a valve that has not spoken yet is no probe`() throws {
    let (text, settings) = try sniff(
      ("zigbee2mqtt/valve", #"{"battery":90,"state":"OFF","flow":0,"linkquality":80}"#),
      ("zigbee2mqtt/fern", #"{"soil_moisture":41}"#))
    #expect(settings?.sensors.count == 1)
    #expect(settings?.warnings.isEmpty == true)
    #expect(text.contains("#valves:") && !text.contains("valve-probe"), "\(text)")
  }

  @Test func `names of plants are for people`() throws {
    let (_, settings) = try sniff(
      ("home/lemon/moisture", "41"), ("zigbee2mqtt/tomato", #"{"soil_moisture":41}"#),
      ("zigbee2mqtt/0x00158d0001", #"{"soil_moisture":41}"#),
      ("home/GW1/BTtoMQTT/C47C8D65B663", #"{"model":"MiFlora","moi":30}"#))
    #expect(settings?.plan.plants.map(\.name) == ["Lemon", "Tomato", "0x00158d0001", "MiFlora"])
  }

  @Test func `no word of the program's own stands in a printed config`() throws {
    let (text, _) = try sniff(("garden/bed/moisture", "41"), ("garden/bed/temp", "21.5"))
    #expect(!text.contains("canonical"), "\(text)")
  }
}

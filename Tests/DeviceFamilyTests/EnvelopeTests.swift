import BridgeConfig
import DeviceFamilies
import GardenCore
import Testing

/// One guess by names below every envelope, in the larger languages.
@Suite struct EnvelopeTests {
  private let guess = GuessTests()
  private static let chirpstack = "application/5/device/a84041ffff000001/event/up"
  private static let things = "v3/app@ttn/devices/dev1/up"

  private static func tts(_ decoded: String) -> String {
    #"{"end_device_ids":{"device_id":"dev1"},"uplink_message":{"f_port":2,"decoded_payload":\#(decoded),"rx_metadata":[{"rssi":-35,"snr":5}]}}"#
  }

  private static let sense = [
    #"{"measurementId":"4103","measurementValue":33.1,"type":"report_telemetry"}"#,
    #"{"measurementId":"4102","measurementValue":18.4,"type":"report_telemetry"}"#,
  ]
  private static let senseNumbers = sense.map {
    $0.replacing(#""4103""#, with: "4103").replacing(#""4102""#, with: "4102")
  }

  static let envelopes: [(String, String, Set<String>)] = [
    (
      chirpstack,
      #"{"object":{"soilMoisture":24.1,"soilTemperature":12.5,"soilConductivity":77},"fPort":2,"fCnt":812}"#,
      ["moisture 24.1", "temperature 12.5", "conductivity 77.0"]
    ),
    (
      chirpstack,
      #"{"deviceName":"bed","objectJSON":"{\"soilMoisture\":24.1,\"soilTemperature\":12.5}","fPort":2}"#,
      ["moisture 24.1", "temperature 12.5"]
    ),
    (things, tts(#"{"soilMoisture":24.1,"soilTemperature":12.5}"#), ["moisture 24.1", "temperature 12.5"]),
    (
      things, tts(#"{"messages":[\#(sense.joined(separator: ","))]}"#), ["moisture 33.1", "temperature 18.4"]
    ),
    (
      things, tts(#"{"messages":[\#(senseNumbers.joined(separator: ","))]}"#),
      ["moisture 33.1", "temperature 18.4"]
    ),
    (
      things, tts(#"{"messages":[[\#(sense.joined(separator: ","))]]}"#),
      ["moisture 33.1", "temperature 18.4"]
    ),
    (
      chirpstack, #"{"object":{"messages":[[\#(senseNumbers.joined(separator: ","))]]}}"#,
      ["moisture 33.1", "temperature 18.4"]
    ),
    (
      chirpstack,
      #"{"object":{"soil":{"moisture":{"value":24.1,"unit":"%"},"temperature":{"value":12.5,"unit":"°C"}}}}"#,
      ["moisture 24.1", "temperature 12.5"]
    ),
    (
      chirpstack,
      #"{"object":{"moisture":{"value":34,"unit":"%"},"temperature":{"value":18.4,"unit":"°C"}}}"#,
      ["moisture 34.0", "temperature 18.4"]
    ),
    (
      things, tts(#"{"water_SOIL":{"value":34,"unit":"%"},"temp_SOIL":"18.40"}"#),
      ["moisture 34.0", "temperature 18.4"]
    ),
    (
      things,
      tts(
        #"{"data":{"sensors":[{"type":"soil_moisture","value":41},{"type":"soil_temp","unit":"C","value":17}]}}"#
      ),
      ["moisture 41.0", "temperature 17.0"]
    ),
    (
      "zigbee2mqtt/C3007",
      #"{"humidity":51,"soil_humidity":18,"temperature":22.5,"water_warning":"none","soil_warning":20}"#,
      ["moisture 18.0", "temperature 22.5", "humidity 51.0"]
    ),
    (
      "zigbee2mqtt/pot", #"{"bodenfeuchte":18,"temperature":22.5,"linkquality":80}"#,
      ["moisture 18.0", "temperature 22.5"]
    ),
    ("garden/pot", #"{"humidite":{"sol":34,"air":51}}"#, ["moisture 34.0"]),
    ("garden/pot", #"{"soil_m":34,"soil_t":18.5}"#, ["moisture 34.0", "temperature 18.5"]),
    ("garden/pot", #"{"soil":{"moisture":34,"humidity":51}}"#, ["moisture 34.0", "humidity 51.0"]),
    ("garden/soil", #"{"moisture":34,"humidity":51}"#, ["moisture 34.0", "humidity 51.0"]),
    (
      "ttn/devices/x/up", #"{"payload_fields":{"list":[[{"name":"soil moisture","value":24.1}]]}}"#,
      ["moisture 24.1"]
    ),
  ]

  @Test(arguments: envelopes)
  func `what stands in an envelope is found`(topic: String, payload: String, values: Set<String>) throws {
    let (text, settings) = try guess.sniff((topic, payload))
    let read = try guess.read(settings, topic, payload)
    #expect(read.count == 1 && Set(read.first ?? []) == values, "\(read) \(text)")
  }

  @Test(
    arguments: [
      [("garden/bed", #"{"humidity":34.2,"temperature":19.1,"ec":320,"ph":6.5,"n":12}"#)],
      [(chirpstack, #"{"object":{"humidity":34.2,"temperature":19.1,"ec":320}}"#)],
      [("rs485/bed/humidity", "34.2"), ("rs485/bed/ec", "320"), ("rs485/bed/temperature", "19.1")],
    ])
  func `humidity beside conductivity is the soil's, with a doubt`(messages: [(String, String)]) throws {
    let (text, settings) = try guess.sniff(messages)
    let read = try guess.read(settings, messages[0].0, messages[0].1).flatMap(\.self)
    #expect(read.contains("moisture 34.2") && text.contains("is it the air's"), "\(text)")
  }

  @Test(arguments: [
    #"{"humidity":51,"moisture":34,"ec":320}"#, #"{"air_humidity":51,"ec":320}"#,
    #"{"humidity":51,"lux":320}"#,
  ])
  func `other humidity stays the air's`(payload: String) throws {
    let (text, settings) = try guess.sniff(("garden/bed", payload))
    let read = try guess.read(settings, "garden/bed", payload).flatMap(\.self)
    #expect(!read.contains("moisture 51.0") && !text.contains("is it the air's"), "\(text)")
  }

  @Test func `a list under a family's own key is a probe each`() throws {
    let payload = Self.tts(#"{"moisture":[34,41]}"#)
    let (text, settings) = try guess.sniff((Self.things, payload))
    #expect(
      try guess.read(settings, Self.things, payload) == [["moisture 34.0"], ["moisture 41.0"]], "\(text)")
  }

  @Test(
    arguments: [
      (things, tts(#"{"water_SOIL":"0.34"}"#)), (chirpstack, #"{"object":{"moisture":0.34}}"#),
      ("zigbee2mqtt/pot", #"{"soil_moisture":0.34,"temperature":21}"#),
      ("node/sensor/soil_moisture/state", "0.34"),
    ])
  func `a part of one under a family's own key is a doubt`(topic: String, payload: String) throws {
    let (text, settings) = try guess.sniff((topic, payload))
    let read = try guess.read(settings, topic, payload).flatMap(\.self)
    #expect(read.contains("moisture 34.0") && text.contains("a part of 1"), "\(text)")
  }

  @Test func `percent that is small once is percent`() throws {
    let messages = [0.4, 3, 12].map { ("zigbee2mqtt/pot", #"{"soil_moisture":\#($0)}"#) }
    let (text, settings) = try guess.sniff(messages)
    #expect(!text.contains("a part of 1"), "\(text)")
    #expect(try guess.read(settings, "zigbee2mqtt/pot", messages[0].1) == [["moisture 0.4"]])
  }

  @Test func `a lamp's own temperature makes no probe`() throws {
    let (text, _) = try guess.sniff(
      ("zigbee2mqtt/lamp", #"{"device_temperature":31,"linkquality":80,"state":"ON"}"#))
    #expect(text.isEmpty, "\(text)")
  }

  @Test func `zigbee2mqtt's own family knows the word`() throws {
    let read = try OwnFactsTests.read(
      .zigbee2mqtt, fields: [], [#"{"humidity":51,"soil_humidity":18}"#])
    #expect(read.first?.contains("moisture 18 cached") == true, "\(read)")
  }

  @Test(
    arguments: [
      ("bodenfeuchte", "moisture"), ("Bodenfeuchtigkeit", "moisture"), ("Erdfeuchte", "moisture"),
      ("humidite_sol", "moisture"), ("humidité_du_sol", "moisture"), ("humedad_suelo", "moisture"),
      ("humedadTierra", "moisture"), ("umidita_terreno", "moisture"), ("umidità_del_suolo", "moisture"),
      ("bodemvochtigheid", "moisture"), ("bodemvocht", "moisture"), ("wilgotność_gleby", "moisture"),
      ("wilgotnosc_gleby", "moisture"), ("umidade_do_solo", "moisture"), ("jordfuktighet", "moisture"),
      ("markfuktighet", "moisture"), ("vlhkost_půdy", "moisture"), ("vlhkost_pudy", "moisture"),
      ("jordfugtighed", "moisture"), ("soilhumidity", "moisture"), ("soil_humidity_2", "moisture"),
      ("luftfeuchtigkeit", "humidity"), ("Luftfeuchte", "humidity"), ("humedad", "humidity"),
      ("luchtvochtigheid", "humidity"), ("humidité", "humidity"), ("Bodentemperatur", "temperature"),
      ("température_sol", "temperature"), ("temperatura_suelo", "temperature"),
      ("bodemtemperatuur", "temperature"),
      ("teplota_pudy", "temperature"), ("soiltemp", "temperature"), ("lufttemperatur", "temperature"),
      ("leitfähigkeit", "conductivity"), ("Batterie", "battery"), ("akku", "battery"),
      ("Helligkeit", "light"), ("mullan_kosteus", "moisture"), ("maaperän_kosteus", "moisture"),
      ("toprak_sicakligi", "temperature"), ("pile", "battery"), ("luz", "light"), ("tC", "temperature"),
      ("tF", "temperature"),
    ])
  func `quantities have their names in the larger languages`(name: String, quantity: String) {
    #expect(QuantityWords.quantity(of: name).map { "\($0.name)" } == quantity)
  }

  @Test(arguments: [
    "solar", "mark", "solo", "terra", "humidifier", "moisture_threshold", "Sollwert_Temperatur", "template",
    "batterytemp", "device_temperature",
  ])
  func `other words are none`(name: String) { #expect(QuantityWords.quantity(of: name) == nil) }

  @Test(
    arguments: [
      ("garten/beet/bodenfeuchte", "34,5", "moisture 34.5"),
      ("garten/beet/bodenfeuchte", "34,5 %", "moisture 34.5"),
      ("jardin/sol/humidité", "41", "moisture 41.0"),
      ("huerto/humedad_suelo", #"{"valor":41}"#, "moisture 41.0"),
      ("iobroker/0/Bodenfeuchte", #"{"val":"12,5","ack":true}"#, "moisture 12.5"),
      ("garden/pot/soil_moisture/percent", "34", "moisture 34.0"),
      ("node/soil1", #"{"pct":34}"#, "moisture 34.0"),
      ("garden/SoilSensor", #"{"hum":34}"#, "moisture 34.0"),
      ("garden/a", #"{"soil":[{"id":1,"v":34}]}"#, "moisture 34.0"),
      ("fhem/beet/soilMoisture", "34,5 %", "moisture 34.5"),
      ("zwave/bed/Soil_moisture/value", #"{"time":1795260000000,"value":41}"#, "moisture 41.0"),
      ("garden/pot", #"{"soil":{"humidity":41}}"#, "moisture 41.0"),
      ("garten/beet/temperatur", "21,125", "temperature 21.13"),
      ("garden/pot", #"{"moisture":"34,125"}"#, "moisture 34.13"),
      (things, tts(#"{"water_SOIL":"34,125"}"#), "moisture 34.13"),
      ("garden/pot", #"{"soil_moisture":{"state":34,"unit":"%"}}"#, "moisture 34.0"),
      (
        "ha/state",
        #"{"entity_id":"sensor.bed_soil_moisture","state":"36","attributes":{"unit_of_measurement":"%"}}"#,
        "moisture 36.0"
      ),
      ("garden/pot", "\u{FEFF}{\"moisture\":34}", "moisture 34.0"),
    ])
  func `the last part of a topic and decimal commas are read`(topic: String, payload: String, value: String)
    throws
  {
    let (text, settings) = try guess.sniff((topic, payload))
    #expect(try guess.read(settings, topic, payload) == [[value]], "\(text)")
  }

  @Test func `a comma in a family's own field is a decimal one`() throws {
    let read = try OwnFactsTests.read(
      .zigbee2mqtt, fields: [], [#"{"soil_moisture":41,"temperature":"18,4"}"#])
    #expect(read.first?.contains("temperature 18.4 cached") == true, "\(read)")
  }

  @Test(
    arguments: [
      ("iobroker/0/Bodenfeuchte", #"{"val":12.5,"ack":true,"ts":1760702400000,"q":66}"#, "ts"),
      ("zwave/Garden/soil", #"{"moisture":12.5,"time":1791000000000}"#, "time"),
      (
        "deconz/7/json", #"{"state":{"moisture":12.5,"lastupdated":"2026-08-01T10:00:00"}}"#,
        "state.lastupdated"
      ),
      ("station/soil", #"{"soil_moisture":12.5,"dateTime":"1791000000"}"#, "dateTime"),
    ])
  func `sniff names the message's own time`(topic: String, payload: String, key: String) throws {
    let (text, settings) = try guess.sniff((topic, payload))
    #expect(text.contains("    time: \(key)\n"), "\(text)")
    #expect(text.contains("days ago") && settings?.sensors.first?.time != nil, "\(text)")
  }

  @Test func `a measurement that nobody names is offered with its time, and its owner is asked`() throws {
    let (text, settings) = try guess.sniff(
      ("shellyblugw/status/bthomesensor:202", #"{"id":202,"value":17.2,"last_updated_ts":1795260000}"#))
    #expect(settings?.sensors.isEmpty == true, "\(text)")
    #expect(text.contains("time: last_updated_ts") && text.contains("nothing says of what"), "\(text)")
  }

  @Test func `a test is said`() throws {
    let (text, settings) = try guess.sniff(("garden/pot", #"{"moisture":12,"mode":"test"}"#))
    #expect(settings?.sensors.count == 1 && text.contains("it says that it is a test"), "\(text)")
  }
}

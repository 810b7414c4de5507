import BridgeConfig
import DeviceFamilies
import Foundation
import GardenCore
import Testing

/// Several probes in one message, and numbers that nobody names: each is a sensor of its own, or a question.
@Suite struct NamelessTests {
  private let guess = GuessTests()

  /// The sensors that stand as comments, as if their owner had removed the '#'.
  private func questions(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init).filter {
      $0.hasPrefix("  # Doubt:") && $0.contains("nothing says of what")
    }
  }

  @Test(
    arguments: [
      ("garden/moisture", "[34,41]"), ("garden/pots", #"{"moisture":[34,41]}"#),
      ("garden/pots", #"{"soil1":34,"soil2":41}"#), ("garden/pots", #"{"moisture_1":34,"moisture_2":41}"#),
      ("garden/pots", #"{"pots":{"a":{"moisture":34},"b":{"moisture":41}}}"#),
      ("garden/pots", #"{"basil_moisture":34,"mint_moisture":41}"#),
      ("garden/pots", #"{"moisture":{"basil":34,"mint":41}}"#),
      ("garden/moisture", #"{"basil":34,"mint":41}"#),
      ("garden/moisture", #"{"pot1":34,"pot2":41}"#), ("garden/moisture", "34;41"),
      ("garden/pots", "moist1=34&moist2=41"), ("garden/pots", #"{"soil":[{"value":34},{"value":41}]}"#),
      ("garden/pots", #"{"ch1":{"soil":34},"ch2":{"soil":41}}"#),
      ("garden/pots", #"{"moisture":34,"moisture_avg":35,"moisture2":41}"#),
    ])
  func `each probe of a message is a sensor of its own`(topic: String, payload: String) throws {
    let (text, settings) = try guess.sniff((topic, payload))
    #expect(try guess.read(settings, topic, payload) == [["moisture 34.0"], ["moisture 41.0"]], "\(text)")
    #expect(settings?.plan.plants.count == 2, "\(text)")
  }

  @Test(arguments: [
    "moisture/1", "moisture/basil", "home/soil_moisture/pot2", "home/moisture_sensors/32/value",
    "haus/bodenfeuchte/Aloe vera", "moisture/1/percent",
  ])
  func `a level above says what the number below it is`(topic: String) throws {
    let (text, settings) = try guess.sniff((topic, "34"))
    #expect(try guess.read(settings, topic, "34") == [["moisture 34.0"]], "\(text)")
  }

  @Test(arguments: [
    ("moisture/uptime", "81234"), ("moisture/interval", "30"), ("moisture/rssi", "-61"),
    ("moisture/threshold", "30"), ("temperature/kitchen", "21"), ("soil/depth", "10"),
  ])
  func `not each number below a word for moisture is one`(topic: String, payload: String) throws {
    let (text, settings) = try guess.sniff((topic, payload))
    #expect(settings?.sensors.isEmpty ?? true, "\(text)")
  }

  @Test(arguments: [
    ("garden/bed/soil", "[34.1,18.2,3.7]"), ("garden/bed", #"{"soil":[34.1,18.2,3.7]}"#),
    ("garden/bed/soil", "34.1,18.2,3.7"), ("garten/feuchte", "34,5;21,5;100"),
    ("garten/feuchte", "[34.5,21.5,100]"),
  ])
  func `of several numbers that are called soil nobody knows which is its moisture`(
    topic: String, payload: String
  ) throws {
    let (text, settings) = try guess.sniff((topic, payload))
    #expect(settings?.sensors.isEmpty ?? true, "\(text)")
    #expect(questions(text).count == 3, "\(text)")
  }

  @Test(
    arguments: [
      [#"{"moisture1":34}"#, #"{"moisture2":41}"#], [#"{"basil_moisture":34}"#, #"{"mint_moisture":41}"#],
      [#"{"a":{"moisture":34}}"#, #"{"b":{"moisture":41}}"#],
      [#"{"a":{"moisture":34},"b":{"moisture":40}}"#, #"{"b":{"moisture":41}}"#, #"{"a":{"moisture":34}}"#],
    ])
  func `probes that share a topic, each in messages of its own, are not mixed`(payloads: [String]) throws {
    let (text, settings) = try guess.sniff(payloads.map { ("garden/pots", $0) })
    let read = try payloads.suffix(2).map {
      try guess.read(settings, "garden/pots", $0).filter { !$0.isEmpty }
    }
    #expect(
      settings?.sensors.count == 2 && Set(read) == [[["moisture 34.0"]], [["moisture 41.0"]]], "\(text)")
  }

  @Test(arguments: [
    #"{"moisture":34,"moisture_avg":33}"#, #"{"moisture_avg":33,"moisture":34}"#,
    #"{"moisture":{"value":34,"avg":33,"depth":10}}"#, #"{"soil":{"moisture":34,"depth":10}}"#,
    #"{"moisture":{"percent":34,"raw":612,"dry":800,"wet":300}}"#,
  ])
  func `what stands beside a number of the same probe makes no other`(payload: String) throws {
    let (text, settings) = try guess.sniff(("garden/pot", payload))
    #expect(try guess.read(settings, "garden/pot", payload) == [["moisture 34.0"]], "\(text)")
  }

  @Test(
    arguments: [
      ("esp/data", "[34,41]", 2), ("esp/data", #"{"pot1":34,"pot2":41}"#, 2),
      ("esp/data", #"{"1":34,"2":41}"#, 2),
      ("tuya/bf1", #"{"dps":{"3":34,"5":221,"15":"low"}}"#, 1),
      ("tuya/bf1", #"{"dps.3":34,"dps.1":true}"#, 1),
      ("tuya/bf1", #"{"devId":"bf1","data":{"dps":{"3":34}}}"#, 1), ("tuya/bed/dps/3", "34", 1),
      ("garden/pot1", "34", 1), ("garden/pots", "34;41", 2), ("garden/pots", "p1=34&p2=41", 2),
      ("garden/all", #"[{"sensor":"a","value":34},{"sensor":"b","value":41}]"#, 2),
      ("esp/data", #"{"values":[34,41],"uptime":812}"#, 2), ("garden/pot", #"{"value":34,"unit":"%"}"#, 1),
      ("esp/data", #"{"readings":{"0e6b58":34,"0e6b59":41}}"#, 2), ("esp/data", "[612,598]", 2),
      ("esp/data", #"{"pot1":34,"pot2":41,"temp":21}"#, 2),
      ("tuya/bf1", #"{"dps":[{"id":3,"value":34},{"id":5,"value":221}]}"#, 1),
      ("esp/pots", #"{"s1":{"raw":612,"pct":34},"s2":{"raw":598,"pct":41}}"#, 2),
    ])
  func `a number that nobody names is a question`(topic: String, payload: String, count: Int) throws {
    let (text, settings) = try guess.sniff((topic, payload))
    #expect(questions(text).count == count, "\(text)")
    #expect(try guess.read(settings, topic, payload).flatMap(\.self).allSatisfy { !$0.hasPrefix("moisture") })
  }

  @Test func `the question says all that was heard`() throws {
    let (text, _) = try guess.sniff(["34", "31", "36"].map { ("tuya/bf1", #"{"dps":{"3":\#($0)}}"#) })
    #expect(text.contains("dps.3 is 31 to 36") && text.contains("moisture: {path: dps.3"), "\(text)")
  }

  @Test(
    arguments: [
      ("home/light", #"{"color":[12,34,56],"brightness":80}"#),
      ("esp/info", #"{"wifi":{"channel":6},"heap":81}"#),
      ("home/lamp/3", "50"), ("esp/data", #"{"1":true,"2":"auto"}"#), ("esp/data", "[0,1,1,0]"),
      ("esp/state", #"{"value":34}"#), ("home/tv", #"{"channel":12,"volume":30}"#),
    ])
  func `other numbers are none`(topic: String, payload: String) throws {
    #expect(try guess.sniff((topic, payload)).text.isEmpty)
  }

  @Test(arguments: [
    "moisture=34,temp=21.5", "Moisture: 34 %; Temp: 21.5 °C",
    "soil,pot=basil moisture=34,temp=21.5 1795260000000000000",
    "moist:34;temp:21,5;rssi:-60", "soil,pot=basil moisture=34i,temp=21.5", "soil moisture=34i temp=21.5",
    "id=7 temp=21.5 soil_temp_offset=3 moisture=34", "moisture=34,0 temp=21,5", "moisture=34,0,temp=21,5",
    "Feuchte: 34,0 %, Temperatur: 21,5 °C",
  ])
  func `a text that names its numbers is read`(payload: String) throws {
    let (text, settings) = try guess.sniff(("garden/pot", payload))
    #expect(
      Set(try guess.read(settings, "garden/pot", payload).flatMap(\.self)) == [
        "moisture 34.0", "temperature 21.5",
      ],
      "\(text)")
  }

  @Test(arguments: [
    #"[{"type":"soil_moisture","value":34},{"type":"temperature","value":21.5}]"#,
    #"[{"type":"temperature","value":21.5},{"type":"soil_moisture","value":34}]"#,
    #"[{"parameter":"soil_moisture","value":34},{"parameter":"temperature","value":21.5}]"#,
    #"[{"property":"temperature","value":21.5},{"property":"moisture","value":34}]"#,
  ])
  func `a list whose members say what they are is read in any order`(list: String) throws {
    let payload = #"{"measurements":\#(list)}"#
    let (text, settings) = try guess.sniff(("garden/pot", payload))
    let turned =
      #"{"measurements":[\#(list.dropFirst().dropLast().components(separatedBy: "},").reversed().map { $0.hasSuffix("}") ? $0 : $0 + "}" }.joined(separator: ","))]}"#
    for message in [payload, turned] {
      #expect(
        Set(try guess.read(settings, "garden/pot", message).flatMap(\.self)) == [
          "moisture 34.0", "temperature 21.5",
        ],
        "\(text)")
    }
  }

  @Test(arguments: ["parameter", "measure", "sensor_type", "property", "field", "variable"])
  func `a word beside a value says what it is`(key: String) throws {
    let payloads = [#"{"\#(key)":"soil_moisture","value":34}"#, #"{"\#(key)":"temperature","value":19}"#]
    let (text, settings) = try guess.sniff(payloads.map { ("garden/pot", $0) })
    let read = try payloads.map { try guess.read(settings, "garden/pot", $0).flatMap(\.self) }
    #expect(read == [["moisture 34.0"], ["temperature 19.0"]], "\(text)")
  }

  @Test func `a code names what its value is`() throws {
    let payload = #"{"status":[{"code":"soil_humidity","value":34},{"code":"temp_current","value":21.5}]}"#
    let (text, settings) = try guess.sniff(("tuya/bf1", payload))
    #expect(
      Set(try guess.read(settings, "tuya/bf1", payload).flatMap(\.self)) == [
        "moisture 34.0", "temperature 21.5",
      ],
      "\(text)")
  }

  @Test func `a product that is called a soil sensor says humidity of the soil`() throws {
    let payload =
      #"{"product_name":"Soil sensor","status":[{"code":"humidity","value":34},{"code":"temp_current","value":21.5}]}"#
    let (text, settings) = try guess.sniff(("tuya/bf1", payload))
    #expect(
      Set(try guess.read(settings, "tuya/bf1", payload).flatMap(\.self)) == [
        "moisture 34.0", "temperature 21.5",
      ],
      "\(text)")
  }

  @Test(arguments: [
    #"{"Boden":{"Feuchte":34,"Temperatur":21.5},"Luft":{"Feuchte":66}}"#,
    #"{"air":{"moisture":66},"soil":{"moisture":34,"celsius":21.5}}"#,
    #"{"moisture":{"min":31,"max":38,"avg":34},"celsius":21.5}"#,
  ])
  func `what is moist in the air is the air, and an average alone is the value`(payload: String) throws {
    let (text, settings) = try guess.sniff(("garden/bed", payload))
    let read = try guess.read(settings, "garden/bed", payload).flatMap(\.self)
    #expect(Set(read).subtracting(["humidity 66.0"]) == ["moisture 34.0", "temperature 21.5"], "\(text)")
  }

  @Test func `volts beside one number are no percent`() throws {
    let (text, settings) = try guess.sniff(("esp/pot", #"{"soil":1.834,"unit":"V"}"#))
    #expect(text.contains("unit: V") && settings?.sensors.count == 1, "\(text)")
    #expect(try guess.read(settings, "esp/pot", #"{"soil":1.834,"unit":"V"}"#) == [[]])
  }

  @Test func `a unit names its quantity`() throws {
    let payload = #"{"a":{"value":21.5,"unit":"°C"},"soil":{"value":34,"unit":"%"}}"#
    let (text, settings) = try guess.sniff(("garden/pot", payload))
    #expect(
      Set(try guess.read(settings, "garden/pot", payload).flatMap(\.self)) == [
        "moisture 34.0", "temperature 21.5",
      ],
      "\(text)")
  }
}

import BridgeConfig
import DeviceFamilies
import GardenCore
import Testing

/// Who speaks: several devices on one topic, one device by two ways, and packets of nobody.
@Suite struct SpeakerTests {
  private let guess = GuessTests()

  private func values(_ settings: BridgeSettings?, _ topic: String, _ payloads: [String]) throws -> [[String]]
  {
    try payloads.map { payload in try guess.read(settings, topic, payload).flatMap(\.self) }
  }

  @Test(
    arguments: [
      ["device_id", "a", "b"], ["mac", "A4:C1:38:00:00:01", "A4:C1:38:00:00:02"],
      ["sensor", "probe1", "probe2"],
      ["id", "3", "7"], ["nodeId", "12", "13"], ["plant", "Fern", "Aloe vera"],
    ])
  func `an id with several values on one topic is one sensor each`(names: [String]) throws {
    let payloads = [
      #"{"soil_humidity":36,"\#(names[0])":"\#(names[1])"}"#,
      #"{"soil_humidity":61,"\#(names[0])":"\#(names[2])"}"#,
    ]
    let (text, settings) = try guess.sniff(payloads.map { ("/iot/flower", $0) })
    #expect(settings?.sensors.count == 2 && settings?.plan.plants.count == 2, "\(text)")
    #expect(text.contains("select: {\(names[0]): "), "\(text)")
    #expect(try values(settings, "/iot/flower", payloads) == [["moisture 36.0"], ["moisture 61.0"]])
  }

  @Test(arguments: [
    ["soil,sensor=", " moisture=", ",temperature=18.1 1795260000000000000"], ["id=", "&moist=", ""],
    ["node: ", ", moisture: ", " %"],
  ])
  func `a name in a text tells the devices on a topic apart`(pieces: [String]) throws {
    let payloads = [("balcony", 36), ("window", 61)].map { name, moisture in
      "\(pieces[0])\(name)\(pieces[1])\(moisture)\(pieces[2])"
    }
    let (text, settings) = try guess.sniff((payloads + payloads).map { ("telegraf/soil", $0) })
    #expect(settings?.sensors.count == 2, "\(text)")
    let read = try values(settings, "telegraf/soil", payloads).map { $0.first { $0.hasPrefix("moisture") } }
    #expect(read == ["moisture 36.0", "moisture 61.0"], "\(text)")
  }

  @Test(arguments: [
    "hostname", "host", "ip", "station", "tag", "hwid", "who", "source", "geraet", "topf", "capteur",
    "maceta", "vaso",
    "murmel",
  ])
  func `any word that comes again and again with its own moisture is a probe's`(key: String) throws {
    let payloads = [("esp-1", 36), ("esp-2", 61)].map { #"{"\#(key)":"\#($0)","soil":\#($1)}"# }
    let (text, settings) = try guess.sniff((payloads + payloads).map { ("iot/all", $0) })
    #expect(try values(settings, "iot/all", payloads) == [["moisture 36.0"], ["moisture 61.0"]], "\(text)")
    #expect(text.contains("select: {\(key): "), "\(text)")
    let isUsual = !["tag", "source", "murmel"].contains(key)
    #expect(text.contains("taken for the name of a probe each") != isUsual, "\(text)")
  }

  @Test func `a number nobody calls a name tells probes apart as well`() throws {
    let payloads = [(3, 36), (7, 61), (4, 50)].map { #"{"blob":\#($0),"soil":\#($1)}"# }
    let (text, settings) = try guess.sniff((payloads + payloads).map { ("iot/all", $0) })
    #expect(settings?.sensors.count == 3 && text.contains("taken for the name"), "\(text)")
  }

  @Test(arguments: [
    [("dry", 20), ("wet", 60), ("dry", 21), ("wet", 61)], [("a", 20), ("a", 21), ("b", 60), ("b", 61)],
    [("a", 40), ("b", 41), ("a", 41), ("b", 40)], [("a", 40), ("b", 60), ("c", 50), ("d", 41)],
  ])
  func `a word that goes with the moisture of one probe tells none apart`(said: [(String, Int)]) throws {
    let (text, settings) = try guess.sniff(
      said.map { ("garden/pot", #"{"murmel":"\#($0.0)","soil":\#($0.1)}"#) })
    #expect(settings?.sensors.count == 1 && !text.contains("select"), "\(text)")
  }

  @Test(arguments: ["uptime", "heap", "fcnt", "blob"])
  func `a counter tells no probes apart`(key: String) throws {
    let (text, settings) = try guess.sniff(
      (0..<40).map { ("garden/pot", #"{"\#(key)":\#(1000 + $0 * 7),"soil":\#(30 + $0 % 2 * 20)}"#) })
    #expect(settings?.sensors.count == 1 && !text.contains("select"), "\(text)")
  }

  @Test(arguments: [
    (#"{"mac":"%","moisture":@}"#, "A4:C1:38:00:00:0A", "A4:C1:38:00:00:0B"),
    ("mac=%,moisture=@", "a4c13800000a", "a4c13800000b"),
  ])
  func `an address in large and small letters is one probe's`(form: String, one: String, other: String) throws
  {
    let payloads = [(one, 36), (other, 61), (one.lowercased(), 37), (one.uppercased(), 36)].map {
      address, moisture in
      form.replacing("%", with: address).replacing("@", with: "\(moisture)")
    }
    let (text, settings) = try guess.sniff((payloads + payloads).map { ("iot/all", $0) })
    #expect(settings?.sensors.count == 2, "\(text)")
    #expect(
      try values(settings, "iot/all", payloads) == [36, 61, 37, 36].map { ["moisture \($0).0"] }, "\(text)")
  }

  @Test func `a word that is no address is told apart by its letters' case`() throws {
    let payloads = [#"{"sensor":"Bed","moisture":36}"#, #"{"sensor":"bed","moisture":61}"#]
    let (text, _) = try guess.sniff((payloads + payloads).map { ("iot/all", $0) })
    #expect(text.contains("select: {sensor: Bed}") && text.contains("select: {sensor: bed}"), "\(text)")
  }

  @Test func `ids in an object, and as numbers, tell devices apart as well`() throws {
    let payloads = (1...4).map { #"{"device":{"id":\#($0 * 7)},"data":{"moisture":\#(30 + $0)}}"# }
    let (text, settings) = try guess.sniff((payloads + payloads).map { ("iot/all", $0) })
    #expect(settings?.sensors.count == 4, "\(text)")
    #expect(try values(settings, "iot/all", payloads) == (1...4).map { ["moisture \(30 + $0).0"] })
  }

  @Test(arguments: [
    #"{"src":"gw","params":{"events":[{"data":{"moisture":%,"address":"@"}}]}}"#,
    #"[{"device":"@","moisture":%}]"#, #"{"v":1,"a":{"b":{"c":{"d":{"mac":"@","moisture":%}}}}}"#,
  ])
  func `a name far inside a message, or in a list of one, tells devices apart as well`(form: String) throws {
    let payloads = [("a4:c1", "36"), ("a4:c2", "61")].map { name, moisture in
      form.replacing("@", with: name).replacing("%", with: moisture)
    }
    let (text, settings) = try guess.sniff((payloads + payloads).map { ("shellyblu/events/rpc", $0) })
    #expect(settings?.sensors.count == 2, "\(text)")
    #expect(try values(settings, "shellyblu/events/rpc", payloads) == [["moisture 36.0"], ["moisture 61.0"]])
  }

  @Test func `two names are needed where one says only the node`() throws {
    let payloads = [(1, 1, 31), (1, 2, 32), (2, 1, 33), (2, 2, 34)].map { node, probe, moisture in
      #"{"node":\#(node),"channel":\#(probe),"gateway":"g\#(moisture)","moisture":\#(moisture)}"#
    }
    let (text, settings) = try guess.sniff((payloads + payloads).map { ("iot/all", $0) })
    #expect(settings?.sensors.count == 4, "\(text)")
    #expect(!text.contains("gateway"))
    #expect(try values(settings, "iot/all", payloads) == [31, 32, 33, 34].map { ["moisture \($0).0"] })
  }

  @Test func `the number of a packet is no device beside the one that sent it`() throws {
    let payloads = [(7, 90_210, 31), (9, 4_711, 32)].map { from, id, moisture in
      #"{"from":\#(from),"id":\#(id),"sender":"!gw","payload":{"soil_moisture":\#(moisture)},"timestamp":1795260000}"#
    }
    let (text, settings) = try guess.sniff(payloads.map { ("msh/EU/2/json/LongFast/!gw", $0) })
    #expect(settings?.sensors.count == 2 && text.contains("select: {from: '7'}"), "\(text)")
  }

  @Test(arguments: ["id", "n", "uuid"])
  func `a number of the message makes no devices`(key: String) throws {
    let payloads = (0..<8).map { i in
      key == "uuid" ? #"{"moisture":41,"uuid":"f\#(i * 7919)"}"# : #"{"moisture":41,"\#(key)":\#(100 + i)}"#
    }
    let (text, settings) = try guess.sniff(payloads.map { ("garden/pot", $0) })
    #expect(settings?.sensors.count == 1 && !text.contains("select"), "\(text)")
  }

  @Test func `a name that says the quantity makes one plant of what it measures`() throws {
    let payloads = [#"{"sensor":"soil_moisture","value":41}"#, #"{"sensor":"temperature","value":21.5}"#]
    let (text, settings) = try guess.sniff(payloads.map { ("garden/pot", $0) })
    #expect(settings?.plan.plants.count == 1, "\(text)")
    #expect(
      try values(settings, "garden/pot", payloads) == [["moisture 41.0"], ["temperature 21.5"]], "\(text)")
  }

  @Test func `an id that is heard once where others are heard often is a doubt, commented out`() throws {
    let radio = { (id: String, moisture: Int) in
      (
        "rtl_433/pi/events",
        #"{"time":"2026-11-21 11:59:00","model":"Fineoffset-WH51","id":"\#(id)","moisture":\#(moisture),"mic":"CRC"}"#
      )
    }
    let (text, settings) = try guess.sniff(
      (0..<6).map { radio("0e6b58", 41 + $0 % 2) } + [radio("0e6b18", 3)])
    #expect(settings?.sensors.count == 1, "\(text)")
    #expect(text.contains("heard once") && text.contains("id: '0e6b18'"), "\(text)")
    let sketch = (0..<6).map { ("iot/all", #"{"mac":"aa01","moisture":\#(41 + $0 % 2)}"#) }
    let shared = try guess.sniff(sketch + [("iot/all", #"{"mac":"aa02","moisture":3}"#)])
    #expect(shared.settings?.sensors.count == 1 && shared.text.contains("heard once"), "\(shared.text)")
  }

  @Test func `probes that are heard as often as one another are none of these`() throws {
    let messages = (1...5).map { ("iot/all", #"{"mac":"aa0\#($0)","moisture":4\#($0)}"#) }
    let (text, settings) = try guess.sniff(messages)
    #expect(settings?.sensors.count == 5 && !text.contains("heard once"), "\(text)")
  }

  @Test(
    arguments: [
      [
        ("weather/loop", #"{"soilMoist1":23.0,"soilTemp1":12.4}"#), ("weather/soilMoist1", "23.0"),
        ("weather/soilTemp1", "12.4"),
      ],
      [
        ("gw/all", #"{"bed":{"moisture":41.3,"temperature":18.2}}"#),
        ("gw/7/json", #"{"moisture":41.3,"temperature":18.2}"#),
      ],
      [
        ("gw/all", #"{"bed":{"moisture":41,"temperature":18}}"#), ("gw/bed/moisture", "41"),
        ("gw/bed/temperature", "18"),
      ],
    ])
  func `the same value by two ways of one gateway is one plant`(messages: [(String, String)]) throws {
    let (text, settings) = try guess.sniff(messages)
    #expect(settings?.plan.plants.count == 1, "\(text)")
    #expect(text.contains("by another way"), "\(text)")
  }

  @Test func `two probes of one gateway are two plants, though they say the same at times`() throws {
    let (text, settings) = try guess.sniff(
      ("gw/bed1/moisture", "41"), ("gw/bed2/moisture", "41"), ("gw/bed1/temperature", "21"),
      ("gw/bed2/temperature", "21"))
    #expect(settings?.plan.plants.count == 2, "\(text)")
  }
}

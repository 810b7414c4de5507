import BridgeConfig
import DeviceFamilies
import Foundation
import GardenCore
import GardenSetup
import MQTTTypes
import PayloadJSON
import Testing

/// The first config: what stands in it, to the letter, and that it is one.
@Suite struct SetupConfigTests {
  private static let expected = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "Expected")

  private func devices(_ messages: [(String, String)]) -> [RecognizedDevice] {
    var heard = HeardMessages(ownTree: "plants")
    let reader = PayloadReader(bytesMax: 65_536)
    for (topic, payload) in messages {
      heard.take(
        HeardMessage(
          topic: topic, payload: Array(payload.utf8), wasRetained: false, arrival: Timestamp(seconds: 1000)),
        reader)
    }
    return Recognition(heard, calendar: .utc, bound: Recognition.Bound()).devices
  }

  private var garden: [RecognizedDevice] {
    devices([
      ("zigbee2mqtt/basil", #"{"soil_moisture":34,"temperature":21.5}"#),
      ("zigbee2mqtt/chili", #"{"soil_moisture":47}"#), ("zigbee2mqtt/tap", #"{"state":"OFF","flow":0}"#),
    ])
  }

  private func read(_ text: String) throws -> BridgeSettings {
    try ConfigFile.read(
      text: text, fileName: "loam.yaml", environment: [:],
      readSecret: { _ in .success("a-long-enough-secret") }, timeZoneExists: { _ in true }
    ).get()
  }

  private func compare(_ text: String, _ name: String) throws {
    let file = Self.expected.appending(path: name)
    if ProcessInfo.processInfo.environment["UPDATE_EXPECTED"] == "1" {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test func `what was heard at a broker with our settings`() throws {
    var config = SetupConfig()
    config.username = "loam"
    config.webUsername = "loam-web"
    config.commandsSocket = "/run/mosquitto/loam.sock"
    let found = FoundConfig(garden, names: ["chili": "Thai: chili #1"])
    let text = config.text(found)
    try compare(text, "own-broker.yaml")
    let settings = try read(text)
    #expect(settings.plan.plants.map(\.name) == ["Basil", "Thai: chili #1"])
    #expect(settings.web.account?.username == "loam-web")
  }

  @Test func `nothing was heard at a broker elsewhere`() throws {
    var config = SetupConfig()
    config.host = "broker.example"
    config.port = 8883
    config.isEncrypted = true
    config.authorityFile = "/etc/loam/broker-ca.pem"
    config.username = "garden"
    config.sharesAccount = true
    config.pageBroker = "ws://broker.example:9001"
    let text = config.text(FoundConfig([]))
    try compare(text, "elsewhere.yaml")
    let settings = try read(text)
    #expect(settings.plan.plants.isEmpty)
    #expect(settings.broker.tls?.caFile == "/etc/loam/broker-ca.pem" && settings.broker.port == 8883)
    // The example becomes a plant as soon as its '#' are gone.
    let example = text.replacing(/\n#(\w|  )/) { "\n\($0.1)" }
    #expect(try read(example).plan.plants.map(\.name) == ["Basil"])
  }

  @Test func `behind a proxy the page is for this machine alone, and finds the broker beside itself`() throws
  {
    var config = SetupConfig()
    config.pageBroker = "./mqtt"
    let web = try read(config.text(FoundConfig([]))).web
    #expect(web.isLoopback && web.pageBroker == "./mqtt")
  }

  @Test func `a probe that came later is added, and all else stays to the letter`() throws {
    let first = SetupConfig().text(FoundConfig(Array(garden.prefix(1))))
      .replacing("# Who is told", with: "# My own words.\n# Who is told")
    let later = FoundConfig(Array(garden.dropFirst()), taken: FoundConfig.Taken(try read(first).plan))
    let text = ConfigAddition.text(first, adding: later.text(broker: nil))
    #expect(try read(text).plan.plants.map(\.name) == ["Basil", "Chili"])
    let changes = LineDifference.lines(from: first, to: text)
    #expect(changes.contains("+   chili:") && !changes.contains { $0.hasPrefix("-") })
    let untold = String(first[..<first.ranges(of: "# My own words.")[0].lowerBound])
    let whole = ConfigAddition.text(
      untold,
      adding: FoundConfig(Array(garden.dropFirst()), taken: FoundConfig.Taken(try read(untold).plan)).text(
        broker: nil))
    #expect(try read(untold).untold != nil && read(whole).untold == nil)
    let none = SetupConfig().text(FoundConfig([]))
    #expect(
      try read(ConfigAddition.text(none, adding: later.text(broker: nil))).plan.plants.map(\.name) == [
        "Chili"
      ])
  }

  @Test func `a config with the line ends of Windows, or with empty sections, gets what it lacks`() throws {
    let first = SetupConfig().text(FoundConfig(Array(garden.prefix(1))))
    let later = FoundConfig(Array(garden.dropFirst()), taken: FoundConfig.Taken(try read(first).plan))
    let windows = ConfigAddition.text(first.replacing("\n", with: "\r\n"), adding: later.text(broker: nil))
    #expect(try read(windows).plan.plants.map(\.name) == ["Basil", "Chili"])
    #expect(!windows.replacing("\r\n", with: "").contains("\n"))
    let empty = "broker: {host: localhost}\nsensors: {}\nplants: { }  # none yet\n"
    let whole = ConfigAddition.text(empty, adding: FoundConfig(garden).text(broker: nil))
    #expect(try read(whole).plan.plants.map(\.name) == ["Basil", "Chili"], "\(whole)")
  }
}

import BridgeConfig
import DeviceFamilies
import GardenCore
import Testing

/// A time, and whether the device is there, on topics beside that of the value.
@Suite struct BesideTopicTests {
  private let guess = GuessTests()

  @Test(
    arguments: [
      ("node/soil", "34", "node/status", "offline", "{topic: node/status}"),
      ("node/soil", "34", "node/LWT", "Online", "{topic: node/LWT, online: Online, offline: Offline}"),
      ("node/soil/moisture", "34", "node/soil/availability", "online", "{topic: node/soil/availability}"),
      (
        "node/soil/moisture", "34", "node/online", "true",
        "{topic: node/online, online: 'true', offline: 'false'}"
      ),
      ("node/soil", "34", "node/connected", "1", "{topic: node/connected, online: '1', offline: '0'}"),
      ("node", #"{"moisture":34}"#, "node/status", "online", "{topic: node/status}"),
      (
        "node/data", #"{"moisture":34}"#, "node/availability", #"{"state":"online"}"#,
        "{topic: node/availability, path: state}"
      ),
      (
        "node/data", #"{"moisture":34}"#, "node/status", #"{"ip":"10.0.0.7","online":true}"#,
        "{topic: node/status, path: online, online: 'true', offline: 'false'}"
      ),
      (
        "node/soil", "34", "node/state", "disconnected",
        "{topic: node/state, online: connected, offline: disconnected}"
      ),
    ])
  func `whether a device is there is read where it says so`(
    topic: String, payload: String, beside: String, word: String, expected: String
  ) throws {
    for messages in [[(topic, payload), (beside, word)], [(beside, word), (topic, payload)]] {
      let (text, settings) = try guess.sniff(messages)
      #expect(text.contains("    availability: \(expected)\n"), "\(text)")
      #expect(settings?.sensors.count == 1 && settings?.sensors.first?.availability?.topic == beside)
    }
  }

  @Test(
    arguments: [
      ("node/status", "ok"), ("node/status", "on"), ("node/state", "1"), ("node/mode", "offline"),
      ("other/status", "online"), ("node/pump/online", "true"),
    ])
  func `what says nothing of it is left alone`(beside: String, word: String) throws {
    let (text, _) = try guess.sniff(("node/soil", "34"), (beside, word))
    #expect(!text.contains("availability"), "\(text)")
  }

  @Test(
    arguments: [
      ("node/timestamp", "2026-08-01T10:00:00Z"), ("node/ts", "1785578400"),
      ("node/time", "2026-08-01 10:00:00"),
      ("node/last_seen", "\"2026-08-01T10:00:00Z\""), ("node/lastupdate", "1785578400000"),
    ])
  func `an old time beside a kept value is a doubt, and is bound`(beside: String, time: String) throws {
    let found = RecognitionTests.devices([
      RecognitionTests.message("node/soil", "34", retained: true),
      RecognitionTests.message(beside, time, retained: true),
    ])
    let text = FoundConfig(found).text(broker: nil)
    #expect(text.contains("    time: {topic: \(beside)}\n") && text.contains("days ago"), "\(text)")
    #expect(found.first?.values.first?.measuredAt != nil)
  }

  @Test(arguments: [
    ("node/uptime", "81234"), ("node/boot_time", "2026-08-01T10:00:00Z"), ("node/time", "12:30"),
  ])
  func `what is no time of measuring dates nothing`(beside: String, time: String) throws {
    let (text, _) = try guess.sniff(("node/soil", "34"), (beside, time))
    #expect(!text.contains("time:") && !text.contains("days ago"), "\(text)")
  }

  @Test func `a device's own families keep theirs`() throws {
    let (text, _) = try guess.sniff(
      ("zigbee2mqtt/fern", #"{"soil_moisture":41}"#),
      ("zigbee2mqtt/fern/availability", #"{"state":"online"}"#))
    #expect(!text.contains("availability:"), "\(text)")
  }
}

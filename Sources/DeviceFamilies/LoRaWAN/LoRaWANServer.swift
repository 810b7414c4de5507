import GardenCore
import MQTTTypes
import PayloadJSON

/// How a LoRaWAN network server wraps uplinks and takes downlinks.
///
/// | | The Things Stack v3 | ChirpStack v4 |
/// |---|---|---|
/// | device | `v3/<application>@<tenant>/devices/<device>` (no `@<tenant>` on a server of one's own) | `application/<uuid>/device/<devEui>` |
/// | uplink | `<device>/up` | `<device>/event/up` |
/// | decoded object | `uplink_message.decoded_payload` | `object` |
/// | time | `uplink_message.received_at`, else `received_at` | `time`, RFC 3339 with nanoseconds |
/// | battery | | `<device>/event/status` `batteryLevel`, % |
/// | downlink | `<device>/down/replace` | `<device>/command/down` |
///
/// None is retained. Joins, acknowledgements, downlink events, locations and logs are other topics and are not heard.
/// Source: The Things Stack documentation, "MQTT Server", "Data Formats"; ChirpStack documentation, "MQTT integration";
/// format reference §9.
enum LoRaWANServer: Sendable, Hashable {
  case theThingsStack
  case chirpStack

  /// Keys from the root of an uplink to the decoded object.
  var decodedPath: [String] {
    switch self {
    case .theThingsStack: ["uplink_message", "decoded_payload"]
    case .chirpStack: ["object"]
    }
  }

  /// A probe and a valve at `device` and a number. What a valve takes and says is its maker's.
  func example(device: String) -> Family.Example {
    Family.Example(
      sensor: ["topic: \(device)1"],
      valve: [
        "topic: \(device)2", "template:", "  open: '{\"valve\":\"open\",\"seconds\":{seconds}}'",
        "  close: '{\"valve\":\"close\"}'", "  closes_by_itself: true",
        "  state_path: \((decodedPath + ["valve"]).joined(separator: "."))", "  open_word: open",
        "  closed_word: closed", "answer_within: 30min  # it hears after its next uplink",
      ])
  }

  private var uplinkLevels: [String] {
    switch self {
    case .theThingsStack: ["up"]
    case .chirpStack: ["event", "up"]
    }
  }

  var uplinkSuffix: String { "/" + uplinkLevels.joined(separator: "/") }

  /// The device's topic, from that or from its uplinks'.
  func device(_ topic: String) -> String {
    topic.hasSuffix(uplinkSuffix) ? String(topic.dropLast(uplinkSuffix.count)) : topic
  }

  func time(of message: JSONValue) -> JSONValue? {
    switch self {
    case .theThingsStack: message["uplink_message"]?["received_at"] ?? message["received_at"]
    case .chirpStack: message["time"]
    }
  }

  func hasDecodedObject(_ message: JSONValue) -> Bool {
    switch self {
    case .theThingsStack: message["uplink_message"]?["decoded_payload"] != nil
    // Version 3 has the object as a text.
    case .chirpStack: message["object"] != nil || message["objectJSON"] != nil
    }
  }

  /// `replace` lets the newest command win: behind a `push` an opening that was never fetched would still wait when the
  /// closing comes, and open the valve at some later uplink. ChirpStack has no such topic.
  func downlinkTopic(_ device: String) -> String {
    switch self {
    case .theThingsStack: device + "/down/replace"
    case .chirpStack: device + "/command/down"
    }
  }

  /// - Parameter content: An object for the device's encoder, or the bytes in base64.
  func downlink(_ content: String, port: Int, device: String) -> String {
    let isObject = content.first == "{"
    switch self {
    case .theThingsStack:
      let payload = isObject ? "\"decoded_payload\":\(content)" : "\"frm_payload\":\"\(content)\""
      return "{\"downlinks\":[{\"f_port\":\(port),\(payload),\"priority\":\"NORMAL\"}]}"
    case .chirpStack:
      let id = device.split(separator: "/").last ?? ""
      let payload = isObject ? "\"object\":\(content)" : "\"data\":\"\(content)\""
      return "{\"devEui\":\"\(id)\",\"confirmed\":true,\"fPort\":\(port),\(payload)}"
    }
  }
}

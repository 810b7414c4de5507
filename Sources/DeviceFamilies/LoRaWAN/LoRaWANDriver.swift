package import GardenCore
package import MQTTTypes
package import PayloadJSON

/// A valve or a heater behind a LoRaWAN network server.
///
/// `topic` is the device, with or without the level of its uplinks (``LoRaWANServer``). No two makers agree on a byte, so
/// `template` says everything:
///
/// | key | meaning |
/// |---|---|
/// | `open`, `close`, `setpoint` | what is sent: a JSON object for the device's encoder on the server, in which `{seconds}`, `{minutes}` and `{value}` are filled in, or the bytes in base64 |
/// | `port` | LoRaWAN port of the downlink, 1…223; without it 1 |
/// | `state_path` | where the uplink says the state, from the root of the message |
/// | `open_word`, `closed_word` | its two words; a JSON boolean is `true` or `false` |
///
/// A device of class A hears a downlink only after its next uplink, which may be an hour later: the report in an uplink,
/// not the downlink, tells what happened. Only a device that closes by itself may be trusted with water.
/// Source: The Things Stack documentation, "Schedule Downlink Messages"; ChirpStack documentation, "Enqueue downlink";
/// format reference §9.
package struct LoRaWANDriver: DeviceDriver {
  private let words: TemplateDriver
  private let server: LoRaWANServer
  private let device: String
  private let port: Int
  package var sources: [DeviceSource] { words.sources }
  package var hasDeviceTimer: Bool { words.hasDeviceTimer }
  package let hearsRarely = true

  init(_ binding: ActuatorBinding, _ server: LoRaWANServer) throws(BindingProblem) {
    guard var template = binding.template else {
      throw .needsTemplate("open and close (or setpoint), port and state_path")
    }
    guard !template.statePath.steps.isEmpty else {
      throw .needsTemplate("state_path must say where an uplink reports the state")
    }
    self.server = server
    device = server.device(binding.topic)
    _ = try Topics.exact(device)
    port = template.port ?? 1
    guard (1...223).contains(port) else { throw .needsTemplate("port must be from 1 to 223") }
    template.commandTopic = template.commandTopic ?? server.downlinkTopic(device)
    var inner = binding
    inner.topic = device + server.uplinkSuffix
    inner.template = template
    words = try TemplateDriver(inner)
    let actions: [ActuatorCommand.Action] =
      binding.isValve ? [.open(runs: .seconds(60)), .close] : [.setpoint(20)]
    for action in actions {
      for sent in words.publications(for: action) { try Self.check(sent.payload) }
    }
  }

  private static func check(_ payload: [UInt8]) throws(BindingProblem) {
    if payload.first == UInt8(ascii: "{") {
      let reader = PayloadReader(bytesMax: 4096)
      reader.load(payload.span)
      if reader.root?.kind == .object { return }
    } else if isBase64(payload) {
      return
    }
    throw .needsTemplate("what is sent must be a JSON object or bytes in base64")
  }

  private static func isBase64(_ text: [UInt8]) -> Bool {
    let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard !text.isEmpty, text.count % 4 == 0, padding <= 2 else { return false }
    return text.dropLast(padding).allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
  }

  package func publications(for action: ActuatorCommand.Action) -> [MQTTPublication] {
    words.publications(for: action).map { sent in
      let content = String(decoding: sent.payload, as: UTF8.self)
      let text = server.downlink(content, port: port, device: device)
      return MQTTPublication(topic: sent.topic, payload: Array(text.utf8))
    }
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    words.decode(payload, source: source, context: context, into: &items)
  }
}

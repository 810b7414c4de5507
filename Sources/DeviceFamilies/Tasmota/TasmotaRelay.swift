package import GardenCore
package import MQTTTypes
package import PayloadJSON

/// A valve on a relay of a Tasmota device.
///
/// Commands (``TasmotaTopics``): `cmnd/<topic>/PulseTime<n>` and then `cmnd/<topic>/POWER<n>`, not retained: a retained one
/// switches again after each reconnect. `part` is the relay's number; without it the first, which Tasmota calls `POWER`
/// on a device that has only one.
///
/// PulseTime limits the run on the device: 1…111 are tenths of a second, 112…64900 are seconds + 100. It is set before
/// each opening and never set back: 0 while the relay is on would end the limit and leave the water running, and a
/// relay that switches itself off after a run by hand is on the safe side.
///
/// Reports: `stat/<topic>/RESULT` `{"POWER":"ON"}`, `stat/<topic>/POWER` `ON`, `tele/<topic>/STATE` with the same key;
/// `POWER1` is `POWER`. `RESULT` also carries answers to other commands, among them `{"PulseTime1":{"Set":460,"Remaining":459}}`.
/// Source: Tasmota documentation, "Commands" (Power, PulseTime), "MQTT"; format reference §2.
package struct TasmotaRelay: DeviceDriver {
  package let sources: [DeviceSource]
  package let hasDeviceTimer = true
  private let topics: TasmotaTopics
  private let relay: Int
  /// Positions in ``sources`` from which on payloads are plain words.
  private static let plainSource = 2

  init(_ binding: ActuatorBinding) throws(BindingProblem) {
    topics = try TasmotaTopics(binding.topic)
    guard let relay = Int(binding.part ?? "1"), (1...32).contains(relay) else {
      throw .badPart(binding.part ?? "", "the number of the relay, 1 to 32")
    }
    self.relay = relay
    var names = [("stat", "RESULT"), ("tele", "STATE"), ("stat", "POWER\(relay)")]
    if relay == 1 { names.append(("stat", "POWER")) }
    var sources: [DeviceSource] = []
    for (prefix, name) in names {
      sources.append(DeviceSource(filter: try Topics.exact(topics.topic(prefix, name))))
    }
    self.sources = sources
    key = "POWER\(relay)"
  }

  private let key: String
  private var suffix: String { relay == 1 ? "" : String(relay) }

  package func publications(for deed: ActuatorCommand.Deed) -> [MQTTPublication] {
    switch deed {
    case .open(let runs):
      [command("PulseTime\(relay)", String(Self.pulseTime(runs))), command("POWER\(suffix)", "ON")]
    case .close: [command("POWER\(suffix)", "OFF")]
    case .setpoint: []
    }
  }

  /// Tenths of a second up to 11.1 s, from 12 s on whole seconds + 100; rounded down, at most 18 h.
  static func pulseTime(_ runs: Duration) -> Int64 {
    let milliseconds = max(0, min(runs, .seconds(64_800)).milliseconds)
    if milliseconds < 12_000 { return max(1, min(111, milliseconds / 100)) }
    return milliseconds / 1000 + 100
  }

  private func command(_ name: String, _ text: String) -> MQTTPublication {
    MQTTPublication(topic: topics.topic("cmnd", name), payload: Array(text.utf8))
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    let isOpen: Bool?
    if source >= Self.plainSource {
      isOpen = payload.textEquals("ON") ? true : payload.textEquals("OFF") ? false : nil
      if isOpen == nil { items.append(.refused(nil, payload.byteCount == 0 ? .noValue : .malformed)) }
    } else {
      guard let message = payload.document(orRefuseInto: &items) else { return }
      let value = message[key] ?? (relay == 1 ? message["POWER"] : nil)
      isOpen = SwitchWord.isOn(value)
    }
    if let isOpen {
      items.append(.valve(ValveReport(isOpen: isOpen, wasRetained: context.wasRetained)))
    }
  }
}

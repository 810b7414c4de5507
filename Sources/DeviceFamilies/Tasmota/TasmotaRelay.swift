package import GardenCore
package import MQTTTypes
package import PayloadJSON

/// A valve on a relay of a Tasmota device.
///
/// Commands (``TasmotaTopics``): `cmnd/<topic>/PulseTime<n>` and then `cmnd/<topic>/POWER<n>`, not retained: a retained one
/// switches again after each reconnect. `part` is the relay's number; without it the first, which Tasmota calls `POWER`
/// on a device that has only one.
///
/// PulseTime limits the run on the device: 1…111 are tenths of a second, 112…64900 are seconds + 100, so that the longest run is
/// 18 h. It is set before each opening and never set back: 0 while the relay is on would end the limit and leave the water
/// running, and a relay that switches itself off after a run by hand is on the safe side. ON while the relay is on starts the time
/// anew. After a power cut the firmware switches the relay as `PowerOnState` says and, where it is on, starts the time anew: set
/// `PowerOnState 0` for a valve. Older firmware has eight such timers; relay 9 then shares that of relay 1.
///
/// Reports: `stat/<topic>/RESULT` `{"POWER":"ON"}`, `stat/<topic>/POWER` `ON`, `tele/<topic>/STATE` with the same key,
/// `stat/<topic>/STATUS11` with it under `StatusSTS`; `POWER1` is `POWER`. `RESULT` also carries answers to other commands, among
/// them `{"PulseTime1":{"Set":460,"Remaining":459}}`: 359 s remain; for all relays at once both are arrays.
/// Source: Tasmota documentation, "Commands" (Power, PulseTime), "MQTT"; its source, `ExecuteCommandPower`; format reference §2.
package struct TasmotaRelay: DeviceDriver {
  package let sources: [DeviceSource]
  package let hasDeviceTimer = true
  package let timerMax: Duration? = .seconds(pulseMax)
  private let topics: TasmotaTopics
  private let relay: Int
  private static let statusSource = 2
  /// Positions in ``sources`` from which on payloads are plain words.
  private static let plainSource = 3

  init(_ binding: ActuatorBinding) throws(BindingProblem) {
    topics = try TasmotaTopics(binding.topic)
    guard let relay = Int(binding.part ?? "1"), (1...32).contains(relay) else {
      throw .badPart(binding.part ?? "", "the number of the relay, 1 to 32")
    }
    self.relay = relay
    var names = [("stat", "RESULT"), ("tele", "STATE"), ("stat", "STATUS11"), ("stat", "POWER\(relay)")]
    if relay == 1 { names.append(("stat", "POWER")) }
    var sources: [DeviceSource] = []
    for (prefix, name) in names {
      sources.append(DeviceSource(filter: try Topics.exact(topics.topic(prefix, name))))
    }
    self.sources = sources
    key = "POWER\(relay)"
    pulseKey = "PulseTime\(relay)"
  }

  private let key: String
  private let pulseKey: String
  private var suffix: String { relay == 1 ? "" : String(relay) }

  package func publications(for action: ActuatorCommand.Action) -> [MQTTPublication] {
    switch action {
    case .open(let runs):
      [command("PulseTime\(relay)", String(Self.pulseTime(runs))), command("POWER\(suffix)", "ON")]
    case .close: [command("POWER\(suffix)", "OFF")]
    case .setpoint: []
    }
  }

  /// PulseTime 64900, in seconds.
  private static let pulseMax: Int64 = 64_800

  /// Tenths of a second up to 11.1 s, from 12 s on whole seconds + 100; rounded down, at most 18 h.
  static func pulseTime(_ runs: Duration) -> Int64 {
    let milliseconds = max(0, min(runs, .seconds(pulseMax)).milliseconds)
    if milliseconds < 12_000 { return max(1, min(111, milliseconds / 100)) }
    return milliseconds / 1000 + 100
  }

  private func command(_ name: String, _ text: String) -> MQTTPublication {
    MQTTPublication(topic: topics.topic("cmnd", name), payload: Array(text.utf8))
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    var report = ValveReport(wasRetained: context.wasRetained)
    if source >= Self.plainSource {
      report.isOpen = SwitchWord.isOn(payload)
      if report.isOpen == nil {
        let reason: Refusal = payload.isTooLarge ? .tooLarge : payload.byteCount == 0 ? .noValue : .malformed
        items.append(.refused(nil, reason))
      }
    } else {
      guard let message = payload.document(orRefuseInto: &items) else { return }
      let state = source == Self.statusSource ? message["StatusSTS"] : message
      report.isOpen = SwitchWord.isOn(state?[key] ?? (relay == 1 ? state?["POWER"] : nil))
      report.remaining = remaining(message)
    }
    if report.isOpen != nil || report.remaining != nil { items.append(.valve(report)) }
  }

  private func remaining(_ message: JSONValue) -> Duration? {
    let left = message[pulseKey]?["Remaining"] ?? message["PulseTime"]?["Remaining"]?[relay - 1]
    guard let left = left?.integer, (1...64_900).contains(left) else { return nil }
    return left < 112 ? .milliseconds(left * 100) : .seconds(left - 100)
  }
}

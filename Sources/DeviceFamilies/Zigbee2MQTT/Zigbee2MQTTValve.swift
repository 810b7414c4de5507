package import GardenCore
package import MQTTTypes
package import PayloadJSON

/// An irrigation valve through zigbee2mqtt.
///
/// Topics: `<base>/<friendly name>` (state), `<base>/<friendly name>/set` (commands, not retained).
/// `part` is the way the device takes its run time:
///
/// | `part` | open | devices |
/// |---|---|---|
/// | none, `on_time` | `{"state":"ON","on_time":300}`, seconds | Sonoff SWV and others |
/// | `irrigation_target` | `{"mode":"duration","irrigation_target":300,"state":"ON"}`, seconds, at least 10 | GiEX QT06_2, GX02 |
/// | `irrigation_target_minutes` | the same in minutes | GiEX QT06_1 |
/// | `timer` | `{"timer":5,"state":"ON"}`, minutes | Lidl/Parkside PSBZS A1 |
///
/// | key | report | unit |
/// |---|---|---|
/// | `state` | open, closed | `ON`, `OFF` |
/// | `current_device_status` | shortage, leak | `normal_state`, `water_shortage`, `water_leakage`, `water_shortage & water_leakage` |
/// | `real_time_irrigation_volume`, `water_consumed` | litres | L |
/// | `flow` | litres per minute | m³/h |
/// | `time_left` | remaining | min |
///
/// `valve_work_state` is not believed to mean closed: it may be a cached value of before the run.
/// Source: zigbee2mqtt device pages of SWV, QT06_1, QT06_2 and PSBZS A1; format reference §1.
package struct Zigbee2MQTTValve: DeviceDriver {
  package let sources: [DeviceSource]
  package let hasDeviceTimer = true
  private let commandTopic: String
  private let timer: RunTimer

  private enum RunTimer: String, CaseIterable {
    case seconds = "on_time"
    case targetSeconds = "irrigation_target"
    case targetMinutes = "irrigation_target_minutes"
    case minutes = "timer"
  }

  init(_ binding: ActuatorBinding) throws(BindingProblem) {
    sources = [DeviceSource(filter: try Topics.exact(binding.topic))]
    commandTopic = binding.topic + "/set"
    let part = binding.part ?? RunTimer.seconds.rawValue
    guard let timer = RunTimer(rawValue: part) else {
      throw .badPart(part, "one of \(RunTimer.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self.timer = timer
  }

  package func publications(for deed: ActuatorCommand.Deed) -> [MQTTPublication] {
    switch deed {
    case .close: [command(#"{"state":"OFF"}"#)]
    case .open(let runs): [command(open(runs))]
    case .setpoint: []
    }
  }

  private func open(_ runs: Duration) -> String {
    let seconds = RunTime.seconds(runs)
    let minutes = RunTime.minutes(runs)
    return switch timer {
    case .seconds: #"{"state":"ON","on_time":\#(seconds)}"#
    case .minutes: #"{"timer":\#(minutes),"state":"ON"}"#
    case .targetSeconds: #"{"mode":"duration","irrigation_target":\#(max(10, seconds)),"state":"ON"}"#
    case .targetMinutes: #"{"mode":"duration","irrigation_target":\#(minutes),"state":"ON"}"#
    }
  }

  private func command(_ json: String) -> MQTTPublication {
    MQTTPublication(topic: commandTopic, payload: Array(json.utf8))
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    guard let state = payload.document(orRefuseInto: &items) else { return }
    var report = ValveReport(wasRetained: context.wasRetained)
    report.isOpen = SwitchWord.isOn(state["state"])
    report.litres = state["real_time_irrigation_volume"]?.amount ?? state["water_consumed"]?.amount
    report.litresPerMinute = state["flow"]?.amount.map { $0 * 1000 / 60 }
    report.remaining = state["time_left"]?.amount.map { .milliseconds(Int64(min($0, 100_000) * 60_000)) }
    if let status = state["current_device_status"] { Self.read(status, into: &report) }
    if report != ValveReport(wasRetained: context.wasRetained) { items.append(.valve(report)) }
  }

  private static func read(_ status: JSONValue, into report: inout ValveReport) {
    let isShort = status.textEquals("water_shortage")
    let isLeaking = status.textEquals("water_leakage")
    let isBoth = status.textEquals("water_shortage & water_leakage")
    guard isShort || isLeaking || isBoth || status.textEquals("normal_state") else { return }
    report.isShortOfWater = isShort || isBoth
    report.isLeaking = isLeaking || isBoth
  }
}

/// `ON` and `OFF`, in any case.
enum SwitchWord {
  static func isOn(_ value: JSONValue?) -> Bool? {
    guard let value else { return nil }
    if value.textEqualsIgnoringCase("on") { return true }
    return value.textEqualsIgnoringCase("off") ? false : nil
  }
}

extension JSONValue {
  /// A number that cannot be negative, without a unit behind it; nor so large that a change of unit makes it infinite.
  var amount: Double? {
    guard case .value(let number, unit: nil) = number, (0...1e12).contains(number) else { return nil }
    return number
  }
}

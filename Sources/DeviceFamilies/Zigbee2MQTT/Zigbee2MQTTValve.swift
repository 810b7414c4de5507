package import GardenCore
package import MQTTTypes
package import PayloadJSON

/// An irrigation valve through zigbee2mqtt.
///
/// Topics: `<base>/<friendly name>` (state), or one per property (``PropertyTopics``); `<base>/<friendly name>/set` (commands, not
/// retained). `part` is the way the device takes its run time, or its model:
///
/// | `part` | model | open, one message each | longest |
/// |---|---|---|---|
/// | none, `on_time` | `SWV` (Sonoff), others | `{"state":"ON","on_time":300}`, seconds | 6553 s |
/// | `cyclic_timed_irrigation` | | one cycle of the SWV's own programme, seconds | 32639 s |
/// | `irrigation_target` | `QT06_2`, `GX02` (GiEX) | `{"mode":"duration"}`, `{"irrigation_target":300}`, `{"state":"ON"}`, seconds, at least 10 | 12 h |
/// | `irrigation_target_minutes` | `QT06_1` (GiEX) | the same in minutes | 1440 min |
/// | `timer` | `PSBZS A1` (Lidl/Parkside) | `{"timer":5}`, `{"state":"ON"}`, minutes | 599 min |
/// | `state_l1`, `state_left` … | valves with several outlets | `{"state_l1":"ON","on_time_l1":300}`, seconds | 6553 s |
/// | `manual_default_settings` | `SWV-ZFE`, `SWV-ZFU` | that object with `irrigation_duration`, `{"state":"ON"}`, minutes | 719 min |
///
/// Units differ between models that look alike, and a wrong one is a run of sixty times its length: `part` says the model. With
/// zigbee2mqtt before 2.6.0 a SWV takes `on_time` for ten times as long (`on_time: 11` runs 110 s, its issues 27465 and 27980); the
/// cycle is in seconds in every version. A whole-minute valve runs a minute where less is asked; `QT06_2` and `GX02` ten seconds.
/// A SWV-ZF* does not know `on_time`. Not verified on a device: that a repeated opening starts the time anew (a longer run than
/// the longest needs it), and the SWV-ZF* at all (its issues 32479, 32694).
///
/// | key | report | unit |
/// |---|---|---|
/// | `state` | open, closed | `ON`, `OFF` |
/// | `current_device_status` | shortage, leak | `normal_state`, `water_shortage`, `water_leakage`, `water_shortage & water_leakage` |
/// | `valve_work_state` | closed | `working`, `idle` |
/// | `real_time_irrigation_volume`, `water_consumed` | litres | L |
/// | `flow` | litres per minute | m³/h |
/// | `time_left` | remaining | min |
///
/// A SWV may end its programme and keep `state` ON: `idle` after `working` is closed. `idle` alone proves nothing: it may be the
/// cached value of before the run. Not read: start and end times (a GiEX writes them without a date, a QT06_1 in GMT+8, a SWV
/// may keep those of the run before), targets, the counters of past runs, and `auto_close_when_water_shortage`, which is the
/// owner's setting. No valve says a percentage: who opened it knows when it began and how long it runs, and closes it then. With
/// `frost_lock` ON a PSBZS A1 does not open until its owner resets it.
///
/// After a command `state` may be zigbee2mqtt's own word, said when the valve has acknowledged the message (`optimistic`); and a
/// `flow` in a cached state may be the last one before the valve closed. Where it matters, a meter in the pipe tells.
/// Source: zigbee2mqtt device pages of SWV, QT06_1, QT06_2 and PSBZS A1, its issue 32694; format reference §1.
package struct Zigbee2MQTTValve: DeviceDriver {
  package let sources: [DeviceSource]
  package let hasDeviceTimer = true
  package var timerMax: Duration? { timer.longest }
  package var canReportFlow: Bool { timer.hasMeter }
  private let commandTopic: String
  private let timer: ValveTimer
  /// `state`, or of one outlet `state_l1`.
  private let stateKey: String
  private var isOn: Bool?
  /// Work was reported since the valve was last OFF.
  private var hasWorked = false

  private enum Property: String, CaseIterable {
    case state
    case status = "current_device_status"
    case work = "valve_work_state"
    case volume = "real_time_irrigation_volume"
    case consumed = "water_consumed"
    case flow
    case timeLeft = "time_left"
  }

  private static let properties = Property.allCases

  init(_ binding: ActuatorBinding) throws(BindingProblem) {
    let outlet = binding.part.flatMap { $0.hasPrefix("state_") && $0.utf8.count > 6 ? $0 : nil }
    stateKey = outlet ?? "state"
    var sources = [DeviceSource(filter: try Topics.exact(binding.topic))]
    for property in Self.properties {
      let key = property == .state ? stateKey : property.rawValue
      sources.append(DeviceSource(filter: try Topics.exact("\(binding.topic)/\(key)")))
    }
    self.sources = sources
    commandTopic = binding.topic + "/set"
    timer = try ValveTimer(word: outlet == nil ? binding.part : nil)
  }

  package func publications(for action: ActuatorCommand.Action) -> [MQTTPublication] {
    switch action {
    case .close: [command(#"{"\#(stateKey)":"OFF"}"#)]
    case .open(let runs): timer.opening(runs, outlet: String(stateKey.dropFirst(5))).map(command)
    case .setpoint: []
    }
  }

  private func command(_ json: String) -> MQTTPublication {
    MQTTPublication(topic: commandTopic, payload: Array(json.utf8))
  }

  package mutating func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    var report = ValveReport(wasRetained: context.wasRetained)
    if source > 0 {
      guard read(Self.properties[source - 1], payload, into: &report) else {
        items.append(.refused(nil, payload.isTooLarge ? .tooLarge : .malformed))
        return
      }
    } else {
      guard let state = payload.document(orRefuseInto: &items) else { return }
      report.litres = state["real_time_irrigation_volume"]?.amount ?? state["water_consumed"]?.amount
      report.litresPerMinute = state["flow"]?.amount.map(Self.litresPerMinute)
      report.remaining = state["time_left"]?.amount.map(Self.minutes)
      if let status = state["current_device_status"] { Self.read({ status.textEquals($0) }, into: &report) }
      if let isOn = SwitchWord.isOn(state[stateKey]) { hear(isOn: isOn) }
      if state["valve_work_state"]?.textEquals("working") == true { hasWorked = true }
      let isIdle = state["valve_work_state"]?.textEquals("idle") == true
      report.isOpen =
        SwitchWord.isOn(state[stateKey]).map { $0 && !(isIdle && hasWorked) }
    }
    if report != ValveReport(wasRetained: context.wasRetained) { items.append(.valve(report)) }
  }

  private mutating func hear(isOn: Bool) {
    self.isOn = isOn
    if !isOn { hasWorked = false }
  }

  /// A property on a topic of its own. `false`: not a value of it. An empty payload is none.
  private mutating func read(_ property: Property, _ payload: PayloadReader, into report: inout ValveReport)
    -> Bool
  {
    if payload.byteCount == 0, !payload.isTooLarge { return true }
    if PropertyTopics.isOfAnotherDevice(payload) { return true }
    var amount: Double?
    if case .value(let number, unit: nil) = payload.number(), JSONValue.amounts.contains(number) {
      amount = number
    }
    switch property {
    case .state:
      guard let isOn = SwitchWord.isOn(payload) else { return false }
      hear(isOn: isOn)
      report.isOpen = isOn
    case .work:
      if payload.textEquals("working") {
        hasWorked = true
      } else if payload.textEquals("idle") {
        if isOn == true, hasWorked { report.isOpen = false }
      } else {
        return false
      }
    case .status:
      Self.read({ payload.textEquals($0) }, into: &report)
      return report.isLeaking != nil
    case .volume, .consumed: report.litres = amount
    case .flow: report.litresPerMinute = amount.map(Self.litresPerMinute)
    case .timeLeft: report.remaining = amount.map(Self.minutes)
    }
    return amount != nil || property == .state || property == .work
  }

  private static func litresPerMinute(cubicMetresPerHour flow: Double) -> Double { flow * 1000 / 60 }

  private static func minutes(_ number: Double) -> Duration {
    .milliseconds(Int64(min(number, 100_000) * 60_000))
  }

  private static func read(_ says: (String) -> Bool, into report: inout ValveReport) {
    let isShort = says("water_shortage")
    let isLeaking = says("water_leakage")
    let isBoth = says("water_shortage & water_leakage")
    guard isShort || isLeaking || isBoth || says("normal_state") else { return }
    report.isShortOfWater = isShort || isBoth
    report.isLeaking = isLeaking || isBoth
  }
}

internal import DeviceFamilies
internal import GardenCore

/// What the entry of a valve or a heater says about its timer, and about what shows that water flows or power is drawn, before the
/// sensors it names are looked up.
struct SafetyDraft {
  let words: SafetyWords
  /// Where the owner accepts that nothing but the bridge closes it.
  var noDeviceTimer: Placed<Bool>?
  var timerMax: Placed<Duration>?
  var water: WaterEvidence?
  var powerMeter: Placed<String>?
  var powerMin: Placed<Double>
  var within: Placed<Duration>

  /// Of a valve alone.
  struct WaterEvidence {
    var flowMeter: Placed<String>?
    var reportsFlow: Placed<Bool>
    var flowMin: Placed<Double>
    /// `false`: its timer and its meter prove that it is closed, not its word.
    var reportsClosed: Placed<Bool>
    /// Where the owner accepts that its own word is all there is.
    var noMeter: Placed<Bool>?
  }

  /// Something is named that counts this valve's litres; whether it can is asked elsewhere.
  /// The sensors that watch it.
  var meters: [Placed<String>] { [water?.flowMeter, powerMeter].compactMap(\.self) }

  var namesWaterMeter: Bool { water.map { $0.flowMeter != nil || $0.reportsFlow.value } ?? false }

  /// Without the meters.
  var plan: EvidencePlan {
    let standard = EvidencePlan()
    return EvidencePlan(
      reportsFlow: water?.reportsFlow.value ?? standard.reportsFlow,
      flowMin: water?.flowMin.value ?? standard.flowMin, powerMin: powerMin.value, within: within.value,
      reportsClosed: water?.reportsClosed.value ?? standard.reportsClosed)
  }
}

/// Keys of a valve or a heater: its timer, and what shows beside its own word whether it works.
enum SafetyKeys {
  static func read(valve keys: Section) -> SafetyDraft { read(keys, .valve, hasWater: true) }
  static func read(heater keys: Section) -> SafetyDraft { read(keys, .heater, hasWater: false) }

  private static func read(_ keys: Section, _ words: SafetyWords, hasWater: Bool) -> SafetyDraft {
    let standard = EvidencePlan()
    let accepted = keys.optional(
      "no_device_timer", .words("the word accepted", [("accepted", true)]), example: "accepted",
      help: words.noDeviceTimer)
    let longest = keys.optional(
      "timer_max", .duration(.seconds(30)...(.hours(24))), example: "1h", help: words.timerMax)
    let water = hasWater ? water(keys) : nil
    let powerMeter = keys.optional(
      "power_meter", .name(of: "a sensor"), example: words.powerMeter.example, help: words.powerMeter.help)
    let powerMin = keys.value(
      "power_min", .power(0.1...5000), default: standard.powerMin, help: words.powerMin)
    let within = keys.value(
      "evidence_within", .duration(.seconds(5)...(.minutes(30))), default: standard.within,
      help: words.within)
    let draft = SafetyDraft(
      words: words, noDeviceTimer: accepted, timerMax: longest, water: water, powerMeter: powerMeter,
      powerMin: powerMin, within: within)
    check(draft, keys)
    return draft
  }

  private static func water(_ keys: Section) -> SafetyDraft.WaterEvidence {
    let standard = EvidencePlan()
    let noMeter = keys.optional(
      "no_meter", .words("the word accepted", [("accepted", true)]), example: "accepted",
      help:
        "Says of a valve with neither a timer of its own nor a meter that you know it: if it says closed and is not, nobody learns of it."
    )
    let flowMeter = keys.optional(
      "flow_meter", .name(of: "a sensor"), example: "drip-meter",
      help: "The sensor with flow or volume in this valve's pipe. Several valves may share one.")
    let reportsFlow = keys.value(
      "reports_flow", .flag, default: standard.reportsFlow,
      help: "Whether the valve's own reports carry flow or litres that can be trusted.")
    let reportsClosed = keys.value(
      "reports_closed", .flag, default: standard.reportsClosed,
      help:
        "Whether its reports say that it closed. 'false' for one that goes on saying ON after its run: then its timer closes it and its meter proves it, and its word for open counts only while a run begins or water flows."
    )
    let flowMin = keys.value(
      "flow_min", .flow(0.01...1000), default: standard.flowMin,
      help: "Water flows from here on; less is the meter's noise.")
    return SafetyDraft.WaterEvidence(
      flowMeter: flowMeter, reportsFlow: reportsFlow, flowMin: flowMin, reportsClosed: reportsClosed,
      noMeter: noMeter)
  }

  /// The way out for litres that nothing measures.
  static let meterHelp =
    "name a sensor in its pipe with flow_meter; or, where its own reports say it, write 'reports_flow: true'"

  /// A bound of something that nobody measures would be a silent mistake. One that says no more than the default is none.
  private static func check(_ draft: SafetyDraft, _ keys: Section) {
    let standard = EvidencePlan()
    let hasFlow = keys.entry("flow_meter") != nil || draft.water?.reportsFlow.value == true
    let hasPower = keys.entry("power_meter") != nil
    if let water = draft.water, water.flowMin.value != standard.flowMin, !hasFlow {
      needs(water.flowMin, "flow_meter or reports_flow", keys)
    }
    if draft.powerMin.value != standard.powerMin, !hasPower { needs(draft.powerMin, "power_meter", keys) }
    if draft.within.value != standard.within, !hasFlow, !hasPower {
      needs(draft.within, draft.words.meters, keys)
    }
  }

  private static func needs<Value>(_ bound: Placed<Value>, _ others: String, _ keys: Section) {
    keys.problems.error(at: bound.position, "\(bound.path) says nothing without \(others)")
  }
}

internal import DeviceFamilies
internal import GardenCore

/// What a valve's entry says about its timer, and about what shows that water flows, before the sensors it names are looked up.
struct ValveSafetyDraft {
  /// Where the owner accepts that nothing but the bridge closes it.
  var noDeviceTimer: Placed<Bool>?
  var timerMax: Placed<Duration>?
  var flowMeter: Placed<String>?
  var powerMeter: Placed<String>?
  var reportsFlow: Placed<Bool>
  var flowMin: Placed<Double>
  var powerMin: Placed<Double>
  var within: Placed<Duration>

  /// Something is named that counts this valve's litres; whether it can is asked elsewhere.
  var namesWaterMeter: Bool { flowMeter != nil || reportsFlow.value }

  /// Without the meters.
  var plan: EvidencePlan {
    EvidencePlan(
      reportsFlow: reportsFlow.value, flowMin: flowMin.value, powerMin: powerMin.value, within: within.value)
  }
}

/// Keys of a valve: its timer, and what shows beside its own word whether water flows.
enum ValveSafetyKeys {
  static func read(_ keys: Section) -> ValveSafetyDraft {
    let standard = EvidencePlan()
    let accepted = keys.optional(
      "no_device_timer", .words("the word accepted", [("accepted", true)]), example: "accepted",
      help:
        "Must be written for a device that does not close by itself: while it is open, nothing but this bridge closes it."
    )
    let longest = keys.optional(
      "timer_max", .duration(.seconds(30)...(.hours(24))), example: "1h",
      help:
        "The longest run that the device's own timer takes, where it is shorter than the family's. A longer run is opened again in time."
    )
    let flowMeter = keys.optional(
      "flow_meter", .name(of: "a sensor"), example: "drip-meter",
      help: "The sensor with flow or volume in this valve's pipe. Several valves may share one.")
    let reportsFlow = keys.value(
      "reports_flow", .flag, default: standard.reportsFlow,
      help: "Whether the valve's own reports carry flow or litres that can be trusted.")
    let flowMin = keys.value(
      "flow_min", .flow(0.01...1000), default: standard.flowMin,
      help: "Water flows from here on; less is the meter's noise.")
    let powerMeter = keys.optional(
      "power_meter", .name(of: "a sensor"), example: "pump-plug",
      help: "The sensor with the power of this valve's pump or coil.")
    let powerMin = keys.value(
      "power_min", .power(0.1...5000), default: standard.powerMin,
      help: "The pump runs from here on; less is its standby.")
    let within = keys.value(
      "evidence_within", .duration(.seconds(5)...(.minutes(30))), default: standard.within,
      help: "Water must be seen this soon after opening, and must have stopped this soon after closing.")
    let draft = ValveSafetyDraft(
      noDeviceTimer: accepted, timerMax: longest, flowMeter: flowMeter, powerMeter: powerMeter,
      reportsFlow: reportsFlow, flowMin: flowMin, powerMin: powerMin, within: within)
    check(draft, keys)
    return draft
  }

  /// The way out for litres that nothing measures.
  static let meterHelp =
    "name a sensor in its pipe with flow_meter; or, where its own reports say it, write 'reports_flow: true'"

  /// A bound of something that nobody measures would be a silent mistake. One that says no more than the default is none.
  private static func check(_ draft: ValveSafetyDraft, _ keys: Section) {
    let standard = EvidencePlan()
    let hasFlow = keys.entry("flow_meter") != nil || draft.reportsFlow.value
    let hasPower = keys.entry("power_meter") != nil
    if draft.flowMin.value != standard.flowMin, !hasFlow {
      needs(draft.flowMin, "flow_meter or reports_flow", keys)
    }
    if draft.powerMin.value != standard.powerMin, !hasPower { needs(draft.powerMin, "power_meter", keys) }
    if draft.within.value != standard.within, !hasFlow, !hasPower {
      needs(draft.within, "flow_meter, reports_flow or power_meter", keys)
    }
  }

  private static func needs<Value>(_ bound: Placed<Value>, _ others: String, _ keys: Section) {
    keys.problems.error(at: bound.position, "\(bound.path) says nothing without \(others)")
  }
}

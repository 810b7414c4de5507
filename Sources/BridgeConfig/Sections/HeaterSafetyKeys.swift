internal import GardenCore

extension ValveSafetyKeys {
  /// Keys of a heater: its timer, and what shows beside its own word whether it heats.
  static func ofHeater(_ keys: Section) -> ValveSafetyDraft {
    let standard = EvidencePlan()
    func absent<Value>(_ value: Value) -> Placed<Value> {
      Placed(value: value, position: keys.position, isWritten: false, path: keys.path)
    }
    let accepted = keys.optional(
      "no_device_timer", .words("the word accepted", [("accepted", true)]), example: "accepted",
      help:
        "Must be written for a device that does not switch off by itself: while it is on, nothing but this bridge switches it off."
    )
    let longest = keys.optional(
      "timer_max", .duration(.seconds(30)...(.hours(24))), example: "1h",
      help: "The longest time that the device's own timer takes, where it is shorter than the family's.")
    let powerMeter = keys.optional(
      "power_meter", .name(of: "a sensor"), example: "heater-plug",
      help: "The sensor with this heater's power: a relay that says off and draws power is not believed.")
    let powerMin = keys.value(
      "power_min", .power(0.1...5000), default: standard.powerMin,
      help: "It heats from here on; less is its standby.")
    let within = keys.value(
      "evidence_within", .duration(.seconds(5)...(.minutes(30))), default: standard.within,
      help: "Power must be seen this soon after switching on.")
    if keys.entry("power_meter") == nil {
      if powerMin.value != standard.powerMin {
        keys.problems.error(at: powerMin.position, "\(powerMin.path) says nothing without power_meter")
      }
      if within.value != standard.within {
        keys.problems.error(at: within.position, "\(within.path) says nothing without power_meter")
      }
    }
    return ValveSafetyDraft(
      noDeviceTimer: accepted, timerMax: longest, flowMeter: nil, powerMeter: powerMeter,
      reportsFlow: absent(standard.reportsFlow), flowMin: absent(standard.flowMin), powerMin: powerMin,
      within: within)
  }
}

/// How the config speaks of a valve, and of a relay that heats: the same keys and the same questions in other words.
struct SafetyWords: Sendable {
  let noun: String
  /// What happens to one without a timer when the bridge, the broker or the network fails.
  let fate: String
  let noDeviceTimer: String
  let timerMax: String
  /// An example and the help.
  let powerMeter: (example: String, help: String)
  let powerMin: String
  let within: String
  /// The keys that name what shows that it works.
  let meters: String

  static let valve = SafetyWords(
    noun: "valve", fate: "while it is open, it stays open until somebody closes it by hand",
    noDeviceTimer:
      "Must be written for a device that does not close by itself: while it is open, nothing but this bridge closes it.",
    timerMax:
      "The longest run that the device's own timer takes, where it is shorter than the family's. A longer run is opened again in time.",
    powerMeter: ("pump-plug", "The sensor with the power of this valve's pump or coil."),
    powerMin: "From this power on the pump counts as running; below it, it is on standby.",
    within: "Water must be seen this soon after opening, and must have stopped this soon after closing.",
    meters: "flow_meter, reports_flow or power_meter")

  static let heater = SafetyWords(
    noun: "heater", fate: "while it is on, it heats until somebody pulls its plug",
    noDeviceTimer:
      "Required for a device that does not switch off by itself: while it is on, only this bridge switches it off.",
    timerMax: "The longest time that the device's own timer takes, where it is shorter than the family's.",
    powerMeter: (
      "heater-plug",
      "The sensor that measures this heater's power: a relay that reports off and draws power counts as on."
    ),
    powerMin: "From this power on it heats; less is standby.",
    within: "Power must be seen this soon after switching on.",
    meters: "power_meter")
}

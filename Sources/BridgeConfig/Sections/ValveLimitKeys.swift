internal import GardenCore

/// The keys of a valve that limit what it may give, whoever asks.
enum ValveLimitKeys {
  static func read(_ keys: Section, _ safety: SafetyDraft) -> ValveLimits {
    let run = keys.optional(
      "run_max", .duration(.seconds(1)...(.hours(12))), example: "20min",
      help: "No run of this valve is longer, whoever asks for it.")
    let runLitres = keys.optional(
      "run_litres", .number(0.1...100_000), example: "30",
      help: "No run gives more litres; a run that reaches them is ended. Needs a flow meter.")
    let day = keys.optional(
      "day_max", .duration(.seconds(1)...(.hours(24))), example: "1h",
      help: "All runs that begin on one local day together.")
    let dayLitres = keys.optional(
      "day_litres", .number(0.1...1_000_000), example: "100",
      help: "Litres of all runs that begin on one local day. Needs a flow meter.")
    let pause = keys.value(
      "pause_min", .duration(.seconds(0)...(.days(7))), default: .zero,
      help: "Between the end of a run and the next, whoever starts it.")
    let quiet = keys.optionalSection(
      "quiet_hours", help: "Local hours in which no run starts by rule: a noisy pump."
    ) {
      section in
      let hours = PersonDraft.quietHours(section)
      let strict = section.value(
        "strict", .flag, default: false, help: "Whether people may not start one either.")
      return (hours: hours, isStrict: strict.value)
    }
    let locked = keys.value(
      "maintenance", .flag, default: false, help: "Locks the valve: it is never opened while this is true.")
    if keys.entry("flow_meter") == nil, safety.water?.reportsFlow.value != true {
      for bound in [runLitres, dayLitres].compactMap(\.self) {
        keys.problems.error(
          at: bound.position, "\(bound.path) needs something that measures this valve's water",
          help: SafetyKeys.meterHelp)
      }
    }
    return ValveLimits(
      runMax: run?.value, runLitresMax: runLitres?.value, dayMax: day?.value, dayLitresMax: dayLitres?.value,
      pauseMin: pause.value, quiet: quiet?.hours, isQuietStrict: quiet?.isStrict ?? false,
      isLocked: locked.value)
  }
}

extension Heaters {
  /// One run: its lease is remembered in the batch whose command switches on.
  mutating func switchOn(_ h: Int, _ random: inout SplitMix64, _ step: inout HeatStep) {
    let now = step.now
    let longest = min(heaters[h].plan.onMax, HeatLimits.runMax)
    heaters[h].memory.phase = .on
    heaters[h].memory.lease = UniqueID(at: now.wall, random: &random)
    heaters[h].memory.boot = boot
    heaters[h].memory.onAt = now.wall
    heaters[h].memory.on = now.uptime
    heaters[h].memory.endsAt = now.wall + longest
    heaters[h].memory.ends = now.uptime + longest
    heaters[h].memory.end = nil
    heaters[h].isSeenOff = false
    heaters[h].saysOn = nil
    heaters[h].seenOnAt = nil
    heaters[h].drewPower = false
    heaters[h].onsSent = 0
    heaters[h].temperatureAtStart = heaters[h].ask.temperature ?? 0
    remember(h, &step)
    let (is_, asked) = (
      HeatText.degrees(heaters[h].temperatureAtStart), HeatText.degrees(heaters[h].ask.setpoint)
    )
    tell(h, .granted, "\(is_), asked for \(asked); for \(longest.wholeSeconds) s at most", &step)
    step.log(.info, heaters[h].id, "heats: \(is_), asked for \(asked)")
    sendOn(h, &step)
  }

  /// For the time that is left, or until its own timer runs out; whichever comes first.
  mutating func sendOn(_ h: Int, _ step: inout HeatStep) {
    let left = max(.zero, heaters[h].memory.ends - step.now.uptime)
    guard left >= .seconds(1) else { return }
    let runs = heaters[h].hasDeviceTimer ? min(left, heaters[h].timer) : left
    heaters[h].onsSent += 1
    heaters[h].onSentAt = step.now.uptime
    step.effects.append(
      .command(
        ActuatorCommand(
          actuator: heaters[h].plan.actuator, deed: .open(runs: runs), lease: heaters[h].memory.lease)))
    // A renewal is no news.
    if heaters[h].seenOnAt == nil { tell(h, .openSent, "on for \(runs.wholeSeconds) s", &step) }
  }

  /// The run is over: off, and again until there is proof.
  mutating func switchOff(_ h: Int, _ end: HeaterMemory.End, _ step: inout HeatStep) {
    heaters[h].memory.phase = .switchingOff
    heaters[h].memory.end = end
    heaters[h].saysOn = nil
    heaters[h].seenOnAt = nil
    remember(h, &step)
    let level: LogLine.Level = end == .warm || end == .config ? .info : .notice
    step.log(level, heaters[h].id, "switched off: \(Self.words(end))")
    tell(h, .ended, Self.words(end), &step)
    restartOff(h, &step)
    let warmed = heaters[h].ask.temperature.map { $0 - heaters[h].temperatureAtStart }
    if end == .time, let warmed, warmed < HeatLimits.effectMin, !heaters[h].isWarm {
      raise(h, .noEffect, &step)
    }
  }

  /// Begins to switch off, from the first wait on.
  mutating func restartOff(_ h: Int, _ step: inout HeatStep) {
    heaters[h].isSeenOff = false
    heaters[h].offSince = step.now.uptime
    heaters[h].notBefore = max(heaters[h].notBefore, step.now.uptime + heaters[h].plan.offMin)
    sendOffAgain(h, &step)
  }

  mutating func sendOffAgain(_ h: Int, _ step: inout HeatStep) {
    heaters[h].offsSent = 0
    sendOff(h, &step)
  }

  mutating func sendOff(_ h: Int, _ step: inout HeatStep) {
    heaters[h].offsSent += 1
    heaters[h].offSentAt = step.now.uptime
    step.effects.append(.command(ActuatorCommand(actuator: heaters[h].plan.actuator, deed: .close)))
    // The story has room for the first ones; what follows each minute is in its last line.
    if heaters[h].memory.phase == .switchingOff, heaters[h].offsSent <= WateringLimits.closeWaits.count {
      tell(h, .closeSent, "off", &step)
    }
  }

  /// Off is proved where the relay says so and no meter says otherwise.
  mutating func proveOff(_ h: Int, _ step: inout HeatStep) {
    guard !heaters[h].isOn, !heaters[h].isSeenOff, heaters[h].saysOn == false, !heaters[h].drawsPower else {
      return
    }
    heaters[h].isSeenOff = true
    heaters[h].notBefore = max(heaters[h].notBefore, step.now.uptime + heaters[h].plan.offMin)
    if heaters[h].memory.phase == .switchingOff {
      heaters[h].memory.phase = .off
      remember(h, &step)
      tell(h, .proved, heaters[h].power == nil ? "says off" : "says off and draws no power", &step)
    }
    calm(h, .stuckOn, &step)
  }

  func remember(_ h: Int, _ step: inout HeatStep) {
    step.effects.append(.remember(.heater(heaters[h].memory)))
  }

  /// A line of the present or last run's story.
  func tell(_ h: Int, _ kind: LeaseEvent.Kind, _ text: String, _ step: inout HeatStep) {
    guard let lease = heaters[h].memory.lease else { return }
    let isLost = !isLinkUp && (kind == .openSent || kind == .closeSent)
    step.effects.append(
      .story(
        LeaseEvent(
          lease: lease, actuator: heaters[h].id, kind: isLost ? .notSent : kind,
          text: isLost ? text + ": no link to the broker" : text, at: step.now)))
  }

  mutating func show(_ h: Int, _ step: inout HeatStep) {
    let picture = heaters[h].picture(at: step.now)
    if let shown = heaters[h].shown, shown.isSame(as: picture) { return }
    heaters[h].shown = picture
    step.effects.append(.publish(.heater(picture)))
  }

  private static func words(_ end: HeaterMemory.End) -> String {
    switch end {
    case .warm: "warm enough"
    case .time: "its longest time is over"
    case .blind: "the temperature is unknown"
    case .held: "held by a person"
    case .device: "it switched off by itself, or somebody did it there"
    case .failure: "it did not say that it was on"
    case .away: "the bridge goes down, or had been away"
    case .config: "the configuration changed"
    }
  }
}

enum HeatText {
  /// One decimal: `7.5 °C`.
  static func degrees(_ value: Double) -> String {
    let tenths = (value * 10).rounded()
    guard tenths.isFinite, abs(tenths) < 1e9 else { return "\(value) °C" }
    return "\(tenths / 10) °C"
  }
}

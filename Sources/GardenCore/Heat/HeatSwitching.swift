extension Heaters {
  /// One run: its lease is remembered in the batch whose command switches on.
  mutating func switchOn(_ h: Int, _ turn: inout Turn) {
    let now = turn.now
    let longest = min(heaters[h].plan.onMax, HeatLimits.runMax)
    heaters[h].memory.phase = .on
    heaters[h].memory.lease = UniqueID(at: now.wall, random: &turn.dice)
    heaters[h].memory.boot = turn.boot
    heaters[h].memory.onAt = now.wall
    heaters[h].memory.on = now.uptime
    heaters[h].memory.endsAt = now.wall + longest
    heaters[h].memory.ends = now.uptime + longest
    heaters[h].memory.end = nil
    heaters[h].drewPower = false
    heaters[h].temperatureAtStart = heaters[h].ask.temperature ?? 0
    remember(h, &turn)
    let (is_, asked) = (
      HeatText.degrees(heaters[h].temperatureAtStart), HeatText.degrees(heaters[h].ask.setpoint)
    )
    tell(h, .granted, "\(is_), asked for \(asked); for \(longest.wholeSeconds) s at most", &turn)
    turn.log(.info, heater: heaters[h].id, "heats: \(is_), asked for \(asked)")
    sendOn(h, &turn)
  }

  /// For the time that is left, or until its own timer runs out; whichever comes first.
  mutating func sendOn(_ h: Int, _ turn: inout Turn) {
    let left = max(.zero, heaters[h].memory.ends - turn.now.uptime)
    guard left >= .seconds(1) else { return }
    let runs = heaters[h].hasDeviceTimer ? min(left, heaters[h].timer) : left
    heaters[h].drive.open(heaters[h].plan.actuator, for: runs, lease: heaters[h].memory.lease, &turn)
    // A renewal is no news.
    if heaters[h].seenOnAt == nil { tell(h, .openSent, "on for \(runs.wholeSeconds) s", &turn) }
  }

  /// The run is over: off, and again until there is proof.
  mutating func switchOff(_ h: Int, _ end: HeaterMemory.End, _ turn: inout Turn) {
    heaters[h].memory.phase = .switchingOff
    heaters[h].memory.end = end
    remember(h, &turn)
    let level: LogLine.Level = end == .warm || end == .config ? .info : .notice
    turn.log(level, heater: heaters[h].id, "switched off: \(Self.words(end))")
    tell(h, .ended, Self.words(end), &turn)
    restartOff(h, &turn)
    let warmed = heaters[h].ask.temperature.map { $0 - heaters[h].temperatureAtStart }
    if end == .time, let warmed, warmed < HeatLimits.effectMin, !heaters[h].isWarm {
      raise(h, .noEffect, &turn)
    }
  }

  /// Begins to switch off, from the first wait on.
  mutating func restartOff(_ h: Int, _ turn: inout Turn) {
    heaters[h].notBefore = max(heaters[h].notBefore, turn.now.uptime + heaters[h].plan.offMin)
    heaters[h].drive.close(heaters[h].plan.actuator, &turn)
    tellOff(h, &turn)
  }

  mutating func offAgain(_ h: Int, _ turn: inout Turn) {
    heaters[h].drive.closeAgain(heaters[h].plan.actuator, &turn)
    tellOff(h, &turn)
  }

  private func tellOff(_ h: Int, _ turn: inout Turn) {
    // The trail has room for the first ones; what follows each minute is in its last line.
    if heaters[h].memory.phase == .switchingOff, heaters[h].drive.sent <= WateringLimits.closeWaits.count {
      tell(h, .closeSent, "off", &turn)
    }
  }

  /// Off is proved where the relay says so and no meter says otherwise.
  mutating func proveOff(_ h: Int, _ turn: inout Turn) {
    guard heaters[h].drive.isClosing, heaters[h].drive.saidAt != nil, !heaters[h].drawsPower else { return }
    heaters[h].drive.proved()
    heaters[h].notBefore = max(heaters[h].notBefore, turn.now.uptime + heaters[h].plan.offMin)
    if heaters[h].memory.phase == .switchingOff {
      heaters[h].memory.phase = .off
      remember(h, &turn)
      tell(h, .proved, heaters[h].power == nil ? "says off" : "says off and draws no power", &turn)
    }
    calm(h, .stuckOn, &turn)
  }

  func remember(_ h: Int, _ turn: inout Turn) {
    turn.remember(.heater(heaters[h].memory))
  }

  /// A line of the present or last run's trail.
  func tell(_ h: Int, _ kind: LeaseEvent.Kind, _ text: String, _ turn: inout Turn) {
    guard let lease = heaters[h].memory.lease else { return }
    let isLost = !turn.link.isUp && (kind == .openSent || kind == .closeSent)
    turn.effects.append(
      .trail(
        LeaseEvent(
          lease: lease, actuator: heaters[h].id, kind: isLost ? .notSent : kind,
          text: isLost ? text + ": no link to the broker" : text, at: turn.now)))
  }

  mutating func show(_ h: Int, _ turn: inout Turn) {
    let snapshot = heaters[h].snapshot(at: turn.now)
    if let shown = heaters[h].shown, shown.isSame(as: snapshot) { return }
    heaters[h].shown = snapshot
    turn.effects.append(.publish(.heater(snapshot)))
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

// What relays and power meters say.
extension Heaters {
  /// A relay spoke. A retained report proves nothing and switches nothing.
  package mutating func report(_ report: ValveReport, of actuator: ActuatorIndex, _ turn: inout Turn) {
    guard !report.wasRetained, let isOn = report.isOpen,
      let h = heaters.firstIndex(where: { $0.plan.actuator == actuator })
    else { return }
    if isOn { saidOn(h, &turn) } else { saidOff(h, &turn) }
    show(h, &turn)
  }

  private mutating func saidOn(_ h: Int, _ turn: inout Turn) {
    let before = heaters[h].drive
    heaters[h].drive.heard(isOpen: true, at: turn.now.uptime)
    if heaters[h].isOn {
      guard before.saidAt == nil else { return }
      tell(h, .reported, "says on", &turn)
      calm(h, .didNotSwitchOn, &turn)
    } else if before.isProvedClosed {
      turn.log(.notice, heater: heaters[h].id, "is on, and no run of ours is: switched off")
      restartOff(h, &turn)
    }
  }

  private mutating func saidOff(_ h: Int, _ turn: inout Turn) {
    if heaters[h].isOn {
      // Before it said on, this is the state of before the command took effect.
      guard heaters[h].seenOnAt != nil else { return }
      tell(h, .reported, "says off", &turn)
      // Told all the same: a late repeat of an old report would look alike.
      switchOff(h, .device, &turn)
    }
    heaters[h].drive.heard(isOpen: false, at: turn.now.uptime)
    proveOff(h, &turn)
  }

  /// Whether it is the power meter of a heater.
  func isMeter(_ sensor: SensorIndex) -> Bool { heaters.contains { $0.powerMeter == sensor } }

  /// A live value of a power meter, W.
  package mutating func powerMeasured(_ sensor: SensorIndex, _ watts: Double, _ turn: inout Turn) {
    for h in heaters.indices where heaters[h].powerMeter == sensor {
      heaters[h].power = watts
      if heaters[h].drawsPower && heaters[h].isOn { heaters[h].drewPower = true }
      guard !heaters[h].isOn, heaters[h].isSeenOff == heaters[h].drawsPower else { continue }
      if heaters[h].drawsPower {
        turn.log(.warning, heater: heaters[h].id, "says off and draws power: switched off")
        restartOff(h, &turn)
      } else {
        proveOff(h, &turn)
      }
      show(h, &turn)
    }
  }

  /// What people read of its trouble; `nil`: it is over, or the heater is gone.
  func subject(of id: String, _ plan: GardenPlan) -> NoticeSubject? {
    guard let h = position(of: id), let trouble = heaters[h].memory.trouble else { return nil }
    let place = heaters[h].place.flatMap { id in plan.places.first { $0.id == id }?.name }
    return .heater(
      name: heaters[h].actuator.name, trouble, placeName: place, value: heaters[h].ask.temperature,
      target: heaters[h].ask.setpoint)
  }
}

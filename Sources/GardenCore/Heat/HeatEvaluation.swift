extension Heaters {
  /// Weighs a heater by what its probes say. Only what was measured lately counts: a greenhouse warms faster than a battery probe falls
  /// silent. `target` nil: it has no slider.
  mutating func evaluate(_ h: Int, _ sensors: Sensors, target: Double?, isHeld: Bool, _ turn: inout Turn) {
    let heater = heaters[h]
    var waiting = Waiting(at: turn.now)
    let temperature = Fusion.of(
      .temperature, probes: heater.probes, sensors: sensors.all, quorum: 1, within: heater.plan.blindAfter,
      &waiting)
    evaluate(
      h,
      HeatAsk(
        temperature: temperature.value, knownUntil: waiting.next,
        setpoint: target ?? heater.plan.setpoint, isHeld: isHeld, isBarred: turn.bar != nil), &turn)
  }

  /// Weighs one heater anew: to be called when its temperature, its setpoint or a hold changes, and on ticks.
  package mutating func evaluate(_ h: Int, _ ask: HeatAsk, _ turn: inout Turn) {
    heaters[h].ask = ask
    if ask.temperature != nil {
      heaters[h].blindSince = nil
    } else if heaters[h].blindSince == nil {
      heaters[h].blindSince = turn.now.uptime
    }
    heaters[h].wake = turn.settle { turn in
      turn.wait(until: ask.knownUntil)
      if heaters[h].isOn { weighOn(h, &turn) }
      if !heaters[h].isOn { weighOff(h, &turn) }
      weighTroubles(h, &turn)
    }
    show(h, &turn)
  }

  /// Safety first: what ends a run at once, then what may end it, then what keeps it alive.
  private mutating func weighOn(_ h: Int, _ turn: inout Turn) {
    let heater = heaters[h]
    if heater.ask.isHeld { return switchOff(h, .held, &turn) }
    if heater.ask.temperature == nil { return switchOff(h, .blind, &turn) }
    if turn.isDue(heater.memory.ends) { return switchOff(h, .time, &turn) }
    // Its own timer ran out before it could be told again.
    if heater.hasDeviceTimer, turn.isDue(heater.drive.sentAt + heater.timer) {
      return switchOff(h, .device, &turn)
    }
    guard let seenOnAt = heater.seenOnAt else { return awaitOn(h, &turn) }
    if heater.isWarm, turn.isDue(seenOnAt + heater.plan.onMin) { return switchOff(h, .warm, &turn) }
    if heater.hasDeviceTimer, turn.link.isUp, turn.isDue(heater.drive.sentAt + heater.renewAfter) {
      sendOn(h, &turn)
    }
  }

  /// No word of on: try again with the time that is left, and give up after a few tries.
  private mutating func awaitOn(_ h: Int, _ turn: inout Turn) {
    guard turn.isDue(heaters[h].drive.sentAt + heaters[h].actuator.answerWithin) else { return }
    if heaters[h].drive.sent < HeatLimits.onAttemptsMax { return sendOn(h, &turn) }
    heaters[h].notBefore = turn.now.uptime + HeatLimits.retryAfter
    switchOff(h, .failure, &turn)
    raise(h, .didNotSwitchOn, &turn)
  }

  private mutating func weighOff(_ h: Int, _ turn: inout Turn) {
    let heater = heaters[h]
    guard heater.isSeenOff else {
      if turn.isDue(heater.drive.closeAgainAt) { offAgain(h, &turn) }
      // While the broker is away nobody can answer, and nobody can be told.
      guard turn.link.isUp, turn.isDue(max(heater.drive.since, turn.link.since) + heater.offProofWithin)
      else {
        return
      }
      if heater.mayBeOn {
        raise(h, .stuckOn, &turn)
      } else if heater.isCold {
        raise(h, .didNotSwitchOn, &turn)
      }
      return
    }
    guard heater.mayStart, turn.link.isUp, turn.isDue(heater.notBefore) else { return }
    switchOn(h, &turn)
  }

  private mutating func weighTroubles(_ h: Int, _ turn: inout Turn) {
    let heater = heaters[h]
    guard let temperature = heater.ask.temperature else {
      if let since = heater.blindSince, turn.link.isUp,
        turn.isDue(max(since, turn.link.since) + HeatLimits.blindPatience)
      {
        raise(h, .blind, &turn)
      }
      return
    }
    calm(h, .blind, &turn)
    if heater.isWarm { calm(h, .didNotSwitchOn, &turn) }
    if heater.isWarm || heater.isOn && temperature >= heater.temperatureAtStart + HeatLimits.effectMin {
      calm(h, .noEffect, &turn)
    }
    guard heater.isOn, let seenOnAt = heater.seenOnAt, heater.power != nil, !heater.drewPower,
      turn.isDue(seenOnAt + heater.actuator.evidence.within)
    else { return }
    raise(h, .noEffect, &turn)
  }

  /// A graver trouble takes the place of a lesser one.
  mutating func raise(_ h: Int, _ trouble: HeatTrouble, _ turn: inout Turn) {
    if let present = heaters[h].memory.trouble, !trouble.isGraver(than: present) { return }
    heaters[h].memory.trouble = trouble
    remember(h, &turn)
    turn.log(trouble == .stuckOn ? .alarm : .warning, heater: heaters[h].id, Self.words(trouble))
    tell(h, .trouble, Self.words(trouble), &turn)
    turn.news.append(.closes(key: NoticeKey.heater(heaters[h].id), .superseded))
    turn.news.append(.opens(.heater(heaters[h].id)))
  }

  mutating func calm(_ h: Int, _ trouble: HeatTrouble, _ turn: inout Turn) {
    guard heaters[h].memory.trouble == trouble else { return }
    heaters[h].memory.trouble = nil
    remember(h, &turn)
    turn.log(.notice, heater: heaters[h].id, "over: \(Self.words(trouble))")
    turn.news.append(.closes(key: NoticeKey.heater(heaters[h].id), .cancelled))
  }

  private static func words(_ trouble: HeatTrouble) -> String {
    switch trouble {
    case .stuckOn: "told to switch off and does not prove it; \"off\" is repeated"
    case .didNotSwitchOn: "does not answer when it should heat"
    case .blind: "the temperature is unknown; it stays off"
    case .noEffect: "heats without effect"
    }
  }
}

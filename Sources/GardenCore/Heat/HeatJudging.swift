extension Heaters {
  /// Weighs one heater anew: to be called when its temperature, its setpoint or a hold changes, and on ticks.
  package mutating func judge(
    _ h: Int, _ ask: HeatAsk, plan: GardenPlan, at now: Moment, random: inout SplitMix64,
    effects: inout [Effect], news: inout [HeatNews]
  ) {
    heaters[h].ask = ask
    if ask.temperature != nil {
      heaters[h].blindSince = nil
    } else if heaters[h].blindSince == nil {
      heaters[h].blindSince = now.uptime
    }
    var dice = random
    step(plan, now, &effects, &news) { heaters, step in
      if heaters.heaters[h].isOn { heaters.weighOn(h, &step) }
      if !heaters.heaters[h].isOn { heaters.weighOff(h, &dice, &step) }
      heaters.weighTroubles(h, &step)
      heaters.show(h, &step)
    }
    random = dice
  }

  /// Safety first: what ends a run at once, then what may end it, then what keeps it alive.
  private mutating func weighOn(_ h: Int, _ step: inout HeatStep) {
    let heater = heaters[h]
    let now = step.now.uptime
    if heater.ask.isHeld { return switchOff(h, .held, &step) }
    if heater.ask.temperature == nil { return switchOff(h, .blind, &step) }
    if now >= heater.memory.ends { return switchOff(h, .time, &step) }
    if heater.isTimerOver(at: step.now) { return switchOff(h, .device, &step) }
    guard let seenOnAt = heater.seenOnAt else { return awaitOn(h, &step) }
    if heater.isWarm, now - seenOnAt >= heater.plan.onMin { return switchOff(h, .warm, &step) }
    if heater.hasDeviceTimer, isLinkUp, now - heater.onSentAt >= heater.renewAfter { sendOn(h, &step) }
  }

  /// No word of on: try again with the time that is left, and give up after a few tries.
  private mutating func awaitOn(_ h: Int, _ step: inout HeatStep) {
    guard step.now.uptime - heaters[h].onSentAt >= heaters[h].actuator.answerWithin else { return }
    if heaters[h].onsSent < HeatLimits.onAttemptsMax { return sendOn(h, &step) }
    heaters[h].notBefore = step.now.uptime + HeatLimits.retryAfter
    switchOff(h, .failure, &step)
    raise(h, .didNotSwitchOn, &step)
  }

  private mutating func weighOff(_ h: Int, _ random: inout SplitMix64, _ step: inout HeatStep) {
    let heater = heaters[h]
    let now = step.now.uptime
    guard heater.isSeenOff else {
      if now >= heater.offAgainAt { sendOff(h, &step) }
      // While the broker is away nobody can answer, and nobody can be told.
      guard isLinkUp, now - max(heater.offSince, linkSince) >= heater.offProofWithin else { return }
      if heater.mayBeOn {
        raise(h, .stuckOn, &step)
      } else if heater.isCold {
        raise(h, .didNotSwitchOn, &step)
      }
      return
    }
    guard heater.mayStart, isLinkUp, now >= heater.notBefore else { return }
    switchOn(h, &random, &step)
  }

  private mutating func weighTroubles(_ h: Int, _ step: inout HeatStep) {
    let heater = heaters[h]
    guard let temperature = heater.ask.temperature else {
      if let since = heater.blindSince, isLinkUp,
        step.now.uptime - max(since, linkSince) >= HeatLimits.blindPatience
      {
        raise(h, .blind, &step)
      }
      return
    }
    calm(h, .blind, &step)
    if heater.isWarm { calm(h, .didNotSwitchOn, &step) }
    if heater.isWarm || heater.isOn && temperature >= heater.temperatureAtStart + HeatLimits.effectMin {
      calm(h, .noEffect, &step)
    }
    guard heater.isOn, let seenOnAt = heater.seenOnAt, heater.power != nil, !heater.drewPower,
      step.now.uptime - seenOnAt >= heater.actuator.evidence.within
    else { return }
    raise(h, .noEffect, &step)
  }

  /// A graver trouble takes the place of a lesser one.
  mutating func raise(_ h: Int, _ trouble: HeatTrouble, _ step: inout HeatStep) {
    if let present = heaters[h].memory.trouble, !trouble.isGraver(than: present) { return }
    heaters[h].memory.trouble = trouble
    remember(h, &step)
    step.log(trouble == .stuckOn ? .alarm : .warning, heaters[h].id, Self.words(trouble))
    tell(h, .trouble, Self.words(trouble), &step)
    step.news.append(.trouble(heaters[h].id, trouble))
  }

  mutating func calm(_ h: Int, _ trouble: HeatTrouble, _ step: inout HeatStep) {
    guard heaters[h].memory.trouble == trouble else { return }
    heaters[h].memory.trouble = nil
    remember(h, &step)
    step.log(.notice, heaters[h].id, "over: \(Self.words(trouble))")
    step.news.append(.trouble(heaters[h].id, nil))
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

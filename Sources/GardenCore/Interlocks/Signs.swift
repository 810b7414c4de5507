/// Words and values of interlocks, and what they do to runs that are on.
extension Waterings {
  /// An interlock's topic spoke.
  package mutating func signed(
    _ index: InterlockIndex, _ report: SignReport, plan: GardenPlan, at now: Moment,
    effects: inout [Effect], news: inout [WateringNews]
  ) {
    let i = Int(index.position)
    guard plan.interlocks.indices.contains(i), interlocks.signs.indices.contains(i),
      case .words(let trustsRetained) = plan.interlocks[i].sign
    else { return }
    step(plan, now, &effects, &news) { waterings, step in
      waterings.interlocks.signs[i].take(report, trustsRetained: trustsRetained, plan.interlocks[i], at: now)
      waterings.settleSign(i, &step)
    }
  }

  /// The fused value of an interlock's sensors as it stands; `nil`: there is none.
  mutating func measured(_ i: Int, _ value: Double?, _ step: inout WateringStep) {
    guard case .value(_, _, let below, let above, let deadband) = step.plan.interlocks[i].sign else { return }
    let band = BandPlan(below: below, above: above, deadband: deadband, dwell: .zero)
    _ = interlocks.signs[i].judge.judge(value, against: band, at: step.now)
    switch interlocks.signs[i].judge.standing {
    case .unknown: interlocks.signs[i].lose(.noValue, step.plan.interlocks[i], at: step.now)
    case .fine: interlocks.signs[i].hear(false, step.plan.interlocks[i], at: step.now)
    case .low, .high: interlocks.signs[i].hear(true, step.plan.interlocks[i], at: step.now)
    }
    settleSign(i, &step)
  }

  /// Says what changed, once, and ends the runs that may not go on.
  private mutating func settleSign(_ i: Int, _ step: inout WateringStep) {
    let interlock = step.plan.interlocks[i]
    if let memory = interlocks.signs[i].memory(interlock, at: step.now) {
      step.effects.append(.remember(.interlock(memory)))
    }
    nameSign(i, &step)
    endForbiddenRuns(&step)
  }

  /// Time changes them too: a word grows old, the time after rain is over.
  mutating func nameSigns(_ step: inout WateringStep) {
    for i in interlocks.signs.indices where step.plan.interlocks.indices.contains(i) { nameSign(i, &step) }
  }

  private mutating func nameSign(_ i: Int, _ step: inout WateringStep) {
    let interlock = step.plan.interlocks[i]
    let standing = interlocks.signs[i].standing(interlock, at: step.now.uptime)
    guard standing != interlocks.signs[i].shown else { return }
    interlocks.signs[i].shown = standing
    let (level, text): (LogLine.Level, String) =
      switch standing {
      case .clear: (.info, "clear")
      case .blocks: (.notice, "blocks")
      case .lingers: (.info, "cleared; blocks for \(interlock.keepsFor.words) more")
      case .unknown(let why):
        (.warning, "unknown: \(why.words); no run starts\(interlock.isStrict ? "" : " by rule")")
      }
    step.effects.append(.log(LogLine(level, "interlock \(interlock.id)", text)))
  }

  /// Every run that an interlock forbids now is ended, and closing begins.
  mutating func endForbiddenRuns(_ step: inout WateringStep) {
    for i in leases.indices where leases[i].isLive {
      if let why = interlock(during: i, plan: step.plan, at: step.now) { interrupt(i, why, &step) }
    }
  }

  /// Ends a run that may not go on; the interlock's name stays with the lease.
  mutating func interrupt(_ i: Int, _ why: Interlock, by device: DeviceID? = nil, _ step: inout WateringStep)
  {
    leases[i].memory.interlock = why.name
    step.log(.notice, leases[i].memory.actuator, "run ended: \(why.text)")
    close(i, .interlock, by: device, &step)
  }
}

extension SignState {
  /// A retained word says how it once was. What blocks is believed all the same; what clears only where it says nothing new.
  mutating func take(_ report: SignReport, trustsRetained: Bool, _ plan: InterlockPlan, at now: Moment) {
    let isOld = report.wasRetained && !trustsRetained
    switch report.blocks {
    case true?: hear(true, plan, at: now)
    case false? where !isOld: hear(false, plan, at: now)
    case false?: if blocks != false { lose(.ageUnknown, plan, at: now) }
    case nil: lose(.unreadable, plan, at: now)
    }
  }
}

/// Words and values of interlocks, and what they do to runs that are on.
extension Waterings {
  /// An interlock's topic spoke.
  package mutating func signed(_ index: InterlockIndex, _ report: SignReport, _ turn: inout Turn) {
    let i = Int(index.position)
    guard turn.plan.interlocks.indices.contains(i), interlocks.signs.indices.contains(i),
      case .words(let trustsRetained) = turn.plan.interlocks[i].sign
    else { return }
    defer { settle(&turn) }
    interlocks.signs[i].take(report, trustsRetained: trustsRetained, turn.plan.interlocks[i], at: turn.now)
    settleSign(i, &turn)
  }

  /// The same for each interlock, by its position.
  mutating func measured(_ values: [Double?], _ turn: inout Turn) {
    defer { settle(&turn) }
    for i in values.indices where i < interlocks.signs.count { measured(i, values[i], &turn) }
    nameSigns(&turn)
  }

  /// The fused value of an interlock's sensors as it stands; `nil`: there is none.
  private mutating func measured(_ i: Int, _ value: Double?, _ turn: inout Turn) {
    guard case .value(_, _, let below, let above, let deadband) = turn.plan.interlocks[i].sign else { return }
    let band = BandPlan(below: below, above: above, deadband: deadband, dwell: .zero)
    _ = interlocks.signs[i].judge.judge(value, against: band, at: turn.now)
    switch interlocks.signs[i].judge.standing {
    case .unknown: interlocks.signs[i].lose(.noValue, turn.plan.interlocks[i], at: turn.now)
    case .fine: interlocks.signs[i].hear(false, turn.plan.interlocks[i], at: turn.now)
    case .low, .high: interlocks.signs[i].hear(true, turn.plan.interlocks[i], at: turn.now)
    }
    settleSign(i, &turn)
  }

  /// Says what changed, once, and ends the runs that may not go on.
  private mutating func settleSign(_ i: Int, _ turn: inout Turn) {
    let interlock = turn.plan.interlocks[i]
    if let memory = interlocks.signs[i].memory(interlock, at: turn.now) {
      turn.remember(.interlock(memory))
    }
    nameSign(i, &turn)
    endForbiddenRuns(&turn)
  }

  /// Time changes them too: a word grows old, the time after rain is over.
  mutating func nameSigns(_ turn: inout Turn) {
    for i in interlocks.signs.indices where turn.plan.interlocks.indices.contains(i) { nameSign(i, &turn) }
  }

  private mutating func nameSign(_ i: Int, _ turn: inout Turn) {
    let interlock = turn.plan.interlocks[i]
    let standing = interlocks.signs[i].standing(interlock, at: turn.now.uptime)
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
    turn.log(level, "interlock \(interlock.id)", text)
  }

  /// Every run that an interlock forbids now is ended, and closing begins.
  mutating func endForbiddenRuns(_ turn: inout Turn) {
    for i in leases.indices where leases[i].isLive {
      if let why = interlock(during: i, plan: turn.plan, at: turn.now) { interrupt(i, why, &turn) }
    }
  }

  /// Ends a run that may not go on; the interlock's name stays with the lease.
  mutating func interrupt(_ i: Int, _ why: Interlock, by device: DeviceID? = nil, _ turn: inout Turn) {
    leases[i].memory.interlock = why.name
    turn.log(.notice, valve: leases[i].memory.actuator, "run ended: \(why.text)")
    close(i, .interlock, by: device, &turn)
  }
}

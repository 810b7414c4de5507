/// Words and values of interlocks: what comes of them, said once.
extension Interlocks {
  /// An interlock's topic spoke.
  mutating func reported(_ index: InterlockIndex, _ report: InterlockReport, _ turn: inout Turn) {
    let i = Int(index.position)
    guard turn.plan.interlocks.indices.contains(i), states.indices.contains(i),
      case .words(let trustsRetained) = turn.plan.interlocks[i].input
    else { return }
    states[i].take(report, trustsRetained: trustsRetained, turn.plan.interlocks[i], at: turn.now)
    settle(i, &turn)
  }

  /// The same for each interlock, by its position.
  mutating func measured(_ values: [Double?], _ turn: inout Turn) {
    for i in values.indices where i < states.count { measured(i, values[i], &turn) }
    sayStatuses(&turn)
  }

  /// The fused value of an interlock's sensors as it stands; `nil`: there is none.
  private mutating func measured(_ i: Int, _ value: Double?, _ turn: inout Turn) {
    guard case .value(_, _, let below, let above, let deadband) = turn.plan.interlocks[i].input else {
      return
    }
    let band = BandPlan(below: below, above: above, deadband: deadband, dwell: .zero)
    _ = states[i].evaluator.evaluate(value, against: band, at: turn.now)
    switch states[i].evaluator.status {
    case .unknown: states[i].lose(.noValue, turn.plan.interlocks[i], at: turn.now)
    case .fine: states[i].hear(false, turn.plan.interlocks[i], at: turn.now)
    case .low, .high: states[i].hear(true, turn.plan.interlocks[i], at: turn.now)
    }
    settle(i, &turn)
  }

  /// Says what changed, once.
  private mutating func settle(_ i: Int, _ turn: inout Turn) {
    let interlock = turn.plan.interlocks[i]
    if let memory = states[i].memory(interlock, at: turn.now) {
      turn.remember(.interlock(memory))
    }
    sayStatus(i, &turn)
  }

  /// Time changes them too: a word grows old, the time after rain is over.
  mutating func sayStatuses(_ turn: inout Turn) {
    for i in states.indices where turn.plan.interlocks.indices.contains(i) { sayStatus(i, &turn) }
  }

  private mutating func sayStatus(_ i: Int, _ turn: inout Turn) {
    let interlock = turn.plan.interlocks[i]
    let status = status(i, plan: turn.plan, at: turn.now)
    guard status != states[i].shown else { return }
    states[i].shown = status
    let (level, text): (LogLine.Level, String) =
      switch status {
      case .clear: (.info, "clear")
      case .blocks: (.notice, "blocks")
      case .lingers: (.info, "cleared; blocks for \(interlock.keepsFor.words) more")
      case .unknown(let why):
        (.warning, "unknown: \(why.words); no run starts\(interlock.isStrict ? "" : " by rule")")
      }
    turn.log(level, "interlock \(interlock.id)", text)
  }
}

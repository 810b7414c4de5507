/// Words and values of interlocks: what comes of them, said once.
extension Interlocks {
  /// An interlock's topic spoke.
  mutating func signed(_ index: InterlockIndex, _ report: SignReport, _ turn: inout Turn) {
    let i = Int(index.position)
    guard turn.plan.interlocks.indices.contains(i), signs.indices.contains(i),
      case .words(let trustsRetained) = turn.plan.interlocks[i].sign
    else { return }
    signs[i].take(report, trustsRetained: trustsRetained, turn.plan.interlocks[i], at: turn.now)
    settleSign(i, &turn)
  }

  /// The same for each interlock, by its position.
  mutating func measured(_ values: [Double?], _ turn: inout Turn) {
    for i in values.indices where i < signs.count { measured(i, values[i], &turn) }
    nameSigns(&turn)
  }

  /// The fused value of an interlock's sensors as it stands; `nil`: there is none.
  private mutating func measured(_ i: Int, _ value: Double?, _ turn: inout Turn) {
    guard case .value(_, _, let below, let above, let deadband) = turn.plan.interlocks[i].sign else { return }
    let band = BandPlan(below: below, above: above, deadband: deadband, dwell: .zero)
    _ = signs[i].judge.judge(value, against: band, at: turn.now)
    switch signs[i].judge.status {
    case .unknown: signs[i].lose(.noValue, turn.plan.interlocks[i], at: turn.now)
    case .fine: signs[i].hear(false, turn.plan.interlocks[i], at: turn.now)
    case .low, .high: signs[i].hear(true, turn.plan.interlocks[i], at: turn.now)
    }
    settleSign(i, &turn)
  }

  /// Says what changed, once.
  private mutating func settleSign(_ i: Int, _ turn: inout Turn) {
    let interlock = turn.plan.interlocks[i]
    if let memory = signs[i].memory(interlock, at: turn.now) {
      turn.remember(.interlock(memory))
    }
    nameSign(i, &turn)
  }

  /// Time changes them too: a word grows old, the time after rain is over.
  mutating func nameSigns(_ turn: inout Turn) {
    for i in signs.indices where turn.plan.interlocks.indices.contains(i) { nameSign(i, &turn) }
  }

  private mutating func nameSign(_ i: Int, _ turn: inout Turn) {
    let interlock = turn.plan.interlocks[i]
    let status = status(i, plan: turn.plan, at: turn.now)
    guard status != signs[i].shown else { return }
    signs[i].shown = status
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

/// One interlock as the garden knows it.
struct InterlockState: Sendable, Hashable {
  let id: String
  /// The last believed word; `nil`: none.
  var blocks: Bool?
  var doubt = InterlockDoubt.neverHeard
  /// When the word was believed, on this boot's clock.
  var heardAt: Uptime?
  var lingersUntil: Uptime?
  /// As remembered, or to be.
  var since: Timestamp
  var clearedAt: Timestamp?
  var savedHeardAt: Timestamp?
  var savedBlocks: Bool?
  /// Of values: the hysteresis.
  var evaluator: BandEvaluator
  /// Said in the log and on the page.
  var shown: InterlockStatus?

  init(_ plan: InterlockPlan, kept: InterlockMemory?, at now: Moment) {
    id = plan.id
    since = kept?.since ?? now.wall
    clearedAt = kept?.clearedAt
    savedHeardAt = kept?.heardAt
    var prior = Status.unknown
    if case .value(_, _, let below, _, _) = plan.input, let kept, let blocked = kept.blocks {
      prior = !blocked ? .fine : below != nil ? .low : .high
    }
    evaluator = BandEvaluator(prior: prior, since: since)
    savedBlocks = kept?.blocks
    guard let kept else { return }
    if case .words = plan.input {
      blocks = kept.blocks
      doubt = .silent
      // A word from the future, or of a time nobody knows, is of unknown age.
      if now.isWallTrusted, kept.heardAt <= now.wall + .seconds(2) {
        heardAt = now.uptime + (.zero - max(.zero, now.wall - kept.heardAt))
      } else {
        doubt = now.isWallTrusted ? .ageUnknown : .clock
      }
    }
    if let clearedAt = kept.clearedAt {
      let passed = now.isWallTrusted ? now.wall - clearedAt : .zero
      let left = plan.keepsFor - max(.zero, passed)
      if left > .zero { lingersUntil = now.uptime + left }
    }
  }

  func status(_ plan: InterlockPlan, _ waiting: inout Waiting) -> InterlockStatus {
    guard let blocks else { return .unknown(doubt) }
    if case .words = plan.input {
      guard let heardAt else { return .unknown(doubt) }
      if waiting.isDue(heardAt + plan.silentAfter) { return .unknown(.silent) }
    }
    if blocks { return .blocks }
    if let lingersUntil, !waiting.isDue(lingersUntil) { return .lingers(until: lingersUntil) }
    return .clear
  }

  /// Takes a believed word.
  mutating func hear(_ word: Bool, _ plan: InterlockPlan, at now: Moment) {
    heardAt = now.uptime
    doubt = .silent
    guard word != blocks else { return }
    if !word, blocks == true { beginLinger(plan, at: now) }
    blocks = word
    since = now.wall
  }

  /// Nobody knows any more. What blocked goes on blocking for its time.
  mutating func lose(_ why: InterlockDoubt, _ plan: InterlockPlan, at now: Moment) {
    doubt = why
    guard let before = blocks else { return }
    if before { beginLinger(plan, at: now) }
    blocks = nil
    since = now.wall
  }

  private mutating func beginLinger(_ plan: InterlockPlan, at now: Moment) {
    clearedAt = now.wall
    lingersUntil = now.uptime + plan.keepsFor
  }

  /// What must survive; the time of an unchanged word is written now and then only.
  mutating func memory(_ plan: InterlockPlan, at now: Moment) -> InterlockMemory? {
    let isOld = savedHeardAt.map { now.wall - $0 >= plan.silentAfter / 4 || now.wall < $0 } ?? true
    guard savedBlocks != blocks || (isOld && blocks != nil) else { return nil }
    savedHeardAt = now.wall
    savedBlocks = blocks
    return InterlockMemory(id: id, blocks: blocks, since: since, heardAt: now.wall, clearedAt: clearedAt)
  }

  /// Whether this value would change nothing.
  func isSettled(_ value: Double?, _ plan: InterlockPlan, at now: Moment) -> Bool {
    guard case .value(_, _, let below, let above, let deadband) = plan.input else { return true }
    var evaluator = evaluator
    _ = evaluator.evaluate(
      value, against: BandPlan(below: below, above: above, deadband: deadband, dwell: .zero), at: now)
    switch evaluator.status {
    case .unknown: return blocks == nil && doubt == .noValue
    case .fine: return blocks == false
    case .low, .high: return blocks == true
    }
  }
}

extension InterlockState {
  /// A retained word says how it once was. What blocks is believed all the same; what clears only where it says nothing new.
  mutating func take(_ report: InterlockReport, trustsRetained: Bool, _ plan: InterlockPlan, at now: Moment) {
    let isOld = report.wasRetained && !trustsRetained
    switch report.blocks {
    case true?: hear(true, plan, at: now)
    case false? where !isOld: hear(false, plan, at: now)
    case false?: if blocks != false { lose(.ageUnknown, plan, at: now) }
    case nil: lose(.unreadable, plan, at: now)
    }
  }
}

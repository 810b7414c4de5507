/// Evaluates one value against a band: turns at the limit, turns back only `deadband` further in, and only once the
/// new state has held for `dwell` on the monotonic clock, and rests on more than one reading. A day beyond the noise is enough, too. For plants and for places. Plain bits, no allocation.
///
/// - The first value ever counts at once: there is nothing yet that it could flap from, but it proves nothing (``isProved``). Not so one that is
///   low for a band that waits for ``BandPlan/lowFor``: it counts as fine until then.
/// - `nil` is unknown at once. When values come back, the state of before is in force again and turns after its dwell,
///   so that a gap closes no episode and opens none.
package struct BandEvaluator: Sendable, Hashable {
  /// What is in force.
  package private(set) var status: Status = .unknown
  /// Wall time from which it holds: when the value first crossed, not when the dwell was over.
  package private(set) var since: Timestamp
  /// The last status that was known; sets the side of the deadband after a gap.
  private var known: Status = .unknown
  private var knownSince: Timestamp
  private var candidate: Status = .unknown
  private var candidateSince = Uptime(milliseconds: 0)
  /// Since when every value has been inside the limit by more than noise; `nil`: it is not.
  private var clearSince: Uptime?
  private static let day: Duration = .days(1)
  /// What is known rests on more than one reading; so does the candidate.
  package private(set) var isProved = true
  /// Another reading must say so, or none may come for long.
  package var waitsForProof: Bool { candidate == .unknown ? !isProved : !isCandidateProved }
  /// It rests on one that stood alone.
  package private(set) var isByOne = false
  private var isCandidateProved = true

  /// `prior`: what was in force before a restart. It is in force again with the first value, not before.
  package init(prior: Status = .unknown, since: Timestamp) {
    known = prior
    knownSince = since
    self.since = since
  }

  mutating func correct(_ correct: ClockWatch.Correction) {
    since = correct(since)
    knownSince = correct(knownSince)
  }

  /// Takes the fused value as it stands (also on a tick, with the same value: dwell ends by time). `true`: status changed.
  ///
  /// - Parameter evidence: `nil`: the value is proof enough.
  package mutating func evaluate(
    _ value: Double?, _ evidence: Evidence? = nil, against band: BandPlan, at now: Moment
  ) -> Bool {
    let before = status
    guard let value, value.isFinite else {
      // A probe that is silent at night tells of no light either: what waits for `lowFor` goes on waiting.
      if candidate != .low || band.lowFor == nil { candidate = .unknown }
      clearSince = nil
      if status != .unknown {
        status = .unknown
        since = now.wall
      }
      return before != status
    }
    clearSince = isClear(value, band) ? clearSince ?? now.uptime : nil
    let isLong = clearSince.map { $0 + Self.day <= now.uptime } ?? false
    func verdict(on value: Double) -> Status {
      // What one reading has said, the next ones take back at the limit itself.
      self.verdict(on: value, band, deadband: isByOne || isLong ? 0 : band.deadband)
    }
    let seen = verdict(on: value)
    func proves(_ span: ClosedRange<Double>?) -> Bool {
      // Who sets no dwell asks for no proof.
      guard let span, band.dwell > .zero else { return true }
      return verdict(on: span.lowerBound) == seen && verdict(on: span.upperBound) == seen
    }
    if known == .unknown {
      isProved = false
      known = seen == .low && band.lowFor != nil ? .fine : seen
      knownSince = now.wall
    }
    if seen == known {
      candidate = .unknown
      isProved = isProved || proves(evidence?.span)
      isByOne = isByOne && !proves(evidence?.pair)
    } else {
      if candidate != seen {
        candidate = seen
        candidateSince = isLong ? clearSince ?? now.uptime : now.uptime
      }
      isCandidateProved = proves(evidence?.span)
      if isCandidateProved, turns(band) <= now.uptime {
        isByOne = !proves(evidence?.pair)
        known = seen
        isProved = true
        knownSince = now.wall - (now.uptime - candidateSince)
        candidate = .unknown
        clearSince = nil
      }
    }
    status = known
    since = knownSince
    return before != status
  }

  /// When the dwell of a waiting change is over; `nil`: nothing waits.
  ///
  /// - Parameter alone: when the last reading counts alone; `nil`: another one must come.
  package func deadline(_ band: BandPlan, alone: Uptime? = nil) -> Uptime? {
    if status == .unknown { return nil }
    if candidate == .unknown { return clearSince.map { $0 + Self.day } }
    return isCandidateProved ? turns(band) : alone.map { max($0, turns(band)) }
  }

  /// The end of the candidate's dwell.
  private func turns(_ band: BandPlan) -> Uptime { candidateSince + band.dwell(of: candidate, after: known) }

  private func isClear(_ value: Double, _ band: BandPlan) -> Bool {
    guard let calm = band.calm, known == .low || known == .high else { return false }
    return verdict(on: value, band, deadband: calm) == .fine
  }

  private func verdict(on value: Double, _ band: BandPlan, deadband: Double) -> Status {
    if band.isLow(value) { return .low }
    if band.isHigh(value) { return .high }
    if known == .low, let below = band.below, value < below + deadband { return .low }
    if known == .high, let above = band.above, value > above - deadband { return .high }
    return .fine
  }
}

/// One plant as the garden knows it.
package struct PlantState: Sendable, Hashable {
  var plan: PlantPlan
  /// What of it survives a restart.
  var kept: PlantMemory
  var probes: [Probe]
  /// Index = `Quantity.rawValue` of ``Quantity/evaluated``.
  var evaluated: [EvaluatedQuantity]
  /// The dry limit in force: the slider's, else the plan's.
  var dryBelow: Double? { didSet { bands[0].below = dryBelow } }
  /// The bands in force, by the index of ``evaluated``.
  private(set) var bands: [BandPlan]
  /// Since when it has been dry, on this boot's clock; after a start, since then.
  var driedAt: Uptime?
  /// End of the wait for a rise after "done", on the monotonic clock.
  var soakEnds: Uptime?
  /// The reminder to water it; `nil`: none is open.
  var question: Question?
  var isWatering = false
  /// The last water that its probe alone told of, as long as that may be taken back.
  var seen: Seen?
  /// The moisture that a running watering knows.
  var toldRun: Double?
  /// The denials that the reminders know; index = that of ``evaluated``.
  var denials: [Denial?] = Array(repeating: nil, count: Quantity.evaluated.count)
  /// What the last published snapshot showed.
  var shown: ShownPlant?
  var publishedAt = Uptime(milliseconds: 0)
  /// Something small changed; published when the pause is over.
  var publishDue: Uptime?

  /// An open reminder, as far as the plant must know it.
  struct Question: Sendable, Hashable {
    var dueSince: Timestamp
    var putOffUntil: Timestamp?

    init(_ reminder: ReminderMemory) {
      dueSince = reminder.dueSince
      putOffUntil = reminder.state == .snoozed ? reminder.wakeAt : nil
    }

    init(dueSince: Timestamp) { self.dueSince = dueSince }
  }

  struct Seen: Sendable, Hashable {
    var record: UniqueID
    var at: Timestamp
    /// The last watering before it.
    var before: Timestamp?
    /// It ended a dry spell that began then.
    var drySince: Timestamp?
  }

  init(_ plan: PlantPlan, kept: PlantMemory?, sensorCount: Int, at now: Moment) {
    self.plan = plan
    self.kept = kept ?? PlantMemory(id: plan.id, addedAt: now.wall)
    probes = plan.shares.compactMap { Probe($0, sensorCount: sensorCount) }
    evaluated = Quantity.evaluated.map { quantity in
      let status = kept?.statuses.first { $0.quantity == quantity }
      return EvaluatedQuantity(prior: status?.status ?? .unknown, since: status?.since ?? now.wall)
    }
    dryBelow = plan.moisture.below
    bands = [plan.moisture, plan.temperature, plan.light ?? .none, plan.conductivity ?? .none]
    for quantity in Quantity.evaluated { bands[Int(quantity.rawValue)].ends = quantity.ends }
    if let soak = self.kept.soak {
      let left = now.isWallTrusted ? soak.until - now.wall : plan.soakTime
      soakEnds = now.uptime + min(max(left, .zero), plan.soakTime)
    }
  }

  var hasOpenReminder: Bool { question != nil }

  /// The band by which a quantity is evaluated; a quantity without one is always fine.
  @inline(__always) func band(of quantity: Quantity) -> BandPlan {
    let i = Int(quantity.rawValue)
    return i < bands.count ? bands[i] : .none
  }

  @inline(__always) var moisture: EvaluatedQuantity { evaluated[Int(Quantity.moisture.rawValue)] }

  /// Moisture counts and is low.
  @inline(__always) var isDry: Bool { moisture.status == .low }

  /// What is known of the probe makes the dead zone: noise is no change, and soil gets moist by water alone.
  ///
  /// - Parameter isOtherLevel: the probe was moved, or its past is not known: it may stand in other soil.
  mutating func fitBand(spread: Double, swing: Double, isOtherLevel: Bool) {
    let deadband = max(plan.moisture.deadband, 3 * spread)
    let calm = min(deadband, max(3 * spread, swing))
    if bands[0].calm != calm { bands[0].calm = calm }
    let lasts: Duration? = isSpellAnswered || isOtherLevel || plan.moisture.dwell == .zero ? nil : .days(1)
    if bands[0].deadband != deadband { bands[0].deadband = deadband }
    if bands[0].lowLasts != lasts { bands[0].lowLasts = lasts }
  }

  /// Whether and how long the value denies what was concluded of it; `nil`: it does not.
  @inline(__always) func denial(of quantity: Quantity) -> Denial? {
    evaluated[Int(quantity.rawValue)].denial(band(of: quantity))
  }

  /// Water was given in the present dry spell, as far as anybody says.
  var isSpellAnswered: Bool {
    guard let last = kept.lastWatering else { return false }
    return last > moisture.settledSince || kept.soak != nil
  }

  /// From when on dryness may have consequences: known without a gap for the dwell and not about to turn, so that no first
  /// value of a probe that just woke up rings a bell or opens a valve.
  var dryCounts: Uptime? {
    guard isDry, denial(of: .moisture) == nil, let since = moisture.knownSinceUptime else { return nil }
    let dwelt = since + plan.moisture.dwell
    return moisture.isProved ? dwelt : moisture.aloneAt.map { max($0, dwelt) }
  }

  func isSurelyDry(_ waiting: inout Waiting) -> Bool { dryCounts.map { waiting.isDue($0) } ?? false }

  /// The longest time that one of its probes may be silent.
  func patience(_ sensors: Sensors) -> Duration {
    var longest = Duration.zero
    for probe in probes where probe.mask & Quantity.moisture.bit != 0 {
      longest = max(longest, sensors[probe.sensor].patience(of: .moisture))
    }
    return longest
  }

  /// Keeps what the plan does not decide.
  mutating func goOn(from before: PlantState) {
    evaluated = before.evaluated
    dryBelow = before.dryBelow
    driedAt = before.driedAt
    soakEnds = before.soakEnds
    question = before.question
    denials = before.denials
    isWatering = before.isWatering
    seen = before.seen
    publishedAt = before.publishedAt
  }
}

extension BandPlan {
  /// No limits: whatever is known is fine.
  static let none = BandPlan(deadband: 0, dwell: .zero)
}

/// A quantity of a plant: the evaluation, the value behind it and, where it is unknown, why and since when.
package struct EvaluatedQuantity: Sendable, Hashable {
  private var evaluator: BandEvaluator
  /// The last status that was known, and since when: what a restart goes on with.
  private(set) var settled: Status
  private(set) var settledSince: Timestamp
  private(set) var reason: UnknownReason?
  private(set) var reasonSince: Timestamp
  private(set) var reasonSinceUptime: Uptime?
  /// Since when it has been known without a gap; `nil`: it is unknown.
  private(set) var knownSinceUptime: Uptime?
  private(set) var value: Double?
  private(set) var measuredAt: Timestamp?
  /// When the last reading counts alone; see ``Evidence/aloneAt``.
  private(set) var aloneAt: Uptime?

  init(prior: Status, since: Timestamp) {
    evaluator = BandEvaluator(prior: prior, since: since)
    settled = prior
    settledSince = since
    reasonSince = since
    reason = .neverHeard
  }

  var status: Status { evaluator.status }
  /// It rests on more than one reading.
  var isProved: Bool { evaluator.isProved }
  var waitsForProof: Bool { evaluator.waitsForProof }
  /// It rests on one that stood alone.
  var isByOne: Bool { evaluator.isByOne }

  /// The settled status that was left and the one that is in force; equal where nothing turned.
  struct Change: Hashable {
    var from: Status
    var to: Status
    var hasTurned: Bool { from != to }
  }

  /// - Parameter smooth: of a noisy probe; see ``WaterJudge/smooth``.
  mutating func evaluate(
    _ fusion: Fusion, smooth: Double? = nil, against band: BandPlan, at now: Moment
  ) -> Change {
    let before = settled
    switch fusion {
    case .value(let value, let evidence, let at):
      aloneAt = evidence.aloneAt
      self.value = value
      measuredAt = at
      _ = evaluator.evaluate(value, evidence.including(smooth), against: band, at: now)
      reason = nil
      reasonSinceUptime = nil
      if knownSinceUptime == nil { knownSinceUptime = now.uptime }
      settled = evaluator.status
      settledSince = evaluator.since
    case .unknown(let why):
      value = nil
      measuredAt = nil
      aloneAt = nil
      knownSinceUptime = nil
      _ = evaluator.evaluate(nil, against: band, at: now)
      if reasonSinceUptime == nil {
        reasonSinceUptime = now.uptime
        reasonSince = now.wall
      }
      reason = why
    }
    return Change(from: before, to: settled)
  }

  /// The limit itself moved: evaluated at once, without deadband and dwell, as if nothing had been known.
  mutating func evaluateAfresh(_ fusion: Fusion, against band: BandPlan, at now: Moment) -> Change {
    guard let value = fusion.value else { return evaluate(fusion, against: band, at: now) }
    var fresh = BandEvaluator(since: now.wall)
    _ = fresh.evaluate(value, against: band, at: now)
    let keepsSince = fresh.status == settled
    evaluator = keepsSince ? BandEvaluator(prior: settled, since: settledSince) : fresh
    return evaluate(fusion, against: band, at: now)
  }

  /// What ended it has been taken back.
  mutating func goOn(_ status: Status, since: Timestamp) {
    (settled, settledSince) = (status, since)
    evaluator = BandEvaluator(prior: status, since: since)
  }

  mutating func correct(_ correct: ClockWatch.Correction) {
    settledSince = correct(settledSince)
    reasonSince = correct(reasonSince)
    evaluator.correct(correct)
  }

  /// When time alone changes it or proves it; `nil`: nothing waits.
  func deadline(_ band: BandPlan) -> Uptime? {
    .earliest(evaluator.deadline(band, alone: aloneAt), evaluator.isProved ? nil : aloneAt)
  }

  func denial(_ band: BandPlan) -> Denial? {
    guard let value, status == .low && !band.isLow(value) || status == .high && !band.isHigh(value) else {
      return nil
    }
    return Denial(until: evaluator.deadline(band, alone: aloneAt))
  }

  var evaluation: Evaluation {
    Evaluation(
      status: status, reason: reason, since: reason == nil ? settledSince : reasonSince, value: value,
      measuredAt: measuredAt)
  }

  func asMemory(_ quantity: Quantity) -> StatusMemory {
    StatusMemory(quantity: quantity, status: settled, since: settledSince)
  }
}

/// Judges a probe by how its values go over hours and days: soil dries slowly, gets wet at once, and never does the same twice.
///
/// What is usual is learned from the probe itself; of its past a few sums are kept. `Decisions/0071` tells by what its
/// thresholds were set. Plain bits.
package struct ProbeJudge: Sendable, Hashable, Codable {
  /// Who was seen to change places with another has been put right by then, minutes.
  private static let forgets: Int32 = 7 * 1440
  private static let day: Int32 = 1440

  package private(set) var finding: Finding?
  private var moisture = StepWatch()
  private var battery = StepWatch()
  private var temperature = StepWatch()
  private var still = Standstill()
  private var stillDays = StillDays()
  private var leaps = Leaps()
  private var profile = DayProfile()
  private var fall = Fall()
  private var curve = BatteryCurve()
  private var inversion = Inversion()
  private var levels = TwoLevels()
  /// Degrees from one reading to the next, as usual.
  private var warms: Float = 0
  /// ``finding`` is what one step showed.
  private var isOfStep = false

  private enum CodingKeys: CodingKey {
    case finding, moisture, battery, temperature, still, stillDays, leaps, profile, fall, curve, inversion,
      isOfStep,
      warms
  }

  package init() {}

  /// Takes what a probe says, before anything of it is refused.
  ///
  /// - Parameters:
  ///   - isRepeated: the family may have said the last value again, without another measurement.
  ///   - waterEvery: how long its plant goes without water, as its owner says.
  /// - Returns: a step of moisture or battery, to be held against those of others.
  mutating func take(
    _ quantity: Quantity, _ value: Double, at time: Timestamp, _ uptime: Uptime, isRepeated: Bool = false,
    waterEvery: Duration = .zero
  ) -> StepWatch.Step? {
    let value = Float(value)
    let minute = Int32(clamping: time.seconds / 60)
    // A clock that was far ahead has been put right.
    if moisture.minute - minute > 2 * Self.day { self = ProbeJudge() }
    var step: StepWatch.Step?
    let isAlive = quantity == .moisture || quantity == .battery || quantity == .temperature
    guard isAlive, !isRepeated || quantity == .moisture else { return nil }
    switch quantity {
    case .moisture where isRepeated: still.take(0, minute: minute)
    case .moisture: step = takeMoisture(min(max(value, 0), 100), minute, uptime)
    case .battery:
      if let last = battery.last, battery.minute / Self.day != minute / Self.day { curve.endDay(last) }
      step = battery.take(value, minute: minute, atLeast: 8).step
      curve.take(value, minute: minute)
    default: takeTemperature(value, minute)
    }
    let present = judge(minute, uptime, Int32(clamping: waterEvery.milliseconds / 60_000))
    if present?.kind != finding?.kind || present?.quantity != finding?.quantity { finding = present }
    return fall.days > 0 ? step : nil
  }

  /// What it said last before it became suspect, percent, and when; `nil`: nobody knows.
  var sound: (value: Double, at: Timestamp)? {
    if fall.isFresh, let since = fall.since {
      return (Double(fall.from), Timestamp(seconds: Int64(since) * 60))
    }
    guard let finding, finding.quantity == .moisture, [.frozen, .unplugged, .rescaled].contains(finding.kind)
    else { return nil }
    return (Double(finding.before), finding.since)
  }

  /// Its moisture means nothing, as far as is known.
  var blindsMoisture: Bool {
    fall.isFresh || finding.map { $0.quantity == .moisture && $0.kind.blinds } ?? false
  }

  private mutating func takeMoisture(_ value: Float, _ minute: Int32, _ uptime: Uptime) -> StepWatch.Step? {
    guard minute >= moisture.minute else { return nil }
    if let last = moisture.last, moisture.minute / Self.day != minute / Self.day {
      profile.endDay()
      stillDays.endDay(minute, step: still.step)
      leaps.endDay()
      fall.endDay(last)
    }
    // What tells steps of ten apart goes to and fro by ten.
    levels.take(Double(value), at: uptime, apart: still.isScale(of: value) ? 2.5 * still.step : 0)
    let (before, pause, step) = moisture.take(value, minute: minute, atLeast: 8)
    still.take(before.map { value - $0 }, minute: minute)
    inversion.take(value, minute: minute, step)
    stillDays.take(value)
    profile.take(value, minute: minute)
    guard let before else { return nil }
    leaps.take(value, before: before, pause: pause, minute: minute)
    fall.take(value, before: before, pause: pause, minute: minute)
    return step
  }

  /// Degrees of one scale that become those of the other.
  private mutating func takeTemperature(_ value: Float, _ minute: Int32) {
    let taken = temperature.take(value, minute: minute, atLeast: 15)
    if let before = taken.before { warms += (min(abs(value - before), 10) - warms) / 8 }
    guard let step = taken.step else { return }
    // Meanwhile it has gone on as usual, in one unit or the other.
    let usual = 2 + 2 * warms
    let isOther =
      abs(step.to - (step.from * 1.8 + 32)) <= 1.8 * usual || abs(step.to - (step.from - 32) / 1.8) <= usual
    if isOfStep, let finding, finding.quantity == .temperature, abs(step.to - finding.before) <= 15 {
      isOfStep = false
    } else if isOther, !isOfStep {
      finding = Finding(.rescaled, .temperature, since: step.minute, before: step.from, after: step.to)
      isOfStep = true
    }
  }

  /// Another went the other way at the same time.
  mutating func changedPlaces(_ kind: Suspicion, _ step: StepWatch.Step) {
    finding = Finding(kind, since: step.minute, before: step.from, after: step.to)
    isOfStep = true
  }

  private mutating func judge(_ minute: Int32, _ uptime: Uptime, _ waterEvery: Int32) -> Finding? {
    if isOfStep, let finding, finding.kind == .rescaled || minute - finding.minute <= Self.forgets {
      return finding
    }
    isOfStep = false
    let value = moisture.last ?? 0
    if let (one, other) = levels.two(at: uptime) {
      return Finding(.twofold, since: minute, before: Float(other), after: Float(one))
    }
    if let kind = fall.found, let since = fall.since {
      return Finding(kind, since: since, before: fall.from, after: fall.to)
    }
    let isAtEnd = value <= 0 || value >= 100
    let isDry = value <= min(fall.low + still.step, 30)
    if still.isFrozen(isAtEnd: isAtEnd || isDry, waterEvery: waterEvery) {
      return Finding(.frozen, since: still.since, before: value, after: value)
    }
    if !isAtEnd, !isDry, stillDays.isFrozen(step: still.step, waterEvery: waterEvery) {
      return Finding(.frozen, since: stillDays.since, before: value, after: value)
    }
    if leaps.isJumping {
      return Finding(.jumping, since: leaps.began, before: leaps.before, after: leaps.after)
    }
    if inversion.isFound {
      return Finding(.inverted, since: inversion.since, before: inversion.from, after: inversion.to)
    }
    if profile.isDriven {
      return Finding(.driven, since: max(0, minute - 3 * Self.day), before: 0, after: profile.swing)
    }
    if curve.isSoil(minute), fall.high - fall.low <= 6 {
      return Finding(.swapped, since: minute, before: battery.last ?? 0, after: value)
    }
    return curve.drain.map {
      Finding(.draining, .battery, since: max(0, minute - 3 * Self.day), before: $0.before, after: $0.after)
    }
  }
}

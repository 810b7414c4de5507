/// The one judge of water: it tells water from all else that makes a probe rise. Asked once for each reading, by the reading's own time.
///
/// Water is a rise that lasts, clearly larger than any that this probe makes by itself (``OrdinaryRises``, ``ProbeNoise``): a quick one over two
/// hours, in two readings at least; or a slow one, by the means of sixteen hours. What is all gone within hours is taken back (``isGone``). A rise
/// that is gone a day later was none and teaches what is ordinary. Of a hand that pulls the probe out and puts it back nothing is learned.
package struct WaterJudge: Sendable, Hashable {
  /// Percent points; less is never called water.
  private static let least: Float = 2
  /// How many times as large as a step of the probe, and as the spread of its noise: of a reading, and of an hour's mean.
  private static let steps: Float = 1.1
  private static let noises: (reading: Float, mean: Float) = (3.5, 2.5)
  /// Soil never loses so many points from one reading to the next: somebody moved the probe.
  static let fall = 6.0
  /// A probe that is put back stands no further above where it was, and no further below.
  private static let back: (above: Float, below: Float) = (12, 3)
  /// Water goes on soaking in: what rises meanwhile is the same water. Seconds, as all below.
  private static let rest: Int64 = 3 * 3600
  private static let day: Int64 = 86_400
  /// Two readings further apart than this, and than three usual pauses, have a gap between them; what nothing contradicts for so long stands.
  private static let gap: Int64 = 2 * 3600
  /// After water a further rise counts from this part of the first one on, for a day; of one that did not stay less is left.
  private static let again: Float = 0.25
  private static let left: Float = 0.15
  /// For so many hours a mean counts.
  private static let reach: Int32 = 16
  /// No soil dries within so many hours to where it was; there it stands no further above, points and spreads.
  private static let stays: Int32 = 3
  private static let level: (points: Float, spreads: Float) = (1, 2)
  /// Readings of a probe that pauses for longer stand for themselves, seconds; and so many pauses are as good as the times above.
  private static let sparse: Int64 = 5400
  private static let pauses: Float = 1.5
  /// No lamp burns longer, hours; what falls more slowly is soil that dries.
  private static let litMax: Int32 = 18

  private var noise = ProbeNoise()
  private var ordinary = OrdinaryRises()
  private var means = HourMeans()
  /// The present hour: of each three readings the middle one, and the lowest of the higher of two.
  private var hour: Int32 = -1
  private var sum: Float = 0
  private var count: Float = 0
  private var calm: Float?
  private var pause: Float?
  private var lastAt: UInt32 = 0
  /// Readings that show a rise which is not sure yet.
  private var rising: UInt8 = 0
  /// Water was found, and may still be soaking in.
  private(set) var isSoaking = false
  /// The last reading showed that the last water was none.
  private(set) var isGone = false
  private var risingFrom: Float = 0
  private var risingSince: UInt32 = 0
  /// Where the probe stood when somebody pulled it out.
  private var held: Float?
  private var fell: UInt32 = 0
  /// The last water.
  private var base: Float = 0
  private var top: Float = 0
  private var foundSince: UInt32 = 0
  private var restsUntil: UInt32 = 0
  /// The last time when the level became another by water, by a hand or in a gap.
  private var brokeAt: UInt32 = 0
  /// By a hand or in a gap.
  private var movedAt: UInt32 = 0
  /// A rise from that low up to there was ordinary: it stays so until it grows.
  private var excusedFrom: Float = -1000
  private var excusedTop: Float = 0
  /// What the probe said meanwhile meant nothing.
  private var isLost = false

  package init() {}

  /// The spread of the probe's noise, points.
  var spread: Double { Double(noise.spread) }
  /// How far it rises by itself, points.
  var swing: Double { Double(ordinary.most) }
  /// Percent, smooth where the probe is noisy; `nil`: the last reading is as good.
  var smooth: Double? { noise.smooth }

  /// - Parameters:
  ///   - lasts: a rise must have lasted so long, seconds; 0: who sets no time asks for no proof, the first reading counts.
  ///   - confirms: points that are water in a dry spell, where it is not known yet what is ordinary; `nil`: no dry spell is on.
  ///   - isRun: water of ours runs: two readings are enough.
  /// - Returns: the water that this reading makes sure, once for each.
  mutating func take(
    _ percent: Double, at time: Timestamp, lasts: Int64 = 600, confirms: Double? = nil, isRun: Bool = false
  ) -> Water? {
    let (value, now) = (Float(percent), time.seconds)
    isGone = false
    if isLost {
      noise.forget()
      forget(at: now)
      isLost = false
    }
    lookForGap(value, now)
    let isSparse = now - Int64(lastAt) > Self.sparse
    lastAt = UInt32(clamping: now)
    var water: Water?
    if let present = Int32(exactly: now / 3600), present != hour {
      if count > 0 { water = ended(now, value) }
      (hour, sum, count, calm) = (present, 0, 0, nil)
    }
    sum += isSparse ? value : noise.middle(value)
    count += 1
    let (last, older) = (noise.last, noise.older)
    noise.take(value)
    if let sure = lasts == 0 ? value : last.map({ max(value, $0) }) { calm = min(calm ?? sure, sure) }
    if let water { return water }
    if lasts > 0, let last, wasHandled(value, min(last, older ?? last), now) { return nil }
    if Int64(restsUntil) > now { return nil }
    guard let from = rising > 0 ? risingFrom : lowest else { return nil }
    let rise = value - from
    let needed = needed(noises: Self.noises.reading)
    let surely = ordinary.isKnown ? 0 : confirms.map { Float($0) } ?? .infinity
    guard rise >= max(needed, surely, again(now)) else {
      rising = 0
      if rise < needed { ordinary.takeQuick(rise, to: value) }
      return nil
    }
    if rising == 0 { (risingFrom, risingSince) = (from, UInt32(clamping: now)) }
    rising = min(rising + 1, 2)
    guard rising > 1 || lasts == 0, isRun || now - Int64(risingSince) >= lasts - 60 else { return nil }
    return found(from, value, since: Int64(risingSince), at: now)
  }

  /// Time alone makes a rise sure that no reading has contradicted.
  mutating func stand(at time: Timestamp, lasts: Int64) -> Water? {
    guard let due = due(lasts: lasts), due <= time, let last = noise.last else { return nil }
    return found(risingFrom, last, since: Int64(risingSince), at: time.seconds)
  }

  /// As if the last thing that was heard before the start had just been said.
  mutating func resume(_ percent: Double, at time: Timestamp) {
    guard lastAt == 0 else { return }
    for _ in 0..<2 { _ = take(percent, at: time) }
  }

  /// The value from which a rise is measured; `nil`: none is known.
  var risesFrom: Double? { (rising > 0 ? risingFrom : lowest).map { Double($0) } }

  /// When that is; `nil`: nothing rises. A reading that is alone waits for the next one, as long as that may take.
  func due(lasts: Int64) -> Timestamp? {
    rising == 0 ? nil : Timestamp(seconds: Int64(risingSince) + (rising > 1 ? lasts : usually(Self.gap)))
  }

  /// So long, or as long as a probe that speaks seldom needs for as much.
  private func usually(_ seconds: Int64) -> Int64 { max(seconds, Int64(Self.pauses * (pause ?? 0))) }

  /// The plant has no value, since its probe is suspect: from where a later one rose nobody knows.
  mutating func lose() { isLost = true }

  /// What was measured before that hour says nothing of the level after it.
  func broke(in hour: Int64) -> Bool { brokeAt > 0 && Int64(brokeAt) / 3600 == hour }

  /// Somebody moved the probe within the last day, or nobody knows.
  func isOtherLevel(at time: Timestamp) -> Bool {
    movedAt > 0 && time.seconds - Int64(movedAt) < Self.day
  }

  private mutating func lookForGap(_ value: Float, _ now: Int64) {
    guard lastAt > 0 else { return }
    let passed = Float(now - Int64(lastAt))
    guard passed >= 0 else {
      // A clock that was far ahead has been put right.
      if passed < -Float(Self.day) { restsUntil = 0 }
      return
    }
    let isGap = passed > max(Float(Self.gap), 3 * (pause ?? 0))
    pause = pause.map { $0 + (passed - $0) * 0.1 } ?? passed
    guard isGap else { return }
    rising = 0
    let isOtherLevel = noise.last.map { value - $0 > Self.least } ?? false
    noise.forget()
    if isOtherLevel { forget(at: now) }
  }

  /// Somebody pulled the probe out, or has just put it back. One reading that is far below is the same.
  private mutating func wasHandled(_ value: Float, _ before: Float, _ now: Int64) -> Bool {
    let drop = before - value
    // A lamp goes out by as much as it came on.
    let isPulled =
      drop > max(Float(Self.fall), 4 * noise.spread, 1.1 * ordinary.most)
      || value < before / 2 && drop >= Self.back.below
    // What the soil cannot hold drains within hours, as far down as it was before the water.
    let isDraining = Int64(restsUntil) > now && value > base - Self.back.below
    if isPulled, !isDraining, rising == 0, held == nil || now - Int64(fell) > Self.gap {
      (held, fell) = (before, UInt32(clamping: now))
      return false
    }
    if now - Int64(fell) > Self.day { held = nil }
    guard let held, value >= held - Self.back.below, value <= held + Self.back.above else { return false }
    forget(at: now)
    return true
  }

  /// The lowest mean of the last two hours, or the newest one; on the first day the lowest, too, that two readings of this hour have shown.
  private var lowest: Float? {
    guard let mean = means.lately(before: hour, within: hours(Self.reach)) else { return calm }
    return ordinary.isKnown ? mean : min(mean, calm ?? mean)
  }

  /// So many, or two readings of a probe that speaks once a day.
  private func hours(_ hours: Int32) -> Int32 { max(hours, Int32(2.5 * (pause ?? 0) / 3600)) }

  private func needed(noises: Float) -> Float {
    max(Self.least, ordinary.needed(at: hour) + Self.steps * noise.step, noises * noise.spread)
  }

  private func again(_ now: Int64) -> Float {
    now - Int64(restsUntil) < Self.day ? Self.again * (top - base) : 0
  }

  /// The present hour is over.
  private mutating func ended(_ now: Int64, _ value: Float) -> Water? {
    let mean = sum / count
    if hour <= means.newest {
      // A clock that was set back has an hour twice.
      guard means.newest - hour > 48 else { return nil }
      forget(at: now)
      means = HourMeans()
    }
    let before = means.append(mean, at: hour, within: hours(Self.reach))
    // What rose in the first day is not found afterwards.
    if ordinary.pass(hour, mean) { keepNewest() }
    lookIfGone(max(mean, value), now)
    unlearn(mean)
    guard !isSoaking else {
      soaks(mean, now)
      return nil
    }
    guard let before, held == nil, !isGone else { return nil }
    let from = before.lowest
    let rise = mean - from
    let needed = needed(noises: Self.noises.mean)
    let isSame = abs(from - excusedFrom) <= Self.least / 4
    let isExcused = isSame && mean <= excusedTop + Self.least / 2
    guard ordinary.isKnown, rise >= needed, !isExcused else {
      ordinary.takeSlow(rise, to: mean, at: hour)
      if rise >= max(Self.least, ordinary.usual(at: hour) / 2), ordinary.usual(at: hour) > 0, rise < needed {
        (excusedFrom, excusedTop) = (from, isSame ? max(excusedTop, mean) : mean)
      }
      return nil
    }
    guard before.last - from >= needed, rise >= again(now) else { return nil }
    return found(from, value, since: Int64(hour - 1) * 3600, at: now)
  }

  private mutating func unlearn(_ mean: Float) {
    let began = Int32(foundSince / 3600)
    // The hours of the rise itself hold some of before.
    guard foundSince > 0, (2...Self.litMax).contains(hour - began), mean <= base + Self.left * (top - base)
    else { return }
    ordinary.correct(top - base, from: began, through: hour)
    foundSince = 0
  }

  /// What stands where it was before the water shows that there was none.
  private mutating func lookIfGone(_ high: Float, _ now: Int64) {
    let left = min(max(Self.level.points, Self.level.spreads * noise.spread), Self.left * (top - base))
    let passed = hour - Int32(foundSince / 3600)
    guard foundSince > movedAt, 1...hours(Self.stays) ~= passed, high <= base + left else { return }
    // It may be so at that hour tomorrow; water may come at once.
    ordinary.takeSlow(top - base, to: base, at: hour - passed)
    (foundSince, restsUntil, brokeAt, isSoaking, isGone) = (0, 0, UInt32(clamping: now), false, true)
    keepNewest()
  }

  private mutating func soaks(_ mean: Float, _ now: Int64) {
    if mean > top + max(0.25, noise.step / 2) {
      top = mean
      restsUntil = max(restsUntil, UInt32(clamping: Int64(hour + 1) * 3600 + usually(Self.rest)))
      brokeAt = UInt32(clamping: Int64(hour) * 3600)
    }
    guard Int64(restsUntil) <= now else { return }
    isSoaking = false
    keepNewest()
  }

  private mutating func found(_ from: Float, _ value: Float, since: Int64, at now: Int64) -> Water {
    (base, top, isSoaking, held, rising) = (from, value, true, nil, 0)
    (foundSince, restsUntil) = (UInt32(clamping: since), UInt32(clamping: now + usually(Self.rest)))
    brokeAt = UInt32(clamping: now)
    ordinary.forgetLately()
    return Water(
      since: Timestamp(seconds: since), from: Double(from), to: Double(value), sureAt: Timestamp(seconds: now)
    )
  }

  private mutating func forget(at now: Int64) {
    means.clear()
    (rising, held, sum, count, calm, isSoaking, restsUntil) = (0, nil, 0, 0, nil, false, 0)
    (brokeAt, movedAt) = (UInt32(clamping: now), UInt32(clamping: now))
  }

  private mutating func keepNewest() {
    means.keepNewest()
    rising = 0
  }
}

/// One sensor as the garden knows it: a ``Channel`` per quantity, its link and its refusals.
package struct SensorState: Sendable, Hashable {
  var plan: SensorPlan
  package internal(set) var channels = Channels()
  /// What its availability topic said; `nil`: it has none, has not spoken, or says by it that it sleeps.
  package internal(set) var isOnline: Bool?
  /// When anything last came from it, even if it said nothing new.
  var heardAt: Uptime?
  /// Since when it has been awake; `nil`: it sleeps, or is away.
  private var awakeSince: Uptime?
  /// How often in a row it went offline when it had just said its values: it sleeps in between.
  private var naps: UInt8 = 0
  /// It went offline right after it spoke, once: whether it is dead or asleep its next report tells.
  private(set) var mayBeAsleep = false
  /// When `isOnline` became `false`.
  var offlineSince: Uptime?
  /// When a change of ``isOnline`` was last written to the log.
  var linkLoggedAt: Uptime?
  /// The broker refuses the subscription to one of its topics.
  var isRefused = false
  var saysBatteryLow = false
  /// The device is fed from outside, so that nobody has to look after its battery.
  var isFedFromOutside = false
  /// What the device last said is broken, while some value is taken back for it.
  var fault: DeviceWord?
  /// The device's own alarm.
  var alarm: DeviceWord?
  /// How its values go over time.
  var judge = ProbeJudge()
  /// Its moisture meant nothing when it last counted: that ends with a value that counts, not with one that is doubted.
  private(set) var isBlind = false
  /// Since when the device has taken a value back.
  var takenBackSince: Uptime?
  var isBatteryLow = false
  /// Index = `Refusal.rawValue`.
  package internal(set) var refusals = [UInt64](repeating: 0, count: Refusal.count)
  /// Sum of ``refusals``.
  var refusalCount: UInt64 = 0
  package internal(set) var lastRefusal: Refusal?
  /// When each refusal was last written to the log.
  var loggedAt: [Refusal: Uptime] = [:]
  /// How long the slowest of the plants that it measures goes without water.
  var waterEvery: Duration = .zero
  /// Which quantities some plant or place asks of it, as bits.
  var wanted: UInt16 = 0
  /// When the garden began to listen to it.
  var listeningSince: Uptime
  /// Something came that the memory does not have yet.
  var isUnsaved = false
  /// Not even one value of a quantity is in the memory: saved at the next tick, not with the next batch.
  var isUnsavedFirst = false
  /// People have been told that something is wrong with it, and it is not over.
  var isNamed = false
  /// When its last trouble was over, for the pause before the next notice.
  var troubleEndedAt: Uptime?

  init(_ plan: SensorPlan, kept: SensorMemory?, at now: Moment) {
    self.plan = plan
    listeningSince = now.uptime
    naps = kept?.learned.sleeps == true ? 2 : 0
    judge = kept?.learned.judge ?? ProbeJudge()
    isBlind = judge.blindsMoisture
    for pause in kept?.learned.rhythms ?? [] { channels[Int(pause.quantity.rawValue)].rhythm = pause.rhythm }
    for last in kept?.last ?? [] {
      let q = Int(last.quantity.rawValue)
      channels[q].value = last.value
      channels[q].raw = last.raw
      channels[q].measuredAt = last.measuredAt
      channels[q].ownTime = last.measuredAt
      if now.isWallTrusted { channels[q].date(silentAfter: plan.silentAfter, at: now) }
    }
    if let battery = channels[Int(Quantity.battery.rawValue)].value {
      isBatteryLow = battery <= plan.batteryLowPercent
    }
  }

  /// After so long without a value a quantity is missing, as its owner says or as it is used to.
  func patience(of quantity: Quantity) -> Duration {
    plan.silentAfter ?? channels[Int(quantity.rawValue)].rhythm.patience
  }

  /// What its age or its refusal speaks against; `nil`: nothing. While anything comes from the device its last value counts for a day, of soil for a
  /// week: many report on change alone, and soil may stand so long.
  func age(of quantity: Quantity, _ waiting: inout Waiting) -> UnknownReason? {
    let q = Int(quantity.rawValue)
    let weakness = channels[q].weakness(&waiting)
    guard weakness == .silent, let heardAt, let day = countsForADay(quantity) else { return weakness }
    let more = Rhythm.stands - Rhythm.day
    let said = channels[q].saidAt.map { $0 + Rhythm.stands } ?? day
    let counts = quantity == .moisture ? max(day + more, said) : day
    return waiting.isDue(min(counts, heardAt + devicePatience)) ? .silent : nil
  }

  /// A rule may water by what it says: nothing is wrong with it, and it was not measured long ago.
  func maySwitch(_ waiting: inout Waiting) -> Bool {
    isSound && countsForADay(.moisture).map { !waiting.isDue($0) } ?? true
  }

  private func countsForADay(_ quantity: Quantity) -> Uptime? {
    channels[Int(quantity.rawValue)].freshUntil.map { $0 + max(.zero, Rhythm.day - patience(of: quantity)) }
  }

  /// After so long without a word of any kind it is silent.
  private var devicePatience: Duration {
    if let own = plan.silentAfter { return own }
    let known = channels.indices.lazy.map { channels[$0].rhythm }.filter(\.isKnown)
    return known.map(\.patience).min() ?? Rhythm.unknown
  }

  /// It is there, whatever becomes of one of its quantities.
  func isHeard(_ waiting: inout Waiting) -> Bool {
    heardAt.map { !waiting.isDue($0 + devicePatience) } ?? false
  }

  /// Something came from it, so it is there, whatever its availability says.
  ///
  /// - Returns: it was thought to be away.
  mutating func heard(at now: Uptime) -> Bool {
    heardAt = now
    if awakeSince == nil { awakeSince = now }
    guard isOnline == false else { return false }
    isOnline = nil
    offlineSince = nil
    return true
  }

  /// No probe that sleeps between its reports is awake for longer; most are for no longer than this.
  private static let awakeMax: Duration = .hours(2)
  private static let awakeMostly: Duration = .minutes(10)

  /// What its availability says. Who goes offline soon after it woke and spoke, again and again, is asleep; its value counts by its age.
  ///
  /// - Returns: it came or went.
  mutating func linked(_ isOnline: Bool, at now: Uptime) -> Bool {
    if isOnline {
      awakeSince = awakeSince ?? now
    } else if let since = awakeSince, !plan.saysSleep {
      let spoke = heardAt.map { $0 >= since } ?? false
      naps = now - since > Self.awakeMax || !spoke && naps == 0 ? 0 : min(naps + 1, 2)
      mayBeAsleep = naps == 1 && now - since <= Self.awakeMostly
      awakeSince = nil
    }
    let present: Bool? = isOnline ? true : naps > 1 ? nil : false
    guard self.isOnline != present else { return false }
    offlineSince = present == false ? now : nil
    self.isOnline = present
    return true
  }

  /// Nothing is wrong with it.
  private var isSound: Bool { judge.finding?.quantity != .moisture && !isBlind }

  /// Follows the judge. `counts`: a value of moisture has just come that counts.
  mutating func followJudge(counts: Bool) {
    if judge.blindsMoisture {
      isBlind = true
    } else if isBlind, counts {
      isBlind = false
      // What it said meanwhile is no evidence.
      channels[Int(Quantity.moisture.rawValue)].before = nil
    }
  }

  /// Why the quantity does not count at this moment; `nil`: it counts.
  func weakness(of quantity: Quantity, _ waiting: inout Waiting) -> UnknownReason? {
    let weakness = age(of: quantity, &waiting)
    if isOnline == false && weakness != .neverHeard { return .offline }
    // What comes all the same counts.
    if isRefused && weakness != nil && weakness != .unreadable { return .refused }
    return weakness == nil && isSuspect(quantity) ? .suspect : weakness
  }

  /// What it says of the quantity means nothing, though it comes.
  func isSuspect(_ quantity: Quantity) -> Bool {
    quantity == .moisture
      ? isBlind : judge.finding.map { $0.quantity == quantity && $0.kind.blinds } ?? false
  }

  /// The same for somebody who believes no value that was measured longer ago than `age`.
  func weakness(
    of quantity: Quantity, within age: Duration?, _ waiting: inout Waiting
  ) -> UnknownReason? {
    if let weakness = weakness(of: quantity, &waiting) { return weakness }
    guard let age else { return nil }
    guard let end = countsUntil(quantity, within: age) else { return .ageUnknown }
    return waiting.isDue(end) ? .silent : nil
  }

  /// Low at the limit, well again five points above it: a battery's percentage wanders.
  mutating func weighBattery() {
    let percent = channels[Int(Quantity.battery.rawValue)].value
    if isFedFromOutside {
      isBatteryLow = false
    } else if saysBatteryLow {
      isBatteryLow = true
    } else if let percent {
      isBatteryLow = percent <= plan.batteryLowPercent + (isBatteryLow ? 5 : 0)
    } else {
      isBatteryLow = false
    }
  }

  var asMemory: SensorMemory {
    SensorMemory(
      id: plan.id,
      last: Quantity.allCases.compactMap { quantity in
        let channel = channels[Int(quantity.rawValue)]
        guard let value = channel.value else { return nil }
        return SensorMemory.Last(
          quantity: quantity, value: value, raw: channel.raw, measuredAt: channel.measuredAt)
      }, learned: learned)
  }

  private var learned: SensorLearned {
    let rhythms = Quantity.allCases.map { quantity in
      SensorLearned.Pause(quantity: quantity, rhythm: channels[Int(quantity.rawValue)].rhythm)
    }
    return SensorLearned(rhythms: rhythms.filter(\.rhythm.isKnown), sleeps: naps > 1, judge: judge)
  }

  func snapshot(at now: Moment) -> SensorSnapshot {
    var waiting = Waiting(at: now)
    return SensorSnapshot(
      id: plan.id, isOnline: isOnline,
      values: Quantity.allCases.compactMap { quantity in
        let channel = channels[Int(quantity.rawValue)]
        guard let value = channel.value else { return nil }
        return SensorSnapshot.Value(
          quantity: quantity, value: value, raw: channel.raw, measuredAt: channel.measuredAt,
          isFresh: weakness(of: quantity, &waiting) == nil)
      },
      refusals: refusals, lastRefusal: lastRefusal)
  }

  /// Until when the last value counts for somebody who believes no value older than `age`; `nil`: it does not count.
  ///
  /// A value from before the start does not: how old it is follows from the wall clock alone, and that may have been set back.
  private func countsUntil(_ quantity: Quantity, within age: Duration) -> Uptime? {
    let channel = channels[Int(quantity.rawValue)]
    guard let freshUntil = channel.freshUntil, let arrived = channel.acceptedAt else { return nil }
    // Freshness runs from the measurement, so the measurement's time follows from it.
    return min(freshUntil + (age - patience(of: quantity)), arrived + age)
  }
}

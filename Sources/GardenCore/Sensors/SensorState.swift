/// One sensor as the garden knows it: a ``Channel`` per quantity, its link and its refusals.
package struct SensorState: Sendable, Hashable {
  var plan: SensorPlan
  package internal(set) var channels = Channels()
  /// What its availability topic said; `nil`: it has none, or has not spoken.
  package internal(set) var isOnline: Bool?
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
  /// Of its moisture.
  var levels = TwoLevels()
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

  /// Why the quantity does not count at this moment; `nil`: it counts.
  func weakness(of quantity: Quantity, _ waiting: inout Waiting) -> UnknownReason? {
    let weakness = channels[Int(quantity.rawValue)].weakness(&waiting)
    if isOnline == false && weakness != .neverHeard { return .offline }
    // What comes all the same counts.
    return isRefused && weakness != nil && weakness != .unreadable ? .refused : weakness
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
      })
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
    return min(freshUntil, freshUntil + (age - plan.silentAfter), arrived + age)
  }
}

/// What happened since the start, for the status page.
package struct GardenCounters: Sendable, Hashable {
  /// What became of open matters.
  package enum Fate: String, Sendable, Hashable, CaseIterable {
    case opened
    /// Told for the first time.
    case sent
    /// Told again, because nobody answered or a snooze was over.
    case repeated
    case snoozed
    /// Answered, or the probe saw water.
    case done
    /// It is not true any more.
    case cancelled
    case superseded
    case expired
  }

  /// Readings that were accepted.
  package internal(set) var readings: UInt64 = 0
  /// Values that were not, by ``Refusal``'s raw value.
  package internal(set) var refusals = [UInt64](repeating: 0, count: Refusal.count)
  package internal(set) var reminders: [Fate: UInt64] = [:]
  /// Notifications that waited because a person's daily budget was used up; one per person and day.
  package internal(set) var heldByBudget: UInt64 = 0
  /// Commands over a device's rate.
  package internal(set) var rateLimited: UInt64 = 0
  package internal(set) var notifications: UInt64 = 0
  /// Turns that were cut short because the machines told each other news without end.
  package internal(set) var endlessTurns: UInt64 = 0

  mutating func count(_ fate: Fate) { reminders[fate, default: 0] &+= 1 }
}

extension Withdrawal.Reason {
  var fate: GardenCounters.Fate {
    switch self {
    case .done: .done
    case .deferred: .snoozed
    case .superseded: .superseded
    case .expired: .expired
    case .cancelled: .cancelled
    }
  }
}

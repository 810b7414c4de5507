package import GardenCore

/// What one config would have done otherwise than another, in the same past.
package struct ReplayDifference: Sendable, Hashable {
  /// One decision that one of them took otherwise, or alone.
  package struct Change: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      /// Told by the new config alone.
      case newReminder(ReminderAccount)
      /// Told by the old config alone.
      case goneReminder(ReminderAccount)
      /// The same matter, told at another time.
      case movedReminder(ReminderAccount, from: ReminderAccount)
      case newRun(WateringRecord)
      case goneRun(WateringRecord)
    }
    package var at: Timestamp
    package var plant: PlantID?
    package var kind: Kind
    /// An earlier decision differs already, and soil does not react to water that was never given: from there on it is "as if".
    package var isAsIf = false
  }

  /// In order of time.
  package private(set) var changes: [Change] = []

  /// A decision within this time of another one is the same.
  private static let tolerance: Duration = .minutes(1)

  /// - Parameter plant: only that one's; `nil`: all.
  package init(from old: ReplayAccount, to new: ReplayAccount, plant only: PlantID? = nil) {
    for plant in new.plants where only == nil || plant.id == only {
      guard let before = old.plants.first(where: { $0.id == plant.id }) else {
        add(plant.told.map { ($0.toldAt ?? $0.dueSince, .newReminder($0)) }, plant.id)
        continue
      }
      add(Self.reminders(before.told, plant.told), plant.id)
      add(Self.runs(before.runs, plant.runs), plant.id)
    }
    for plant in old.plants where only == nil && !new.plants.contains(where: { $0.id == plant.id }) {
      add(plant.told.map { ($0.toldAt ?? $0.dueSince, .goneReminder($0)) }, plant.id)
    }
    if only == nil {
      add(Self.reminders(old.others.filter { $0.toldAt != nil }, new.others.filter { $0.toldAt != nil }), nil)
    }
    changes.sort { ($0.at, $0.plant ?? "") < ($1.at, $1.plant ?? "") }
    // Each plant for itself: what another got moved nothing in its pot.
    var differs: Set<PlantID> = []
    for i in changes.indices {
      guard let plant = changes[i].plant else { continue }
      changes[i].isAsIf = !differs.insert(plant).inserted
    }
  }

  private mutating func add(_ found: [(Timestamp, Change.Kind)], _ plant: PlantID?) {
    for (at, kind) in found { changes.append(Change(at: at, plant: plant, kind: kind)) }
  }

  /// The same matter is one that was open at the same time.
  private static func reminders(
    _ old: [ReminderAccount], _ new: [ReminderAccount]
  ) -> [(Timestamp, Change.Kind)] {
    var found: [(Timestamp, Change.Kind)] = []
    var left = old
    for line in new {
      let at = line.toldAt ?? line.dueSince
      guard let i = left.firstIndex(where: { $0.key == line.key && overlap($0, line) }) else {
        found.append((at, .newReminder(line)))
        continue
      }
      let before = left.remove(at: i)
      let was = before.toldAt ?? before.dueSince
      if max(at, was) - min(at, was) > tolerance {
        found.append((min(at, was), .movedReminder(line, from: before)))
      }
    }
    for line in left { found.append((line.toldAt ?? line.dueSince, .goneReminder(line))) }
    return found
  }

  private static func overlap(_ a: ReminderAccount, _ b: ReminderAccount) -> Bool {
    let isBefore = a.endedAt.map { $0 <= b.dueSince } ?? false
    let isAfter = b.endedAt.map { $0 <= a.dueSince } ?? false
    return !isBefore && !isAfter
  }

  private static func runs(
    _ old: [WateringRecord], _ new: [WateringRecord]
  ) -> [(Timestamp, Change.Kind)] {
    var left = old
    var found: [(Timestamp, Change.Kind)] = []
    for run in new {
      if let i = left.firstIndex(where: { isSame($0, run) }) {
        left.remove(at: i)
      } else {
        found.append((run.from, .newRun(run)))
      }
    }
    return found + left.map { ($0.from, .goneRun($0)) }
  }

  private static func isSame(_ a: WateringRecord, _ b: WateringRecord) -> Bool {
    let apart = max(a.from, b.from) - min(a.from, b.from)
    let lengths: [Duration] = [a.until - a.from, b.until - b.from]
    return apart <= tolerance && max(lengths[0], lengths[1]) - min(lengths[0], lengths[1]) <= tolerance
  }
}

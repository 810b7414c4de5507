package import GardenCore

/// What became of one plant.
package struct PlantAccount: Sendable, Hashable {
  /// From one moment to another. What was unknown in between counts to it.
  package struct Spell: Sendable, Hashable {
    package var from: Timestamp
    package var until: Timestamp
    package var length: Duration { until - from }
  }

  package var id: PlantID
  package var name: String
  package var reminders: [ReminderAccount] = []
  package var waterings: [WateringRecord] = []
  /// The longest that it was dry; `nil`: it never was.
  package private(set) var longestDry: Spell?
  /// How long its moisture was unknown, after it was known once.
  package private(set) var unknown: Duration = .zero
  private var dryFrom: Timestamp?
  private var unknownFrom: Timestamp?
  private var wasKnown = false

  init(id: PlantID, name: String) {
    self.id = id
    self.name = name
  }

  /// Those that somebody was told.
  package var told: [ReminderAccount] { reminders.filter { $0.toldAt != nil } }

  /// Water that a valve gave, whoever asked for it.
  package var runs: [WateringRecord] { waterings.filter { $0.kind == .valve } }

  package var timeOpen: Duration { runs.reduce(.zero) { $0 + ($1.until - $1.from) } }

  mutating func evaluated(_ moisture: Evaluation, at now: Timestamp) {
    switch moisture.status {
    case .low:
      endUnknown(at: now)
      if dryFrom == nil { dryFrom = moisture.since }
      wasKnown = true
    case .fine, .high:
      endUnknown(at: now)
      endDry(at: now)
      wasKnown = true
    case .unknown:
      // Nobody knows that it got wet.
      if wasKnown, unknownFrom == nil { unknownFrom = now }
    }
  }

  mutating func finish(at end: Timestamp) {
    endUnknown(at: end)
    endDry(at: end)
  }

  private mutating func endDry(at now: Timestamp) {
    guard let from = dryFrom else { return }
    dryFrom = nil
    let spell = Spell(from: from, until: now)
    if spell.length > longestDry?.length ?? .zero { longestDry = spell }
  }

  private mutating func endUnknown(at now: Timestamp) {
    guard let from = unknownFrom else { return }
    unknownFrom = nil
    unknown += now - from
  }
}

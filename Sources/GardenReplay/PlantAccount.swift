package import GardenCore

/// What became of one plant.
package struct PlantAccount: Sendable, Hashable {
  /// From one moment to another, known all the time: silence ends it.
  package struct Spell: Sendable, Hashable {
    package var from: Timestamp
    package var until: Timestamp
    package var length: Duration { until - from }
  }

  package var id: PlantID
  package var name: String
  package var reminders: [ReminderAccount] = []
  package private(set) var waterings: [WateringRecord] = []
  /// Runs of the rule beyond the first one of a dry spell, in a past whose soil did not react to that one.
  package private(set) var asIf: [WateringRecord] = []
  /// The longest that it was dry; `nil`: it never was.
  package private(set) var longestDry: Spell?
  /// How long its moisture was unknown, after it was known once.
  package private(set) var unknown: Duration = .zero
  private var dryFrom: Timestamp?
  private var unknownFrom: Timestamp?
  private var wasKnown = false
  /// It was wet enough after the last dry spell.
  private var isRefreshed = true
  /// The rule has watered in this dry spell.
  private var hasRun = false
  /// The newest run was the rule's.
  private(set) var lastRunIsOfRule = false

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
      if dryFrom == nil { dryFrom = unknownFrom == nil ? moisture.since : now }
      if isRefreshed { (isRefreshed, hasRun) = (false, false) }
      endUnknown(at: now)
      wasKnown = true
    case .fine, .high:
      endUnknown(at: now)
      endDry(at: now)
      isRefreshed = true
      wasKnown = true
    case .unknown:
      // Nobody knows that it got wet, nor that it did not.
      endDry(at: now)
      if wasKnown, unknownFrom == nil { unknownFrom = now }
    }
  }

  /// - Parameters:
  ///   - isLived: the past itself had this run.
  ///   - most: so many of each kind find a place.
  /// - Returns: whether it found one.
  mutating func add(_ watering: WateringRecord, isLived: Bool, upTo most: Int) -> Bool {
    if let known = waterings.lastIndex(where: { $0.id == watering.id }) {
      if watering.isWithdrawn { waterings.remove(at: known) } else { waterings[known] = watering }
      return true
    }
    if asIf.last?.id == watering.id { return true }
    let isOfRule = watering.kind == .valve && watering.by == nil
    if watering.kind == .valve { lastRunIsOfRule = isOfRule }
    let isAsIf = isOfRule && hasRun && !isLived
    if isOfRule { hasRun = true }
    guard (isAsIf ? asIf : waterings).count < most else { return false }
    if isAsIf { asIf.append(watering) } else { waterings.append(watering) }
    return true
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

package import GardenCore

/// What a garden did in a past: which reminders, which waterings, how long each plant was dry.
package struct ReplayAccount: Sendable, Hashable {
  /// Of each list so many are kept; what is over is counted.
  package static let linesMax = 5000

  /// By the plan's order.
  package private(set) var plants: [PlantAccount]
  /// About sensors, valves, places and countdowns.
  package private(set) var others: [ReminderAccount] = []
  /// What people's commands were answered, in order.
  package private(set) var answers: [AnswerAccount] = []
  /// Values that went in.
  package private(set) var values: [PastResolution: UInt64] = [:]
  /// Values that the rules refused, by `Refusal`.
  package private(set) var refusals = [UInt64](repeating: 0, count: Refusal.count)
  /// Times that a phone would have rung: what is told together rings once.
  package private(set) var rings = 0
  /// Reminders, waterings and answers for which there was no place.
  package private(set) var leftOut = 0

  private var places: [PlantID: Int] = [:]
  /// Where the newest reminder of a key stands.
  private var newest: [String: Place] = [:]

  private struct Place: Hashable {
    /// `nil`: in ``others``.
    var plant: Int?
    var line: Int
  }

  /// A recording: what its valves did they did in truth.
  private let isLived: Bool

  init(plan: GardenPlan, isLived: Bool) {
    self.isLived = isLived
    plants = plan.plants.map { PlantAccount(id: $0.id, name: $0.name) }
    for (p, plant) in plants.enumerated() { places[plant.id] = p }
  }

  mutating func count(_ resolution: PastResolution) { values[resolution, default: 0] += 1 }

  mutating func take(_ effect: Effect, at now: Timestamp) {
    switch effect {
    case .publish(.reminder(let snapshot)): shown(snapshot)
    case .publish(.noReminder(let key)): close(key, nil, at: now)
    case .withdraw(let withdrawal) where withdrawal.reason != .superseded && withdrawal.reason != .deferred:
      close(withdrawal.key, withdrawal, at: now)
    case .notify(let notice): told(notice)
    case .watered(let watering): add(watering)
    case .acknowledge(let outcome):
      if answers.count < Self.linesMax {
        answers.append(
          AnswerAccount(at: now, command: outcome.id, device: outcome.device, code: outcome.code))
      } else {
        leftOut += 1
      }
    case .publish(.plant(let snapshot)):
      if let p = places[snapshot.id] { plants[p].evaluated(snapshot.moisture, at: now) }
    default: break
    }
  }

  mutating func finish(at end: Timestamp, refused counters: GardenCounters) {
    for p in plants.indices { plants[p].finish(at: end) }
    refusals = counters.refusals
  }

  /// Soil of a past does not react to water that the rule of another day gives: that it did not get there is no news.
  private func isMadeUp(_ subject: NoticeSubject) -> Bool {
    guard !isLived, case .valve(_, .didNotReachSoil, _, _) = subject else { return false }
    return subject.plant.flatMap { places[$0] }.map { plants[$0].lastRunIsOfRule } ?? false
  }

  private mutating func shown(_ snapshot: ReminderSnapshot) {
    if isMadeUp(snapshot.subject) { return }
    if let place = newest[snapshot.key], self[place].endedAt == nil { return }
    let line = ReminderAccount(
      key: snapshot.key, dueSince: snapshot.dueSince, subject: snapshot.subject)
    let p = snapshot.subject.plant.flatMap { places[$0] }
    let count = p.map { plants[$0].reminders.count } ?? others.count
    guard count < Self.linesMax else {
      leftOut += 1
      newest[snapshot.key] = nil
      return
    }
    newest[snapshot.key] = Place(plant: p, line: count)
    if let p { plants[p].reminders.append(line) } else { others.append(line) }
  }

  private subscript(_ place: Place) -> ReminderAccount {
    get { place.plant.map { plants[$0].reminders[place.line] } ?? others[place.line] }
    set {
      if let p = place.plant {
        plants[p].reminders[place.line] = newValue
      } else {
        others[place.line] = newValue
      }
    }
  }

  private mutating func change(_ key: String, _ change: (inout ReminderAccount) -> Void) {
    if let place = newest[key] { change(&self[place]) }
  }

  private mutating func told(_ notice: Notice) {
    guard !notice.isUpdate, !isMadeUp(notice.subject) else { return }
    rings += 1
    if case .digest(let plants) = notice.subject {
      for thirst in plants {
        change(NoticeKey.water(thirst.plant.id)) { $0.told(.water(thirst), at: notice.sentAt) }
      }
    } else {
      change(notice.key) { $0.told(notice.subject, at: notice.sentAt) }
    }
  }

  /// Its topic is emptied, and it is taken back from screens, in either order.
  private mutating func close(_ key: String, _ withdrawal: Withdrawal?, at now: Timestamp) {
    change(key) { line in
      line.endedAt = line.endedAt ?? now
      if let withdrawal, line.end == nil {
        line.end = ReminderAccount.End(reason: withdrawal.reason, by: withdrawal.by)
      }
    }
  }

  private mutating func add(_ watering: WateringRecord) {
    guard let p = places[watering.plant] else { return }
    if !plants[p].add(watering, isLived: isLived, upTo: Self.linesMax) { leftOut += 1 }
  }
}

/// What a person's command was answered.
package struct AnswerAccount: Sendable, Hashable {
  package var at: Timestamp
  package var command: UniqueID
  package var device: DeviceID
  package var code: Outcome.Code
}

/// One matter that people were to answer or to know, from when it began to its end.
package struct ReminderAccount: Sendable, Hashable {
  package struct End: Sendable, Hashable {
    package var reason: Withdrawal.Reason
    /// Who answered; `nil`: nobody, the garden saw it.
    package var by: DeviceID?
  }
  package var key: String
  package var dueSince: Timestamp
  /// As it was told first; before, as it began.
  package var subject: NoticeSubject
  /// When it was told first; `nil`: never.
  package var toldAt: Timestamp?
  /// How often it was told: once more each time that nobody answered.
  package var times = 0
  /// `nil`: it was open at the end of the past.
  package var endedAt: Timestamp?
  package var end: End?

  mutating func told(_ subject: NoticeSubject, at time: Timestamp) {
    times += 1
    guard toldAt == nil else { return }
    toldAt = time
    self.subject = subject
  }
}

extension NoticeSubject {
  /// The plant that it is about, if that is one.
  package var plant: PlantID? {
    switch self {
    case .water(let thirst), .noRiseSeen(let thirst): thirst.plant.id
    case .climate(let facts, _, _, _, _): facts.id
    case .valve(_, _, let facts, _), .timeUp(let facts): facts?.id
    case .digest, .setpoint, .refusal, .sensor, .heater, .stopped, .heldBack: nil
    }
  }
}

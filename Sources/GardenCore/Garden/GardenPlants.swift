// Plants.
extension Garden {
  mutating func evaluateAll(_ p: Int) {
    plants.evaluateAll(p, &sensors, &turn)
    route()
  }

  /// Publishes the plant if what a display shows has changed.
  mutating func refresh(_ p: Int) {
    plants.refresh(p, sensors, waterings, &turn)
    route()
  }

  mutating func rememberPlant(_ p: Int) { plants.remember(p, &sensors, &turn) }

  /// Brings every plant's dry limit to what the sliders say; one that moved is evaluated at once.
  mutating func applyLimits() {
    for p in plants.indices {
      let limit = controls.dryBelow(plantPosition: p, plan: plan)
      guard plants[p].dryBelow != limit else { continue }
      plants.dryLimitMoved(p, to: limit, &sensors, &turn)
      route()
      refresh(p)
    }
  }

  func facts(_ p: Int, at now: Moment) -> PlantFacts { plants.facts(p, sensors, turn, at: now) }

  /// The plant as it stands, for whoever answered about it.
  func detail(of p: Int) -> Outcome.Detail {
    let facts = facts(p, at: turn.now)
    return .plant(facts.id, last: facts.last, next: facts.next)
  }

  /// For one who asks again: nothing was done twice, and the plant is told as it stands by now.
  func repeated(_ outcome: Outcome) -> Outcome {
    var outcome = outcome
    if outcome.code.isOK, outcome.code != .delivered { outcome.code = .duplicate }
    if case .plant(let id, _, _) = outcome.detail, let p = plants.position(id) {
      outcome.detail = detail(of: p)
    }
    return outcome
  }

  /// Its snapshot was published: what is open of it says the same.
  mutating func plantShown(_ p: Int) {
    let id = plants[p].plan.id
    if plants[p].isWatering { waterings.factsChanged(facts(p, at: turn.now)) }
    for reminder in memory.reminders where reminder.isOfPlant && reminder.subject == id {
      publishReminder(reminder)
    }
  }
}

/// An open matter as it was published last. Its words name days as seen from that day.
struct ShownReminder: Sendable, Hashable {
  var snapshot: ReminderSnapshot
  var dayNumber: Int
}

extension Garden {
  /// Publishes an open matter where a reader would see a difference, and with it the plant that it is about: the two never
  /// contradict each other.
  mutating func publishReminder(_ reminder: ReminderMemory) {
    guard let snapshot = snapshot(of: reminder, at: turn.now) else { return }
    let p = reminder.isOfPlant ? plants.position(reminder.subject) : nil
    let question = PlantState.Question(reminder)
    if reminder.kind == .water, let p, plants[p].question != question { plants[p].question = question }
    let today = plan.site.calendar.local(turn.now.wall).dayNumber
    let present = ShownReminder(snapshot: snapshot, dayNumber: today)
    guard shownReminders[reminder.key] != present else { return }
    shownReminders[reminder.key] = present
    turn.effects.append(.publish(.reminder(snapshot)))
    guard let p, plants[p].shown != nil else { return }
    plants.show(p, sensors, waterings, &turn)
    route()
  }

  /// All of them, whatever was published before.
  mutating func showReminders() {
    shownReminders = [:]
    for reminder in memory.reminders { publishReminder(reminder) }
  }

  /// Who was told that the plant wants water, and why the others were not; empty: there is no such plant, or nobody to be told.
  package func hearings(of plant: PlantID, at now: Moment) -> [Hearing] {
    guard let p = plants.position(plant) else { return [] }
    if let open = memory.reminder(NoticeKey.water(plant)) { return hearings(of: open, at: now) }
    let (word, until) = plants.whyNotAsked(p, sensors, turn, at: now)
    return plan.people.map { person in
      person.hears(of: plant) ? Hearing(person, word, at: until) : Hearing(person, .only)
    }
  }

  func hearings(of matter: ReminderMemory, at now: Moment) -> [Hearing] {
    var waiting = Waiting(at: now)
    return reminders.audience.hearings(
      of: matter, reminders.audience.hearers(turn, &waiting), turn, at: now)
  }

  mutating func tell(_ held: HeldBack) {
    let names = held.keys.compactMap { key in
      memory.reminder(key).flatMap { subject(of: $0, at: turn.now) }?.name
    }
    let note = UniqueID(at: turn.now.wall, random: &turn.dice)
    turn.counters.notifications &+= 1
    turn.effects.append(
      .notify(
        Notice(
          id: note, key: NoticeKey.held(held.person),
          revision: plan.site.calendar.local(turn.now.wall).dayNumber, dueSince: turn.now.wall,
          sentAt: turn.now.wall, expires: held.until, urgency: .passive,
          subject: .heldBack(names), devices: held.devices,
          ringing: held.devices)))
  }
}

extension ReminderMemory {
  /// ``subject`` is a plant, and the words name what its probes say.
  var isOfPlant: Bool { (kind == .water || kind == .climate || kind == .noRise) && key != NoticeKey.digest }
}

extension NoticeSubject {
  /// Of what people know it.
  fileprivate var name: String? {
    switch self {
    case .water(let thirst), .noRiseSeen(let thirst): thirst.plant.name
    case .climate(let facts, _, _, _, _): facts.name
    case .setpoint(_, let place, _, _, _, _): place
    case .sensor(let facts): facts.measures
    case .valve(let name, _, _, _), .heater(let name, _, _, _, _): name
    case .timeUp(let facts): facts?.name
    case .digest, .stopped, .heldBack: nil
    }
  }
}

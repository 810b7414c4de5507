/// What people are told and shown, in the garden's words.
extension Garden {
  /// After a start or a new plan: what is about something that is gone is taken back.
  mutating func dropRemindersWithoutSubject() {
    for reminder in memory.reminders where reminder.key != NoticeKey.digest {
      guard subject(of: reminder, at: turn.now) == nil else { continue }
      reminders.close(reminder.key, .cancelled, by: nil, &turn)
    }
  }

  /// Publishes an open matter where a reader would see a difference, and with it the plant that it is about: the two never
  /// contradict each other.
  mutating func publishReminder(_ reminder: ReminderMemory) {
    let p = reminder.isOfPlant ? plants.position(reminder.subject) : nil
    if reminder.kind == .water, let p { plants.asks(p, PlantState.Question(reminder)) }
    guard let snapshot = snapshot(of: reminder, at: turn.now),
      shownReminders.isNews(snapshot, on: plan.site.calendar.local(turn.now.wall).dayNumber)
    else { return }
    turn.effects.append(.publish(.reminder(snapshot)))
    guard let p, plants[p].shown != nil else { return }
    plants.show(p, sensors, waterings, &turn)
  }

  /// The plant's snapshot was published: what is open of it says the same.
  mutating func plantShown(_ p: Int) {
    let id = plants[p].plan.id
    if plants[p].isWatering {
      let facts = self.facts(p, at: turn.now)
      water { waterings, _ in waterings.factsChanged(facts) }
    }
    for reminder in memory.reminders where reminder.isOfPlant && reminder.subject == id {
      publishReminder(reminder)
    }
  }

  mutating func reminderClosed(_ reminder: ReminderMemory) {
    if reminder.kind == .water, let p = plants.position(reminder.subject) {
      plants[p].question = nil
    }
    if reminder.kind == .sensor, let s = sensors.positions[reminder.subject] { sensors[s].isNamed = false }
    shownReminders.forget(reminder.key)
    turn.effects.append(.publish(.noReminder(key: reminder.key)))
  }

  /// Where what it was about is gone, nothing waits for an answer any more.
  mutating func tell(_ telling: Telling) {
    let reminder = telling.reminder
    let isDigest = reminder.key == NoticeKey.digest
    guard
      let subject = isDigest
        ? plants.digest(of: telling.keys, turn, { thirst($0, at: turn.now) })
        : subject(of: reminder, at: turn.now)
    else {
      return reminders.close(reminder.key, .cancelled, by: nil, &turn)
    }
    // Nobody misses an alarm for a screen that lies elsewhere.
    let ringing =
      telling.isUpdate
      ? []
      : telling.urgency == .timeSensitive
        ? telling.devices : presences.ringing(among: telling.devices, turn)
    turn.effects.append(
      .notify(
        Notice(
          id: reminder.note, key: reminder.key, revision: reminder.revision, dueSince: reminder.dueSince,
          sentAt: turn.now.wall, expires: telling.expires, urgency: telling.urgency, subject: subject,
          devices: telling.devices,
          soon: reminder.kind == .water ? plants.dryingSoon(at: turn.now) : [], ringing: ringing)))
  }

  mutating func tell(_ held: HeldBack) {
    let open = held.keys.compactMap { memory.reminder($0) }
    let names = open.compactMap { subject(of: $0, at: turn.now)?.name }
    turn.counters.notifications &+= 1
    let note = UniqueID(at: turn.now.wall, random: &turn.dice)
    let today = plan.site.calendar.local(turn.now.wall).dayNumber
    turn.effects.append(.notify(held.notice(note, naming: names, on: today, at: turn.now.wall)))
  }

  /// With what may be done about it: "water now", and the slider of its limit.
  private func thirst(_ p: Int, at now: Moment) -> Thirst {
    var thirst = plants.thirst(p, sensors, turn, at: now)
    thirst.plant.offer = plants[p].plan.watering.flatMap { waterings.offer($0, plan) }
    thirst.slider = controls.limit(ofPlant: p)
    return thirst
  }

  /// What an open matter is about, made from the garden as it stands; `nil`: that is gone.
  func subject(of reminder: ReminderMemory, at now: Moment) -> NoticeSubject? {
    switch reminder.kind {
    case .water: return plants.position(reminder.subject).map { .water(thirst($0, at: now)) }
    case .noRise:
      return plants.position(reminder.subject).map { .noRiseSeen(plants.thirst($0, sensors, turn, at: now)) }
    case .climate: return plants.climateSubject(reminder, sensors, turn, at: now)
    case .sensor:
      return sensors.positions[reminder.subject].map { .sensor(sensorFacts($0, reminder, at: now)) }
    case .refusal:
      return controls.refusal(of: reminder.key).map { .refusal($0, placeName: plan.placeName(of: $0)) }
    case .setpoint: return places.subject(of: reminder.subject, sensors, controls, plan, at: now)
    case .valve: return valveSubject(reminder, at: now)
    case .heater: return heaters.subject(of: reminder.subject, plan)
    case .stopped:
      guard let hold = waterings.interlocks.holds.first(where: { $0.kind == .emergency }) else { return nil }
      return .stopped(by: hold.by.map(plan.personName))
    case .countdown:
      if reminder.subject.isEmpty { return .timeUp(nil) }
      return plants.position(reminder.subject).map { .timeUp(facts($0, at: now)) }
    }
  }

  /// What a person must know of a probe. One without a name of its own, one of several, goes by its id as words.
  private func sensorFacts(_ s: Int, _ reminder: ReminderMemory, at now: Moment) -> SensorFacts {
    let plant = plants.readers[s].first.map { plants[$0] }
    let place = places.readers[s].first
    let siblings = plant?.probes.count ?? place.map { places.probes[$0].count } ?? 1
    let own = sensors[s].plan.name
    let spoken = String(sensors[s].plan.id.map { $0 == "-" || $0 == "_" ? " " : $0 })
    var waiting = Waiting(at: now)
    return SensorFacts(
      name: own ?? (siblings > 1 ? spoken : nil),
      measures: plant?.plan.name ?? place.map { plan.places[$0].name } ?? own ?? spoken,
      trouble: reminder.quantity == .battery
        ? .batteryLow : sensors.trouble(of: s, turn, &waiting) ?? .silent,
      lastHeard: sensors[s].channels.indices.compactMap { sensors[s].channels[$0].measuredAt }.max(),
      battery: sensors[s].channels[Int(Quantity.battery.rawValue)].value,
      batteryLow: sensors[s].plan.batteryLowPercent)
  }

  private func valveSubject(_ reminder: ReminderMemory, at now: Moment) -> NoticeSubject? {
    guard let actuator = plan.actuators.first(where: { $0.id == reminder.subject }) else { return nil }
    let lease = memory.leases.last { $0.actuator == actuator.id && $0.trouble != nil }
    let matter = reminders.valveTroubles[actuator.id]
    let trouble = matter?.trouble ?? reminder.trouble ?? lease?.trouble ?? .didNotClose
    let p = (matter?.plant ?? lease?.plant).flatMap { plants.position($0) }
    return .valve(
      name: actuator.name, trouble, plant: p.map { facts($0, at: now) },
      sight: waterings.sight(of: actuator.id, turn))
  }

  /// `nil` for the digest, which is no matter of its own.
  func snapshot(of reminder: ReminderMemory, at now: Moment) -> ReminderSnapshot? {
    guard reminder.key != NoticeKey.digest, let subject = subject(of: reminder, at: now) else { return nil }
    let plant = reminder.subject
    return ReminderSnapshot(
      reminder, subject, run: waterings.run(of: plant), by: waterings.asker(of: plant),
      untold: reminders.audience.hearings(of: reminder, turn, at: now).filter { $0.word != .told })
  }
}

// All that is shown.
extension Garden {
  /// One plant as it stands; `nil`: it is not there.
  package func snapshot(of plant: PlantID, at now: Moment) -> PlantSnapshot? {
    plants.position(plant).map { snapshot(of: $0, at: now) }
  }

  func facts(_ p: Int, at now: Moment) -> PlantFacts { plants.facts(p, sensors, turn, at: now) }

  /// The dates of the plants behind that one, in the order of the config, at most so many; and how many follow.
  package func plantFacts(
    after plant: PlantID?, count: Int, at now: Moment
  ) -> (facts: [PlantFacts], more: Int) {
    let start = plant.flatMap { plants.position($0) }.map { $0 + 1 } ?? 0
    let rest = plants.indices.dropFirst(start)
    return (rest.prefix(count).map { facts($0, at: now) }, max(0, rest.count - count))
  }

  /// Who was told that the plant wants water, and why the others were not; empty: there is no such plant, or nobody to be told.
  package func hearings(of plant: PlantID, at now: Moment) -> [Hearing] {
    if let open = memory.reminder(NoticeKey.water(plant)) {
      return reminders.audience.hearings(of: open, turn, at: now)
    }
    guard let p = plants.position(plant) else { return [] }
    let (why, until) = plants.whyNotAsked(p, sensors, turn, at: now)
    return plan.people.map { $0.hears(of: plant) ? Hearing($0, why, at: until) : Hearing($0, .only) }
  }

  /// What waits for an answer, longest first.
  package func openReminders(at now: Moment) -> [ReminderSnapshot] {
    memory.reminders.compactMap { snapshot(of: $0, at: now) }.sorted {
      ($0.dueSince, $0.key) < ($1.dueSince, $1.key)
    }
  }

  /// Everything that should be retained at this moment, for publishing again after the broker lost it.
  package func snapshots(at now: Moment) -> [Snapshot] {
    plants.indices.map { .plant(snapshot(of: $0, at: now)) } + snapshotsBesidePlants(at: now)
  }

  /// The same without the plants, which are many.
  package func snapshotsBesidePlants(at now: Moment) -> [Snapshot] {
    memory.reminders.compactMap { snapshot(of: $0, at: now).map { .reminder($0) } }
      + controls.snapshots + waterings.snapshots + heaters.snapshots(at: now) + countdowns.snapshots
      + warmings.snapshots + presences.snapshots.map { .device($0) }
      + [.glance(glance(at: now)), .hold(waterings.interlocks.snapshot(plan))]
  }

  /// ``snapshots(at:)`` at the moment of the last event.
  package var snapshots: [Snapshot] { snapshots(at: clock.last) }

  package func snapshot(of p: Int, at now: Moment) -> PlantSnapshot {
    plants.snapshot(of: p, sensors, waterings, turn, at: now)
  }

  /// The glance, with the dates of plants as ``settleTimes(at:)`` found them.
  package func glance(at now: Moment) -> GlanceSnapshot {
    let waiting = memory.reminders.count { $0.kind == .water && $0.key != NoticeKey.digest }
    let runs = (waterings.snapshots + countdowns.snapshots).compactMap { snapshot in
      if case .activity(let activity) = snapshot { activity } else { nil }
    }
    return GlanceSnapshot(due: waiting, next: plants.firstNext(sensors, turn, at: now), runs: runs)
  }

  /// No display follows values that only move; what turned is published all the same.
  package mutating func hideValues() { turn.showsValues = false }

  /// Publishes the glance where something that it shows was published since `mark` and a reader would see a difference.
  mutating func refreshGlance(since mark: Int) {
    let isShown = { (effect: Effect) in if case .publish = effect { true } else { false } }
    guard turn.effects[mark...].contains(where: isShown) else { return }
    settleTimes(at: turn.now)
    let snapshot = glance(at: turn.now)
    if let shownGlance, snapshot.isAsGood(as: shownGlance) { return }
    shownGlance = snapshot
    turn.effects.append(.publish(.glance(snapshot)))
  }

  /// The blob that waits for that device under that message; `nil`: there is none, or it is not whole.
  package func blob(of message: UniqueID, for device: DeviceID) -> AppMessage.Blob? {
    memory.messages.first { $0.message.head.id == message && $0.message.to == device && $0.isWhole }?.message
      .blob
  }

  /// What that device's app said of itself last; `nil`: nothing was heard.
  package func context(of device: DeviceID) -> AppReport? {
    memory.devices.first { $0.id == device }?.context
  }

  /// The other devices of that one's person, in the order of the config.
  package func companions(of device: DeviceID, at now: Moment) -> [Companion] {
    Messages.companions(of: device, turn, at: now)
  }

  /// Whether a message is read at all; `device` nil: of somebody whom nobody knows.
  package mutating func reads(_ mail: Mail, of device: DeviceID?, at now: Moment) -> Bool {
    turn.now = now
    return gate.reads(mail, of: device, isStopped: waterings.interlocks.isStopped, &turn)
  }

  /// Plants by where their moisture stands.
  package func plantCount(_ status: Status) -> Int {
    plants.indices.count { plants[$0].moisture.status == status }
  }

  /// Matters that wait for an answer.
  package var openReminderCount: Int { memory.reminders.count { $0.key != NoticeKey.digest } }

  /// Sensors that somebody reads and that are silent, unreadable or offline.
  package func silentSensorCount(at now: Moment) -> Int { sensors.silentCount(turn, at: now) }

  /// Put back from a backup, as soon as the clock can be believed: what was given since the backup is not known, so the pause of the
  /// rule begins anew for each plant.
  mutating func beginAfterBackup() {
    guard let restored = memory.restored, restored.at == nil, turn.now.isWallTrusted else { return }
    turn.remember(.restored(RestoredMemory(at: turn.now.wall)))
    for p in plants.indices where plants[p].plan.watering != nil {
      plants[p].kept.lastRunEndedAt = turn.now.wall
      rememberPlant(p)
    }
    turn.log(
      .notice, "garden", "put back from a backup: no earlier run goes on, no earlier command moves water")
  }

  /// Whose history has something to teach: those with a dry limit and a probe.
  package var dryingLessons: [DryingLesson] { plants.dryingLessons(plan) }

  /// Takes over what the history taught.
  mutating func learn(_ records: [PlantID: DryingRecord]) {
    for (plant, record) in records.sorted(by: { $0.key < $1.key }) {
      guard let p = plants.position(plant) else { continue }
      plants.recall(p, record, &sensors, &turn)
      turn.news.append(.plantChanged(p))
    }
  }

  /// When a plant gets dry by its probe; `nil`: it is dry, the calendar decides, or there is no such plant.
  package func forecast(of plant: PlantID) -> DryForecast? { plants.position(plant).flatMap(plants.forecast) }
}

// Of the plan, which another module would copy whole for each reading.
extension Garden {
  package var calendar: SiteCalendar { turn.plan.site.calendar }
  package var sensorPlans: [SensorPlan] { turn.plan.sensors }
}

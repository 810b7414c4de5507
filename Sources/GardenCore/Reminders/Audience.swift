/// Who is told of what, and in which turn.
///
/// A person may hear of some plants only, a device takes some categories only, and a device whose turn comes later is told only if nobody
/// has answered by then. An alarm reaches every person, whatever they chose (decision 0041).
struct Audience: Sendable, Hashable {
  /// Another bridge, which was first, tells people; see ``Event/yields(_:)``.
  var yields = false
  /// Devices to which the way was full, and until when nothing more is sent there. Bounded by the devices of the plan.
  var crowdedUntil: [DeviceID: Uptime] = [:]
  /// Where a probe denies what was concluded of a plant: nobody is told meanwhile.
  var denied: [Measure: Denial] = [:]
  /// For each person of the plan, in its order: the probes of which only plants of others live.
  private var foreignProbes: [Set<String>] = []

  init(_ plan: GardenPlan) { adopt(plan) }

  mutating func adopt(_ plan: GardenPlan) {
    func probes(_ shares: [SensorShare]) -> Set<String> {
      Set(
        shares.map { Int($0.sensor.position) }.filter(plan.sensors.indices.contains).map {
          plan.sensors[$0].id
        })
    }
    foreignProbes = plan.people.map { person in
      let foreign = plan.plants.filter { !person.hears(of: $0.id) }.flatMap(\.shares)
      if foreign.isEmpty { return [] }
      let own = plan.plants.filter { person.hears(of: $0.id) }.flatMap(\.shares)
      return probes(foreign).subtracting(probes(own + plan.places.flatMap(\.shares)))
    }
  }

  /// What a plant's probes measure of it.
  struct Measure: Sendable, Hashable {
    var plant: PlantID
    var quantity: Quantity
  }

  /// Who is told now would read a number that denies it: the plant has just got water, or the value wanders about its limit.
  func isDenied(_ matter: ReminderMemory, _ waiting: inout Waiting) -> Bool {
    guard matter.kind == .water || matter.kind == .climate, let quantity = matter.quantity,
      let denial = denied[Measure(plant: matter.subject, quantity: quantity)]
    else { return false }
    return denial.until.map { !waiting.isDue($0) } ?? true
  }

  /// Whether that matter is one of the person at that position. What is no plant's is everybody's.
  func concerns(_ position: Int, _ matter: ReminderMemory, _ plan: GardenPlan) -> Bool {
    switch matter.kind {
    case .water, .climate, .noRise: plan.people[position].hears(of: matter.subject)
    case .sensor: !foreignProbes[position].contains(matter.subject)
    case .refusal: plan.people[position].devices.contains { $0.id == matter.subject }
    case .setpoint, .valve, .heater, .stopped, .countdown: true
    }
  }
}

extension PersonPlan {
  /// Whether the reminders of that plant are for this person.
  package func hears(of plant: PlantID) -> Bool { plants?.contains(plant) ?? true }
}

extension DevicePlan {
  /// Whether it takes reminders of that category.
  package func takes(_ category: MatterCategory) -> Bool { categories?.contains(category) ?? true }
}

/// One person at one moment.
struct Hearer: Sendable, Hashable {
  /// In the order of the plan.
  let position: Int
  /// Devices that take notifications, and to which the way is not full.
  let open: [DevicePlan]
  /// May be told something that is no alarm: awake, with such a device, the clock believable, and no other bridge tells people.
  let isAwake: Bool
  /// And today's notifications are not used up.
  let mayHear: Bool
}

extension Audience {
  /// All people, as they may be told at this moment.
  func hearers(_ turn: Turn, _ waiting: inout Waiting) -> [Hearer] {
    turn.plan.people.enumerated().map { position, person in
      let open = openDevices(of: person, turn, &waiting)
      let isAwake = maySpeak(at: waiting.now) && !open.isEmpty && !isAsleep(person, turn, &waiting)
      return Hearer(
        position: position, open: open, isAwake: isAwake,
        mayHear: isAwake && hasBudget(person, turn, &waiting))
    }
  }

  /// Those of a person's devices that take notifications, and to which the way is not full.
  private func openDevices(of person: PersonPlan, _ turn: Turn, _ waiting: inout Waiting) -> [DevicePlan] {
    person.devices.filter {
      turn.can(.notify, $0.id) && (crowdedUntil[$0.id].map { waiting.isDue($0) } ?? true)
    }
  }

  func isAsleep(_ person: PersonPlan, _ turn: Turn, _ waiting: inout Waiting) -> Bool {
    quietEnd(of: person, at: waiting.now.wall, turn.plan.site.calendar).map { !waiting.isDue($0) } ?? false
  }

  /// The end of the quiet hours that hold at that moment; `nil`: none do.
  func quietEnd(of person: PersonPlan, at time: Timestamp, _ calendar: SiteCalendar) -> Timestamp? {
    let local = calendar.local(time)
    guard let quiet = person.quiet, quiet.contains(local.secondOfDay) else { return nil }
    let isToday = local.secondOfDay < quiet.toSecondOfDay
    return calendar.moment(
      dayNumber: local.dayNumber + (isToday ? 0 : 1), secondOfDay: quiet.toSecondOfDay, after: time)
  }

  private func hasBudget(_ person: PersonPlan, _ turn: Turn, _ waiting: inout Waiting) -> Bool {
    if budgetLeft(person, turn, at: waiting.now.wall) > 0 { return true }
    return waiting.isDue(budgetRenewed(for: person, turn, after: waiting.now.wall))
  }

  /// A day's notifications that are used up stay so until the next morning: what they held back wakes nobody at midnight.
  func budgetLeft(_ person: PersonPlan, _ turn: Turn, at time: Timestamp) -> Int {
    guard let spent = turn.memory.people.first(where: { $0.id == person.id }) else {
      return person.notificationsPerDay
    }
    let left = person.notificationsPerDay - spent.sent
    let today = turn.plan.site.calendar.local(time).dayNumber
    let isNight = spent.dayNumber == today - 1 && left <= 0 && time < morning(of: today, for: person, turn)
    return spent.dayNumber == today || isNight ? left : person.notificationsPerDay
  }

  /// When a budget that is used up at that time is there again.
  func budgetRenewed(for person: PersonPlan, _ turn: Turn, after time: Timestamp) -> Timestamp {
    let today = turn.plan.site.calendar.local(time).dayNumber
    let morning = morning(of: today, for: person, turn)
    let isNight = turn.memory.people.contains { $0.id == person.id && $0.dayNumber == today - 1 }
    return isNight && time < morning ? morning : self.morning(of: today + 1, for: person, turn)
  }

  /// From when on who was told enough the day before hears again: where the night's quiet hours end, else when «tomorrow» is.
  private func morning(of day: Int, for person: PersonPlan, _ turn: Turn) -> Timestamp {
    let calendar = turn.plan.site.calendar
    return quietEnd(of: person, at: calendar.moment(dayNumber: day, secondOfDay: 0), calendar)
      ?? calendar.moment(dayNumber: day, secondOfDay: turn.plan.reminders.tomorrowAtSecondOfDay)
  }

  private func maySpeak(at now: Moment) -> Bool { now.isWallTrusted && !yields }

  /// Somebody is there to hear of it now, at once or in a later turn.
  func isHeard(
    _ matter: ReminderMemory, by hearers: [Hearer], _ turn: Turn, at now: Moment
  ) -> Bool {
    // Where the config names nobody, the open matters on the dashboards are all there is.
    if turn.plan.people.isEmpty { return maySpeak(at: now) }
    return hearers.contains { $0.mayHear && !devices(of: $0, for: matter, turn).isEmpty }
  }

  /// The devices by which that person hears of it, whatever their turn. `isUnanswered`: nobody has answered the alarm before, so it is
  /// said wherever it can be.
  func devices(
    of hearer: Hearer, for matter: ReminderMemory, isUnanswered: Bool = false, _ turn: Turn
  ) -> [DevicePlan] {
    guard concerns(hearer.position, matter, turn.plan) else { return [] }
    let takers = hearer.open.filter { $0.takes(matter.kind.category) }
    let mustBeHeard = matter.isAlarm || turn.urgency(of: matter) == .timeSensitive
    return isUnanswered || takers.isEmpty && mustBeHeard ? hearer.open : takers
  }

  /// The devices that are to be told of it now. `isLaunched`: it just got its next revision.
  func owed(
    _ matter: ReminderMemory, to hearer: Hearer, isLaunched: Bool = false, _ turn: Turn,
    _ waiting: inout Waiting
  ) -> [DeviceID] {
    guard matter.state == .sent, matter.key != NoticeKey.digest, !hearer.open.isEmpty else { return [] }
    let person = turn.plan.people[hearer.position]
    // A later turn is of a question that was paid for.
    let isPaid = !isLaunched && wasTold(person, matter)
    let mayHear = isPaid ? hearer.isAwake : hearer.mayHear
    guard mayHear || turn.urgency(of: matter) == .timeSensitive else { return [] }
    if matter.kind == .countdown, !mayHearTimer(person, matter, turn) { return [] }
    if isDenied(matter, &waiting) { return [] }
    let hasBegun = person.devices.contains {
      self.turn(of: $0, for: matter) == .zero && matter.devices.contains($0.id)
    }
    let isUnanswered = isLaunched && matter.isAlarm && !matter.devices.isEmpty
    return devices(of: hearer, for: matter, isUnanswered: isUnanswered, turn).filter { device in
      let wasTold = matter.devices.contains(device.id)
      if isLaunched && wasTold { return true }
      if self.turn(of: device, for: matter) == .zero { return isLaunched || !hasBegun }
      return !wasTold && turnHasCome(device, matter, turn, &waiting)
    }.map(\.id)
  }

  /// How long that device waits for an answer of others. Nobody waits to hear of an alarm or of a countdown's end.
  func turn(of device: DevicePlan, for matter: ReminderMemory) -> Duration {
    matter.isAlarm || matter.kind == .countdown ? .zero : device.after
  }

  /// Whether that device of the person is told by now of what the others were told.
  func isFor(
    _ device: DeviceID, _ matter: ReminderMemory, of hearer: Hearer, _ turn: Turn, _ waiting: inout Waiting
  ) -> Bool {
    let isDigest = matter.key == NoticeKey.digest
    if isDenied(matter, &waiting) { return false }
    let takers =
      isDigest ? hearer.open.filter { $0.takes(.water) } : devices(of: hearer, for: matter, turn)
    guard let taker = takers.first(where: { $0.id == device }) else { return false }
    return self.turn(of: taker, for: matter) == .zero || turnHasCome(taker, matter, turn, &waiting)
  }

  /// Counted from when the question was sent first. Whoever was told of it is told of each repeat at once, see
  /// ``owed(_:to:isLaunched:_:_:)``, and no turn is as long as the pause before one.
  private func turnHasCome(
    _ device: DevicePlan, _ matter: ReminderMemory, _ turn: Turn, _ waiting: inout Waiting
  ) -> Bool {
    guard let sent = matter.sentAt else { return true }
    // A clock that went back must not hold it up.
    return waiting.isDue(sent + device.after) || sent > waiting.now.wall + turn.plan.site.clockSkew
  }

  func wasTold(_ person: PersonPlan, _ matter: ReminderMemory) -> Bool {
    person.devices.contains { matter.devices.contains($0.id) }
  }

  /// The end of a countdown is told to the one who began it: a kitchen timer wakes nobody else. Where nobody knows any
  /// more who that was, and it was not told before, to everyone.
  private func mayHearTimer(_ person: PersonPlan, _ matter: ReminderMemory, _ turn: Turn) -> Bool {
    let run = turn.memory.countdowns.last { ($0.plant ?? "") == matter.subject }
    guard let by = run?.by, turn.plan.people.contains(where: { $0.devices.contains { $0.id == by } }) else {
      return matter.devices.isEmpty || wasTold(person, matter)
    }
    return person.devices.contains { $0.id == by }
  }

  /// Whether a device that reads a digest reads that plant in it.
  func reads(_ device: DeviceID, _ matter: ReminderMemory, _ turn: Turn) -> Bool {
    if matter.devices.contains(device) { return true }
    let position = turn.plan.people.firstIndex { $0.devices.contains { $0.id == device } }
    return position.map { concerns($0, matter, turn.plan) } ?? true
  }
}

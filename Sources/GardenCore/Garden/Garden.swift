/// All rules and all state of the garden, as a value.
///
/// One event and the time go in; a new state and effects come out. The garden reads no clock, does no IO and cannot fail:
/// bad input becomes a refusal with a reason. The same events at the same moments give the same effects.
///
/// Each of its machines knows one thing; the garden alone knows them all: it gives each what happened, and takes its ``News``.
package struct Garden: Sendable, Hashable {
  var turn: Turn
  var sensors: Sensors
  var plants: Plants
  /// Changed by ``water(_:)`` alone.
  private(set) var waterings: Waterings
  var countdowns: Countdowns
  var controls: Controls
  var places: Places
  var heaters: Heaters
  var warmings: Warmings
  var reminders: Reminders
  var presences = Presences()
  var messages = Messages()
  var accounts: Accounts
  var clock: ClockWatch
  var gate = CommandGate()
  /// What is held and what blocks, as last published.
  var shownHolds: HoldSnapshot?
  /// The glance as last published.
  var shownGlance: GlanceSnapshot?
  /// Of each open matter.
  var shownReminders = ShownReminders()

  package init(plan: GardenPlan, memory: GardenMemory, boot: BootID, seed: UInt64, at now: Moment) {
    turn = Turn(
      plan: AccountMemory.admit(memory.accounts, to: plan), memory: memory, boot: boot, seed: seed, at: now)
    accounts = Accounts(at: now)
    clock = ClockWatch(at: now)
    sensors = Sensors(plan: plan, memory: memory, at: now)
    plants = Plants(plan: plan, memory: memory, &sensors, at: now)
    waterings = Waterings(memory: memory.leases)
    waterings.interlocks = Interlocks(plan: plan, memory: memory, at: now)
    countdowns = Countdowns(memory: memory.countdowns, at: now)
    controls = Controls(plan: plan, memory: Array(memory.controls), fallbacks: memory.fallbacks, at: now)
    places = Places(plan: plan, at: now)
    heaters = Heaters(plan: plan, memory: memory.heaters, boot: boot, at: now)
    warmings = Warmings(memory: memory.warmings)
    reminders = Reminders(memory: memory, plan: turn.plan)
    connect()
    for p in plants.indices {
      plants[p].dryBelow = controls.dryBelow(plantPosition: p, plan: plan)
      plants[p].isWatering = waterings.isWatering(plants[p].plan.id)
    }
    for reminder in memory.reminders where reminder.kind == .water {
      if let p = plants.position(reminder.subject) { plants[p].question = PlantState.Question(reminder) }
    }
  }

  /// Whatever is done to the waterings, what shows them follows: nobody has to think of it.
  mutating func water<Answer>(_ step: (inout Waterings, inout Turn) -> Answer) -> Answer {
    let answer = step(&waterings, &turn)
    turn.tellOnce(.runsChanged)
    return answer
  }

  /// Works out which probes are read by what, after the plan changed.
  mutating func connect() {
    waterings.interlocks.connect(plan, &sensors)
    places.connect(plan, &sensors)
    heaters.connect(&sensors)
  }

  package var plan: GardenPlan { turn.plan }
  /// What must survive a restart, whole: the sum of every ``Effect/remember(_:)`` that went out.
  package var memory: GardenMemory { turn.memory }
  package var boot: BootID { turn.boot }
  package var counters: GardenCounters { turn.counters }
  /// Set: nothing may be opened or switched on.
  package var openingBar: OpeningBar? { turn.bar }
  /// Another bridge, which was first, tells people; see ``Event/yields(_:)``.
  package var yields: Bool { reminders.audience.yields }

  /// A call from outside: its effects are collected in the caller's array, and it is over when all news is taken.
  mutating func enter<Answer>(
    at now: Moment, _ effects: inout [Effect], _ step: (inout Garden) -> Answer
  ) -> Answer {
    turn.now = now
    swap(&turn.effects, &effects)
    let mark = turn.effects.count
    let answer = step(&self)
    drain()
    refreshGlance(since: mark)
    swap(&turn.effects, &effects)
    return answer
  }

  /// To be called once, before the first event. Everything retained is published anew; nobody is notified again.
  package mutating func start(at now: Moment, into effects: inout [Effect]) {
    enter(at: now, &effects) { $0.start() }
  }

  private mutating func start() {
    for p in plants.indices where memory.plants[plants[p].plan.id] == nil { rememberPlant(p) }
    presences.adopt(&turn)
    messages.adopt(&turn)
    accounts.start(&turn)
    dropRemindersWithoutSubject()
    redate(ClockWatch.Correction(at: turn.now, skew: plan.site.clockSkew))
    // The file may have been edited while we were down.
    controls.start(&turn)
    // A plant whose question is over may ask again.
    drain()
    for p in plants.indices {
      plants.resume(p, &sensors, &turn)
      turn.news.append(.plantChanged(p))
    }
    applyLimits()
    // Runs and countdowns are shown with their plants as they stand now.
    drain()
    let facts = plants.indices.map { self.facts($0, at: turn.now) }
    let alarms = reminders.valveTroubles.mapValues(\.trouble)
    water { $0.start(facts: facts, alarms: alarms, &$1) }
    // Which of them go on decides what asks again.
    drain()
    beginAfterBackup()
    for p in plants.indices where !plants[p].isWatering { comeBack(p) }
    heaters.start(&turn)
    warmings.start(&turn)
    countdowns.start(facts: facts, &turn)
    evaluatePlaces()
    evaluateInterlocks()
    showHolds()
    turn.news.append(.heatConcerned)
    // What is open is published as it stands after all that.
    drain()
    for reminder in memory.reminders { publishReminder(reminder) }
  }

  /// Closes what the new plan no longer waters. The effects bear indices of the present plan. To be called first; the caller waits until
  /// ``isClear(for:)``, or some 30 s, and then calls ``adopt(_:at:into:)``.
  package mutating func leave(for new: GardenPlan, at now: Moment, into effects: inout [Effect]) {
    enter(at: now, &effects) {
      $0.water { $0.leave(for: new, &$1) }
      $0.heaters.leave(for: new, &$0.turn)
    }
  }

  /// Every valve that the new plan drops is proved closed, every such heater off.
  package func isClear(for new: GardenPlan) -> Bool {
    waterings.isClear(for: new) && heaters.isClear(for: new)
  }

  /// Takes the plan over: what has the same id keeps its state, what is gone is taken back, changed limits count at once.
  package mutating func adopt(_ new: GardenPlan, at now: Moment, into effects: inout [Effect]) {
    enter(at: now, &effects) { $0.adopt(new) }
  }

  private mutating func adopt(_ new: GardenPlan) {
    watchClock()
    let old = plan
    turn.plan = AccountMemory.admit(memory.accounts, to: new)
    reminders.audience.adopt(plan)
    presences.adopt(&turn)
    messages.adopt(&turn)
    turn.mayMoveReminders = true
    sensors.adopt(turn)
    plants.adopt(&sensors, turn)
    places.adopt(new, from: old, at: turn.now)
    waterings.interlocks.adopt(new, memory: memory, at: turn.now)
    heaters.adopt(&turn)
    warmings.leave(&turn)
    connect()
    controls.adopt(&turn)
    water { $0.adopt(&$1) }
    evaluateInterlocks()
    turn.news.append(.heatConcerned)
    // Countdowns are shown with their plants as they stand now.
    drain()
    countdowns.adopt(facts: plants.indices.map { facts($0, at: turn.now) }, &turn)
    dropRemindersWithoutSubject()
    applyLimits()
    // A plant whose question is over may ask again.
    drain()
    for p in plants.indices {
      if memory.plants[plants[p].plan.id] == nil { rememberPlant(p) }
      plants[p].isWatering = waterings.isWatering(plants[p].plan.id)
      if !plants[p].isWatering { comeBack(p) }
      plants[p].shown = nil
      turn.news.append(.probesChanged(p))
    }
    // What is open is published as it stands after all that, and anew.
    drain()
    shownReminders = ShownReminders()
    for reminder in memory.reminders { publishReminder(reminder) }
  }

  /// The plan in force has other devices under these names: what was known of the old ones is forgotten, and the new ones are closed.
  package mutating func takeOver(moved: Set<String>, at now: Moment, into effects: inout [Effect]) {
    guard !moved.isEmpty else { return }
    enter(at: now, &effects) {
      $0.water { $0.takeOver(moved, &$1) }
      $0.heaters.takeOver(moved, &$0.turn)
      $0.turn.news.append(.heatConcerned)
    }
  }

  /// The bridge goes down: valves without a timer of their own are closed, heaters are switched off.
  package mutating func suspend(at now: Moment, into effects: inout [Effect]) {
    enter(at: now, &effects) {
      $0.sensors.save([], isEnd: true, &$0.turn)
      $0.water { $0.suspend(&$1) }
      $0.warmings.suspend(&$0.turn)
      $0.heaters.suspend(&$0.turn)
      $0.controls.suspend(&$0.turn)
      $0.countdowns.suspend(&$0.turn)
    }
  }

  /// All of them, with when each was heard last.
  package var accountsKnown: [AccountMemory] { accounts.all(turn) }

  /// The broker may be told about accounts; see ``AccountEvent/control(isOpen:)``.
  package var isAccountControlOpen: Bool { accounts.isOpen }

  /// An invitation of that device is open, and its secret was not used yet.
  package func mayJoin(_ device: DeviceID) -> Bool { accounts.mayJoin(device) }

  /// What that command invited, as long as its device may join. `nil`: nothing, or somebody else did.
  package func invitation(by command: UniqueID, of asker: DeviceID) -> Invitation? {
    accounts.invitations.values.first {
      $0.head.id == command && $0.head.device == asker && mayJoin($0.device)
    }
  }

  mutating func watchClock() {
    defer { beginAfterBackup() }
    if clock.hasMoved(at: turn.now) {
      turn.lookedAt = Uptime(milliseconds: .min)
      sensors.markAll()
      plants.markAll()
      turn.mayMoveReminders = true
    }
    guard let correct = clock.see(turn.now, skew: plan.site.clockSkew) else { return }
    redate(correct)
    for p in plants.indices { plants.evaluateAll(p, &sensors, &turn) }
    // What happens now is judged by the corrected dates.
    drain()
  }

  /// A Pi has no battery clock, and a clock that is believed may be wrong: what was dated by one that is over is dated anew.
  private mutating func redate(_ correct: ClockWatch.Correction) {
    sensors.correct(correct, at: turn.now)
    for p in plants.correct(correct) { rememberPlant(p) }
    reminders.correct(correct, &turn)
    water { $0.correct(correct, &$1) }
    heaters.correct(correct, &turn)
    warmings.correct(correct, &turn)
    controls.correct(correct, &turn)
    presences.correct(correct)
  }

  /// The next uptime at which a tick would change anything; `nil`: only an event can. What is due already is due now; a tick settles
  /// all of it. Times of the wall clock are converted with its present offset, so a caller that sleeps should look again after a
  /// minute at the latest.
  package mutating func nextDeadline(after now: Moment) -> Uptime? {
    settleTimes(at: now)
    var waiting = Waiting(after: now, lookedAt: turn.lookedAt)
    if clock.hasMoved(at: now) { waiting.addNow() }
    waiting.add(sensors.nextDeadline)
    waiting.add(plants.nextDeadline)
    waiting.add(controls.nextDeadline)
    waiting.add(reminders.wake)
    waiting.add(waterings.wake)
    waiting.add(countdowns.wake)
    waiting.add(warmings.wake)
    waiting.add(presences.wake)
    messages.ask(&waiting)
    accounts.ask(&waiting, turn)
    waiting.add(places.nextDeadline(plan: plan))
    for heater in heaters.heaters { waiting.add(heater.wake) }
    waterings.interlocks.ask(plan: plan, &waiting)
    return waiting.next
  }

  mutating func linkChanged(_ isUp: Bool) {
    turn.link.changed(isUp, at: turn.now.uptime)
    sensors.markAll()
    presences.showAll(&turn)
    guard isUp else { return }
    heaters.linkCameUp(&turn)
    water { $0.linkCameUp(&$1) }
    controls.linkCameUp(&turn)
  }

  /// Works out when those sensors, plants, sliders and reminders are due of which something changed.
  mutating func settleTimes(at now: Moment) {
    for s in sensors.settleTimes(turn, at: now) { plants.touch(readersOf: s) }
    plants.settleTimes(sensors, waterings, turn, at: now)
    controls.settleTimes()
    reminders.settleTime(&turn, at: now)
  }
}

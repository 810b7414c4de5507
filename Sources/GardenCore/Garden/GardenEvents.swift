/// Everything that can happen to the garden, and what its machines tell of it.
extension Garden {
  /// Takes one event. The cases are the table of contents of everything that can happen.
  package mutating func handle(_ event: Event, at now: Moment, into effects: inout [Effect]) {
    enter(at: now, &effects) { $0.take(event) }
  }

  private mutating func take(_ event: Event) {
    watchClock()
    if let device = event.speaker { accounts.heard(device, turn) }
    switch event {
    case .reading(let reading): return hear(reading)
    case .refused(let sensor, let quantity, let why): sensors.refused(sensor, quantity, why, nil, &turn)
    case .availability(let sensor, let isOnline): sensors.availabilityChanged(sensor, isOnline, &turn)
    case .subscription(let s, let isRefused): sensors.subscriptionAnswered(s, isRefused: isRefused, &turn)
    case .batteryLow(let sensor, let isLow): sensors.batteryFlagged(sensor, isLow, &turn)
    case .fault(let sensor, let quantity, let word): sensors.faulted(sensor, quantity, word, &turn)
    case .alarm(let sensor, let word): sensors.alarmed(sensor, word, &turn)
    case .supply(let sensor, let isExternal): sensors.fed(sensor, isExternal: isExternal, &turn)
    case .command(let command): evaluate(command)
    case .shown(let device, let note, let isRead):
      turn.know(device) { $0.acknowledges = true }
      messages.acknowledged(note, by: device, isRead: isRead, &turn)
    case .untold(let device, let note):
      reminders.takeBack(note, from: device, &turn)
      messages.takeBack(note, from: device, &turn)
    case .reached(let device): reminders.reached(device, &turn)
    case .yields(let yields):
      reminders.audience.yields = yields
      if !yields { reminders.deliver(&turn) }
    case .tooSmall(let device, let id):
      _ = hideActivity(CommandHead(id: id, device: device, at: turn.now.wall), id)
      messages.acknowledged(id, by: device, isRead: false, &turn)
    case .hello(let device, let profile): presences.greeted(by: device, profile, &turn)
    case .presence(let device, let report): presences.heard(report, from: device, &turn)
    case .context(let device, let report): presences.said(report, by: device, &turn)
    case .left(let device):
      presences.left(device, &turn)
      messages.left(device, &turn)
    case .valve(let actuator, let report) where plan.isHeater(actuator):
      heaters.report(report, of: actuator, &turn)
    case .valve(let actuator, let report):
      water { $0.report(report, of: actuator, &$1) }
    case .setpoint(let actuator, let report): controls.report(report, of: actuator, &turn)
    case .interlock(let interlock, let report):
      water { $0.reported(interlock, report, &$1) }
    case .account(let event): accounts.take(event, &turn)
    case .emergencyStop: stopAll(by: nil)
    case .link(let isUp): linkChanged(isUp)
    case .learned(let records): learn(records)
    case .calendar(let calendar): turn.plan.site.calendar = calendar
    case .leaseNotDurable(let actuator, let lease) where plan.isHeater(actuator):
      heaters.notDurable(actuator, lease, &turn)
    case .leaseNotDurable(let actuator, let lease):
      water { $0.notDurable(actuator, lease, &$1) }
    case .openings(let bar):
      turn.bar = bar
      water { $0.settle(&$1) }
    case .tick: return tick()
    }
    turn.mayMoveReminders = true
    // Whatever happened, heat follows in the same turn.
    turn.news.append(.heatConcerned)
  }

  /// The hot path of ``Event/reading(_:)``. A reading that changes nothing appends ``Effect/record(_:at:)`` and allocates nothing.
  package mutating func take(_ reading: Reading, at now: Moment, into effects: inout [Effect]) {
    enter(at: now, &effects) { $0.hear(reading) }
  }

  private mutating func hear(_ reading: Reading) {
    guard let s = sensors.position(reading.sensor) else { return }
    guard sensors.listen(to: reading, &turn) else { return }
    for k in plants.readers[s].indices {
      let p = plants.readers[s][k]
      if Int(reading.quantity.rawValue) < Quantity.evaluated.count {
        plants.evaluate(p, reading.quantity, isReading: true, &sensors, &turn)
      }
      turn.news.append(.plantChanged(p))
    }
    if reading.quantity == .rain { plants.weighRain(sensors, &turn) }
    if reading.quantity == .power, !reading.wasRetained, heaters.isMeter(reading.sensor) {
      heaters.powerMeasured(reading.sensor, reading.value, &turn)
      turn.news.append(.heatConcerned)
    }
    if !waterings.interlocks.isSettled(s, sensors, turn) { evaluateInterlocks() }
    if reading.quantity.showsWater { water { $0.measured(reading, &$1) } }
    guard reading.quantity == .temperature else { return }
    for k in places.readers[s].indices { evaluatePlace(places.readers[s][k]) }
    for k in heaters.readers[s].indices { evaluateHeater(heaters.readers[s][k]) }
  }

  /// Everything that only waited for its time: what is due, and what has changed since the last tick, is looked at.
  private mutating func tick() {
    settleTimes(at: turn.now)
    turn.lookedAt = turn.now.uptime
    presences.settle(&turn)
    messages.settle(&turn)
    accounts.settle(&turn)
    let dueSensors = sensors.takeDue(at: turn.now.uptime)
    for s in dueSensors { plants.touch(readersOf: s) }
    plants.weighRain(sensors, &turn)
    plants.touchDry()
    evaluateInterlocks()
    water { $0.settle(&$1) }
    countdowns.settle(&turn)
    warmings.settle(&turn)
    controls.tick(&turn)
    // A plant that is watered, or has asked, does not ask.
    drain()
    for p in plants.takeDue(at: turn.now.uptime) {
      plants.evaluateAll(p, &sensors, &turn)
      // A plant whose question is over may ask again.
      drain()
      plants.soakEnded(p, &sensors, &turn)
      plants.considerCalendar(p, sensors, &turn)
      considerRule(p)
    }
    evaluatePlaces()
    turn.news.append(.heatConcerned)
    for s in dueSensors { sensors.watch(s, &turn) }
    // People are told of what opened, and of nothing that closed.
    drain()
    reminders.tick(&turn)
    // A plant that only time changes is shown once, as all of that left it.
    drain()
    for p in plants.takeDue(at: turn.now.uptime) { refresh(p) }
    // What came of that was seen as well.
    drain()
    plants.markSeen()
    sensors.save(dueSensors, &turn)
    turn.forgetOldAnswers(clockSince: clock.steady.uptime)
  }
}

// What the machines tell, and whom it concerns.
extension Garden {
  /// Takes what the machines told, and what came of it, until nothing is left. ``enter(at:_:_:)`` ends with it. In between it stands only
  /// where the next step reads what news decides, and never in what takes a piece of news.
  mutating func drain() {
    var left = Self.newsMax + 64 * (plants.indices.count + sensors.all.count)
    while let item = turn.nextNews() {
      take(item)
      left -= 1
      guard left > 0 else {
        // Machines that answer each other for ever hold up nothing else.
        while turn.nextNews() != nil {}
        turn.counters.endlessTurns &+= 1
        return turn.log(.warning, "garden", "its parts answer each other without end")
      }
    }
  }

  private static let newsMax = 4096

  private mutating func take(_ news: News) {
    switch news {
    case .sensorChanged(let s): for p in plants.readers[s] { turn.news.append(.probesChanged(p)) }
    case .probesChanged(let p):
      plants.evaluateAll(p, &sensors, &turn)
      turn.news.append(.plantChanged(p))
    case .plantChanged(let p): refresh(p)
    case .runsChanged:
      settleRuns()
      if shownHolds != nil { showHolds() }
    case .heatConcerned: for h in heaters.heaters.indices { evaluateHeater(h) }
    case .heaterWeighed(let h):
      let heater = heaters.heaters[h]
      warmings.follow(heater, hold: waterings.interlocks.hold(on: heater.id), controls, &turn)
    case .placeWeighed: warmings.follow(places, sensors, controls, &turn)
    case .turnedDry(let p): considerRule(p)
    case .denied(let p, let quantity, let denial):
      reminders.denied(plants[p].plan.id, quantity, denial, &turn)
    case .moistureChanged(let p):
      let plant = plants[p]
      water { $0.moistureChanged(plant.plan.id, to: plant.moisture.value, &$1) }
    case .plantShown(let p): plantShown(p)
    case .runEnded(let plant, let at, let hadWater, let from):
      guard let p = plants.position(plant) else { return }
      plants.runEnded(p, at, hadWater, from, &sensors, &turn)
      turn.news.append(.plantChanged(p))
    case .valveTrouble, .valveTroubleOver, .valveClosed: reminders.hear(ofValve: news, &turn)
    case .controlShown(let snapshot, let old):
      reminders.sliderMoved(snapshot, from: old, by: controls.mover(of: snapshot.id), &turn)
      warmings.follow(places, sensors, controls, &turn)
    case .opens(let matter): reminders.open(matter, &turn)
    case .closes(let key, let reason): reminders.close(key, reason, by: nil, &turn)
    case .reminderShown(let shown): memory.reminder(shown.key).map { publishReminder($0) }
    case .reminderClosed(let reminder): reminderClosed(reminder)
    case .told(let telling): tell(telling)
    case .heldBack(let held): tell(held)
    case .withdrawn(let withdrawal): turn.effects.append(.withdraw(withdrawal))
    case .devicesChanged: devicesChanged()
    }
  }
}

extension Garden {
  /// Publishes the plant if what a display shows has changed.
  private mutating func refresh(_ p: Int) { plants.refresh(p, sensors, waterings, &turn) }

  mutating func rememberPlant(_ p: Int) { plants.remember(p, &sensors, &turn) }

  /// Brings every plant's dry limit to what the sliders say; one that moved is evaluated at once, before anybody is told of it.
  mutating func applyLimits() {
    let told = turn.news
    turn.news = []
    for p in plants.indices {
      let limit = controls.dryBelow(plantPosition: p, plan: plan)
      if plants[p].dryBelow == limit { continue }
      plants.dryLimitMoved(p, to: limit, &sensors, &turn)
      turn.news.append(.plantChanged(p))
    }
    turn.news += told
  }
}

// Water and heat.
extension Garden {
  /// Which plants are watered now, and in what state their valves are.
  private mutating func settleRuns() {
    for p in plants.watered {
      let isWatering = waterings.isWatering(plants[p].plan.id)
      let status = plants.valveStatus(of: p, waterings, plan)
      let isShown = plants[p].shown.map { $0.state.valve == status } ?? true
      guard plants[p].isWatering != isWatering || !isShown else { continue }
      if plants[p].isWatering != isWatering {
        plants[p].isWatering = isWatering
        if isWatering {
          let plant = plants[p].plan.id
          reminders.giveWay(plant, to: waterings.run(of: plant), by: waterings.asker(of: plant), &turn)
        } else {
          comeBack(p)
        }
      }
      turn.news.append(.plantChanged(p))
    }
  }

  /// Publishes what is held and what blocks, where that changed. A valve that was held or released changes what open reminders offer.
  mutating func showHolds() {
    let snapshot = waterings.interlocks.snapshot(plan)
    guard snapshot != shownHolds else { return }
    let areHoldsOthers = shownHolds.map { $0.holds != snapshot.holds } ?? false
    shownHolds = snapshot
    turn.effects.append(.publish(.hold(snapshot)))
    guard areHoldsOthers else { return }
    for reminder in memory.reminders where reminder.kind == .water && reminder.key != NoticeKey.digest {
      guard let p = plants.position(reminder.subject), plants[p].plan.watering != nil else { continue }
      publishReminder(reminder)
    }
  }

  /// No run is on: where one gave nothing the plant asks again.
  mutating func comeBack(_ p: Int) {
    guard let reminder = memory.reminder(NoticeKey.water(plants[p].plan.id)), reminder.state == .watering
    else { return }
    reminders.comeBack(reminder, &turn)
  }

  /// Asks the rule about a plant.
  mutating func considerRule(_ p: Int) {
    let plant = plants[p]
    var waiting = Waiting(at: turn.now)
    guard plants.mayRuleWater(p, sensors, &waiting) else { return }
    let facts = self.facts(p, at: turn.now)
    water {
      let verdict = $0.consider(
        plant: plant.plan.id, moisture: plant.moisture.evaluation, lastRunEndedAt: plant.kept.lastRunEndedAt,
        facts: facts, &$1)
      if case .asked(.held) = verdict {} else { $0.interlocks.refusals[plant.plan.id] = nil }
    }
  }

  /// Evaluates the interlocks that read sensors. On ticks, and when a sensor that one of them reads spoke.
  mutating func evaluateInterlocks() {
    guard !plan.interlocks.isEmpty else { return }
    let values = waterings.interlocks.values(sensors, turn)
    water { $0.measured(values, &$1) }
  }

  mutating func evaluatePlaces() {
    for i in plan.places.indices { evaluatePlace(i) }
  }

  private mutating func evaluatePlace(_ i: Int) {
    places.evaluate(i, sensors, controls, &turn)
    turn.news.append(.placeWeighed)
  }

  private mutating func evaluateHeater(_ h: Int) {
    let heater = heaters.heaters[h]
    // Emergency stop and maintenance hold heat off as they hold water.
    let hold = waterings.interlocks.hold(on: heater.id)
    heaters.evaluate(
      h, sensors, target: controls.target(ofHeater: heater.position), isHeld: hold != nil, &turn)
    turn.news.append(.heaterWeighed(h))
  }
}

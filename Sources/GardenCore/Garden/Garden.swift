/// All rules and all state of the garden, as a value.
///
/// One event and the time go in; a new state and effects come out. The garden reads no clock, does no IO and cannot fail:
/// bad input becomes a refusal with a reason. The same events at the same moments give the same effects.
///
/// The rooms: `Sensors/` what probes say and how far it may be believed; `Plants/` what that means for each plant; `Reminders/` what
/// people are told and when; `Commands/` what people ask; `Watering/`, `Interlocks/`, `Heat/`, `Setpoints/`, `Places/` what is
/// moved, and what may not move; `Countdowns/`, `Activities/`, `Glance/` what is shown of it.
package struct Garden: Sendable, Hashable {
  var turn: Turn
  var sensors: Sensors
  var plants: Rows<PlantState>
  /// Positions by id.
  var plantPositions: [PlantID: Int] = [:]
  /// Positions of the plants that a rule waters, and of those with a valve.
  var ruled: [Int] = []
  var watered: [Int] = []
  /// Positions of the plants that read a sensor; index = sensor.
  var readers: [[Int]]
  /// Per place its temperature probes, and per sensor the places that read it.
  var placeProbes: [[Probe]] = []
  var placeReaders: [[Int]] = []
  var waterings: Waterings
  var countdowns: Countdowns
  /// Of each plant the next watering as people are shown it.
  var nextWaterings = Timers<Timestamp>(count: 0)
  /// The glance as last published.
  var shownGlance: GlancePicture?
  /// Per interlock its sensors, and per sensor whether one reads it.
  var signProbes: [[Probe]] = []
  var signReaders: [Bool] = []
  var shownHolds: HoldPicture?
  var controls: Controls
  var places: Places
  var heaters: Heaters
  /// Per heater its temperature probes, and per sensor the heaters that read it.
  var heatProbes: [[Probe]] = []
  var heatReaders: [[Int]] = []
  var clock: ClockWatch
  /// Bounded by the devices of the plan; ``nobody`` stands for all that it does not name.
  var gates: [DeviceID: RateGate] = [:]
  var stopGates: [DeviceID: RateGate] = [:]
  var reminders: Reminders

  package init(plan: GardenPlan, memory: GardenMemory, boot: BootID, seed: UInt64, at now: Moment) {
    turn = Turn(plan: plan, memory: memory, boot: boot, seed: seed, at: now)
    clock = ClockWatch(at: now)
    sensors = Sensors(plan: plan, memory: memory, at: now)
    plants = Rows(
      plan.plants.map { plant in
        PlantState(plant, kept: memory.plants[plant.id], sensorCount: plan.sensors.count, at: now)
      })
    readers = []
    waterings = Waterings(memory: memory.leases)
    countdowns = Countdowns(memory: memory.countdowns, at: now)
    controls = Controls(plan: plan, memory: Array(memory.controls), fallbacks: memory.fallbacks, at: now)
    waterings.interlocks = Interlocks(plan: plan, memory: memory, at: now)
    places = Places(plan: plan, at: now)
    heaters = Heaters(plan: plan, memory: memory.heaters, boot: boot, at: now)
    reminders = Reminders(memory: memory)
    for p in plants.indices {
      plants[p].dryBelow = controls.dryBelow(plantPosition: p, plan: plan)
      plants[p].isWatering = waterings.isWatering(plants[p].plan.id)
    }
    connect()
  }

  package var plan: GardenPlan { turn.plan }
  /// What must survive a restart, whole: the sum of every ``Effect/remember(_:)`` that went out.
  package var memory: GardenMemory { turn.memory }
  package var boot: BootID { turn.boot }
  package var counters: GardenCounters { turn.counters }
  /// Another bridge, which was first, tells people; see ``Event/yields(_:)``.
  package var yields: Bool { reminders.yields }
  /// Set: nothing may be opened or switched on.
  package var openingBar: OpeningBar? { turn.bar }

  /// A call from outside begins: its effects are collected in the caller's array.
  mutating func begin(at now: Moment, _ effects: inout [Effect]) {
    turn.now = now
    swap(&turn.effects, &effects)
  }

  /// The call is over.
  mutating func end(_ effects: inout [Effect]) { swap(&turn.effects, &effects) }

  /// To be called once, before the first event. Everything retained is published anew; nobody is notified again.
  package mutating func start(at now: Moment, into effects: inout [Effect]) {
    begin(at: now, &effects)
    defer { end(&effects) }
    let mark = turn.effects.count
    defer { refreshGlance(since: mark) }
    for p in plants.indices where memory.plants[plants[p].plan.id] == nil { rememberPlant(p) }
    dropRemindersWithoutSubject()
    reminders.bringBack(&turn)
    // The file may have been edited while we were down.
    controls.start(&turn)
    route()
    for p in plants.indices { resume(p) }
    applyLimits()
    let facts = plants.indices.map { self.facts($0, at: turn.now) }
    let alarms = reminders.valveTroubles.mapValues(\.trouble)
    waterings.start(facts: facts, alarms: alarms, &turn)
    settleRuns()
    for p in plants.indices where !plants[p].isWatering { comeBack(p) }
    startHeaters()
    countdowns.start(facts: facts, &turn)
    route()
    for i in plan.places.indices { judgePlace(i) }
    judgeSigns()
    showHolds(isStart: true)
    judgeHeaters()
    for reminder in memory.reminders { publishReminder(reminder) }
  }

  /// Takes one event. The cases are the table of contents of everything that can happen.
  package mutating func handle(_ event: Event, at now: Moment, into effects: inout [Effect]) {
    begin(at: now, &effects)
    defer { end(&effects) }
    let mark = turn.effects.count
    defer { refreshGlance(since: mark) }
    watchClock()
    switch event {
    case .reading(let reading): hear(reading)
    case .refused(let sensor, let quantity, let why): sensors.refused(sensor, quantity, why, nil, &turn)
    case .availability(let sensor, let isOnline): sensors.availabilityChanged(sensor, isOnline, &turn)
    case .subscription(let sensor, let isRefused):
      sensors.subscriptionJudged(sensor, isRefused: isRefused, &turn)
    case .batteryLow(let sensor, let isLow): sensors.batteryFlagged(sensor, isLow, &turn)
    case .fault(let sensor, let quantity, let word): sensors.faulted(sensor, quantity, word, &turn)
    case .alarm(let sensor, let word): sensors.alarmed(sensor, word, &turn)
    case .supply(let sensor, let isExternal): sensors.fed(sensor, isExternal: isExternal, &turn)
    case .command(let command): judge(command)
    case .shown(let device, _): acknowledged(by: device)
    case .untold(let device, let note): reminders.takeBack(note, from: device, &turn)
    case .reached(let device): reminders.reached(device, &turn)
    case .yields(let yields):
      reminders.yields = yields
      if !yields { reminders.deliver(&turn) }
    case .tooSmall(let device, let activity):
      _ = hideActivity(
        CommandHead(id: activity, device: device, at: turn.now.wall), activity)
    case .hello(let device, let profile): greeted(device, profile)
    case .valve(let actuator, let report) where isHeater(actuator):
      heaterReported(actuator, report)
    case .valve(let actuator, let report): reported(actuator, report)
    case .setpoint(let actuator, let report): reported(actuator, report)
    case .sign(let interlock, let report): signed(interlock, report)
    case .emergencyStop: stopped(by: nil)
    case .link(let isUp): linkChanged(isUp)
    case .calendar(let calendar): turn.plan.site.calendar = calendar
    case .leaseNotDurable(let actuator, let lease) where isHeater(actuator):
      heatNotDurable(actuator, lease)
    case .leaseNotDurable(let actuator, let lease):
      leaseNotDurable(actuator, lease)
    case .openings(let bar): openingsBarred(by: bar)
    case .tick: return tick()
    }
    route()
    if case .reading = event { return }
    judgeHeaters()
  }

  /// The hot path of ``Event/reading(_:)``. A reading that changes nothing appends ``Effect/record(_:at:)`` and allocates nothing.
  package mutating func take(_ reading: Reading, at now: Moment, into effects: inout [Effect]) {
    begin(at: now, &effects)
    let mark = turn.effects.count
    hear(reading)
    refreshGlance(since: mark)
    end(&effects)
  }

  private mutating func hear(_ reading: Reading) {
    let s = Int(reading.sensor.position)
    guard sensors.indices.contains(s) else { return }
    guard sensors.listen(to: reading, &turn) else { return route() }
    for k in readers[s].indices {
      let p = readers[s][k]
      if Int(reading.quantity.rawValue) < PlantState.judgedQuantities.count {
        judge(p, reading.quantity)
      }
      refresh(p)
    }
    if reading.quantity == .power { heaterPowerMeasured(reading) }
    if signReaders[s] { judgeSigns(reading: s) }
    if reading.quantity.showsWater { measured(reading) }
    guard reading.quantity == .temperature else { return }
    for k in placeReaders[s].indices { judgePlace(placeReaders[s][k]) }
    for k in heatReaders[s].indices { judgeHeater(heatReaders[s][k]) }
  }

  private mutating func linkChanged(_ isUp: Bool) {
    turn.link.changed(isUp, at: turn.now.uptime)
    sensors.markAll()
    guard isUp else { return }
    heaters.linkCameUp(&turn)
    route()
    waterings.linkCameUp(&turn)
    settleRuns()
    controls.linkCameUp(&turn)
    route()
  }

  /// Everything that only waited for its time. Cheap when nothing did: plants and sensors are looked at where they are due, or where
  /// something of them changed since the last tick.
  private mutating func tick() {
    settleTimes(at: turn.now)
    turn.lookedAt = turn.now.uptime
    let dueSensors = sensors.takeDue(at: turn.now.uptime)
    for s in dueSensors { for p in readers[s] { plants.touch(p) } }
    for p in ruled where plants[p].isDry { plants.touch(p) }
    judgeSigns()
    waterings.settle(&turn)
    settleRuns()
    countdowns.settle(&turn)
    route()
    controls.tick(&turn)
    route()
    let duePlants = plants.takeDue(at: turn.now.uptime)
    for p in duePlants {
      judgeAll(p)
      soakEnded(p)
      considerCalendar(p)
      considerRule(p)
    }
    for i in plan.places.indices { judgePlace(i) }
    judgeHeaters()
    for s in dueSensors { sensors.watch(s, &turn) }
    route()
    reminders.deliver(&turn)
    route()
    for p in plants.takeDue(at: turn.now.uptime) { refresh(p) }
    plants.markSeen()
    sensors.save(dueSensors, &turn)
    forgetOldAnswers()
  }

  /// Works out who reads what, after the plan changed.
  mutating func connect() {
    readers = [[Int]](repeating: [], count: sensors.count)
    plantPositions = Dictionary(plants.indices.map { (plants[$0].plan.id, $0) }) { first, _ in first }
    nextWaterings = Timers(count: plants.count)
    ruled = plants.indices.filter { plants[$0].plan.watering?.isAutomatic == true }
    watered = plants.indices.filter { plants[$0].plan.watering != nil }
    for s in sensors.indices { sensors[s].wanted = 0 }
    for p in plants.indices {
      for probe in plants[p].probes {
        sensors[probe.sensor].wanted |= probe.mask
        if !readers[probe.sensor].contains(p) { readers[probe.sensor].append(p) }
      }
    }
    connectSigns()
    placeProbes = plan.places.map { $0.shares.compactMap { Probe($0, sensorCount: sensors.count) } }
    placeReaders = [[Int]](repeating: [], count: sensors.count)
    for (i, probes) in placeProbes.enumerated() {
      for probe in probes where probe.mask & Quantity.temperature.bit != 0 {
        sensors[probe.sensor].wanted |= Quantity.temperature.bit
        if !placeReaders[probe.sensor].contains(i) { placeReaders[probe.sensor].append(i) }
      }
    }
    connectHeaters()
  }
}

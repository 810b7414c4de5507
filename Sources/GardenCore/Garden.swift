/// All rules and all state of the garden, as a value.
///
/// One event and the time go in; a new state and effects come out. The garden reads no clock, does no IO and cannot fail:
/// bad input becomes a refusal with a reason. The same events at the same moments give the same effects.
///
/// The rooms: `Sensors/` what probes say and how far it may be believed; `Plants/` what that means for each plant; `Reminders/` what
/// people are told and when; `Commands/` what people ask; `Watering/`, `Interlocks/`, `Heat/`, `Setpoints/`, `Places/` what is
/// moved, and what may not move; `Countdowns/`, `Activities/`, `Glance/` what is shown of it.
package struct Garden: Sendable, Hashable {
  package internal(set) var plan: GardenPlan
  /// What must survive a restart, whole: the sum of every ``Effect/remember(_:)`` that went out.
  package internal(set) var memory: GardenMemory
  package internal(set) var counters = GardenCounters()
  package let boot: BootID
  var random: SplitMix64
  var sensors: [SensorState]
  var plants: [PlantState]
  /// Positions of the plants that read a sensor; index = sensor.
  var readers: [[Int]]
  /// Per place its temperature probes, and per sensor the places that read it.
  var placeProbes: [[Probe]] = []
  var placeReaders: [[Int]] = []
  var waterings: Waterings
  var countdowns: Countdowns
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
  var valveTroubles: [String: ValveMatter] = [:]
  /// Set: nothing may be opened or switched on.
  package internal(set) var openingBar: OpeningBar?
  var clock: ClockWatch
  /// When this garden began to listen.
  let startedAt: Uptime
  var link = LinkState()
  var sensorsSavedAt: Uptime
  /// When a tick last looked at everything that changes by time alone.
  var lookedAt = Uptime(milliseconds: .min)
  /// Bounded by the devices of the plan; ``nobody`` stands for all that it does not name.
  var gates: [DeviceID: RateGate] = [:]
  var stopGates: [DeviceID: RateGate] = [:]
  /// Another bridge, which was first, tells people; see ``Event/yields(_:)``.
  package internal(set) var yields = false
  /// Devices to which the way was full, and until when nothing more is sent there. Bounded by the devices of the plan.
  var crowdedUntil: [DeviceID: Uptime] = [:]
  /// Last revision per key of a closed notification, so that the next one is higher.
  var revisions: [String: Int] = [:]
  /// The local day on which a person's full budget was last written to the log.
  var budgetLoggedDay: [PersonID: Int] = [:]

  package init(plan: GardenPlan, memory: GardenMemory, boot: BootID, seed: UInt64, at now: Moment) {
    self.plan = plan
    self.memory = memory
    self.boot = boot
    random = SplitMix64(seed: seed)
    clock = ClockWatch(at: now)
    startedAt = now.uptime
    sensorsSavedAt = now.uptime
    sensors = plan.sensors.map { sensor in
      var state = SensorState(sensor, kept: memory.sensors.first { $0.id == sensor.id }, at: now)
      state.isNamed = memory.reminders.contains { $0.kind == .sensor && $0.subject == sensor.id }
      return state
    }
    plants = plan.plants.map { plant in
      PlantState(
        plant, kept: memory.plants.first { $0.id == plant.id }, sensorCount: plan.sensors.count, at: now)
    }
    readers = []
    waterings = Waterings(boot: boot, memory: memory.leases)
    countdowns = Countdowns(boot: boot, memory: memory.countdowns, at: now)
    controls = Controls(plan: plan, memory: memory.controls, fallbacks: memory.fallbacks, at: now)
    // Nothing leaves before the broker has been reached.
    waterings.isLinked = false
    waterings.interlocks = Interlocks(plan: plan, memory: memory, at: now)
    places = Places(plan: plan, at: now)
    heaters = Heaters(plan: plan, memory: memory.heaters, boot: boot, at: now)
    for p in plants.indices {
      plants[p].dryBelow = controls.dryBelow(plantPosition: p, plan: plan)
      plants[p].isWatering = waterings.isWatering(plants[p].plan.id)
    }
    recallValveTroubles()
    connect()
  }

  /// To be called once, before the first event. Everything retained is published anew; nobody is notified again.
  package mutating func start(at now: Moment, into effects: inout [Effect]) {
    let mark = effects.count
    defer { refreshGlance(since: mark, at: now, into: &effects) }
    for p in plants.indices where !memory.plants.contains(where: { $0.id == plants[p].plan.id }) {
      rememberPlant(p, into: &effects)
    }
    dropRemindersWithoutSubject(at: now, into: &effects)
    bringBackReminders(at: now, into: &effects)
    // The file may have been edited while we were down.
    withControls(at: now, into: &effects) { controls, plan, effects in
      controls.start(plan: plan, at: now, effects: &effects)
    }
    for p in plants.indices { resume(p, at: now, into: &effects) }
    applyLimits(at: now, into: &effects)
    let facts = plants.indices.map { self.facts($0, at: now) }
    let alarms = valveTroubles.mapValues(\.trouble)
    withWaterings(at: now, into: &effects) { waterings, plan, _, effects, news in
      waterings.start(facts: facts, alarms: alarms, plan: plan, at: now, effects: &effects, news: &news)
    }
    for p in plants.indices where !plants[p].isWatering { comeBack(p, at: now, into: &effects) }
    startHeaters(at: now, into: &effects)
    withCountdowns(at: now, into: &effects) { countdowns, _, effects, news in
      countdowns.start(facts: facts, at: now, effects: &effects, news: &news)
    }
    for i in plan.places.indices { judgePlace(i, at: now, into: &effects) }
    judgeSigns(at: now, into: &effects)
    showHolds(at: now, isStart: true, into: &effects)
    judgeHeaters(at: now, into: &effects)
    for reminder in memory.reminders { publishReminder(reminder, at: now, into: &effects) }
  }

  /// Takes one event. The cases are the table of contents of everything that can happen.
  package mutating func handle(_ event: Event, at now: Moment, into effects: inout [Effect]) {
    let mark = effects.count
    defer { refreshGlance(since: mark, at: now, into: &effects) }
    watchClock(now, into: &effects)
    switch event {
    case .reading(let reading): hear(reading, at: now, into: &effects)
    case .refused(let sensor, let quantity, let why):
      refused(sensor, quantity, why, nil, at: now, into: &effects)
    case .availability(let sensor, let isOnline):
      availabilityChanged(sensor, isOnline, at: now, into: &effects)
    case .batteryLow(let sensor, let isLow): batteryFlagged(sensor, isLow, at: now, into: &effects)
    case .fault(let sensor, let quantity, let word):
      faulted(sensor, quantity, word, at: now, into: &effects)
    case .alarm(let sensor, let word): alarmed(sensor, word, at: now, into: &effects)
    case .supply(let sensor, let isExternal): fed(sensor, isExternal: isExternal, at: now, into: &effects)
    case .command(let command): judge(command, at: now, into: &effects)
    case .shown(let device, _): acknowledged(by: device, into: &effects)
    case .untold(let device, let note): takeBack(note, from: device, at: now, into: &effects)
    case .reached(let device): reached(device, at: now, into: &effects)
    case .yields(let yields):
      self.yields = yields
      if !yields { deliver(at: now, into: &effects) }
    case .tooSmall(let device, let activity):
      _ = hideActivity(
        CommandHead(id: activity, device: device, at: now.wall), activity, at: now, into: &effects)
    case .hello(let device, let profile): greeted(device, profile, into: &effects)
    case .valve(let actuator, let report) where isHeater(actuator):
      heaterReported(actuator, report, at: now, into: &effects)
    case .valve(let actuator, let report): reported(actuator, report, at: now, into: &effects)
    case .setpoint(let actuator, let report): reported(actuator, report, at: now, into: &effects)
    case .sign(let interlock, let report): signed(interlock, report, at: now, into: &effects)
    case .emergencyStop: stopped(by: nil, at: now, into: &effects)
    case .link(let isUp): linkChanged(isUp, at: now, into: &effects)
    case .calendar(let calendar): plan.site.calendar = calendar
    case .leaseNotDurable(let actuator, let lease) where isHeater(actuator):
      heatNotDurable(actuator, lease, at: now, into: &effects)
    case .leaseNotDurable(let actuator, let lease):
      leaseNotDurable(actuator, lease, at: now, into: &effects)
    case .openings(let bar): openingsBarred(by: bar)
    case .tick: return tick(at: now, into: &effects)
    }
    if case .reading = event { return }
    judgeHeaters(at: now, into: &effects)
  }

  /// The hot path of ``Event/reading(_:)``. A reading that changes nothing appends ``Effect/record(_:at:)`` and allocates nothing.
  package mutating func take(_ reading: Reading, at now: Moment, into effects: inout [Effect]) {
    let mark = effects.count
    hear(reading, at: now, into: &effects)
    refreshGlance(since: mark, at: now, into: &effects)
  }

  private mutating func hear(_ reading: Reading, at now: Moment, into effects: inout [Effect]) {
    let s = Int(reading.sensor.position)
    guard sensors.indices.contains(s) else { return }
    guard listen(to: reading, at: now, into: &effects) else { return }
    for k in readers[s].indices {
      let p = readers[s][k]
      if Int(reading.quantity.rawValue) < PlantState.judgedQuantities.count {
        judge(p, reading.quantity, at: now, into: &effects)
      }
      refresh(p, at: now, into: &effects)
    }
    if reading.quantity == .power { heaterPowerMeasured(reading, at: now, into: &effects) }
    if signReaders[s] { judgeSigns(reading: s, at: now, into: &effects) }
    if reading.quantity.showsWater { measured(reading, at: now, into: &effects) }
    guard reading.quantity == .temperature else { return }
    for k in placeReaders[s].indices { judgePlace(placeReaders[s][k], at: now, into: &effects) }
    for k in heatReaders[s].indices { judgeHeater(heatReaders[s][k], at: now, into: &effects) }
  }

  private mutating func linkChanged(_ isUp: Bool, at now: Moment, into effects: inout [Effect]) {
    link.changed(isUp, at: now.uptime)
    waterings.isLinked = isUp
    withHeaters(at: now, into: &effects) { heaters, plan, _, effects, news in
      heaters.linkChanged(isUp, plan: plan, at: now, effects: &effects, news: &news)
    }
    guard isUp else { return }
    withWaterings(at: now, into: &effects) { waterings, plan, _, effects, news in
      waterings.linkCameUp(plan: plan, at: now, effects: &effects, news: &news)
    }
    withControls(at: now, into: &effects) { controls, plan, effects in
      controls.linkCameUp(plan: plan, at: now, effects: &effects)
    }
  }

  /// Everything that only waited for its time. Cheap when nothing did.
  private mutating func tick(at now: Moment, into effects: inout [Effect]) {
    lookedAt = now.uptime
    crowdedUntil = crowdedUntil.filter { $0.value > now.uptime }
    judgeSigns(at: now, into: &effects)
    withWaterings(at: now, into: &effects) { waterings, plan, _, effects, news in
      waterings.tick(plan: plan, at: now, effects: &effects, news: &news)
    }
    withCountdowns(at: now, into: &effects) { countdowns, _, effects, news in
      countdowns.tick(at: now, effects: &effects, news: &news)
    }
    withControls(at: now, into: &effects) { controls, plan, effects in
      controls.tick(plan: plan, at: now, effects: &effects)
    }
    for p in plants.indices {
      judgeAll(p, at: now, into: &effects)
      soakEnded(p, at: now, into: &effects)
      considerCalendar(p, at: now, into: &effects)
      considerRule(p, at: now, into: &effects)
    }
    for i in plan.places.indices { judgePlace(i, at: now, into: &effects) }
    judgeHeaters(at: now, into: &effects)
    watchSensors(at: now, into: &effects)
    deliver(at: now, into: &effects)
    for p in plants.indices { refresh(p, at: now, into: &effects) }
    saveSensors(at: now, into: &effects)
    forgetOldAnswers(at: now, into: &effects)
  }

  /// Appends the change to what goes out and to ``memory``, so that the two never differ.
  mutating func remember(_ change: MemoryChange, into effects: inout [Effect]) {
    memory.apply(change)
    effects.append(.remember(change))
  }

  /// Works out who reads what, after the plan changed.
  mutating func connect() {
    readers = [[Int]](repeating: [], count: sensors.count)
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

/// Whether the broker can reach us: while it cannot, silence is nobody's fault.
struct LinkState: Sendable, Hashable {
  private(set) var isUp = true
  private(set) var since = Uptime(milliseconds: .min / 2)

  mutating func changed(_ isUp: Bool, at now: Uptime) {
    if self.isUp != isUp { since = now }
    self.isUp = isUp
  }
}

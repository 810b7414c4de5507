import GardenCore

/// A plan with two valves and the waterings on it; time moves by hand.
struct WateringBench: TurnBench {
  static let boot = BootID(UniqueID(high: 1, low: 1))
  static let timed = ActuatorIndex(0)
  static let plain = ActuatorIndex(1)

  var turn: Turn
  var waterings: Waterings
  private var commands: UInt64 = 0

  init(isAutomatic: Bool = false, untilMoisture: Double? = nil, memory: [LeaseMemory] = []) {
    turn = Turn(
      plan: Self.plan(isAutomatic: isAutomatic, untilMoisture: untilMoisture), memory: GardenMemory(),
      boot: Self.boot, seed: 7,
      at: Moment(wall: Timestamp(seconds: 1_800_000_000), uptime: Uptime(milliseconds: 1_000_000)))
    waterings = Waterings(memory: memory)
    turn.link.changed(true, at: turn.now.uptime)
  }

  static func plan(isAutomatic: Bool = false, untilMoisture: Double? = nil) -> GardenPlan {
    func plant(_ id: String, _ valve: ActuatorIndex) -> PlantPlan {
      PlantPlan(
        id: id, name: id.uppercased(),
        watering: WateringPlan(
          valve: valve, duration: .seconds(200), durationMax: .seconds(600), untilMoisture: untilMoisture,
          isAutomatic: isAutomatic, pause: .hours(12)))
    }
    return GardenPlan(
      plants: [plant("basil", timed), plant("fern", plain), PlantPlan(id: "cactus", name: "Cactus")],
      actuators: [
        ActuatorPlan(id: "timed", name: "Timed", kind: .valve(hasDeviceTimer: true)),
        ActuatorPlan(id: "plain", name: "Plain", kind: .valve(hasDeviceTimer: false)),
      ],
      people: [
        PersonPlan(
          id: "anna", name: "Anna",
          devices: [
            DevicePlan(id: "anna-phone", name: "Phone", role: .operator),
            DevicePlan(id: "hall-tag", name: "Tag", role: .viewer),
          ])
      ])
  }

  /// Both valves with meters; `shared`: one meter in both pipes.
  static func metered(
    flow: Bool = true, power: Bool = false, reportsFlow: Bool = false, shared: Bool = true,
    litres: Double? = nil,
    litresMax: Double? = nil
  ) -> WateringBench {
    var bench = WateringBench()
    bench.plan.sensors = [SensorPlan(id: "meter"), SensorPlan(id: "pump"), SensorPlan(id: "other")]
    for a in bench.plan.actuators.indices {
      let meter = SensorIndex(a == 0 || shared ? 0 : 2)
      bench.plan.actuators[a].evidence = EvidencePlan(
        flowMeter: flow ? meter : nil, reportsFlow: reportsFlow, powerMeter: power ? SensorIndex(1) : nil)
    }
    for p in bench.plan.plants.indices {
      bench.plan.plants[p].watering?.litres = litres
      bench.plan.plants[p].watering?.litresMax = litresMax
    }
    return bench
  }

  static func facts(_ plant: PlantID) -> PlantFacts {
    PlantFacts(
      id: plant, name: plant.uppercased(), last: Timestamp(seconds: 1_799_000_000),
      next: Next(Timestamp(seconds: 1_801_000_000), .calendar), neverWatered: false)
  }

  var allFacts: [PlantFacts] { plan.plants.map { Self.facts($0.id) } }

  mutating func head(_ device: DeviceID = "anna-phone") -> CommandHead {
    commands += 1
    return CommandHead(id: UniqueID(high: 9, low: commands), device: device, at: now.wall)
  }

  mutating func water(
    _ plant: PlantID, for duration: Duration? = nil, litres: Double? = nil, moisture: Double? = 20
  ) -> Outcome {
    clear()
    let facts = plan.plants.contains { $0.id == plant } ? Self.facts(plant) : nil
    return waterings.ask(
      head(), plant: plant, duration: duration, litres: litres, moisture: moisture, facts: facts, &turn)
  }

  mutating func rule(
    _ plant: PlantID, _ status: Status, _ value: Double?, lastRunEndedAt: Timestamp? = nil
  ) -> RuleVerdict {
    clear()
    return waterings.consider(
      plant: plant, moisture: Evaluation(status: status, since: now.wall, value: value),
      lastRunEndedAt: lastRunEndedAt, facts: Self.facts(plant), &turn)
  }

  mutating func stop(_ plant: PlantID, by device: DeviceID = "anna-phone") -> Outcome {
    clear()
    return waterings.stop(head(device), plant: plant, &turn)
  }

  mutating func report(
    _ valve: ActuatorIndex, _ isOpen: Bool?, retained: Bool = false, short: Bool? = nil, leaking: Bool? = nil,
    litres: Double? = nil, flow: Double? = nil
  ) {
    clear()
    waterings.report(
      ValveReport(
        isOpen: isOpen, litres: litres, litresPerMinute: flow, isShortOfWater: short, isLeaking: leaking,
        wasRetained: retained),
      of: valve, &turn)
  }

  /// Sensor 0 is in the pipe of both valves, sensor 1 at the pump.
  mutating func meter(
    _ quantity: Quantity, _ value: Double, sensor: Int = 0, retained: Bool = false,
    measuredAt: Timestamp? = nil
  ) {
    clear()
    waterings.measured(
      Reading(
        sensor: SensorIndex(sensor), quantity: quantity, value: value, measuredAt: measuredAt,
        wasRetained: retained), &turn)
  }

  mutating func linkUp() {
    clear()
    waterings.linkCameUp(&turn)
    turn.link.changed(true, at: now.uptime)
  }

  mutating func moisture(_ plant: PlantID, _ value: Double?) {
    clear()
    waterings.moistureChanged(plant, to: value, &turn)
  }

  mutating func pass(_ seconds: Double) {
    now.wall = now.wall + .milliseconds(Int64(seconds * 1000))
    now.uptime = now.uptime + .milliseconds(Int64(seconds * 1000))
  }

  mutating func tick(after seconds: Double) {
    clear()
    pass(seconds)
    waterings.settle(&turn)
  }

  /// As the loop does it: from deadline to deadline. Collects what all ticks gave.
  mutating func run(_ seconds: Double) {
    clear()
    let end = now.uptime + .milliseconds(Int64(seconds * 1000))
    // A deadline that its own tick does not settle would spin the loop: the bound makes such a test fail, not hang.
    var ticks = 0
    while let next = waterings.wake, next <= end, ticks < 10_000 {
      ticks += 1
      let gap = max(.zero, next - now.uptime)
      now = Moment(wall: now.wall + gap, uptime: now.uptime + gap, isWallTrusted: now.isWallTrusted)
      waterings.settle(&turn)
    }
    let gap = end - now.uptime
    now = Moment(wall: now.wall + gap, uptime: end, isWallTrusted: now.isWallTrusted)
  }

  /// The process ends; another starts from what was remembered.
  mutating func restart(boot: BootID = WateringBench.boot, restored: RestoredMemory? = nil) {
    clear()
    waterings = Waterings(memory: waterings.memory)
    turn = Turn(
      plan: plan, memory: GardenMemory(restored: restored), boot: boot, seed: commands &+ 8, at: now)
    turn.link.changed(true, at: now.uptime)
    waterings.start(facts: allFacts, &turn)
  }

  /// A start also closes the valves that nobody holds; most tests are about one valve.
  func actions(of valve: ActuatorIndex) -> [ActuatorCommand.Action] {
    effects.compactMap { effect in
      if case .command(let command) = effect, command.actuator == valve { command.action } else { nil }
    }
  }
  var actions: [ActuatorCommand.Action] {
    effects.compactMap { if case .command(let command) = $0 { command.action } else { nil } }
  }
  var steps: [ActivityStep] {
    effects.compactMap { if case .activity(let step) = $0 { step } else { nil } }
  }
  var trails: [LeaseEvent] {
    effects.compactMap { if case .trail(let event) = $0 { event } else { nil } }
  }
  var records: [WateringRecord] {
    effects.compactMap { if case .watered(let record) = $0 { record } else { nil } }
  }
  var logs: [LogLine] {
    effects.compactMap { if case .log(let line) = $0 { line } else { nil } }
  }
}

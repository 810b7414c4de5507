import GardenCore

/// Two beds on one supply with a master tap, a rain sensor and a frost interlock; time moves by hand.
struct InterlockBench {
  static let basilValve = ActuatorIndex(0)
  static let fernValve = ActuatorIndex(1)
  static let tap = ActuatorIndex(2)
  static let rain = InterlockIndex(0)
  static let frost = InterlockIndex(1)

  var stage: Stage

  /// - Parameter change: of the plan before the start.
  init(
    memory: GardenMemory = GardenMemory(), at wall: Timestamp = Stage.start,
    _ change: (inout GardenPlan) -> Void = { _ in }
  ) {
    var plan = Self.plan
    change(&plan)
    stage = Stage(plan, memory: memory, at: wall)
  }

  static var plan: GardenPlan {
    func plant(_ id: PlantID, _ sensor: Int, _ valve: ActuatorIndex) -> PlantPlan {
      var plant = PlantPlan.probed(id, sensor: sensor)
      plant.moisture.dwell = .zero
      plant.watering = WateringPlan(
        valve: valve, duration: .minutes(5), durationMax: .minutes(30), isAutomatic: true, pause: .minutes(10)
      )
      return plant
    }
    var plan = GardenPlan.make(
      plants: [plant("basil", 0, basilValve), plant("fern", 1, fernValve)], sensors: 3)
    plan.actuators = ["basil-valve", "fern-valve", "tap"].map {
      ActuatorPlan(id: $0, name: $0, kind: .valve(hasDeviceTimer: true))
    }
    return plan
  }

  static func interlock(
    _ id: String = "rain", keepsFor: Duration = .zero, endsRuns: Bool = true, isStrict: Bool = false,
    trustsRetained: Bool = false
  ) -> InterlockPlan {
    InterlockPlan(
      id: id, input: .words(trustsRetained: trustsRetained), keepsFor: keepsFor, endsRuns: endsRuns,
      isStrict: isStrict, valves: [basilValve, fernValve])
  }

  static var coldBelowThree: InterlockPlan {
    InterlockPlan(
      id: "frost",
      input: .value(
        [SensorShare(sensor: SensorIndex(2), quantities: [.temperature])], .temperature, below: 3, above: nil,
        deadband: 1),
      isStrict: true, valves: [basilValve, fernValve])
  }

  static func supply(
    master: Bool = false, order: SupplyPlan.Order = .masterFirst, lead: Duration = .zero,
    lag: Duration = .zero,
    atOnce: Int = 1
  ) -> SupplyPlan {
    SupplyPlan(
      id: "well", valves: [basilValve, fernValve], atOnce: atOnce, master: master ? tap : nil, order: order,
      lead: lead, lag: lag)
  }

  @discardableResult
  mutating func water(_ plant: PlantID = "basil", for duration: Duration? = nil, at: Timestamp? = nil)
    -> Outcome?
  {
    stage.command(.water(stage.head("anna-phone", at: at), plant: plant, duration: duration))
  }

  @discardableResult
  mutating func stopAll(by device: DeviceID = "bob-phone", at: Timestamp? = nil) -> Outcome? {
    stage.command(.stopAll(stage.head(device, at: at)))
  }

  @discardableResult
  mutating func release(_ valve: String? = nil, by device: DeviceID = "anna-phone") -> Outcome? {
    stage.command(.release(stage.head(device), valve: valve))
  }

  mutating func says(_ blocks: Bool?, retained: Bool = false, _ interlock: InterlockIndex = rain) {
    stage.send(.interlock(interlock, InterlockReport(blocks: blocks, wasRetained: retained)))
  }

  mutating func report(_ valve: ActuatorIndex, _ isOpen: Bool) {
    stage.send(.valve(valve, ValveReport(isOpen: isOpen)))
  }

  /// The plant turns surely dry, and the rule has its say.
  mutating func dries(_ sensor: Int = 0) {
    stage.reads(10, sensor: sensor)
    stage.wait(.seconds(2))
    stage.send(.tick)
  }

  /// What was sent to valves since the last look, as `basil-valve open 300`.
  mutating func actions() -> [String] {
    let plan = stage.garden.plan
    return stage.taken().compactMap { effect in
      guard case .command(let command) = effect else { return nil }
      let id = plan.actuators[Int(command.actuator.position)].id
      switch command.action {
      case .open(let runs): return "\(id) open \(runs.components.seconds)"
      case .close: return "\(id) close"
      case .setpoint(let value): return "\(id) \(value)"
      }
    }
  }

  /// Lets time pass, and what was sent in it.
  mutating func pass(_ duration: Duration) -> [String] {
    _ = actions()
    stage.wait(duration)
    return actions()
  }

  var lease: LeaseMemory? { stage.garden.memory.leases.last }

  var holds: HoldSnapshot? {
    for case .hold(let snapshot) in stage.garden.snapshots(at: stage.now) { return snapshot }
    return nil
  }
}

import GardenCore

/// Controls on a plan with one plant and one thermostat.
struct SetpointBench: TurnBench {
  static let heater = ActuatorIndex(0)
  static let limit = "basil-dry-below"
  static let setpoint = "heater-setpoint"

  var turn: Turn
  var controls: Controls
  private var commands: UInt64 = 0

  init(dryBelow: Double = 30, setpoint: Double? = nil, memory: [ControlMemory] = []) {
    turn = Turn(
      plan: Self.plan(dryBelow, setpoint), memory: GardenMemory(), boot: WateringBench.boot, seed: 7,
      at: Moment(wall: Timestamp(seconds: 1_800_000_000), uptime: Uptime(milliseconds: 1_000_000)))
    controls = Controls(plan: turn.plan, memory: memory, at: turn.now)
  }

  static func plan(_ dryBelow: Double, _ setpoint: Double?) -> GardenPlan {
    GardenPlan(
      sensors: [SensorPlan(id: "probe")],
      plants: [
        PlantPlan(
          id: "basil", name: "Basil", shares: [SensorShare(sensor: SensorIndex(0))],
          moisture: BandPlan(below: dryBelow, deadband: 5, dwell: .minutes(10)), dryRange: 10...80, dryStep: 1
        )
      ],
      places: [
        PlacePlan(
          id: "house", name: "House", shares: [],
          temperature: BandPlan(below: 8, above: 30, deadband: 1, dwell: .zero), thermostat: heater)
      ],
      actuators: [
        ActuatorPlan(
          id: "heater", name: "Heater", kind: .thermostat(range: 5...30, step: 0.5, line: nil),
          setpoint: setpoint)
      ])
  }

  mutating func move(
    _ id: ControlID, _ value: Double, unit: String? = nil, base: Int? = nil,
    by device: DeviceID = "anna-phone"
  ) -> Outcome {
    effects = []
    commands += 1
    return controls.move(
      CommandHead(id: UniqueID(high: 9, low: commands), device: device, at: now.wall), control: id,
      value: value, unit: unit ?? (id == Self.limit ? "%" : "°C"), base: base, &turn)
  }

  mutating func report(_ value: Double, retained: Bool = false) {
    effects = []
    controls.report(
      SetpointReport(value: value, wasRetained: retained), of: Self.heater, &turn)
  }

  mutating func tick(after seconds: Int) {
    effects = []
    now.wall = now.wall + .seconds(seconds)
    now.uptime = now.uptime + .seconds(seconds)
    controls.tick(&turn)
  }

  mutating func start() {
    effects = []
    controls.start(&turn)
  }

  mutating func adopt(dryBelow: Double, setpoint: Double? = nil) {
    effects = []
    plan = Self.plan(dryBelow, setpoint)
    controls.adopt(&turn)
  }

  /// The process ends; another starts from what was remembered.
  mutating func restart() {
    controls = Controls(plan: plan, memory: controls.memory, at: now)
    start()
  }

  func snapshot(_ id: ControlID) -> ControlSnapshot? { controls.snapshot(of: id) }
  var sent: [Double] {
    effects.compactMap {
      if case .command(let command) = $0, case .setpoint(let value) = command.action { value } else { nil }
    }
  }
}

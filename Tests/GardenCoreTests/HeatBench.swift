import GardenCore

/// A greenhouse with one probe and one relay that does what it is told, unless a test says otherwise.
struct HeatBench {
  static let id = "frost-guard"
  static let relay = ActuatorIndex(0)
  static let control = "frost-guard-setpoint"

  var stage: Stage
  /// What the relay is told, with the time that it shall run.
  var isObedient = true

  init(
    hasTimer: Bool = true, setpoint: Double = 10, evidence: EvidencePlan = EvidencePlan(),
    memory: GardenMemory = GardenMemory(), _ change: (inout HeaterPlan) -> Void = { _ in }
  ) {
    stage = Stage(
      Self.plan(hasTimer: hasTimer, setpoint: setpoint, evidence: evidence, change), memory: memory)
  }

  static func plan(
    hasTimer: Bool = true, setpoint: Double = 10, evidence: EvidencePlan = EvidencePlan(),
    _ change: (inout HeaterPlan) -> Void = { _ in }
  ) -> GardenPlan {
    var plan = GardenPlan.make(plants: [], sensors: 2)
    plan.actuators = [
      ActuatorPlan(
        id: id, name: "Frost guard", kind: .heater(hasDeviceTimer: hasTimer), answerWithin: .seconds(10),
        evidence: evidence)
    ]
    var heater = HeaterPlan(
      actuator: relay, shares: [SensorShare(sensor: SensorIndex(0), quantities: [.temperature])],
      setpoint: setpoint)
    change(&heater)
    plan.heaters = [heater]
    plan.places = [
      PlacePlan(
        id: "greenhouse", name: "Greenhouse", shares: heater.shares,
        temperature: BandPlan(below: 5, deadband: 1, dwell: .minutes(10)), thermostat: relay)
    ]
    return plan
  }

  var memory: HeaterMemory? { stage.garden.memory.heaters.first }
  var snapshot: HeaterSnapshot? {
    for case .heater(let snapshot) in stage.garden.snapshots(at: stage.now) { return snapshot }
    return nil
  }
  var trouble: HeatTrouble? { memory?.trouble }

  mutating func says(_ isOn: Bool, wasRetained: Bool = false) {
    stage.send(.valve(Self.relay, ValveReport(isOpen: isOn, wasRetained: wasRetained)))
  }

  mutating func reads(_ celsius: Double, wasRetained: Bool = false) {
    stage.reads(celsius, .temperature, wasRetained: wasRetained)
  }

  /// What the relay was told since the last look; an obedient one has answered.
  mutating func told() -> [ActuatorCommand.Action] {
    var actions: [ActuatorCommand.Action] = []
    while true {
      let new = stage.taken().compactMap { effect -> ActuatorCommand.Action? in
        if case .command(let command) = effect { command.action } else { nil }
      }
      if new.isEmpty { return actions }
      actions += new
      guard isObedient, let last = new.last else { return actions }
      says(last != .close)
    }
  }

  /// Past the first "off" and the pause after it.
  mutating func settled() {
    says(false)
    stage.wait(.minutes(5))
    stage.effects = []
  }

  /// Reads `celsius` each minute, and lets the relay answer.
  mutating func holds(_ celsius: Double, minutes: Int) -> [ActuatorCommand.Action] {
    var actions: [ActuatorCommand.Action] = []
    for minute in 0..<minutes {
      reads(celsius + (minute % 2 == 0 ? 0 : 0.01))
      actions += told()
      for _ in 0..<12 {
        stage.wait(.seconds(5))
        actions += told()
      }
    }
    return actions
  }
}

import GardenCore
import Testing

/// A thermostat that shall not be left alone at a high setpoint.
@Suite("The fallback of a thermostat")
struct SetpointsFallbackTests {
  static let device = ActuatorIndex(0)
  static let control = "radiator-setpoint"

  static func plan(fallback: Double? = 8) -> GardenPlan {
    var plan = GardenPlan.make()
    plan.actuators = [
      ActuatorPlan(
        id: "radiator", name: "Radiator", kind: .thermostat(range: 5...30, step: 0.5, line: nil),
        fallback: fallback)
    ]
    return plan
  }

  /// A thermostat at 18 °C when the bridge was told to stop.
  static func stopped() -> Stage {
    var stage = Stage(plan())
    stage.send(.setpoint(device, SetpointReport(value: 18)))
    stage.effects = []
    stage.run { $0.suspend(at: $1, into: &$2) }
    return stage
  }

  static func asked(_ effects: [Effect]) -> [Double] {
    effects.compactMap {
      if case .command(let command) = $0, case .setpoint(let value) = command.action { value } else { nil }
    }
  }

  static func value(_ stage: Stage) -> Double? {
    for case .control(let snapshot) in stage.garden.snapshots(at: stage.now) where snapshot.id == control {
      return snapshot.value
    }
    return nil
  }

  @Test func `a stop asks for the fallback, and remembers what was kept before`() {
    let stage = Self.stopped()
    #expect(Self.asked(stage.effects) == [8])
    #expect(stage.stored.fallbacks.map(\.value) == [18])
  }

  @Test
  func `the next start asks for what was kept before, once the device says that it stands at the fallback`() {
    var stage = Self.stopped()
    stage.send(.setpoint(Self.device, SetpointReport(value: 8)))
    #expect(Self.asked(stage.taken()) == [8])
    stage.restart(after: .hours(3))
    #expect(Self.asked(stage.taken()) == [])
    stage.send(.setpoint(Self.device, SetpointReport(value: 8, wasRetained: true)))
    #expect(Self.asked(stage.taken()) == [18])
    stage.send(.setpoint(Self.device, SetpointReport(value: 8)))
    stage.send(.setpoint(Self.device, SetpointReport(value: 18)))
    #expect(Self.asked(stage.effects) == [] && Self.value(stage) == 18 && stage.stored.fallbacks.isEmpty)
  }

  @Test func `a device that says nothing is asked after a minute, and only once`() {
    var stage = Self.stopped()
    stage.restart()
    stage.effects = []
    stage.wait(.minutes(5))
    #expect(Self.asked(stage.effects) == [18])
    stage.effects = []
    stage.send(.setpoint(Self.device, SetpointReport(value: 8)))
    stage.wait(.hours(1))
    #expect(Self.asked(stage.effects) == [])
  }

  @Test func `whoever moved it meanwhile wins`() {
    var stage = Self.stopped()
    stage.restart()
    stage.send(.setpoint(Self.device, SetpointReport(value: 12, wasRetained: true)))
    stage.effects = []
    stage.wait(.hours(1))
    #expect(Self.asked(stage.effects) == [] && Self.value(stage) == 12 && stage.stored.fallbacks.isEmpty)
  }

  @Test func `a slider that is moved before the device spoke ends the matter`() {
    var stage = Self.stopped()
    stage.restart()
    _ = stage.command(
      .move(stage.head("anna-phone"), control: Self.control, value: 21, unit: "°C", base: nil))
    stage.send(.setpoint(Self.device, SetpointReport(value: 8)))
    #expect(stage.stored.fallbacks.isEmpty)
    #expect(!Self.asked(stage.effects).contains(18))
  }

  @Test func `two stops in a row keep what was kept before the first`() {
    var stage = Self.stopped()
    stage.restart()
    stage.effects = []
    stage.run { $0.suspend(at: $1, into: &$2) }
    #expect(Self.asked(stage.effects) == [8] && stage.stored.fallbacks.map(\.value) == [18])
  }

  @Test func `without a fallback a stop asks for nothing`() {
    var stage = Stage(Self.plan(fallback: nil))
    stage.send(.setpoint(Self.device, SetpointReport(value: 18)))
    stage.effects = []
    stage.run { $0.suspend(at: $1, into: &$2) }
    #expect(Self.asked(stage.effects) == [])
  }

  @Test func `what was remembered is what the garden knows`() {
    var stage = Self.stopped()
    #expect(stage.stored == stage.garden.memory)
    stage.restart()
    stage.send(.setpoint(Self.device, SetpointReport(value: 8)))
    stage.send(.setpoint(Self.device, SetpointReport(value: 18)))
    #expect(stage.stored == stage.garden.memory)
  }
}

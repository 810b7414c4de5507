import GardenCore
import Testing

/// Controls on a plan with one plant and one thermostat.
private struct Bench {
  static let heater = ActuatorIndex(0)
  static let limit = "basil-moisture-min"
  static let setpoint = "heater-setpoint"

  var plan: GardenPlan
  var controls: Controls
  var now = Moment(wall: Timestamp(seconds: 1_800_000_000), uptime: Uptime(milliseconds: 1_000_000))
  var effects: [Effect] = []
  private var commands: UInt64 = 0

  init(dryBelow: Double = 30, setpoint: Double? = nil, memory: [ControlMemory] = []) {
    plan = Self.plan(dryBelow, setpoint)
    controls = Controls(plan: plan, memory: memory, at: now)
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
      value: value, unit: unit ?? (id == Self.limit ? "%" : "°C"), base: base, plan: plan, at: now,
      effects: &effects)
  }

  mutating func report(_ value: Double, retained: Bool = false) {
    effects = []
    controls.report(
      SetpointReport(value: value, wasRetained: retained), of: Self.heater, plan: plan, at: now,
      effects: &effects)
  }

  mutating func tick(after seconds: Int) {
    effects = []
    now.wall = now.wall + .seconds(seconds)
    now.uptime = now.uptime + .seconds(seconds)
    controls.tick(plan: plan, at: now, effects: &effects)
  }

  mutating func start() {
    effects = []
    controls.start(plan: plan, at: now, effects: &effects)
  }

  mutating func adopt(dryBelow: Double, setpoint: Double? = nil) {
    effects = []
    plan = Self.plan(dryBelow, setpoint)
    controls.adopt(plan, at: now, effects: &effects)
  }

  /// The process ends; another starts from what was remembered.
  mutating func restart() {
    controls = Controls(plan: plan, memory: controls.memory, at: now)
    start()
  }

  func picture(_ id: ControlID) -> ControlPicture? { controls.picture(of: id) }
  var sent: [Double] {
    effects.compactMap {
      if case .command(let command) = $0, case .setpoint(let value) = command.deed { value } else { nil }
    }
  }
}

@Suite("The slider of a limit")
struct SetpointsLimitTests {
  @Test func `a move is in force at once, with a new revision`() {
    var bench = Bench()
    let revision = bench.picture(Bench.limit)?.revision ?? 0
    let outcome = bench.move(Bench.limit, 35, base: revision)
    #expect(outcome.code == .accepted)
    #expect(
      outcome.detail == .control(Bench.limit, value: 35, revision: revision + 1, range: 10...80, step: 1))
    #expect(bench.controls.dryBelow(plantPosition: 0, plan: bench.plan) == 35)
    #expect(bench.effects.count == 2)
  }

  @Test func `the checks come in their order, and nothing refused changes anything`() {
    var bench = Bench()
    let before = bench.controls
    #expect(bench.move("nettle-moisture-min", 35, unit: "%").code == .unknownControl)
    #expect(bench.move(Bench.limit, .nan, unit: "°C").code == .badUnit)
    #expect(bench.move(Bench.limit, .nan).code == .outOfRange)
    #expect(bench.move(Bench.limit, .infinity).code == .outOfRange)
    let low = bench.move(Bench.limit, 9.999, base: 99)
    #expect(low.code == .outOfRange)
    #expect(low.detail == .control(Bench.limit, value: 30, revision: 1, range: 10...80, step: 1))
    #expect(bench.move(Bench.limit, 30.002, base: 99).code == .offStep)
    let conflict = bench.move(Bench.limit, 35, base: 99)
    #expect(conflict.code == .conflict)
    #expect(conflict.detail == .control(Bench.limit, value: 30, revision: 1, range: 10...80, step: 1))
    #expect(bench.effects.isEmpty && bench.controls == before)
  }

  @Test func `within a thousandth of a step it snaps`() {
    var bench = Bench()
    #expect(bench.move(Bench.limit, 35.001).code == .accepted)
    #expect(bench.picture(Bench.limit)?.value == 35)
  }

  @Test func `one move a second`() {
    var bench = Bench()
    #expect(bench.move(Bench.limit, 35).code == .accepted)
    #expect(bench.move(Bench.limit, 36).code == .rateLimited)
    bench.tick(after: 1)
    #expect(bench.move(Bench.limit, 36).code == .accepted)
  }

  @Test func `the slider wins over the file until that line is edited`() {
    var bench = Bench(dryBelow: 30)
    _ = bench.move(Bench.limit, 35)
    bench.restart()
    #expect(bench.controls.dryBelow(plantPosition: 0, plan: bench.plan) == 35)
    bench.adopt(dryBelow: 30)
    #expect(bench.controls.dryBelow(plantPosition: 0, plan: bench.plan) == 35)
    bench.adopt(dryBelow: 40)
    #expect(bench.controls.dryBelow(plantPosition: 0, plan: bench.plan) == 40)
    bench.adopt(dryBelow: 30)
    #expect(bench.controls.dryBelow(plantPosition: 0, plan: bench.plan) == 30)
  }

  @Test func `a line edited while the bridge was down wins too`() {
    var bench = Bench(dryBelow: 30)
    _ = bench.move(Bench.limit, 35)
    var after = Bench(dryBelow: 25, memory: bench.controls.memory)
    after.start()
    #expect(after.picture(Bench.limit)?.value == 25)
    #expect(after.picture(Bench.limit)?.revision == 3)
  }

  @Test func `a slider of a plant that left the file comes back with it`() {
    var bench = Bench()
    _ = bench.move(Bench.limit, 35)
    let plan = bench.plan
    bench.plan.plants = []
    bench.controls.adopt(bench.plan, at: bench.now, effects: &bench.effects)
    #expect(bench.picture(Bench.limit) == nil)
    bench.plan = plan
    bench.controls.adopt(plan, at: bench.now, effects: &bench.effects)
    #expect(bench.picture(Bench.limit)?.value == 35)
  }

  @Test func `an unsound definition is not published`() {
    var bench = Bench()
    bench.plan.plants[0].dryStep = 0
    bench.controls = Controls(plan: bench.plan, memory: [], at: bench.now)
    #expect(bench.picture(Bench.limit) == nil)
    bench.plan.plants[0].dryStep = 0.001
    bench.controls = Controls(plan: bench.plan, memory: [], at: bench.now)
    #expect(bench.picture(Bench.limit) == nil)
  }
}

@Suite("The setpoint of a device")
struct SetpointsDeviceTests {
  @Test func `a move is accepted, then applied when the device itself says so`() {
    var bench = Bench()
    bench.report(20)
    let outcome = bench.move(Bench.setpoint, 22)
    #expect(outcome.code == .accepted && bench.sent == [22])
    #expect(bench.picture(Bench.setpoint)?.value == 20)
    #expect(bench.picture(Bench.setpoint)?.phase == .accepted(22, by: "anna-phone"))
    bench.report(22)
    #expect(bench.sent.isEmpty)
    #expect(bench.picture(Bench.setpoint)?.value == 22 && bench.picture(Bench.setpoint)?.phase == .settled)
    bench.tick(after: 60)
    #expect(bench.effects.isEmpty)
  }

  @Test func `a device that sets something else rejects, and the slider shows what it set`() {
    var bench = Bench()
    bench.report(20)
    _ = bench.move(Bench.setpoint, 29)
    bench.report(25)
    #expect(bench.picture(Bench.setpoint)?.value == 25)
    #expect(bench.picture(Bench.setpoint)?.phase == .rejected(29, reason: "the device set 25.0 °C"))
    bench.tick(after: 60)
    #expect(bench.sent.isEmpty)
  }

  @Test func `a device that repeats its old value has not answered yet, and keeps it in the end`() {
    var bench = Bench()
    bench.report(20)
    _ = bench.move(Bench.setpoint, 22)
    bench.report(20)
    #expect(bench.picture(Bench.setpoint)?.phase == .accepted(22, by: "anna-phone"))
    bench.tick(after: 30)
    #expect(bench.sent == [22])
    bench.tick(after: 30)
    #expect(bench.picture(Bench.setpoint)?.phase == .rejected(22, reason: "the device keeps 20.0 °C"))
  }

  @Test func `no answer repeats once and rolls the slider back`() {
    var bench = Bench()
    bench.report(20)
    _ = bench.move(Bench.setpoint, 22)
    bench.tick(after: 29)
    #expect(bench.sent.isEmpty)
    bench.tick(after: 1)
    #expect(bench.sent == [22])
    bench.tick(after: 30)
    #expect(bench.sent.isEmpty)
    #expect(bench.picture(Bench.setpoint)?.phase == .noAnswer(22))
    #expect(bench.picture(Bench.setpoint)?.value == 20)
    bench.tick(after: 3600)
    #expect(bench.effects.isEmpty)
    bench.report(22)
    #expect(bench.picture(Bench.setpoint)?.phase == .settled && bench.picture(Bench.setpoint)?.value == 22)
  }

  @Test func `a value moved at the device moves the slider, and nothing is sent back`() {
    var bench = Bench()
    bench.report(20)
    let revision = bench.picture(Bench.setpoint)?.revision ?? 0
    bench.report(18)
    #expect(bench.picture(Bench.setpoint)?.value == 18)
    #expect(bench.picture(Bench.setpoint)?.revision == revision + 1)
    #expect(bench.sent.isEmpty)
    #expect(bench.move(Bench.setpoint, 22, base: revision).code == .conflict)
    bench.report(18)
    #expect(bench.effects.isEmpty)
  }

  @Test func `a retained report sets the value without being an answer`() {
    var bench = Bench()
    bench.report(20, retained: true)
    #expect(bench.picture(Bench.setpoint)?.value == 20)
    _ = bench.move(Bench.setpoint, 22)
    bench.report(22, retained: true)
    #expect(bench.picture(Bench.setpoint)?.phase == .accepted(22, by: "anna-phone"))
  }

  @Test func `the report of an earlier move does not reject the next`() {
    var bench = Bench()
    bench.report(20)
    _ = bench.move(Bench.setpoint, 22)
    bench.tick(after: 1)
    _ = bench.move(Bench.setpoint, 24)
    bench.report(22)
    #expect(bench.picture(Bench.setpoint)?.phase == .accepted(24, by: "anna-phone"))
    bench.report(24)
    #expect(bench.picture(Bench.setpoint)?.phase == .settled)
  }

  @Test func `a restart sends no old value`() {
    var bench = Bench()
    bench.report(20)
    _ = bench.move(Bench.setpoint, 22)
    bench.restart()
    #expect(bench.sent.isEmpty && bench.picture(Bench.setpoint)?.value == 20)
    bench.tick(after: 3600)
    #expect(bench.sent.isEmpty)
  }

  @Test func `what the config asks is sent once when it is edited, not at each start`() {
    var bench = Bench(setpoint: 18)
    bench.start()
    #expect(bench.sent == [18] && bench.picture(Bench.setpoint)?.value == nil)
    bench.report(18)
    bench.restart()
    #expect(bench.sent.isEmpty)
    _ = bench.move(Bench.setpoint, 22)
    bench.report(22)
    bench.restart()
    #expect(bench.sent.isEmpty && bench.picture(Bench.setpoint)?.value == 22)
    bench.adopt(dryBelow: 30, setpoint: 16)
    #expect(bench.sent == [16])
  }

  @Test func `what the config asks and no device answered is sent again when the link comes up`() {
    var bench = Bench(setpoint: 18)
    bench.start()
    bench.tick(after: 30)
    bench.tick(after: 30)
    #expect(bench.picture(Bench.setpoint)?.phase == .noAnswer(18))
    bench.effects = []
    bench.controls.linkCameUp(plan: bench.plan, at: bench.now, effects: &bench.effects)
    #expect(bench.sent == [18])
    bench.report(18)
    bench.effects = []
    bench.controls.linkCameUp(plan: bench.plan, at: bench.now, effects: &bench.effects)
    #expect(bench.sent.isEmpty)
  }

  @Test func `no sequence of reports alone ever sends a command`() {
    var bench = Bench()
    var random = SplitMix64(seed: 3)
    for _ in 0..<5000 {
      bench.report((random.unit() * 50).rounded() / 2 + 5, retained: random.unit() < 0.3)
      #expect(bench.sent.isEmpty)
      bench.tick(after: Int(random.unit() * 40))
      #expect(bench.sent.isEmpty)
    }
  }

  @Test func `heat needs an operator and a limit a tuner`() {
    let bench = Bench()
    #expect(bench.controls.roleNeeded(Bench.setpoint) == .operator)
    #expect(bench.controls.roleNeeded(Bench.limit) == .tuner)
    #expect(bench.controls.roleNeeded("nothing") == nil)
    #expect(bench.picture(Bench.setpoint)?.kind == .setpoint(actuator: "heater", place: "house"))
  }
}

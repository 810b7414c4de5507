import GardenCore
import Testing

@Suite("A place gets warm by a thermostat, and a slider that was moved in vain")
struct ThermostatWarmingTests {
  private static let trv = ActuatorIndex(0)
  private static let control = "trv-setpoint"

  /// A house of 18 °C whose radiator says that it stands there, and is kept there.
  private func house() -> Stage {
    var plan = GardenPlan.make(plants: [], sensors: 1)
    plan.actuators = [
      ActuatorPlan(
        id: "trv", name: "Radiator", kind: .thermostat(range: 5...30, step: 0.5, line: nil),
        answerWithin: .seconds(5))
    ]
    plan.places = [
      PlacePlan(
        id: "house", name: "House", shares: [SensorShare(sensor: SensorIndex(0), quantities: [.temperature])],
        temperature: BandPlan(below: 5, deadband: 1, dwell: .minutes(10)), thermostat: Self.trv)
    ]
    var stage = Stage(plan)
    stage.send(.link(isUp: true))
    stage.reads(18, .temperature)
    says(18, &stage)
    stage.wait(.minutes(1))
    stage.effects = []
    return stage
  }

  private func says(_ value: Double, _ stage: inout Stage) {
    stage.send(.setpoint(Self.trv, SetpointReport(value: value)))
  }

  private func move(_ value: Double, by device: DeviceID = "anna-phone", _ stage: inout Stage) -> Outcome? {
    let head = stage.head(device)
    return stage.command(.move(head, control: Self.control, value: value, unit: "°C", base: nil))
  }

  private func steps(_ effects: [Effect]) -> [ActivityStep] {
    effects.compactMap { if case .activity(let step) = $0 { step } else { nil } }
  }

  @Test func `who asks for more sees how far it is: from the measured to the wanted`() {
    var stage = house()
    #expect(move(21, &stage)?.code == .queued)
    let start = steps(stage.effects).first
    #expect(start?.kind == .start && start?.snapshot.phase == .opening && start?.snapshot.progress == 0)
    #expect(start?.snapshot.warmth?.from == 18 && start?.snapshot.warmth?.to == 21)
    says(21, &stage)
    stage.wait(.seconds(2))
    #expect(steps(stage.effects).last?.snapshot.phase == .running)
    for tenth in 1...24 {
      stage.reads(18 + Double(tenth) / 10, .temperature)
      stage.wait(.minutes(5))
    }
    #expect((0.79...0.8).contains(steps(stage.effects).last?.snapshot.progress ?? 0))
    stage.reads(20.5, .temperature)
    let end = steps(stage.effects).last
    #expect(end?.kind == .end && end?.snapshot.phase == .finished && end?.snapshot.warmth?.value == 20.5)
  }

  @Test func `one that goes as far as it can heats all the same, though it refused the value`() {
    var stage = house()
    #expect(move(30, &stage)?.code == .queued)
    says(28, &stage)
    stage.wait(.seconds(10))
    let step = steps(stage.effects).last
    #expect(step?.snapshot.phase == .running && step?.snapshot.warmth?.to == 28)
    for degrees in 19...27 {
      stage.reads(Double(degrees), .temperature)
      stage.wait(.minutes(20))
    }
    stage.reads(28, .temperature)
    let end = steps(stage.effects).last
    #expect(end?.kind == .end && end?.snapshot.phase == .finished && end?.snapshot.warmth?.value == 28)
  }

  @Test func `less than it is now, and what it said at first, warms nothing`() {
    var stage = house()
    _ = move(16, &stage)
    says(16, &stage)
    stage.wait(.minutes(5))
    #expect(steps(stage.effects).isEmpty)
    var fresh = Stage(stage.garden.plan)
    fresh.send(.link(isUp: true))
    fresh.reads(18, .temperature)
    says(25, &fresh)
    fresh.wait(.minutes(5))
    #expect(steps(fresh.effects).isEmpty)
  }

  @Test func `somebody turns the knob: it is seen too, and turned back it is stopped`() {
    var stage = house()
    says(22, &stage)
    #expect(steps(stage.effects).first?.snapshot.warmth?.to == 22)
    stage.wait(.minutes(1))
    says(17, &stage)
    #expect(steps(stage.effects).last?.snapshot.phase == .stopped(by: nil))
  }

  @Test func `killed before the thermostat answered, nobody is told that it was stopped by whoever asked`() {
    var stage = house()
    _ = move(21, &stage)
    stage.effects = []
    stage.restart(after: .minutes(1))
    #expect(steps(stage.effects).last?.snapshot.phase == .interrupted(.bridgeStopped))
    stage.send(.link(isUp: true))
    says(21, &stage)
    #expect(steps(stage.effects).last?.kind == .start)
  }

  @Test func `killed before the thermostat answered, it is asked again in its time and goes on getting warm`()
  {
    var stage = house()
    _ = move(21, &stage)
    stage.effects = []
    stage.restart(after: .seconds(2))
    says(21, &stage)
    stage.wait(.seconds(2))
    #expect(steps(stage.effects).allSatisfy { $0.kind == .update })
    #expect(steps(stage.effects).last?.snapshot.phase == .running && stage.notices.isEmpty)
  }

  @Test
  func `a value that is not taken, or not answered, fails it with both values, and the asker alone is told`()
  {
    for isAnswered in [true, false] {
      var stage = house()
      _ = move(25, &stage)
      if isAnswered { says(18, &stage) }
      stage.wait(.seconds(11))
      let end = steps(stage.effects).last
      #expect(end?.snapshot.phase == .unheated(isAnswered ? .refused : .noAnswer))
      #expect(end?.snapshot.warmth?.to == 25 && end?.snapshot.warmth?.value == 18)
      let told = stage.notices.last
      #expect(told?.key == "move-trv-setpoint" && told?.devices == ["anna-phone"], "\(isAnswered)")
      guard case .refusal(let control, let place)? = told?.subject, place == "House" else {
        Issue.record("\(String(describing: told))")
        continue
      }
      #expect(
        control.phase == (isAnswered ? .rejected(25, by: "anna-phone") : .noAnswer(25, by: "anna-phone")))
      #expect(control.value == 18)
      // Another try that holds takes it back.
      stage.effects = []
      _ = move(20, &stage)
      says(20, &stage)
      stage.wait(.seconds(1))
      #expect(stage.withdrawals.map(\.key) == ["move-trv-setpoint"])
      #expect(stage.reminder("move-trv-setpoint") == nil)
    }
  }

  @Test func `a restart forgets that a slider was moved in vain, and takes it back`() {
    var stage = house()
    _ = move(25, &stage)
    stage.wait(.seconds(11))
    #expect(stage.reminder("move-trv-setpoint") != nil)
    stage.restart()
    #expect(stage.reminder("move-trv-setpoint") == nil)
    #expect(stage.withdrawals.last?.key == "move-trv-setpoint")
  }

  @Test func `a limit that is moved in the reminder brings its words and its slider up to date`() {
    var stage = Stage()
    stage.holds(45, for: .minutes(20))
    stage.holds(20, for: .minutes(30))
    guard case .water(let thirst)? = stage.notices.last?.subject else {
      Issue.record("nobody was told")
      return
    }
    #expect(thirst.slider?.id == "basil-dry-below" && thirst.slider?.value == 30)
    stage.effects = []
    let still = stage.head("anna-phone")
    let moved = stage.command(
      .move(still, control: "basil-dry-below", value: 25, unit: "%", base: thirst.slider?.revision))
    #expect(moved?.code == .accepted)
    guard let update = stage.notices.last, case .water(let now) = update.subject else {
      Issue.record("nothing was brought up to date")
      return
    }
    #expect(update.isUpdate && now.limit == 25 && now.slider?.revision == (thirst.slider?.revision ?? 0) + 1)
    stage.wait(.seconds(2))
    stage.effects = []
    let enough = stage.head("anna-phone")
    _ = stage.command(
      .move(enough, control: "basil-dry-below", value: 10, unit: "%", base: now.slider?.revision))
    stage.wait(.minutes(15))
    #expect(stage.reminder() == nil && stage.notices.isEmpty)
  }
}

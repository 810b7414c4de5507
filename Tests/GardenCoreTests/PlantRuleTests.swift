@testable import GardenCore
import Testing

@Suite("Plants")
struct PlantRuleTests {
  @Test func `a plant without a probe is due by the calendar`() {
    var plant = PlantPlan(id: "basil", name: "Basil", quorum: 0, wateringInterval: .days(3))
    plant.moisture.below = nil
    var stage = Stage(.make(plants: [plant], sensors: 0))
    #expect(stage.plant()?.moisture.reason == .noSensor)
    stage.wait(.days(3) - .minutes(1))
    #expect(stage.notices.isEmpty)
    stage.wait(.minutes(5))
    #expect(stage.notices.map(\.key) == ["water-basil"])
    stage.answers("anna-phone", .done)
    #expect(stage.plant()?.next == Next(stage.now.wall + .days(3), .calendar))
  }

  @Test func `a plant with a probe but no dry limit is due by the calendar`() {
    var plant = PlantPlan.probed("basil", sensor: 0)
    plant.moisture.below = nil
    plant.wateringInterval = .days(2)
    var stage = Stage(.make(plants: [plant]))
    for _ in 0..<50 {
      stage.reads(20)
      stage.wait(.hours(1))
    }
    #expect(stage.plant()?.moisture.status == .fine)
    #expect(stage.notices.map(\.key) == ["water-basil"])
    #expect(stage.reminder() != nil)
  }

  @Test func `unknown never closes a reminder`() {
    var stage = Stage()
    stage.reads(40)
    stage.holds(25, for: .hours(1))
    stage.wait(.hours(12))
    #expect(stage.plant()?.moisture.status == .unknown)
    #expect(stage.reminder()?.state == .sent)
  }

  @Test func `a probe that comes back fine closes what only the calendar asked for`() {
    var stage = Stage()
    stage.reads(45)
    stage.wait(.days(8))
    #expect(stage.reminder() != nil)
    stage.reads(50)
    #expect(stage.reminder() == nil)
    #expect(stage.plant()?.neverWatered == true)
  }

  @Test
  func `a fine plant has no next date, and the one that a payload must carry moves on by whole intervals`() {
    var stage = Stage()
    for _ in 0..<(24 * 8) {
      stage.reads(50)
      stage.wait(.hours(1))
    }
    #expect(stage.plant()?.lastWatering == Stage.start)
    #expect(stage.plant()?.next.because == .unknown)
    #expect(stage.garden.facts(0, at: stage.now).next == Next(Stage.start + .days(14), .unknown))
    #expect(stage.reminder() == nil)
  }

  @Test(arguments: [true, false])
  func `an interval that was made longer takes the calendar's question back`(_ isReload: Bool) {
    var plan = GardenPlan.oneBasil
    plan.plants[0].shares = []
    plan.plants[0].wateringInterval = .days(3)
    var stage = Stage(plan)
    stage.wait(.days(4))
    #expect(stage.reminder()?.state == .sent)
    plan.plants[0].wateringInterval = .days(30)
    if isReload {
      stage.run { $0.adopt(plan, at: $1, into: &$2) }
    } else {
      stage.restart(plan: plan)
    }
    stage.wait(.seconds(1))
    #expect(stage.reminder() == nil && stage.withdrawals.map(\.reason) == [.cancelled])
    #expect(stage.plant()?.next == Next(Stage.start + .days(30), .calendar))
  }

  @Test func `what a probe asked stays asked when the probe falls silent, whatever the calendar says`() {
    var stage = Stage()
    stage.reads(45)
    stage.holds(25, for: .hours(2))
    stage.wait(.days(3))
    #expect(stage.plant()?.moisture.status == .unknown && stage.reminder() != nil)
  }

  @Test func `a crossing while the bridge was down is noticed`() {
    var stage = Stage()
    stage.holds(45, for: .hours(1))
    stage.effects = []
    stage.restart(after: .hours(2))
    #expect(stage.notices.isEmpty)
    stage.holds(27, for: .minutes(20))
    #expect(stage.notices.map(\.key) == ["water-basil"])
  }

  @Test func `water given while the bridge was down is noticed`() {
    var stage = Stage()
    stage.reads(40)
    stage.holds(25, for: .hours(2))
    stage.restart(after: .hours(1))
    stage.effects = []
    stage.holds(55, for: .minutes(20))
    #expect(stage.withdrawals.map(\.reason) == [.done])
    #expect(stage.plant()?.neverWatered == false)
  }

  @Test func `the first value of a probe rings no bell before its dwell`() {
    var stage = Stage()
    stage.reads(3)
    stage.wait(.minutes(9))
    #expect(stage.reminder() == nil)
    #expect(stage.plant()?.moisture.status == .low)
    stage.reads(50)
    stage.advance(.seconds(5))
    stage.reads(50)
    stage.wait(.hours(1))
    #expect(stage.notices.isEmpty)
  }

  @Test func `a rule waters what is surely dry, and never what is unknown`() {
    var plan = GardenPlan.withValve
    plan.plants[0].watering?.isAutomatic = true
    var stage = Stage(plan)
    stage.reads(5)
    stage.send(.availability(SensorIndex(0), isOnline: false))
    stage.wait(.days(2))
    #expect(!stage.opened)
    stage.send(.availability(SensorIndex(0), isOnline: true))
    stage.holds(5, for: .minutes(15))
    #expect(stage.opened)
  }

  @Test func `a run that gave water answers the reminder`() {
    var stage = Stage(.withValve)
    stage.reads(40)
    stage.holds(25, for: .minutes(30))
    stage.effects = []
    let head = stage.head("anna-phone")
    stage.command(.water(head, plant: "basil", duration: nil))
    stage.send(.valve(ActuatorIndex(0), ValveReport(isOpen: true)))
    stage.wait(.seconds(61))
    stage.send(.valve(ActuatorIndex(0), ValveReport(isOpen: false)))
    stage.wait(.seconds(5))
    #expect(stage.reminder() == nil)
    #expect(stage.plant()?.neverWatered == false)
    #expect(stage.plant()?.isWatering == false)
    #expect(stage.stored == stage.garden.memory)
  }

  @Test func `the slider evaluates at once and survives a restart`() {
    var stage = Stage()
    stage.reads(40)
    stage.holds(28, for: .minutes(30))
    let head = stage.head("anna-phone")
    let outcome = stage.command(
      .move(head, control: "basil-dry-below", value: 20, unit: "%", base: nil))
    #expect(outcome?.code == .accepted)
    #expect(stage.plant()?.moisture.status == .fine)
    #expect(stage.plant()?.neverWatered == true)
    stage.restart()
    #expect(stage.plant()?.dryBelow == 20)
    #expect(stage.plant()?.because.contains("slider") == true)
  }

  @Test(arguments: [
    (29.98, "moisture 29.9% is below 30%"), (30.02, "moisture 30.1% is fine, dry below 30%"),
    (30, "moisture 30% is fine, dry below 30%"),
  ])
  func `a value is told beside its limit as it stands to it`(value: Double, words: String) {
    var stage = Stage()
    stage.reads(40)
    stage.holds(value, for: .hours(3))
    #expect(stage.plant()?.because.hasPrefix(words) == true, "\(stage.plant()?.because ?? "")")
  }

  @Test func `an edited config line wins over the slider`() {
    var stage = Stage()
    let head = stage.head("anna-phone")
    stage.command(.move(head, control: "basil-dry-below", value: 20, unit: "%", base: nil))
    var edited = GardenPlan.oneBasil
    edited.plants[0].moisture.below = 35
    stage.run { $0.adopt(edited, at: $1, into: &$2) }
    #expect(stage.plant()?.dryBelow == 35)
    #expect(stage.stored == stage.garden.memory)
  }

  @Test func `a new plan keeps state by id and takes back what is gone`() {
    var stage = Stage(.make(plants: [.probed("basil", sensor: 0), .probed("mint", sensor: 1)], sensors: 2))
    for sensor in 0...1 { stage.reads(40, sensor: sensor) }
    for _ in 0..<6 {
      for sensor in 0...1 { stage.reads(25, sensor: sensor) }
      stage.wait(.minutes(5))
    }
    #expect(stage.garden.memory.reminders.filter { $0.kind == .water && !$0.subject.isEmpty }.count == 2)
    stage.effects = []
    let reversed = GardenPlan.make(plants: [.probed("mint", sensor: 0)], sensors: 1)
    var renamed = reversed
    renamed.sensors[0].id = "probe-1"
    stage.run { $0.adopt(renamed, at: $1, into: &$2) }
    // They were told as one: the digest goes on without it.
    #expect(stage.notices.map(\.key) == ["water-digest"] && stage.notices.allSatisfy(\.isUpdate))
    #expect(stage.withdrawals.isEmpty)
    #expect(stage.plant("mint")?.moisture.value == 25)
    #expect(stage.plant("mint")?.hasOpenReminder == true)
    #expect(stage.plant("basil") == nil)
  }

  @Test func `small changes are published at a calm pace, a turn at once`() {
    var stage = Stage()
    stage.holds(50, for: .hours(1))
    stage.effects = []
    for i in 0..<60 {
      stage.advance(.seconds(5))
      stage.reads(50 - Double(i) * 0.3)
    }
    #expect(stage.plantSnapshots.count <= 6)
    #expect(stage.plantSnapshots.count >= 3)
  }

  @Test func `ticks at the deadlines alone tell the same as a tick a second`() {
    func story(_ everySecond: Bool) -> [String] {
      var stage = Stage(.make(quiet: QuietHours(fromSecondOfDay: 8 * 3600, toSecondOfDay: 10 * 3600)))
      stage.reads(40)
      stage.advance(.minutes(10))
      for _ in 0..<2 {
        stage.reads(25)
        stage.advance(.seconds(61))
      }
      for _ in 0..<(2 * 3600) {
        if everySecond {
          stage.advance(.seconds(1))
          stage.send(.tick)
        } else if let next = stage.garden.nextDeadline(after: stage.now),
          next - stage.now.uptime <= .seconds(1)
        {
          stage.advance(.seconds(1))
          stage.send(.tick)
        } else {
          stage.advance(.seconds(1))
        }
      }
      return stage.notices.map { "\($0.key) \($0.revision) \($0.sentAt.seconds) \($0.devices)" }
    }
    #expect(story(true) == story(false))
    #expect(story(true).count == 2)
  }
}

extension Stage {
  var opened: Bool {
    effects.contains {
      if case .command(let command) = $0, case .open = command.action { true } else { false }
    }
  }
}

import GardenCore
import Testing

/// "Why was I not told?": one answer for each rule that keeps a reminder from a person.
@Suite("Who has heard")
struct HearingTests {
  private func words(_ stage: Stage, of plant: PlantID = "basil") -> [String: Hearing.Word] {
    let heard = stage.garden.hearings(of: plant, at: stage.now)
    return Dictionary(uniqueKeysWithValues: heard.map { ($0.person, $0.word) })
  }

  private func at(_ stage: Stage, _ person: PersonID = "anna") -> Timestamp? {
    stage.garden.hearings(of: "basil", at: stage.now).first { $0.person == person }?.at
  }

  private func untold(_ stage: Stage) -> [String: Hearing.Word] {
    let open = stage.garden.openReminders(at: stage.now).first { $0.key == "water-basil" }
    return Dictionary(uniqueKeysWithValues: (open?.untold ?? []).map { ($0.person, $0.word) })
  }

  private func dry(_ plan: GardenPlan = .oneBasil, for length: Duration = .hours(1)) -> Stage {
    var stage = Stage(plan)
    stage.reads(45)
    stage.holds(28, for: length)
    return stage
  }

  @Test func `a plant that is fine, dry for a moment, told, put off and answered`() {
    var stage = Stage()
    #expect(words(stage)["anna"] == .unknown)
    stage.reads(45)
    #expect(words(stage) == ["anna": .fine, "bob": .fine])
    stage.holds(28, for: .minutes(5))
    #expect(words(stage)["anna"] == .dwell)
    let told = at(stage)
    stage.holds(28, for: .minutes(5))
    stage.wait(.seconds(30))
    #expect(words(stage)["anna"] == .window && untold(stage)["anna"] == .window)
    stage.holds(28, for: .minutes(10))
    #expect(words(stage) == ["anna": .told, "bob": .told] && untold(stage) == [:])
    #expect(at(stage) == told)
    let note = stage.reminder()?.note
    stage.answers("anna-phone", .later, note: note)
    #expect(words(stage)["bob"] == .putOff && at(stage) == stage.reminder()?.wakeAt)
    stage.answers("anna-phone", .done, note: note)
    #expect(words(stage)["anna"] == .answered)
    #expect(at(stage).map { $0 > stage.now.wall + .hours(20) } == true)
  }

  @Test func `quiet hours, and a budget that is used up, each with the moment when nothing holds it back`() {
    // The stage begins at 08:00.
    let quiet = QuietHours(fromSecondOfDay: 7 * 3600, toSecondOfDay: 10 * 3600)
    var plan = GardenPlan.oneBasil
    plan.people[0].quiet = quiet
    plan.people[1].notificationsPerDay = 0
    let stage = dry(plan, for: .minutes(30))
    #expect(untold(stage) == ["anna": .quiet, "bob": .budget])
    #expect(at(stage) == Stage.start + .hours(2) && at(stage, "bob") == nil)
  }

  @Test func `a budget says so once a day, without a sound, and goes on after the night`() {
    var plan = GardenPlan.make(
      plants: [.probed("mint", sensor: 1), .probed("basil", sensor: 0), .probed("fern", sensor: 2)],
      sensors: 3, quiet: QuietHours(fromSecondOfDay: 22 * 3600, toSecondOfDay: 7 * 3600), budget: 1)
    plan.people.removeLast()
    var stage = Stage(plan)
    for sensor in 0...2 { stage.reads(45, sensor: sensor) }
    stage.holds(20, for: .hours(1), sensor: 1)
    stage.effects = []
    stage.holds(28, for: .minutes(30))
    #expect(words(stage) == ["anna": .budget] && untold(stage) == ["anna": .budget])
    // Midnight is in the quiet hours.
    #expect(at(stage) == Stage.start + .hours(23))
    #expect(stage.notices.map(\.subject) == [.heldBack(["basil"])])
    #expect(stage.notices.first?.urgency == .passive && stage.notices.first?.expires == at(stage))
    stage.restart()
    stage.holds(20, for: .hours(2), sensor: 2)
    #expect(words(stage, of: "fern") == ["anna": .budget])
    #expect(stage.notices.count == 1)
    stage.wait(.hours(24))
    #expect(stage.notices.contains { $0.key == "water-basil" || $0.key == "water-digest" })
    #expect(words(stage)["anna"] == .told)
  }

  @Test func `whose device comes later is told of a used-up budget too`() {
    var plan = GardenPlan.make(
      plants: [.probed("mint", sensor: 1), .probed("basil", sensor: 0)], sensors: 2, budget: 1)
    plan.people[1].devices[0].after = .minutes(10)
    plan.people[1].devices.removeLast()
    var stage = Stage(plan)
    for sensor in 0...1 { stage.reads(45, sensor: sensor) }
    stage.holds(20, for: .hours(1), sensor: 1)
    stage.effects = []
    stage.holds(28, for: .hours(1))
    #expect(stage.notices.map(\.key).sorted() == ["held-anna", "held-bob"])
    #expect(stage.notices.last { $0.key == "held-bob" }?.devices == ["bob-phone"])
  }

  @Test func `a budget that was made smaller than what was sent says so, once`() {
    var plan = GardenPlan.make(
      plants: (0..<4).map { .probed("p\($0)", sensor: $0) }, sensors: 4, budget: 9)
    plan.people.removeLast()
    var stage = Stage(plan)
    for sensor in 0..<4 { stage.reads(45, sensor: sensor) }
    for sensor in 0..<2 { stage.holds(20, for: .hours(1), sensor: sensor) }
    plan.people[0].notificationsPerDay = 1
    stage.run { $0.adopt(plan, at: $1, into: &$2) }
    stage.effects = []
    for sensor in 2..<4 {
      stage.holds(20, for: .hours(1), sensor: sensor)
      stage.restart()
    }
    #expect(stage.notices.filter { !$0.isUpdate }.map(\.subject) == [.heldBack(["p2"])])
  }

  @Test func `other plants only, other categories only, a later turn, and no device`() {
    var plan = GardenPlan.oneBasil
    plan.people[0].devices[0].after = .minutes(30)
    plan.people[1].plants = ["mint"]
    plan.people.append(
      PersonPlan(
        id: "carl", name: "Carl",
        devices: [DevicePlan(id: "carl-phone", name: "Phone", role: .actor, categories: [.sensors])]))
    plan.people.append(PersonPlan(id: "dora", name: "Dora", devices: []))
    plan.people.append(
      PersonPlan(id: "eve", name: "Eve", devices: [DevicePlan(id: "eve-phone", name: "Phone", role: .actor)]))
    var stage = dry(plan, for: .minutes(12))
    #expect(
      words(stage) == ["anna": .turn, "bob": .only, "carl": .category, "dora": .device, "eve": .told])
    #expect(at(stage) == stage.reminder()?.sentAt.map { $0 + .minutes(30) })
    stage.holds(28, for: .minutes(40))
    #expect(words(stage)["anna"] == .told && untold(stage).count == 3)
  }

  @Test func `a clock that nobody believes, and a bridge that was first`() {
    var stage = Stage(isWallTrusted: false)
    stage.reads(45)
    stage.holds(28, for: .minutes(30))
    #expect(words(stage) == ["anna": .clock, "bob": .clock])
    stage = Stage()
    stage.send(.yields(true))
    stage.reads(45)
    stage.holds(28, for: .minutes(30))
    #expect(words(stage) == ["anna": .bridge, "bob": .bridge])
  }

  @Test func `a plant by the calendar, before its day and on it`() {
    var plan = GardenPlan.oneBasil
    plan.plants[0].shares = []
    var stage = Stage(plan)
    #expect(words(stage)["anna"] == .calendar && at(stage) == Stage.start + plan.plants[0].wateringInterval)
    stage.wait(plan.plants[0].wateringInterval + .minutes(5))
    #expect(words(stage) == ["anna": .told, "bob": .told])
  }

  @Test func `a plant that the rule waters first`() {
    var plan = GardenPlan.oneBasil
    plan.actuators = [ActuatorPlan(id: "bed", name: "Bed", kind: .valve(hasDeviceTimer: true))]
    plan.plants[0].watering = WateringPlan(
      valve: ActuatorIndex(0), duration: .seconds(60), durationMax: .minutes(10), isAutomatic: true)
    let stage = dry(plan, for: .minutes(30))
    #expect([.rule, .watering].contains(words(stage)["anna"]))
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `whoever is not told has a reason, and is told by the moment that it names`(seed: UInt64) {
    _ = PropertyTests.walk(seed, steps: 120) { stage, _ in
      for reminder in stage.garden.memory.reminders where reminder.key != NoticeKey.digest {
        let open = stage.garden.openReminders(at: stage.now).first { $0.key == reminder.key }
        for hearing in open?.untold ?? [] {
          let person = stage.garden.plan.people.first { $0.id == hearing.person }
          let wasTold = person?.devices.contains { reminder.devices.contains($0.id) } == true
          #expect(!(reminder.state == .sent && wasTold))
          if let at = hearing.at { #expect(at >= stage.now.wall || hearing.word == .window) }
        }
      }
    }
  }
}

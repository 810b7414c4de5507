import GardenCore
import Testing

/// What people read is so: of water that has just come, of a valve's trouble, of a date, and of what waited for a new day.
@Suite("What people read is true")
struct TrueWordsTests {
  private func bed() -> Stage {
    var plan = GardenPlan.oneBasil
    plan.actuators = [ActuatorPlan(id: "tap", name: "Tap", kind: .valve(hasDeviceTimer: true))]
    plan.plants[0].watering = WateringPlan(
      valve: ActuatorIndex(0), duration: .seconds(60), durationMax: .minutes(10))
    return Stage(plan)
  }

  private func waters(_ stage: inout Stage) {
    let head = stage.head("anna-phone")
    stage.command(.water(head, plant: "basil", duration: nil))
  }

  private func says(_ isOpen: Bool, _ stage: inout Stage) {
    stage.send(.valve(ActuatorIndex(0), ValveReport(isOpen: isOpen)))
  }

  private func asked(_ stage: Stage) -> Int { stage.notices.count { $0.key == "water-basil" } }

  private func thirst(_ stage: Stage) -> Thirst? {
    let open = stage.garden.openReminders(at: stage.now).first { $0.key == "water-basil" }
    guard case .water(let thirst)? = open?.subject else { return nil }
    return thirst
  }

  private func sight(_ stage: Stage) -> ValveSight? {
    let open = stage.garden.openReminders(at: stage.now).first { $0.key == "valve-tap" }
    guard case .valve(_, _, _, let sight)? = open?.subject else { return nil }
    return sight
  }

  @Test func `wet soil is not called dry while water runs`() {
    var stage = bed()
    stage.reads(45)
    stage.holds(28, for: .minutes(30))
    #expect(asked(stage) == 1 && thirst(stage)?.isRising == false)
    waters(&stage)
    says(true, &stage)
    for value in [31.0, 37] {
      stage.wait(.seconds(10))
      stage.reads(value)
    }
    #expect(thirst(stage)?.moisture == 37 && thirst(stage)?.isRising == true)
    // While water of ours runs a second reading makes it sure.
    stage.wait(.seconds(10))
    stage.reads(38)
    #expect(thirst(stage) == nil)
  }

  @Test(arguments: [true, false])
  func `after water that nobody saw flow the probe is waited for`(_ soaks: Bool) {
    var stage = bed()
    stage.reads(45)
    stage.holds(28, for: .minutes(30))
    waters(&stage)
    _ = stage.taken()
    for value in [30.0, 36, 38] {
      stage.wait(.seconds(40))
      stage.reads(value)
    }
    stage.wait(.minutes(3))
    #expect(stage.reminder()?.state == .due && asked(stage) == 0)
    #expect(stage.garden.hearings(of: "basil", at: stage.now).map(\.word) == [.rising, .rising])
    // The water ran past the roots, or it is there to stay.
    for value in soaks ? [38.0, 38] : [29, 28] { stage.reads(value) }
    stage.holds(soaks ? 38 : 28, for: .minutes(20))
    #expect(asked(stage) == (soaks ? 0 : 1) && (stage.reminder() == nil) == soaks)
  }

  @Test func `a later turn does not come while the soil gets wet, nor does a repeat`() {
    var plan = GardenPlan.oneBasil
    plan.people[0].devices[0].after = .minutes(30)
    var stage = Stage(plan)
    stage.reads(45)
    stage.holds(28, for: .minutes(20))
    #expect(stage.notices.map(\.devices) == [["bob-phone", "hall-tablet"]])
    stage.wait(.minutes(15))
    stage.reads(39)
    stage.reads(40)
    stage.wait(.minutes(9))
    #expect(stage.notices.count == 1 && stage.reminder()?.state == .sent)
    stage.wait(.minutes(2))
    #expect(stage.reminder() == nil && stage.notices.count == 1)
  }

  @Test func `graver trouble has begun now, and so has the same in another run`() throws {
    var stage = bed()
    stage.send(.valve(ActuatorIndex(0), ValveReport(isOpen: false, isShortOfWater: true)))
    stage.send(.valve(ActuatorIndex(0), ValveReport(isShortOfWater: true)))
    let first = try #require(stage.reminder("valve-tap")).dueSince
    stage.wait(.hours(2))
    waters(&stage)
    let began = stage.now.wall
    says(true, &stage)
    stage.wait(.minutes(4))
    let stuck = try #require(stage.reminder("valve-tap"))
    #expect(stuck.trouble == .stuckOpen && first < began && stuck.dueSince >= began)

    stage = bed()
    waters(&stage)
    stage.wait(.minutes(4))
    says(false, &stage)
    let before = try #require(stage.reminder("valve-tap"))
    stage.wait(.hours(2))
    _ = stage.taken()
    let again = stage.now.wall
    waters(&stage)
    stage.wait(.minutes(1))
    let after = try #require(stage.reminder("valve-tap"))
    #expect(before.trouble == .didNotOpen && after.trouble == .didNotOpen && after.dueSince >= again)
    #expect(stage.notices.contains { $0.key == "valve-tap" && !$0.isUpdate })
    #expect(sight(stage)?.isHeld == true && sight(stage)?.isProvedClosed == false)
  }

  @Test func `a silent valve that was proved closed is known to be closed after a restart, and told no more`()
  {
    var stage = bed()
    waters(&stage)
    stage.wait(.minutes(4))
    says(false, &stage)
    stage.wait(.hours(1))
    #expect(stage.garden.memory.leases.isEmpty && sight(stage)?.isProvedClosed == true)
    stage.restart()
    #expect(sight(stage)?.isProvedClosed == true)
    _ = stage.taken()
    stage.command(.stopAll(stage.head("anna-phone")))
    #expect(sight(stage)?.isProvedClosed == true)
    says(false, &stage)
    stage.wait(.minutes(1))
    #expect(stage.notices.allSatisfy { $0.key != "valve-tap" })
  }

  @Test
  func `the calendar's date of a silent probe is the same after a restart, and asks nobody before its time`()
    throws
  {
    var plan = GardenPlan.oneBasil
    plan.sensors[0].silentAfter = .hours(2)
    var stage = Stage(plan)
    stage.reads(45)
    stage.wait(.hours(5))
    let date = try #require(stage.plant()?.next)
    #expect(date.because == .calendar)
    stage.restart()
    #expect(stage.plant()?.next == date)
    #expect(stage.garden.plantFacts(after: nil, count: 1, at: stage.now).facts.first?.next == date)
    stage.kill(isUnsaved: false)
    stage.wait(plan.plants[0].wateringInterval)
    stage.start(isNewBoot: false)
    stage.wait(.hours(1))
    #expect(stage.reminder() == nil && stage.plant()?.next.because == .unknown)
    stage.wait(.hours(2))
    #expect(stage.reminder() != nil)
  }

  @Test(arguments: [nil, QuietHours(fromSecondOfDay: 22 * 3600, toSecondOfDay: 6 * 3600)] as [QuietHours?])
  func `what a used-up budget held back comes in the morning, not at midnight`(_ quiet: QuietHours?) {
    var plan = GardenPlan.make(
      plants: [.probed("mint", sensor: 1), .probed("basil", sensor: 0)], sensors: 2, quiet: quiet, budget: 1)
    plan.people.removeLast()
    var stage = Stage(plan)
    for sensor in 0...1 { stage.reads(45, sensor: sensor) }
    stage.holds(20, for: .hours(1), sensor: 1)
    stage.holds(28, for: .hours(1))
    // It is 10:00; the night ends at 06:00, or at the hour to which "tomorrow" puts off.
    let morning = Stage.start + .hours(quiet == nil ? 25 : 22)
    let hearing = stage.garden.hearings(of: "basil", at: stage.now).first
    #expect(hearing?.word == .budget && hearing?.at == morning)
    _ = stage.taken()
    // Yesterday's are not said to be today's, in the middle of the night.
    while stage.now.wall + .minutes(10) < morning {
      stage.wait(.minutes(10))
      stage.reads(28)
      stage.reads(20, sensor: 1)
    }
    #expect(stage.notices.isEmpty)
    stage.restart()
    stage.reads(28)
    stage.holds(28, for: .minutes(25))
    #expect(stage.notices.contains { $0.key == "water-basil" || $0.key == "water-digest" })
  }
}

import GardenCore
import Testing

@Suite("Answers")
struct AnswerTests {
  /// A garden in which the basil has just been reminded of.
  private func reminded(_ plan: GardenPlan = .oneBasil) throws -> (Stage, UniqueID) {
    var stage = Stage(plan)
    stage.reads(40)
    stage.holds(25, for: .hours(1))
    let note = try #require(stage.notices.first?.id)
    stage.effects = []
    return (stage, note)
  }

  @Test func `the same id again gives the same answer and no second effect`() throws {
    var (stage, note) = try reminded()
    let head = stage.head("bob-phone")
    let first = stage.command(.answer(head, plant: "basil", note: note, .done))
    let memory = stage.garden.memory
    stage.wait(.hours(1))
    stage.effects = []
    let again = stage.command(.answer(head, plant: "basil", note: note, .done))
    #expect(first?.code == .accepted)
    #expect(again?.code == .duplicate)
    #expect(again?.detail == first?.detail)
    #expect(stage.effects.count == 1)
    #expect(stage.garden.memory.plants == memory.plants)
    #expect(stage.garden.memory.answered == memory.answered)
  }

  @Test func `a repeat after a restart is still a repeat`() throws {
    var (stage, note) = try reminded()
    let head = stage.head("bob-phone")
    stage.command(.answer(head, plant: "basil", note: note, .done))
    stage.restart()
    #expect(stage.command(.answer(head, plant: "basil", note: note, .done))?.code != .accepted)
  }

  @Test func `the second person hears who was first`() throws {
    var (stage, note) = try reminded()
    stage.answers("bob-phone", .done, note: note)
    let second = stage.answers("anna-phone", .done, note: note)
    #expect(second?.code == .alreadyDone)
    #expect(second?.by == "bob-phone")
    #expect(second?.code.isOK == true)
    let third = stage.answers("anna-phone", .later, note: note)
    #expect(third?.code == .alreadyDone)
  }

  @Test func `done for a reminder that came after an earlier done closes it, however soon`() throws {
    var plan = GardenPlan.oneBasil
    plan.plants[0].moisture.dwell = .seconds(0)
    plan.plants[0].soakTime = .minutes(1)
    var (stage, note) = try reminded(plan)
    stage.answers("bob-phone", .done, note: note)
    stage.effects = []
    for moisture in [50, 50, 50, 25, 25, 25, 25, 25] { stage.holds(Double(moisture), for: .minutes(1)) }
    let next = try #require(stage.notices.last?.id)
    #expect(next != note && stage.reminder() != nil)
    #expect(stage.answers("anna-phone", .done, note: next)?.code == .accepted)
    #expect(stage.reminder() == nil)
  }

  @Test func `a viewer and a stranger may not answer`() throws {
    var (stage, note) = try reminded()
    #expect(stage.answers("hall-tablet", .done, note: note)?.code == .forbidden)
    #expect(stage.answers("nobody-knows", .done, note: note)?.code == .forbidden)
    #expect(stage.reminder() != nil)
    #expect(stage.garden.memory.answered.isEmpty)
  }

  @Test func `an answer from the future or from before the note's week is a bad time`() throws {
    var (stage, note) = try reminded()
    let early = stage.now.wall - .days(8)
    let late = stage.now.wall + .minutes(3)
    #expect(stage.answers("bob-phone", .done, note: note, at: early)?.code == .badTime)
    #expect(stage.answers("bob-phone", .done, note: note, at: late)?.code == .badTime)
    #expect(
      stage.answers("bob-phone", .done, note: note, at: stage.now.wall + .seconds(100))?.code == .accepted)
  }

  @Test func `an expired answer does not act`() throws {
    var (stage, note) = try reminded()
    let head = stage.head("bob-phone", expires: stage.now.wall - .seconds(1))
    #expect(stage.command(.answer(head, plant: "basil", note: note, .done))?.code == .expired)
    #expect(stage.reminder() != nil)
  }

  @Test func `an unknown note and an unknown plant are told apart`() throws {
    var (stage, note) = try reminded()
    let stranger = UniqueID(high: 9, low: 9)
    #expect(stage.answers("bob-phone", .done, note: stranger)?.code == .unknownNote)
    #expect(stage.answers("bob-phone", .done, plant: "cactus", note: note)?.code == .unknownPlant)
  }

  @Test func `dismissed and opened are accepted and change nothing`() throws {
    var (stage, note) = try reminded()
    let before = stage.garden.memory.reminders
    #expect(stage.answers("bob-phone", .dismissed, note: note)?.code == .accepted)
    #expect(stage.answers("bob-phone", .opened, note: UniqueID(high: 9, low: 9))?.code == .accepted)
    #expect(stage.garden.memory.reminders == before)
  }

  @Test func `two reports of one watering within ten minutes are one`() throws {
    var (stage, _) = try reminded()
    stage.answers("bob-phone", .done)
    let first = stage.plant()?.lastWatering
    stage.advance(.minutes(9))
    #expect(stage.answers("anna-phone", .done)?.code == .alreadyDone)
    #expect(stage.plant()?.lastWatering == first)
    stage.advance(.minutes(30))
    #expect(stage.answers("anna-phone", .done)?.code == .accepted)
    #expect(stage.plant()?.lastWatering == stage.now.wall)
  }

  @Test func `done counts for a day after the probe closed the reminder`() throws {
    var (stage, note) = try reminded()
    stage.holds(60, for: .minutes(30))
    #expect(stage.reminder() == nil)
    stage.advance(.hours(20))
    #expect(stage.answers("bob-phone", .later, note: note)?.code == .stale)
    #expect(stage.answers("bob-phone", .done, note: note)?.code == .accepted)
    stage.advance(.hours(6))
    #expect(stage.answers("anna-phone", .done, note: note)?.code == .stale)
  }

  @Test func `without a usable probe no rise is awaited, and none is missed`() throws {
    var (stage, note) = try reminded()
    stage.answers("bob-phone", .done, note: note)
    stage.send(.availability(SensorIndex(0), isOnline: false))
    stage.effects = []
    stage.wait(.hours(3))
    #expect(!stage.notices.contains { $0.key == "rise-basil" })
  }

  @Test func `an answer to a digest counts for its plant, and the second hears who was first`() throws {
    var stage = Stage(.make(plants: [.probed("basil", sensor: 0), .probed("mint", sensor: 1)], sensors: 2))
    for sensor in 0...1 { stage.reads(40, sensor: sensor) }
    for _ in 0..<6 {
      for sensor in 0...1 { stage.reads(25, sensor: sensor) }
      stage.wait(.minutes(5))
    }
    let digest = try #require(stage.notices.first)
    #expect(digest.key == NoticeKey.digest)
    stage.effects = []
    #expect(stage.answers("bob-phone", .done, plant: "mint", note: digest.id)?.code == .accepted)
    #expect(stage.reminder("water-basil") != nil)
    #expect(!stage.withdrawals.contains { $0.key == NoticeKey.digest })
    #expect(stage.answers("anna-phone", .done, plant: "mint", note: digest.id)?.by == "bob-phone")
    #expect(stage.answers("anna-phone", .done, plant: "basil", note: digest.id)?.code == .accepted)
    #expect(stage.withdrawals.contains { $0.key == NoticeKey.digest })
    stage.restart()
    #expect(stage.answers("bob-phone", .done, plant: "basil", note: digest.id)?.code == .alreadyDone)
  }

  @Test func `later without a reminder is stale: the plant does not ask`() {
    var stage = Stage()
    stage.reads(50)
    let outcome = stage.answers("bob-phone", .later)
    #expect(outcome?.code == .stale && outcome?.why?.word == .notAsking)
  }

  @Test func `a snoozed plant stays quiet until the snooze ends`() throws {
    var (stage, note) = try reminded()
    #expect(stage.answers("bob-phone", .later, note: note)?.code == .accepted)
    #expect(stage.withdrawals.map(\.reason) == [.deferred])
    stage.effects = []
    stage.holds(25, for: .minutes(175))
    #expect(stage.notices.isEmpty)
    stage.holds(25, for: .minutes(10))
    #expect(stage.notices.map(\.revision) == [2])
    #expect(stage.notices.first?.id == note)
  }

  @Test func `more than the burst is refused once and then met with silence`() {
    var stage = Stage()
    var codes: [Outcome.Code?] = []
    for _ in 0..<40 { codes.append(stage.answers("bob-phone", .opened)?.code) }
    #expect(codes.filter { $0 == .accepted }.count == 30)
    #expect(codes.filter { $0 == .rateLimited }.count == 1)
    #expect(codes.filter { $0 == nil }.count == 9)
    #expect(stage.garden.counters.rateLimited == 10)
    stage.advance(.seconds(2))
    #expect(stage.answers("bob-phone", .opened)?.code == .accepted)
    #expect(stage.answers("anna-phone", .opened)?.code == .accepted)
  }

  @Test func `water asked for more than a minute ago does not run, stop always does`() throws {
    var stage = Stage(.withValve)
    stage.send(.link(isUp: true))
    let old = stage.head("anna-phone", at: stage.now.wall - .seconds(61))
    #expect(stage.command(.water(old, plant: "basil", duration: nil))?.code == .expired)
    let fresh = stage.head("anna-phone")
    #expect(stage.command(.water(fresh, plant: "basil", duration: nil))?.code == .accepted)
    let stop = stage.head("bob-phone", at: stage.now.wall - .days(3))
    #expect(stage.command(.stop(stop, plant: "basil"))?.code == .accepted)
  }

  @Test func `whoever may only answer may not water`() {
    var stage = Stage(.withValve)
    let head = stage.head("bob-phone")
    #expect(stage.command(.water(head, plant: "basil", duration: nil))?.code == .forbidden)
  }

  @Test func `without a believable clock an answer counts and water does not run`() {
    var stage = Stage(.withValve, at: Timestamp(seconds: 100), isWallTrusted: false)
    stage.reads(40)
    stage.holds(25, for: .hours(1))
    #expect(stage.notices.isEmpty)
    let water = stage.head("anna-phone", at: Stage.start)
    #expect(stage.command(.water(water, plant: "basil", duration: nil))?.code == .refused)
    #expect(stage.answers("bob-phone", .done, at: Stage.start)?.code == .accepted)
  }
}

extension GardenPlan {
  /// The basil has a valve that only people open.
  static var withValve: GardenPlan {
    var plan = GardenPlan.oneBasil
    plan.actuators = [ActuatorPlan(id: "bed", name: "Bed", kind: .valve(hasDeviceTimer: true))]
    plan.plants[0].watering = WateringPlan(
      valve: ActuatorIndex(0), duration: .seconds(60), durationMax: .minutes(10))
    return plan
  }

  @Test(arguments: [1, 90, 110]) func `an answer of a clock that is behind is water for the present spell`(
    behind: Int
  ) throws {
    var plan = GardenPlan.oneBasil
    plan.plants[0].moisture.dwell = .zero
    plan.reminders.digestWindow = .zero
    var stage = Stage(plan)
    stage.reads(40)
    stage.wait(.hours(1))
    stage.reads(25)
    stage.wait(.milliseconds(300))
    let note = try #require(stage.notices.first?.id)
    let at = Timestamp(seconds: stage.now.wall.seconds - Int64(behind))
    let outcome = stage.answers("bob-phone", .done, note: note, at: at)
    guard case .plant(_, let last, let next)? = outcome?.detail else {
      Issue.record("no dates: \(String(describing: outcome))")
      return
    }
    #expect(next.when == last + stage.garden.plan.plants[0].wateringInterval)
    // The plant's own snapshot names no date: its probe tells.
    #expect(stage.plant()?.next.because == .unknown)
    // Nor is it asked for again before its time, also not after a restart.
    stage.effects = []
    stage.holds(25, for: .hours(5))
    stage.restart()
    stage.holds(25, for: .hours(2))
    #expect(!stage.notices.contains { $0.key == "water-basil" })
  }
}

import GardenCore
import Testing

@Suite("Delivery")
struct DeliveryTests {
  @Test(arguments: [
    (22, 7, 23, true), (22, 7, 6, true), (22, 7, 7, false), (22, 7, 12, false), (13, 15, 14, true),
  ])
  func `quiet hours may cross midnight`(from: Int, to: Int, hour: Int, isQuiet: Bool) {
    let quiet = QuietHours(fromSecondOfDay: from * 3600, toSecondOfDay: to * 3600)
    #expect(quiet.contains(hour * 3600) == isQuiet)
  }

  /// Lord Howe Island turns its clocks by half an hour.
  @Test(arguments: [(60, 30), (30, 45)])
  func `a night that ends in the time that comes twice in autumn ends with the second`(turn: Int, end: Int) {
    let change = Stage.start + .hours(1)
    let calendar = SiteCalendar(rules: [
      .init(start: Timestamp(seconds: 0), offsetSeconds: 7200),
      .init(start: change, offsetSeconds: Int32(7200 - turn * 60)),
    ])
    // It is 10:00. At 11:00 the clock goes back.
    let night = QuietHours(fromSecondOfDay: 4 * 3600, toSecondOfDay: 10 * 3600 + end * 60)
    var stage = Stage(.make(quiet: night, calendar: calendar))
    stage.holds(40, for: .minutes(55))
    stage.holds(25, for: .hours(2))
    let toAnna = stage.notices.filter { $0.devices.contains("anna-phone") }
    let secondEnd = change + .minutes(turn + end - 60)
    #expect(toAnna.map(\.sentAt) == [secondEnd])
  }

  @Test func `an unanswered reminder is repeated with a growing pause`() {
    var stage = Stage()
    stage.reads(40)
    stage.holds(25, for: .days(8))
    let times = stage.notices.map { ($0.sentAt - Stage.start).wholeSeconds / 3600 }
    #expect(stage.notices.map(\.revision) == [1, 2, 3, 4])
    #expect(zip(times.dropFirst(), times).map { $0 - $1 } == [24, 48, 96])
    #expect(Set(stage.notices.map(\.id)).count == 1)
  }

  @Test func `what exceeds the budget waits for the next morning and is counted`() {
    let plants = (0..<3).map { PlantPlan.probed("p\($0)", sensor: $0) }
    var stage = Stage(.make(plants: plants, sensors: 3, budget: 2))
    for s in 0..<3 { stage.reads(45, sensor: s) }
    for s in 0..<3 {
      stage.wait(.minutes(30))
      for _ in 0..<3 {
        for i in 0..<3 { stage.reads(i <= s ? 27 : 45, sensor: i) }
        stage.wait(.minutes(10))
      }
    }
    #expect(stage.notices.map(\.key) == ["water-p0", "water-p1", "held-anna", "held-bob"])
    #expect(stage.garden.counters.heldByBudget == 2)
    stage.effects = []
    stage.wait(.hours(14))
    #expect(stage.notices.isEmpty)
    stage.wait(.hours(9))
    #expect(stage.reminder("water-p2")?.state == .sent && !stage.notices.isEmpty)
  }

  @Test func `a new episode's revision is higher than the last one's`() {
    var stage = Stage()
    stage.reads(40)
    stage.holds(25, for: .hours(30))
    stage.holds(60, for: .hours(1))
    stage.advance(.minutes(10))
    stage.holds(42, for: .hours(1))
    stage.holds(25, for: .hours(1))
    #expect(stage.notices.map(\.revision) == [1, 2, 3])
    #expect(Set(stage.notices.map(\.id)).count == 2)
  }

  @Test func `a person without a device costs nothing and hears nothing`() {
    var plan = GardenPlan.oneBasil
    plan.people = [PersonPlan(id: "carl", name: "Carl", devices: [])]
    var stage = Stage(plan)
    stage.reads(40)
    stage.holds(25, for: .days(2))
    #expect(stage.notices.isEmpty)
    #expect(stage.reminder()?.state == .due)
  }

  @Test func `an alarm of a valve knows no quiet hours`() {
    var plan = GardenPlan.withValve
    plan.people[0].quiet = QuietHours(fromSecondOfDay: 0, toSecondOfDay: 86_399)
    plan.people[0].notificationsPerDay = 0
    var stage = Stage(plan)
    let head = stage.head("anna-phone")
    stage.command(.water(head, plant: "basil", duration: nil))
    stage.wait(.hours(1))
    let alarm = stage.notices.first { $0.key == "valve-bed" }
    #expect(alarm?.urgency == .timeSensitive)
    #expect(alarm?.devices.contains("anna-phone") == true)
  }

  @Test func `a key is at most 32 characters and tells long names apart`() {
    let long = String(repeating: "a", count: 40)
    #expect(NoticeKey.water("basil") == "water-basil")
    #expect(NoticeKey.water(long).utf8.count == 28)
    #expect(NoticeKey.water(long).hasPrefix("w-"))
    #expect(NoticeKey.water(long) != NoticeKey.water(long + "b"))
    #expect(NoticeKey.water("digest") != NoticeKey.digest)
    #expect(NoticeKey.climate("basil", .temperature) == "clim-basil-temperature")
    #expect(NoticeKey.climate(long, .temperature).utf8.count <= NoticeKey.lengthMax)
  }

  @Test func `FNV-1a of 128 bits is the one of the standard`() {
    // RFC 9923: the hash of nothing is the offset basis; "foobar" is its own example.
    #expect(NoticeKey.fnv1a("") == 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D)
    #expect(NoticeKey.fnv1a("foobar") == 0x343E_1662_793C_64BF_6F0D_3597_BA44_6F18)
  }
}

@Suite("Memory")
struct MemoryTests {
  @Test func `answers are bounded per device, oldest first`() {
    var memory = GardenMemory()
    for i in 0..<UInt64(GardenMemory.answersPerDeviceMax + 5) {
      let outcome = Outcome(id: UniqueID(high: 1, low: i), device: "anna-phone", code: .accepted)
      memory.answered.append(AnsweredMemory(outcome: outcome, at: Timestamp(seconds: Int64(i))))
      if memory.answered.count > GardenMemory.answersPerDeviceMax { memory.answered.removeFirst() }
    }
    let last = Outcome(id: UniqueID(high: 2, low: 0), device: "anna-phone", code: .accepted)
    let change = MemoryChange.answered(AnsweredMemory(outcome: last, at: Timestamp(seconds: 99_999)))
    memory.apply(change)
    let once = memory
    memory.apply(change)
    #expect(memory == once)
    #expect(memory.answered.count == GardenMemory.answersPerDeviceMax)
    #expect(memory.answered.last?.outcome == last)
  }

  @Test func `answers are forgotten after thirty days`() {
    var stage = Stage()
    stage.answers("bob-phone", .opened)
    stage.wait(.days(29))
    #expect(stage.garden.memory.answered.count == 1)
    stage.advance(.days(3))
    stage.send(.tick)
    #expect(stage.garden.memory.answered.isEmpty)
  }

  @Test func `a removed reminder is gone, and removing it again is the same`() {
    var memory = GardenMemory()
    let note = UniqueID(high: 1, low: 1)
    memory.apply(
      .reminder(
        ReminderMemory(
          key: "water-basil", kind: .water, subject: "basil", state: .due, note: note, revision: 0,
          dueSince: Stage.start, wakeAt: Stage.start)))
    memory.apply(.noReminder(key: "water-basil"))
    memory.apply(.noReminder(key: "water-basil"))
    #expect(memory == GardenMemory())
  }
}

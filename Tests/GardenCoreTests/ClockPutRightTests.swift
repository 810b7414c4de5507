import GardenCore
import Testing

/// A clock that was believed and wrong: its dates and promises do not outlive it.
@Suite("A clock that is put right")
struct ClockPutRightTests {
  private static let year: Duration = .days(365)

  private func set(_ stage: inout Stage, by shift: Duration) {
    stage.now.wall = stage.now.wall + shift
    stage.send(.tick)
  }

  private func reads(_ stage: inout Stage, _ values: [Double], for duration: Duration) {
    let end = stage.now.uptime + duration
    while stage.now.uptime < end {
      for (sensor, value) in values.enumerated() { stage.reads(value, sensor: sensor) }
      stage.wait(.minutes(30))
    }
  }

  private func water(_ bench: inout InterlockBench, for duration: Duration) -> Outcome.Code? {
    let code = bench.water(for: duration)?.code
    guard code == .accepted else { return code }
    bench.report(InterlockBench.basilValve, true)
    bench.stage.wait(duration)
    bench.report(InterlockBench.basilValve, false)
    return code
  }

  @Test func `after a restart by the right clock the rule waters again, and nothing lies in the future`() {
    var bench = InterlockBench(at: Stage.start + Self.year)
    bench.dries()
    bench.report(InterlockBench.basilValve, true)
    bench.stage.wait(.minutes(5))
    bench.report(InterlockBench.basilValve, false)
    #expect(bench.stage.garden.memory.plants["basil"]?.lastRunEndedAt != nil)
    bench.stage.kill(isUnsaved: false)
    bench.stage.now.wall = Stage.start
    bench.stage.start(isNewBoot: true)
    _ = bench.actions()
    let plant = bench.stage.garden.memory.plants["basil"]
    let dates =
      [plant?.addedAt, plant?.lastWatering, plant?.lastRunEndedAt] + (plant?.statuses ?? []).map(\.since)
    #expect(dates.compactMap(\.self).allSatisfy { $0 <= bench.stage.now.wall })
    reads(&bench.stage, [10, 60, 20], for: .hours(2))
    #expect(bench.actions().contains("basil-valve open 300"))
  }

  @Test func `each open reminder comes in its own time, whichever clock dated it`() throws {
    var stage = Stage(.make(plants: [.probed("basil", sensor: 0), .probed("fern", sensor: 1)], sensors: 2))
    reads(&stage, [40, 40], for: .hours(1))
    reads(&stage, [25, 25], for: .hours(2))
    #expect(stage.reminder("water-basil")?.state == .sent && stage.reminder("water-fern")?.state == .sent)
    stage.effects = []
    set(&stage, by: Self.year)
    reads(&stage, [25, 25], for: .hours(1))
    let note = stage.reminder("water-fern")?.note
    #expect(stage.answers("bob-phone", .later, plant: "fern", note: note)?.code == .accepted)
    set(&stage, by: .zero - Self.year)
    let back = stage.now.wall
    reads(&stage, [25, 25], for: .days(3))
    for key in ["water-basil", "water-fern"] {
      let reminder = try #require(stage.reminder(key))
      #expect(reminder.dueSince < back)
      #expect(try #require(reminder.sentAt) > back && reminder.wakeAt < stage.now.wall + .days(7))
    }
  }

  @Test func `a reminder that an earlier process put off under a clock that was ahead comes all the same`() {
    var stage = Stage()
    stage.reads(40)
    stage.holds(25, for: .hours(1))
    set(&stage, by: Self.year)
    stage.answers("bob-phone", .later, note: stage.reminder()?.note)
    stage.kill(isUnsaved: false)
    stage.now.wall = stage.now.wall - Self.year
    stage.start(isNewBoot: true)
    stage.effects = []
    stage.holds(25, for: .hours(4))
    #expect(stage.notices.map(\.key).contains("water-basil"))
  }

  @Test(arguments: [false, true]) func `a day's sum stands for its own day`(isRestarted: Bool) {
    var bench = InterlockBench { $0.actuators[0].limits = ValveLimits(dayMax: .minutes(10)) }
    set(&bench.stage, by: Self.year)
    #expect(water(&bench, for: .minutes(6)) == .accepted)
    if isRestarted {
      bench.stage.kill(isUnsaved: false)
      bench.stage.now.wall = bench.stage.now.wall - Self.year
      bench.stage.start(isNewBoot: true)
    } else {
      set(&bench.stage, by: .zero - Self.year)
    }
    #expect(water(&bench, for: .minutes(6)) == .refused, "it was given today")
    #expect(water(&bench, for: .minutes(4)) == .accepted)
    bench.stage.wait(.days(1))
    #expect(water(&bench, for: .minutes(10)) == .accepted)
  }

  @Test func `a run that is on lies in its own time, and its activity on one clock`() throws {
    var stage = Stage(.withValve)
    set(&stage, by: Self.year)
    stage.command(.water(stage.head("anna-phone"), plant: "basil", duration: .minutes(10)))
    stage.send(.valve(ActuatorIndex(0), ValveReport(isOpen: true)))
    stage.wait(.minutes(4))
    set(&stage, by: .zero - Self.year)
    stage.effects = []
    stage.wait(.minutes(6))
    stage.send(.valve(ActuatorIndex(0), ValveReport(isOpen: false)))
    let record = try #require(
      stage.effects.compactMap { if case .watered(let record) = $0 { record } else { nil } }.last)
    #expect(record.until == stage.now.wall && record.from == stage.now.wall - .minutes(10))
    for case .publish(.activity(let shown)) in stage.effects {
      #expect(shown.endsAt >= shown.startedAt && shown.endsAt <= shown.startedAt + .minutes(11))
      #expect(shown.at >= shown.startedAt && shown.at <= shown.startedAt + .minutes(11))
    }
  }

  @Test func `a clock that was behind and is put right shortens no promise and makes nothing old`() throws {
    var stage = Stage(
      .make(plants: [.probed("basil", sensor: 0), .probed("fern", sensor: 1)], sensors: 2),
      at: Stage.start - .days(3), isWallTrusted: false)
    stage.wait(.minutes(5))
    stage.now.isWallTrusted = true
    reads(&stage, [40, 40], for: .hours(1))
    reads(&stage, [25, 25], for: .hours(1))
    #expect(stage.answers("bob-phone", .later, note: stage.reminder()?.note)?.code == .accepted)
    #expect(
      stage.answers("bob-phone", .done, plant: "fern", note: stage.reminder("water-fern")?.note)?.code
        == .accepted)
    stage.effects = []
    set(&stage, by: .days(3))
    let fern = try #require(stage.plant("fern"))
    #expect(stage.now.wall - fern.lastWatering < .minutes(10))
    let dry = try #require(stage.garden.memory.plants["basil"]?.statuses.first { $0.quantity == .moisture })
    #expect(dry.status == .low && stage.now.wall - dry.since < .hours(2))
    reads(&stage, [25, 40], for: .minutes(150))
    #expect(!stage.notices.contains { ["water-basil", "water-digest"].contains($0.key) })
    reads(&stage, [25, 40], for: .hours(1))
    #expect(stage.notices.contains { $0.key == "water-basil" })
  }

  @Test func `a clock that is wrong for a moment changes nothing`() throws {
    var stage = Stage()
    stage.reads(40)
    stage.holds(25, for: .hours(1))
    stage.answers("bob-phone", .done, note: stage.reminder()?.note)
    stage.holds(60, for: .hours(1))
    let before = try #require(stage.garden.memory.plants["basil"])
    for shift in [Duration.days(-6), .days(6), Self.year, .zero - Self.year] {
      set(&stage, by: shift)
      stage.wait(.seconds(5))
    }
    var after = try #require(stage.garden.memory.plants["basil"])
    after.revision = before.revision
    #expect(after == before)
  }

  @Test(arguments: [Self.year, .zero - Self.year])
  func `a heater's run and a move of its slider keep their age`(shift: Duration) throws {
    var bench = HeatBench()
    bench.settled()
    bench.reads(4)
    _ = bench.told()
    #expect(bench.snapshot?.state == .on)
    bench.stage.command(
      .move(bench.stage.head("anna-phone"), control: HeatBench.control, value: 12, unit: "°C", base: nil))
    bench.stage.wait(.minutes(3))
    let left = try #require(bench.snapshot?.endsAt) - bench.stage.now.wall
    bench.stage.effects = []
    set(&bench.stage, by: shift)
    #expect(try #require(bench.snapshot?.endsAt) - bench.stage.now.wall == left)
    #expect(bench.memory.map { bench.stage.now.wall - $0.onAt } == .minutes(3))
    let moved = bench.stage.garden.memory.controls.first { $0.id == HeatBench.control }
    #expect(moved.map { bench.stage.now.wall - $0.changedAt } == .minutes(3))
    let shown = bench.stage.effects.compactMap {
      if case .publish(.control(let shown)) = $0 { shown } else { nil }
    }
    #expect(shown.last?.changedAt == moved?.changedAt)
  }

  @Test
  func
    `what was asked of a thermostat before a restart by another clock is asked no more, and is not lost in silence`()
  {
    var plan = SetpointBench.plan(30, nil)
    plan.people = GardenPlan.make(plants: []).people
    var stage = Stage(plan)
    stage.send(.setpoint(SetpointBench.heater, SetpointReport(value: 18)))
    set(&stage, by: Self.year)
    stage.command(
      .move(stage.head("anna-phone"), control: SetpointBench.setpoint, value: 21, unit: "°C", base: nil))
    #expect(stage.garden.memory.controls.first { $0.id == SetpointBench.setpoint }?.asked != nil)
    stage.kill(isUnsaved: false)
    stage.now.wall = stage.now.wall - Self.year
    stage.start(isNewBoot: true)
    let kept = stage.garden.memory.controls.first { $0.id == SetpointBench.setpoint }
    #expect(kept.map { $0.changedAt <= stage.now.wall } == true)
    #expect(kept?.asked == nil)
    let shown = stage.garden.snapshots(at: stage.now).compactMap {
      if case .control(let shown) = $0 { shown } else { nil }
    }
    #expect(shown.first { $0.id == SetpointBench.setpoint }?.phase == .noAnswer(21, by: "anna-phone"))
  }

  @Test func `a heater that was off all the while is no longer dated by the wrong clock`() {
    var bench = HeatBench(setpoint: 12)
    bench.settled()
    bench.reads(14)
    set(&bench.stage, by: .zero - Self.year)
    bench.stage.effects = []
    set(&bench.stage, by: Self.year)
    let told = bench.stage.effects.compactMap { effect -> Timestamp? in
      if case .publish(.heater(let heater)) = effect { heater.since } else { nil }
    }
    #expect(told.last.map { $0 > bench.stage.now.wall - .hours(1) } == true)
  }
}

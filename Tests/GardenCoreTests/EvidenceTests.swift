import Foundation
import GardenCore
import GardenSimulation
import Testing

/// A probe that speaks every ten minutes, as people report theirs: noisy, swinging, with outliers.
private struct Speaker {
  var stage: Stage
  private var random: SplitMix64

  init(seed: UInt64 = 1, _ plan: GardenPlan = .oneBasil) {
    stage = Stage(plan, at: Stage.start - .hours(8))
    random = SplitMix64(seed: seed)
  }

  /// From -1 to 1.
  mutating func noise() -> Double { random.unit() * 2 - 1 }

  /// - Parameter value: by days, and from -1 to 1.
  mutating func lives(days: Double, every pause: Int = 10, _ value: (Double, Double) -> Double) {
    for step in 0..<Int(days * 1440) / pause {
      stage.reads(min(max(value(Double(step * pause) / 1440, noise()), 0), 100))
      stage.wait(.minutes(pause))
    }
  }

  /// Matters that somebody was told, each once.
  var reminders: Int { Set(told.map(\.dueSince)).count }
  var told: [Notice] { stage.notices.filter { $0.key == "water-basil" && !$0.isUpdate } }
  var waterings: [WateringRecord] {
    let told = stage.effects.compactMap { if case .watered(let record) = $0 { record } else { nil } }
    let withdrawn = Set(told.filter(\.isWithdrawn).map(\.id))
    return told.filter { !withdrawn.contains($0.id) }
  }
  /// Numbers that were told and deny the limit.
  var denials: [Double] {
    told.compactMap { notice in
      guard case .water(let thirst) = notice.subject, let moisture = thirst.moisture, let limit = thirst.limit
      else { return nil }
      return moisture < limit ? nil : moisture
    }
  }
}

@Suite("No conclusion from one reading")
struct EvidenceTests {
  @Test(arguments: [34.0, 36])
  func `one outlier is neither dry soil nor water`(_ usual: Double) {
    var probe = Speaker()
    probe.lives(days: 1) { _, _ in usual }
    probe.stage.reads(24)
    probe.stage.wait(.minutes(10))
    probe.lives(days: 1) { _, _ in usual }
    #expect(probe.told.isEmpty && probe.waterings.isEmpty)
  }

  @Test func `a reading that stands alone counts once nothing has contradicted it for two hours`() {
    var probe = Speaker()
    probe.lives(days: 1, every: 240) { _, _ in 34 }
    probe.stage.reads(24)
    probe.stage.wait(.minutes(119))
    #expect(probe.told.isEmpty)
    probe.stage.wait(.minutes(3))
    #expect(probe.told.count == 1)
  }

  // Below the end of its scale it is moved there.
  @Test(arguments: [24.0, 12, -0.4])
  func `an outlier that a bridge says again with another quantity is no second reading`(_ outlier: Double) {
    var stage = Stage()
    stage.holds(34, for: .days(1))
    stage.reads(outlier, mayBeCached: true)
    for minutes in [11, 24, 40] {
      stage.wait(.minutes(minutes))
      stage.reads(19.5, .temperature, mayBeCached: true)
      stage.reads(outlier, mayBeCached: true)
    }
    stage.wait(.minutes(20))
    #expect(stage.notices.isEmpty)
    stage.holds(34, for: .hours(2))
    #expect(stage.notices.isEmpty)
  }

  @Test func `dry soil that a bridge says again, or for two hours, is told`() {
    for (before, pause) in [(31.0, 10), (36, 120)] {
      var stage = Stage()
      stage.holds(before, for: .days(1))
      for _ in 0...pause / 10 + 2 {
        stage.reads(28, mayBeCached: true)
        stage.wait(.minutes(10))
      }
      #expect(stage.notices.count == 1)
    }
  }

  @Test(arguments: [10, 60])
  func `two wrong readings in a row keep no reminder open for longer than a day`(_ pause: Int) {
    var probe = Speaker()
    probe.lives(days: 3, every: pause) { _, _ in 34 }
    probe.lives(days: Double(2 * pause) / 1440, every: pause) { _, _ in 24 }
    probe.lives(days: 0.9, every: pause) { _, noise in 34 + 0.4 * noise }
    #expect(probe.reminders == 1 && probe.stage.reminder() != nil)
    probe.lives(days: 0.2, every: pause) { _, noise in 34 + 0.4 * noise }
    #expect(probe.stage.reminder() == nil && probe.waterings.isEmpty)
    probe.lives(days: 5, every: pause) { _, noise in 34 + 0.4 * noise }
    #expect(probe.reminders == 1)
  }

  @Test func `of two probes each must have said so twice`() {
    var plan = GardenPlan.make(sensors: 2)
    plan.plants[0].shares.append(SensorShare(sensor: SensorIndex(1)))
    var stage = Stage(plan)
    for step in 0..<24 {
      stage.reads(step == 12 ? 22 : 34)
      stage.wait(.minutes(5))
      stage.reads(34, sensor: 1)
      stage.wait(.minutes(5))
    }
    #expect(stage.notices.isEmpty)
  }

  @Test func `a value that is lost before it is proved has no deadline that is over`() throws {
    var plan = GardenPlan.make(sensors: 2)
    plan.plants[0].shares.append(SensorShare(sensor: SensorIndex(1)))
    var stage = Stage(plan)
    stage.reads(41)
    stage.reads(70, sensor: 1)
    let began = stage.now.uptime
    // As the loop does: never asleep beyond a deadline, and awake for nothing hardly ever.
    for _ in 0..<300 {
      let deadline = stage.garden.nextDeadline(after: stage.now)
      let next = try #require(deadline)
      stage.advance(min(max(next - stage.now.uptime, .milliseconds(1)), .minutes(5)))
      stage.send(.tick)
    }
    #expect(stage.now.uptime - began > .hours(20))
  }

  @Test func `a clock that was days ahead leaves a judge that finds water`() {
    var probe = Speaker()
    probe.lives(days: 2) { _, _ in 34 }
    probe.stage.now.wall = probe.stage.now.wall - .days(7)
    probe.stage.send(.tick)
    probe.lives(days: 2) { _, _ in 34 }
    probe.lives(days: 0.5) { _, _ in 55 }
    #expect(probe.waterings.count == 1)
  }

  @Test(arguments: [(10, 0), (60, 60)])
  func `what is truly dry is told with the second reading below the limit`(_ pause: Int, _ later: Int) throws
  {
    var probe = Speaker()
    probe.lives(days: 1, every: pause) { _, _ in 34 }
    let began = probe.stage.now.wall
    probe.lives(days: 0.5, every: pause) { _, _ in 28 }
    let told = try #require(probe.told.first)
    // With the dwell of ten minutes, and the minute in which more may be told along.
    #expect(told.sentAt <= began + .minutes(max(later, 10) + 2))
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>, [3.0, 4])
  func `noise over one dry-down is one reminder and no water`(_ seed: UInt64, _ size: Double) {
    var probe = Speaker(seed: seed)
    probe.lives(days: 28) { day, noise in 44 - 1.2 * day + size * noise }
    #expect(probe.reminders == 1 && probe.waterings.isEmpty && probe.denials.isEmpty)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `noise at the limit rings a handful of times`(_ seed: UInt64) {
    var probe = Speaker(seed: seed)
    probe.lives(days: 14) { _, noise in 30 + 6 * noise }
    #expect(probe.reminders == 1 && probe.told.count <= 6 && probe.waterings.isEmpty && probe.denials.isEmpty)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `a probe that swings with the day dries down once`(_ seed: UInt64) {
    var probe = Speaker(seed: seed)
    probe.lives(days: 28) { day, noise in
      let turns: Double = day - 9.0 / 24
      return 34 - 0.35 * day + 4 * sin(turns * 2 * Double.pi) + 1.5 * noise
    }
    #expect(probe.reminders == 1 && probe.waterings.isEmpty && probe.denials.isEmpty)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `a lamp that adds points each day is no water`(_ seed: UInt64) {
    var probe = Speaker(seed: seed)
    probe.lives(days: 28) { day, noise in
      let isLit = (8..<20).contains(Int(day * 24) % 24)
      return 34 - 0.35 * day + (isLit ? 6 : 0) + 0.2 * noise
    }
    #expect(probe.reminders == 1 && probe.waterings.isEmpty && probe.denials.isEmpty)
  }

  @Test func `what denies itself in the morning waits until it is so again`() {
    let quiet = QuietHours(fromSecondOfDay: 22 * 3600, toSecondOfDay: 7 * 3600)
    var plan = GardenPlan.make(quiet: quiet)
    plan.people.removeLast()
    var probe = Speaker(plan)
    probe.lives(days: 1) { _, _ in 36 }
    probe.lives(days: 0.25) { _, _ in 29.5 }
    // 06:00 to 12:00.
    probe.lives(days: 0.25) { _, _ in 31.2 }
    #expect(probe.told.isEmpty)
    probe.lives(days: 0.1) { _, _ in 29.5 }
    #expect(probe.told.count == 1 && probe.denials.isEmpty)
  }

  @Test func `after water was seen nobody is asked before it has soaked in`() {
    var probe = Speaker()
    probe.lives(days: 2) { _, _ in 34 }
    probe.lives(days: 0.1) { _, _ in 27 }
    probe.lives(days: 0.02) { _, _ in 50 }
    #expect(probe.waterings.count == 1 && probe.reminders == 1)
    let seen = probe.stage.now.wall
    probe.lives(days: 0.5) { _, _ in 26 }
    let again = probe.told.last?.sentAt ?? seen
    #expect(probe.reminders == 2 && again >= seen + .hours(1))
  }

  @Test(arguments: [(58.0, 3, 10), (48, 6, 10), (58, 2, 60), (58, 2, 360)])
  func `a rise that is all gone within hours was no water`(_ high: Double, _ count: Int, _ pause: Int) {
    var probe = Speaker()
    probe.lives(days: 6, every: pause) { _, _ in 36 }
    probe.lives(days: Double(count * pause) / 1440, every: pause) { _, _ in high }
    #expect(probe.waterings.count == 1)
    probe.lives(days: 1, every: pause) { _, _ in 35 }
    #expect(probe.waterings.isEmpty && probe.stage.plant()?.neverWatered == true)
  }

  @Test func `a dry spell that no water ended goes on, and its reminder with it`() throws {
    var probe = Speaker()
    probe.lives(days: 2) { _, _ in 36 }
    let began = probe.stage.now.wall
    probe.lives(days: 0.5) { _, _ in 26 }
    #expect(probe.stage.reminder() != nil)
    probe.lives(days: 4.0 / 144) { _, _ in 58 }
    #expect(probe.stage.reminder() == nil)
    probe.lives(days: 3.0 / 24) { _, _ in 26 }
    #expect(probe.stage.reminder() != nil && probe.waterings.isEmpty)
    #expect(probe.stage.plant()?.moisture.since == began)
  }

  @Test func `water that a coarse substrate lets through at once stays water`() {
    var probe = Speaker()
    probe.lives(days: 2) { _, noise in 22 + 0.3 * noise }
    probe.lives(days: 3.0 / 144) { _, _ in 55 }
    probe.lives(days: 1) { day, noise in 26 - 2 * day + 0.3 * noise }
    #expect(probe.waterings.count == 1)
  }

  @Test func `water right after a rise that was none is water`() {
    var probe = Speaker()
    probe.lives(days: 2) { _, _ in 36 }
    probe.lives(days: 3.0 / 144) { _, _ in 58 }
    probe.lives(days: 0.1) { _, _ in 36 }
    probe.lives(days: 0.5) { _, _ in 62 }
    #expect(probe.waterings.count == 1)
  }

  @Test func `what rises for an hour each day is water on no day, once that is known`() {
    var probe = Speaker()
    probe.lives(days: 14) { day, _ in 36 + (Int(day * 24) % 24 == 9 ? 9 : 0) }
    let told = probe.stage.effects.count {
      if case .watered(let water) = $0 { !water.isWithdrawn } else { false }
    }
    #expect(probe.waterings.isEmpty && told <= 2)
  }
}

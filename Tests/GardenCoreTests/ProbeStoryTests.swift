import GardenCore
import GardenSimulation
import Testing

/// What probes do over days, and what people hear of it.
@Suite struct ProbeStoryTests {
  /// What `value` gives by minutes since the start; `nil`: nothing is said then.
  private func story(
    days: Double, every pause: Int = 10, _ plan: GardenPlan = .oneBasil, cached: Bool = false,
    temperature: Bool = false, _ value: (Int) -> Double?
  ) -> Stage {
    var stage = Stage(plan)
    for minute in stride(from: 0, to: Int(days * 1440), by: pause) {
      if temperature { stage.reads(20 + Double(minute % 7) / 10, .temperature, mayBeCached: cached) }
      if let value = value(minute) { stage.reads(value, mayBeCached: cached) }
      stage.wait(.minutes(pause))
    }
    return stage
  }

  private func troubles(_ stage: Stage) -> [SensorTrouble] {
    // A trouble that lasts is told again.
    var known: Set<Timestamp> = []
    return stage.notices.filter { $0.key == "sens-probe-0" && known.insert($0.dueSince).inserted }
      .compactMap { if case .sensor(let facts) = $0.subject { facts.trouble } else { nil } }
  }

  private func kinds(_ stage: Stage) -> [Suspicion] {
    troubles(stage).compactMap { if case .suspect(let finding) = $0 { finding.kind } else { nil } }
  }

  private func waterings(_ stage: Stage) -> Int {
    stage.effects.count { if case .watered = $0 { true } else { false } }
  }

  private func asked(_ stage: Stage) -> Int { stage.notices.count { $0.key == "water-basil" } }

  // MARK: A hand

  @Test(arguments: [15, 30, 45], [0.0, 6])
  func `a probe that is pulled out and put back neither rings nor waters, and shows no water`(
    _ pause: Int, _ higher: Double
  ) {
    var plan = GardenPlan.withValve
    plan.plants[0].watering?.isAutomatic = true
    let out = 4 * 1440..<4 * 1440 + 4 * pause
    let stage = story(days: 6, every: pause, plan) { minute in
      out.contains(minute) ? 2 : minute < out.lowerBound ? 58 : 58 + higher
    }
    #expect(asked(stage) == 0 && waterings(stage) == 0)
    #expect(!stage.opened)
  }

  @Test(arguments: [0.0, 2])
  func `one reading of nothing, of a probe that speaks hourly, makes no calendar ring`(
    _ wrong: Double
  ) {
    let stage = story(days: 14, every: 60) { $0 == 12 * 1440 ? wrong : 46 - Double($0) / 14_400 }
    #expect(stage.notices.isEmpty)
  }

  // MARK: A packet

  @Test func `a packet that is heard several times is one reading`() {
    var stage = Stage()
    func heard(_ value: Double) {
      stage.reads(value)
      for _ in 0..<3 {
        stage.wait(.seconds(3))
        stage.reads(value)
      }
      stage.wait(.minutes(30))
    }
    for _ in 0..<48 { heard(34) }
    heard(24)
    for _ in 0..<8 { heard(34) }
    heard(58)
    for _ in 0..<8 { heard(34) }
    #expect(stage.notices.isEmpty && waterings(stage) == 0)
  }

  @Test func `what one reading alone has said is taken back by the next ones at the limit`() {
    let stage = story(days: 8, every: 360) { $0 == 4 * 1440 ? 24 : 34 }
    #expect(asked(stage) == 1)
    #expect(stage.reminder() == nil)
  }

  // MARK: Silence

  @Test(arguments: [true, false])
  func `soil that stands is not silent, while its device speaks of other things`(_ repeats: Bool) {
    // 0.3 points a day, in whole percent: the value comes with each message, or only when it changes.
    var last = 0.0
    let stage = story(days: 30, every: 20, cached: repeats, temperature: true) { minute in
      let value = (45 - 0.3 * Double(minute) / 1440).rounded()
      defer { last = value }
      return repeats || value != last ? value : nil
    }
    #expect(stage.notices.isEmpty)
    #expect(stage.plant()?.moisture.status == .fine)
  }

  @Test func `no rule waters by soil that was measured more than a day ago, however dry it was`() {
    var plan = GardenPlan.withValve
    plan.plants[0].watering?.isAutomatic = true
    plan.plants[0].watering?.pause = .hours(30)
    var stage = Stage(plan)
    stage.holds(20, for: .hours(2))
    #expect(stage.opened)
    stage.effects = []
    for _ in 0..<24 * 5 {
      stage.wait(.hours(1))
      stage.reads(20.5, .temperature)
    }
    #expect(!stage.opened)
  }

  @Test func `a device that goes on speaking and says no moisture any more is told as that`() {
    let stage = story(days: 16, every: 60, temperature: true) {
      $0 < 4 * 1440 ? 45 - Double($0 % 60) / 60 : nil
    }
    #expect(troubles(stage) == [.missing(.moisture)])
  }

  @Test(arguments: [12, 15, 45])
  func `a probe that is awake for minutes and asleep for longer is not offline`(
    _ awake: Int
  ) {
    var stage = Stage()
    for report in 0..<24 * 5 {
      stage.send(.availability(SensorIndex(0), isOnline: true))
      stage.reads(46 - Double(report) / 100)
      stage.wait(.minutes(awake))
      stage.send(.availability(SensorIndex(0), isOnline: false))
      stage.wait(.minutes(60 - awake))
    }
    #expect(stage.notices.isEmpty && stage.plant()?.moisture.status == .fine)
  }

  @Test func `nobody hears of the first quiet night`() {
    let stage = story(days: 3) { minute in (7..<19).contains((minute / 60 + 8) % 24) ? 50 : nil }
    #expect(stage.notices.isEmpty)
  }

  @Test func `a clock that runs ahead dates nothing: what comes now was measured now`() {
    var stage = Stage()
    for step in 0..<24 {
      stage.reads(44 - Double(step) / 10, measuredAt: stage.now.wall + .hours(2))
      stage.wait(.minutes(30))
    }
    #expect(stage.plant()?.moisture.status == .fine && stage.notices.isEmpty)
    #expect(stage.plant()?.sensors[0].refusals[Int(Refusal.future.rawValue)] == 24)
  }

  @Test func `a clock that runs ahead makes soil that stands neither silent nor unreadable`() {
    var stage = Stage()
    for hour in 0..<72 {
      stage.reads(44, measuredAt: stage.now.wall + .hours(2), mayBeCached: true)
      stage.reads(20 + Double(hour % 7) / 10, .temperature, mayBeCached: true)
      stage.wait(.hours(1))
    }
    #expect(stage.plant()?.moisture.status == .fine && stage.notices.isEmpty)
  }

  // MARK: Frozen

  @Test(arguments: [
    (70.0, 34.0, 12.0, 0.5), (44, 38, 3, 1), (58, 41, 17, 1),
  ]) func `a value that no longer moves is found, whole percents and repeated ones too`(
    _ from: Double, _ to: Double, _ days: Double, _ step: Double
  ) {
    for cached in [true, false] {
      let stage = story(days: 48, every: 60, cached: cached, temperature: cached) { minute in
        let value = max(to, from - (from - to) * Double(minute) / 1440 / days)
        return (value / step).rounded() * step
      }
      #expect(kinds(stage) == [.frozen])
    }
  }

  @Test func `a value that never moved is found once its plant would have been watered twice`() {
    #expect(kinds(story(days: 9, every: 60) { _ in 38.4 }).isEmpty)
    #expect(kinds(story(days: 28, every: 60) { _ in 38.4 }) == [.frozen])
  }

  // MARK: Batteries, scales

  @Test(arguments: [0, 1, 2])
  func `a battery that follows the cold, or trembles, is not swapped with the moisture`(
    _ way: Int
  ) {
    var random = SplitMix64(seed: 4)
    var stage = Stage()
    for minute in stride(from: 0, to: 30 * 1440, by: 30) {
      let hour = Double(minute % 1440) / 60
      let battery =
        way == 0
        ? 72 + 9 * curve(hour)
        : way == 1 ? 80 + (hour < 12 ? 6 : -6) : 80 + 12 * (random.unit() + random.unit() - 1)
      stage.reads(44 - 0.2 * Double(minute) / 1440 + 0.2 * (random.unit() - 0.5))
      stage.reads(battery, .battery)
      stage.wait(.minutes(30))
    }
    #expect(troubles(stage).isEmpty)
  }

  /// A wave of one day, from -1 to 1.
  private func curve(_ hour: Double) -> Double {
    let part = abs(hour - 12) / 6 - 1
    return part * (2 - abs(part))
  }

  @Test func `a battery of three steps does not empty fast`() {
    var stage = Stage()
    for hour in 0..<60 * 24 {
      stage.reads(46 - Double(hour % 97) / 10)
      stage.reads(hour < 20 * 24 ? 100 : hour < 40 * 24 ? 66 : 33, .battery)
      stage.wait(.hours(1))
    }
    #expect(!kinds(stage).contains(.draining))
  }

  @Test func `a scale in steps of ten is not two probes`() {
    var random = SplitMix64(seed: 2)
    let stage = story(days: 14, every: 15) { minute in
      let noise = (random.unit() + random.unit() + random.unit() - 1.5) * 2.4
      return ((52 - 0.8 * Double(minute) / 1440 + noise) / 10).rounded() * 10
    }
    #expect(kinds(stage).isEmpty)
  }

  @Test(arguments: [(20.0, 360), (6, 60)])
  func `degrees of the other scale are found, also in the cold and of four reports a day`(
    _ mean: Double, _ pause: Int
  ) {
    var stage = Stage()
    for minute in stride(from: 0, to: 20 * 1440, by: pause) {
      let celsius = mean + 3 * curve(Double(minute % 1440) / 60)
      stage.reads(minute < 10 * 1440 ? celsius : celsius * 1.8 + 32, .temperature)
      stage.reads(50 - Double(minute) / 2880)
      stage.wait(.minutes(pause))
    }
    #expect(kinds(stage) == [.rescaled])
  }
}

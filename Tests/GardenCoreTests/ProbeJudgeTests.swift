import GardenCore
import GardenSimulation
import Testing

/// Probes whose every message is right, and which are wrong all the same.
@Suite struct ProbeJudgeTests {
  /// Says what `value` gives for each minute since the start, until `end`.
  private func stage(
    _ end: Duration, every pause: Int = 10, _ plan: GardenPlan = .oneBasil, _ value: (Int) -> Double
  ) -> Stage {
    var stage = Stage(plan)
    for minute in stride(from: 0, to: Int(end.milliseconds / 60_000), by: pause) {
      stage.reads(value(minute))
      stage.wait(.minutes(pause))
    }
    return stage
  }

  private func told(_ stage: Stage) -> [Suspicion] {
    stage.notices.compactMap { notice in
      if case .sensor(let facts) = notice.subject, case .suspect(let finding) = facts.trouble {
        finding.kind
      } else {
        nil
      }
    }
  }

  /// Falls from 44 to 38.4 in three days.
  private func dries(_ minute: Int) -> Double { max(38.4, 44 - 5.6 * Double(minute) / 4320) }

  @Test
  func `a value that stands still from one day to the next is told once, by day 10, and does not count`() {
    let stage = stage(.days(10), every: 5) { (dries($0) * 100).rounded() / 100 }
    #expect(told(stage) == [.frozen])
    #expect((stage.notices.first?.sentAt ?? .init(seconds: 0)) <= Stage.start + .days(10))
    #expect(stage.plant()?.moisture.reason == .suspect)
    #expect(stage.plant()?.because.contains("not the least change from 38.4 since") == true)
  }

  @Test func `what is suspect is believed again once it moves`() {
    var stage = stage(.hours(156), every: 5) { (dries($0) * 100).rounded() / 100 }
    stage.effects = []
    stage.reads(37.9)
    stage.wait(.minutes(1))
    #expect(stage.plant()?.moisture.value == 37.9)
    #expect(stage.withdrawals.map(\.key) == ["sens-probe-0"])
  }

  @Test(arguments: [1.0, 0.1])
  func `soil that truly stands for months, as under a cactus, is no fault`(_ step: Double) {
    var random = SplitMix64(seed: 3)
    let stage = stage(.days(60), every: 30) { minute in
      let day = Double(minute) / 1440
      let soil = 12 + 30 / (1 + day / 4) / (1 + day / 4)
      return ((soil + (random.unit() - 0.5) * 0.4) / step).rounded() * step
    }
    #expect(told(stage) == [])
  }

  @Test func `a lamp is told, its plant is still known, and nothing is watered by it`() {
    let stage = stage(.days(8)) { minute in
      50 - 0.5 * Double(minute) / 1440 + ((8..<20).contains(minute / 60 % 24) ? 20 : 0)
    }
    #expect(told(stage) == [.driven])
    #expect(stage.plant()?.moisture.value != nil)
  }

  @Test func `a probe that was pulled out dries no plant`() {
    let stage = stage(.days(4)) { $0 < 4320 ? 50 - Double($0) / 1440 : 1.5 }
    #expect(told(stage) == [.unplugged])
    #expect(stage.plant()?.moisture.reason == .suspect)
    #expect(stage.reminder() == nil)
  }

  @Test(arguments: [10.0, 100])
  func `another scale after an update is told with both numbers`(_ factor: Double) {
    let stage = stage(.days(4)) { (50 - Double($0) / 1440) / ($0 < 4320 ? 1 : factor) }
    #expect(told(stage) == [.rescaled])
    #expect(
      stage.plant()?.because.contains("went from 47 to \(factor == 10 ? "4.7" : "0.5") at once") == true)
  }

  @Test func `degrees that become Fahrenheit are no warmth`() {
    var stage = Stage()
    for hour in 0..<48 {
      stage.reads(50)
      stage.reads(hour < 24 ? 21 : 69.8, .temperature)
      stage.wait(.hours(1))
    }
    #expect(told(stage) == [.rescaled])
    #expect(stage.plant()?.temperature.reason == .suspect)
    #expect(stage.plant()?.moisture.status == .fine)
  }

  @Test func `a scale that is the wrong way round is told at the second watering`() {
    var stage = Stage()
    for hour in 0..<2 * 72 {
      stage.reads(40 + Double(hour % 72) / 3)
      stage.wait(.hours(1))
    }
    #expect(told(stage) == [])
    stage.reads(40)
    stage.wait(.hours(1))
    #expect(told(stage) == [.inverted])
    #expect(stage.plant()?.because.contains("last from 63.7 to 40") == true)
  }

  @Test
  func
    `a scale that an update turns about is told at the next watering, and is right once it is turned back`()
  {
    var stage = Stage()
    for hour in 0..<30 {
      stage.reads(30 - Double(hour) / 10)
      stage.wait(.hours(1))
    }
    for hour in 0..<49 {
      stage.reads(hour < 48 ? 73 + Double(hour) / 3 : 45)
      stage.wait(.hours(1))
    }
    #expect(told(stage) == [.inverted])
    for hour in 0..<3 {
      stage.reads(55 - Double(hour) / 3)
      stage.wait(.hours(1))
    }
    #expect(stage.plant()?.moisture.status == .fine)
  }

  @Test func `moisture and battery that change places are told`() {
    var stage = Stage()
    for hour in 0..<48 {
      stage.reads(hour < 24 ? 41 : 88)
      stage.reads(hour < 24 ? 88 : 41, .battery)
      stage.wait(.hours(1))
    }
    #expect(told(stage) == [.swapped])
  }

  @Test func `two probes that change places are both told`() {
    var stage = Stage(
      .make(plants: [.probed("basil", sensor: 0), .probed("fern", sensor: 1)], sensors: 2))
    for hour in 0..<48 {
      stage.reads(hour < 24 ? 41 : 70)
      stage.reads(hour < 24 ? 70 : 41, sensor: 1)
      stage.wait(.hours(1))
    }
    #expect(told(stage) == [.exchanged, .exchanged])
  }

  @Test func `a battery that will be empty in days is told before it is low`() {
    var stage = Stage()
    for day in 0..<14 {
      stage.reads(50 - Double(day) / 10)
      stage.reads(80 - Double(max(0, day - 4)) * 5, .battery)
      stage.wait(.hours(24))
    }
    #expect(told(stage) == [.draining])
    #expect(stage.plant()?.moisture.status == .fine)
  }

  @Test(arguments: [
    [38.4], [38.2, 38.4, 38.6, 38.3, 38.5], [38.4, 38.5], [40, 41],
  ])
  func `a dead probe that trembles is told within weeks`(said: [Double]) {
    var stage = stage(.days(3), every: 30) { dries($0) }
    for hour in 0..<30 * 24 {
      stage.reads(said[hour % said.count])
      stage.wait(.hours(1))
    }
    #expect(Set(told(stage)) == [.frozen])
  }

  @Test func `what a judge knows survives a restart`() {
    var stage = stage(.days(5), every: 5) { (dries($0) * 100).rounded() / 100 }
    stage.restart()
    for _ in 0..<288 {
      stage.wait(.minutes(10))
      stage.reads(38.4)
    }
    #expect(told(stage) == [.frozen])
  }

  @Test func `all that is learned of a probe is small`() {
    #expect(MemoryLayout<ProbeJudge>.size + 4 * MemoryLayout<Rhythm>.size <= 460)
  }

  @Test func `who was not told hears that the probe is not believed`() {
    let stage = stage(.hours(156), every: 5) { (dries($0) * 100).rounded() / 100 }
    let words = stage.garden.hearings(of: "basil", at: stage.now).map(\.word)
    #expect(Set(words) == [.suspect])
  }
}

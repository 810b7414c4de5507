import GardenCore
import Testing

/// Two probes under one id, told apart from water, dry soil and noise.
@Suite struct TwoLevelsTests {
  private func turns(_ values: [Double], every pause: Duration = .minutes(10)) -> Int {
    var levels = TwoLevels()
    var now = Uptime(milliseconds: 0)
    for value in values {
      levels.take(value, at: now)
      now = now + pause
    }
    return levels.turns
  }

  @Test func `water, dry soil, noise and a flapping unit are one probe`() {
    // Drip irrigation in sand, six times a day: up at once, down by and by.
    let drip = [[Double]](repeating: [30, 44, 42, 39, 36, 34, 32, 30.5], count: 6).flatMap(\.self)
    #expect(turns(drip) == 0)
    #expect(turns((0..<40).map { 50 + Double(($0 * 7) % 11) }) == 0)
    #expect(turns((0..<100).map { 80 - Double($0) / 3 }) == 0)
    #expect(turns([20, 20, 60, 60, 59, 58]) == 0)
  }

  @Test
  func
    `the probe of a plant that leaps to and fro is unknown, told once, and believed again when it is calm`()
  {
    var stage = Stage()
    stage.holds(50, for: .hours(1))
    var logged = 0
    for turn in 0..<40 {
      stage.wait(.minutes(5))
      stage.reads(turn % 2 == 0 ? 21.5 : 50)
      if turn == 4 { #expect(stage.plant()?.moisture.status == .fine) }
    }
    #expect(stage.plant()?.moisture.status == .unknown)
    logged = stage.logs.filter { $0.text.contains("leaps between") }.count
    #expect(logged == 1)
    guard case .sensor(let facts)? = stage.notices.last?.subject else {
      Issue.record("nobody is told")
      return
    }
    guard case .suspect(let finding) = facts.trouble else {
      Issue.record("another trouble")
      return
    }
    #expect(finding.kind == .twofold && stage.notices.count == 1)
    stage.holds(50, for: .hours(7))
    #expect(stage.plant()?.moisture.value == 50)
    #expect(stage.withdrawals.map(\.key) == ["sens-probe-0"])
  }

  @Test func `a probe that is dipped into water and dried for an hour, a hundred times, is one probe`() {
    var stage = Stage()
    stage.holds(50, for: .hours(1))
    for turn in 0..<100 {
      stage.wait(.seconds(36))
      stage.reads(turn % 2 == 0 ? 21.5 : 50)
    }
    #expect(stage.plant()?.moisture.status != .unknown)
    #expect(!stage.notices.contains { $0.key == "sens-probe-0" })
  }
}

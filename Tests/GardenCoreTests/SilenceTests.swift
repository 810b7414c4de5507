import GardenCore
import Testing

/// Silence has a rhythm, and a device that is heard is alive.
@Suite struct SilenceTests {
  /// Two weeks of reports at these hours of the day: soil of 52 % that loses half a point a day.
  private func fortnight(_ hours: [Int], from first: Int = 0) -> Stage {
    var stage = Stage()  // Begins at 8.
    var hour = 8
    for report in first..<14 * hours.count {
      let next = report / hours.count * 24 + hours[report % hours.count]
      guard next >= hour else { continue }
      stage.wait(.hours(next - hour))
      hour = next
      stage.reads(52 - 0.5 * Double(hour - 8) / 24)
    }
    return stage
  }

  @Test(arguments: [
    [10, 13, 16, 19], [10, 12, 14, 16, 18, 19], [10, 19], [6, 18], [9], Array(10...19),
  ])
  func `a probe that is quiet by night, or for half a day, is neither silent nor overruled by the calendar`(
    _ hours: [Int]
  ) {
    for first in 0..<hours.count {
      let stage = fortnight(hours, from: first)
      #expect(stage.notices.map(\.key) == [], "from report \(first)")
      if first == 0 { #expect(stage.plant()?.moisture.status == .fine) }
    }
  }

  @Test func `a probe that dies is told within three of its usual pauses`() {
    var stage = fortnight([10, 13, 16, 19])
    stage.wait(.hours(44))
    #expect(stage.notices.map(\.key) == [])
    stage.wait(.hours(2))
    #expect(stage.notices.map(\.key) == ["sens-probe-0"])
    #expect(stage.plant()?.moisture.reason == .silent)
  }

  @Test func `one lost report of a probe that speaks twice a day is no silence`() {
    var stage = fortnight([6, 18])
    stage.wait(.hours(24))
    stage.reads(45)
    stage.wait(.hours(1))
    #expect(stage.notices.map(\.key) == [])
    #expect(stage.plant()?.moisture.status == .fine)
  }

  @Test func `one odd pause is learned by no probe, a quiet night is within days`() {
    var stage = Stage()
    for day in 0..<6 {
      stage.holds(50, for: .hours(day == 3 ? 4 : 24))
      if day == 3 { stage.wait(.hours(20)) }
    }
    stage.effects = []
    stage.wait(.minutes(6 * 60 + 30))
    #expect(stage.notices.map(\.key) == ["sens-probe-0"])
  }

  @Test func `what was learned of a rhythm survives a restart`() {
    var stage = fortnight([6, 18])
    stage.wait(.hours(6))
    stage.restart()
    stage.wait(.hours(14))
    #expect(stage.notices.map(\.key) == [])
    #expect(stage.plant()?.moisture.status == .fine)
  }

  @Test func `the owner's word wins over what was learned`() {
    var plan = GardenPlan.oneBasil
    plan.sensors[0].silentAfter = .hours(2)
    var stage = Stage(plan)
    for _ in 0..<4 {
      stage.holds(50, for: .hours(15))
      stage.wait(.hours(9))
    }
    #expect(stage.plant()?.moisture.reason == .silent)
    #expect(stage.notices.contains { $0.key == "sens-probe-0" })
  }

  @Test func `soil that stands still is known while anything comes from its device`() {
    var plan = GardenPlan.oneBasil
    plan.sensors[0].silentAfter = .minutes(1)
    var stage = Stage(plan)
    stage.reads(45)
    func warms(for hours: Int) {
      for second in 0..<hours * 144 {
        stage.wait(.seconds(25))
        stage.reads(20 + Double(second % 7) / 10, .temperature)
      }
    }
    warms(for: 167)
    #expect(stage.plant()?.moisture.value == 45)
    #expect(stage.notices.map(\.key) == [])
    warms(for: 3)
    #expect(stage.plant()?.moisture.reason == .silent)
    #expect(stage.notices.contains { $0.key == "sens-probe-0" })
  }

  @Test func `after silence the calendar does not overrule a last value and what follows from it`() {
    var stage = Stage()
    stage.holds(46, for: .hours(26))
    stage.answers("anna-phone", .done)
    stage.holds(46, for: .days(6))
    stage.wait(.days(3))
    #expect(stage.plant()?.moisture.status == .unknown)
    #expect(stage.reminder() == nil)
    stage.wait(.days(1))
    #expect(stage.reminder() != nil)
  }

  @Test(arguments: [(5.0, 0.7, 50), (1, 0.25, 40)])
  func `a probe that tells steps, days apart, is not overruled by the calendar once its pace is known`(
    _ step: Double, _ pace: Double, _ days: Int
  ) throws {
    var stage = Stage()
    var last = 0.0
    var reports: [Timestamp] = []
    for minute in stride(from: 0, to: days * 1440, by: 30) {
      let value = ((66 - pace * Double(minute) / 1440) / step).rounded(.up) * step
      if value != last {
        stage.reads(value)
        reports.append(stage.now.wall)
        last = value
      }
      stage.wait(.minutes(30))
    }
    let asked = stage.notices.filter { $0.key == "water-basil" && !$0.isUpdate }.map(\.sentAt)
    let second = try #require(reports.dropFirst().first)
    // After one report nothing is known of its soil.
    #expect(asked.allSatisfy { $0 < second })
    #expect(stage.reminder() == nil && last > 30)
  }

  @Test func `the calendar asks once soil that dries as fast as it ever did would be dry`() {
    var stage = Stage()
    for day in stride(from: 0, to: 12, by: 4) {
      stage.reads(60 - 5 * Double(day / 4))
      stage.wait(.days(4))
    }
    // 50 percent, four days ago, at 1.25 points a day.
    stage.wait(.days(11))
    #expect(stage.reminder() == nil)
    stage.wait(.days(1) + .hours(1))
    #expect(stage.reminder() != nil)
  }

  @Test(arguments: [Duration.seconds(9), .hours(1), .hours(12)])
  func `a probe that goes offline after each report sleeps: its value counts and it gets dry`(
    _ pause: Duration
  ) {
    for saysOnline in [true, false] {
      var stage = Stage()
      for report in 0..<(pause < .minutes(1) ? 200 : 12) {
        if saysOnline { stage.send(.availability(SensorIndex(0), isOnline: true)) }
        stage.reads(12)
        stage.wait(.milliseconds(600))
        stage.send(.availability(SensorIndex(0), isOnline: false))
        stage.wait(pause - .milliseconds(600))
        // Once may be dead; again and again is asleep.
        #expect((stage.plant()?.moisture.reason == .offline) == (report == 0))
      }
      #expect(stage.reminder() != nil)
      #expect(!stage.notices.contains { $0.key == "sens-probe-0" })
      // Then it is gone for good.
      stage.wait(.days(3))
      #expect(stage.plant()?.moisture.reason == .silent)
      #expect(stage.notices.contains { $0.key == "sens-probe-0" })
    }
  }

  @Test func `what one probe said before it went offline for the first time opens no valve by rule`() {
    var plan = GardenPlan.withValve
    plan.plants[0].watering?.isAutomatic = true
    var stage = Stage(plan)
    for report in 0..<4 {
      stage.send(.availability(SensorIndex(0), isOnline: true))
      stage.reads(5)
      stage.send(.availability(SensorIndex(0), isOnline: false))
      #expect(stage.plant()?.moisture.status == (report > 0 ? .low : .unknown))
      stage.wait(.minutes(50))
      #expect(stage.opened == (report > 0))
      stage.wait(.minutes(10))
    }
  }

  @Test func `a probe that has a word for sleep and goes offline without it is gone`() {
    var plan = GardenPlan.oneBasil
    plan.sensors[0].saysSleep = true
    var stage = Stage(plan)
    for _ in 0..<3 {
      stage.send(.availability(SensorIndex(0), isOnline: true))
      stage.reads(50)
      stage.send(.availability(SensorIndex(0), isOnline: false))
      #expect(stage.plant()?.moisture.reason == .offline)
      stage.wait(.hours(1))
    }
  }

  @Test func `a probe asleep at a restart still counts`() {
    var stage = Stage()
    for _ in 0..<3 {
      stage.send(.availability(SensorIndex(0), isOnline: true))
      stage.reads(50)
      stage.send(.availability(SensorIndex(0), isOnline: false))
      stage.wait(.hours(1))
    }
    stage.restart()
    stage.send(.availability(SensorIndex(0), isOnline: false))
    #expect(stage.plant()?.moisture.status == .fine)
  }

  @Test func `a probe that was there for long and goes offline is offline, until it is heard again`() {
    var stage = Stage()
    stage.holds(50, for: .hours(1))
    stage.send(.availability(SensorIndex(0), isOnline: false))
    #expect(stage.plant()?.moisture.reason == .offline)
    stage.wait(.minutes(61))
    #expect(stage.notices.map(\.key) == ["sens-probe-0"])
    stage.reads(49)
    #expect(stage.plant()?.moisture.status == .fine)
  }
}

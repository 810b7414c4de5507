@testable import GardenCore
import LeaseHarness
import Testing

/// A dry plant outside, and a forecast.
@Suite("Rain may only delay")
struct RainDelayTests {
  private static let weather = SensorIndex(1)

  private static func plan(isAutomatic: Bool = true, delayMax: Duration = .hours(12)) -> GardenPlan {
    var plan = GardenPlan.withValve
    plan.plants[0].watering?.isAutomatic = isAutomatic
    plan.plants[0].waitsForRain = true
    plan.sensors.append(SensorPlan(id: "weather", silentAfter: .hours(7)))
    plan.rain = RainPlan(sensor: weather, delayMax: delayMax)
    return plan
  }

  /// Dry since some minutes ago, after a forecast of that many millimetres.
  private static func stage(_ rain: Double?, isAutomatic: Bool = true) -> Stage {
    var stage = Stage(plan(isAutomatic: isAutomatic))
    stage.send(.link(isUp: true))
    stage.reads(40)
    if let rain { stage.reads(rain, .rain, sensor: 1) }
    stage.effects = []
    stage.holds(25, for: .minutes(30))
    return stage
  }

  /// Lets it stay dry and be told of that much rain again and again, until water flows or people are asked; how long that took since it
  /// got dry.
  private static func wait(_ stage: inout Stage, _ rain: Double, hours: Int = 48) -> Duration? {
    let from = stage.garden.plants[0].moisture.settledSince
    for _ in 0..<(hours * 6) {
      if stage.opened || !stage.notices.isEmpty { return stage.now.wall - from }
      stage.reads(rain, .rain, sensor: 1)
      stage.holds(25, for: .minutes(10))
    }
    return nil
  }

  @Test func `without rain in sight the rule waters at once`() {
    #expect(Self.stage(nil).opened)
    #expect(Self.stage(2.9).opened)
  }

  @Test func `with rain in sight the rule waits, and says until when`() {
    let stage = Self.stage(8)
    #expect(!stage.opened)
    let dry = stage.garden.plants[0].moisture.settledSince
    #expect(stage.plant()?.watering?.held?.word == .rain)
    #expect(stage.plant()?.watering?.held?.until == Timestamp(seconds: (dry + .hours(12)).seconds + 1))
    #expect(stage.plant()?.because.contains("8 mm of rain are expected") == true)
  }

  @Test func `a forecast that always lies costs no more than its bound`() throws {
    for isAutomatic in [true, false] {
      var stage = Self.stage(8, isAutomatic: isAutomatic)
      let waited = try #require(Self.wait(&stage, 8))
      #expect((.hours(12)...(.hours(12) + .minutes(12))).contains(waited), "\(waited)")
      #expect(stage.opened == isAutomatic)
    }
  }

  @Test func `nor does it after restarts, or with a clock that is set back`() throws {
    var stage = Self.stage(8)
    for _ in 0..<5 {
      stage.restart()
      stage.send(.link(isUp: true))
      stage.reads(8, .rain, sensor: 1)
      stage.holds(25, for: .hours(2))
    }
    #expect(!stage.opened)
    let waited = try #require(Self.wait(&stage, 8))
    #expect(waited <= .hours(12) + .minutes(12), "\(waited)")

    var other = Self.stage(8)
    let start = other.now.uptime
    other.now.wall = other.now.wall - .hours(9)
    _ = Self.wait(&other, 8)
    #expect(other.opened)
    #expect(other.now.uptime - start <= .hours(12))
  }

  @Test func `a config that is read anew ends no wait`() {
    var stage = Self.stage(8)
    stage.run { $0.adopt(Self.plan(), at: $1, into: &$2) }
    stage.holds(25, for: .hours(1))
    #expect(!stage.opened)
  }

  @Test func `a person who waters does not wait`() {
    var stage = Self.stage(8)
    #expect(stage.command(.water(stage.head("anna-phone"), plant: "basil", duration: nil))?.code == .accepted)
    #expect(stage.opened)
  }

  @Test func `when the rain is taken back water flows at once`() {
    var stage = Self.stage(8)
    stage.wait(.hours(1))
    stage.reads(25)
    stage.reads(0, .rain, sensor: 1)
    stage.wait(.seconds(1))
    #expect(stage.opened)
  }

  @Test func `when nobody renews the forecast water flows as soon as it is old`() {
    var stage = Self.stage(8)
    stage.holds(25, for: .hours(6))
    #expect(!stage.opened)
    stage.holds(25, for: .hours(1))
    #expect(stage.opened)
    #expect(stage.logs.contains { $0.text.hasPrefix("no forecast of rain counts") })
  }

  @Test func `what was asked stays asked, and what runs goes on`() {
    var stage = Self.stage(0, isAutomatic: false)
    stage.wait(.minutes(5))
    #expect(stage.notices.map(\.key) == ["water-basil"])
    stage.reads(30, .rain, sensor: 1)
    stage.holds(25, for: .hours(1))
    #expect(stage.reminder()?.state == .sent)
    #expect(stage.withdrawals.isEmpty)

    var running = Stage(Self.plan())
    running.send(.link(isUp: true))
    for _ in 0..<200 where !running.opened {
      running.reads(25)
      running.wait(.seconds(10))
    }
    running.send(.valve(ActuatorIndex(0), ValveReport(isOpen: true)))
    running.reads(30, .rain, sensor: 1)
    running.wait(.seconds(30))
    #expect(running.plant()?.isWatering == true)
  }

  @Test(arguments: [-5, 900, .infinity, 2.9, 0] as [Double])
  func `a forecast of nothing, or of nonsense, changes nothing that leaves the bridge`(_ rain: Double) {
    var with = Self.stage(rain)
    var without = Self.stage(nil)
    for _ in 0..<6 {
      with.reads(rain, .rain, sensor: 1)
      with.holds(25, for: .minutes(10))
      without.holds(25, for: .minutes(10))
    }
    func leaves(_ stage: Stage) -> [Effect] {
      stage.effects.filter {
        switch $0 {
        case .command, .notify, .withdraw, .publish, .activity: true
        default: false
        }
      }
    }
    let (one, other) = (leaves(with), leaves(without))
    #expect(one.count == other.count && one.count > 5)
    for (a, b) in zip(one, other) { #expect(a == b) }
  }

  @Test func `plants under a roof do not wait, and a probe that is a forecast is never called silent`() {
    var plan = Self.plan()
    plan.plants[0].waitsForRain = false
    var stage = Stage(plan)
    stage.send(.link(isUp: true))
    stage.reads(30, .rain, sensor: 1)
    stage.holds(25, for: .minutes(30))
    #expect(stage.opened)
    stage.wait(.days(2))
    #expect(!stage.notices.contains { $0.key.hasPrefix("sensor-weather") })
  }
}

import GardenCore
import Testing

@Suite("Sensors")
struct SensorTests {
  @Test(arguments: [-5, -10.5, 111, 151, .nan, .infinity, -.infinity, 1e300])
  func `an impossible moisture changes nothing but a count`(value: Double) {
    var stage = Stage()
    stage.reads(45)
    stage.effects = []
    stage.advance(.minutes(5))
    stage.reads(value)
    #expect(stage.plant()?.moisture.value == 45)
    #expect(stage.plant()?.sensors[0].refusals[Int(Refusal.impossible.rawValue)] == 1)
    #expect(stage.logs.count == 1)
    stage.advance(.minutes(5))
    stage.reads(value)
    #expect(stage.logs.count == 1)
  }

  @Test(arguments: [(-3.0, 0.0), (104.0, 100.0)])
  func `a saturated probe reads the end of its scale`(value: Double, end: Double) {
    var stage = Stage()
    stage.reads(value)
    #expect(stage.plant()?.moisture.value == end)
  }

  @Test(arguments: [-5.0, 155])
  func `nonsense as the first word of a probe makes no plant dry or wet`(value: Double) {
    var stage = Stage()
    stage.reads(value)
    #expect(stage.plant()?.moisture.status == .unknown)
    #expect(stage.plant()?.moisture.value == nil)
  }

  @Test func `a link that flaps fills no log`() {
    var stage = Stage()
    for flip in 0..<600 {
      stage.send(.availability(SensorIndex(0), isOnline: flip % 2 == 1))
      stage.advance(.milliseconds(500))
    }
    #expect(stage.logs.filter { $0.text.contains("line") }.count <= 6)
  }

  @Test func `a scale of two points of our own may be overshot`() {
    var stage = Stage()
    stage.reads(-8, raw: 760)
    #expect(stage.plant()?.moisture.value == 0)
  }

  @Test func `a jump waits for the next reading`() {
    var stage = Stage()
    stage.reads(60)
    stage.advance(.minutes(10))
    stage.reads(20)
    #expect(stage.plant()?.moisture.value == 60)
    stage.advance(.minutes(10))
    stage.reads(21)
    #expect(stage.plant()?.moisture.value == 21)
    #expect(stage.plant()?.sensors[0].refusals[Int(Refusal.jump.rawValue)] == 1)
  }

  @Test func `a glitch that goes back leaves no trace in the plant`() {
    var stage = Stage()
    stage.reads(60)
    stage.advance(.minutes(10))
    stage.reads(0)
    stage.advance(.minutes(10))
    stage.reads(60)
    #expect(stage.plant()?.moisture.value == 60)
  }

  @Test func `the same message twice does not confirm a jump`() {
    var stage = Stage()
    stage.reads(60)
    stage.advance(.minutes(10))
    stage.reads(20)
    stage.reads(20)
    #expect(stage.plant()?.moisture.value == 60)
    stage.advance(.minutes(1))
    stage.reads(20, mayBeCached: true)
    #expect(stage.plant()?.moisture.value == 60)
  }

  @Test func `a reading measured before the newest is refused as older`() {
    var stage = Stage()
    stage.reads(50, measuredAt: stage.now.wall)
    stage.advance(.minutes(5))
    stage.reads(40, measuredAt: stage.now.wall - .minutes(10))
    #expect(stage.plant()?.moisture.value == 50)
    #expect(stage.plant()?.sensors[0].refusals[Int(Refusal.older.rawValue)] == 1)
  }

  @Test func `a time in the future, taken before the clock was right, does not make all later ones older`() {
    var stage = Stage(isWallTrusted: false)
    stage.reads(50, measuredAt: stage.now.wall + .days(3000))
    stage.advance(.minutes(5))
    stage.now.isWallTrusted = true
    stage.reads(48, measuredAt: stage.now.wall)
    #expect(stage.plant()?.moisture.value == 48)
    #expect(stage.plant()?.sensors[0].refusals[Int(Refusal.older.rawValue)] == 0)
    stage.advance(.minutes(5))
    stage.reads(46, measuredAt: stage.now.wall - .minutes(10))
    #expect(stage.plant()?.moisture.value == 48)
  }

  @Test func `the same time of measurement is a duplicate, a time in the future is refused`() {
    var stage = Stage()
    let at = stage.now.wall
    stage.reads(50, measuredAt: at)
    stage.advance(.minutes(5))
    stage.reads(50, measuredAt: at)
    stage.reads(50, measuredAt: stage.now.wall + .minutes(3))
    #expect(stage.plant()?.sensors[0].refusals[Int(Refusal.duplicate.rawValue)] == 1)
    #expect(stage.plant()?.sensors[0].refusals[Int(Refusal.future.rawValue)] == 1)
  }

  @Test func `the same value within a second is one reading`() {
    var stage = Stage()
    stage.reads(50)
    stage.advance(.milliseconds(400))
    stage.effects = []
    stage.reads(50)
    #expect(stage.effects.isEmpty)
    stage.reads(51)
    #expect(stage.plant()?.moisture.value == 51)
  }

  @Test func `a flooding sensor is bounded and counted`() {
    var stage = Stage()
    for i in 0..<200 {
      stage.advance(.milliseconds(100))
      stage.reads(50 + Double(i % 7))
    }
    let refusals = stage.plant()?.sensors[0].refusals ?? []
    #expect(refusals[Int(Refusal.flood.rawValue)] == 69)
    #expect(refusals.reduce(0, +) == 70)
  }

  @Test func `a retained value without its own time is shown but never evaluated`() {
    var stage = Stage()
    stage.reads(10, wasRetained: true)
    #expect(stage.plant()?.moisture.status == .unknown)
    #expect(stage.plant()?.moisture.reason == .ageUnknown)
    #expect(stage.plant()?.sensors[0].values.first?.value == 10)
    stage.wait(.hours(1))
    #expect(stage.reminder() == nil)
  }

  @Test func `a retained value of unknown age does not displace a fresh one`() {
    var stage = Stage()
    stage.reads(50)
    stage.advance(.minutes(5))
    stage.reads(10, wasRetained: true)
    #expect(stage.plant()?.moisture.value == 50)
  }

  @Test func `a retained value with its own time is as old as it says`() {
    var stage = Stage()
    stage.reads(50, measuredAt: stage.now.wall - .hours(5), wasRetained: true)
    #expect(stage.plant()?.moisture.status == .fine)
    stage.wait(.minutes(61))
    #expect(stage.plant()?.moisture.reason == .silent)
  }

  @Test
  func `a cached repetition says that the value stands, and that it is frozen after two waterings' time`() {
    var stage = Stage()
    for hour in 0..<24 * 15 {
      if hour == 24 * 13 { #expect(stage.plant()?.moisture.status == .fine) }
      stage.reads(50, mayBeCached: true)
      stage.reads(20 + Double(hour % 9) * 0.1, .temperature, mayBeCached: true)
      stage.wait(.hours(1))
    }
    #expect(stage.plant()?.moisture.reason == .suspect)
    #expect(stage.plant()?.temperature.status == .fine)
  }

  @Test func `an offline probe makes the moisture unknown, and is known again when it is back`() {
    var stage = Stage()
    stage.holds(50, for: .hours(1))
    stage.send(.availability(SensorIndex(0), isOnline: false))
    #expect(stage.plant()?.moisture.reason == .offline)
    stage.send(.availability(SensorIndex(0), isOnline: true))
    #expect(stage.plant()?.moisture.status == .fine)
  }

  @Test func `a probe that stays offline is named after an hour, not before`() {
    var stage = Stage()
    stage.holds(50, for: .hours(1))
    stage.send(.availability(SensorIndex(0), isOnline: false))
    stage.wait(.minutes(59))
    #expect(stage.notices.isEmpty)
    stage.wait(.minutes(2))
    #expect(stage.notices.map(\.key) == ["sens-probe-0"])
    stage.send(.availability(SensorIndex(0), isOnline: true))
    stage.wait(.minutes(1))
    #expect(stage.withdrawals.map(\.key) == ["sens-probe-0"])
  }

  @Test func `a probe of which only refusals come is unreadable`() {
    var stage = Stage()
    stage.reads(50)
    for _ in 0..<8 {
      stage.wait(.hours(1))
      stage.send(.refused(SensorIndex(0), nil, .malformed))
    }
    #expect(stage.plant()?.moisture.reason == .unreadable)
  }

  @Test func `a low battery is told once and taken back after the change`() {
    var stage = Stage()
    stage.holds(50, for: .hours(1))
    stage.reads(14, .battery)
    stage.wait(.minutes(2))
    #expect(stage.notices.map(\.key) == ["sens-probe-0"])
    stage.advance(.minutes(1))
    stage.reads(17, .battery)
    stage.wait(.minutes(2))
    #expect(stage.withdrawals.isEmpty)
    stage.reads(95, .battery)
    stage.wait(.minutes(2))
    #expect(stage.withdrawals.map(\.key) == ["sens-probe-0"])
    #expect(stage.notices.count == 1)
  }

  @Test func `silence while the broker is away is not the probe's fault`() {
    var stage = Stage()
    stage.reads(50)
    stage.send(.link(isUp: false))
    stage.wait(.hours(10))
    #expect(stage.notices.isEmpty)
    stage.send(.link(isUp: true))
    stage.wait(.minutes(10))
    stage.reads(49)
    stage.wait(.hours(1))
    #expect(stage.notices.isEmpty)
  }

  @Test func `two probes that contradict each other say nothing`() {
    var plant = PlantPlan.probed("basil", sensor: 0)
    plant.shares.append(SensorShare(sensor: SensorIndex(1)))
    var stage = Stage(.make(plants: [plant], sensors: 2))
    stage.reads(5)
    stage.reads(82, sensor: 1)
    #expect(stage.plant()?.moisture.reason == .noQuorum)
    stage.wait(.hours(1))
    #expect(stage.reminder() == nil)
  }

  @Test func `of three probes the one that lies is outvoted`() {
    var plant = PlantPlan.probed("basil", sensor: 0)
    plant.shares = [
      SensorShare(sensor: SensorIndex(0), weight: 1), SensorShare(sensor: SensorIndex(1), weight: 3),
      SensorShare(sensor: SensorIndex(2), weight: 1),
    ]
    plant.quorum = 2
    var stage = Stage(.make(plants: [plant], sensors: 3))
    stage.reads(40)
    #expect(stage.plant()?.moisture.reason == .noQuorum)
    stage.reads(44, sensor: 1)
    stage.reads(99, sensor: 2)
    #expect(stage.plant()?.moisture.value == 43)
  }

  @Test func `a reading that changes nothing is only recorded`() {
    var stage = Stage()
    stage.holds(50, for: .hours(1))
    stage.effects = []
    stage.advance(.seconds(30))
    stage.reads(50.1)
    #expect(stage.effects.count == 1)
    guard case .record = stage.effects.first else {
      Issue.record("not a record")
      return
    }
  }
}

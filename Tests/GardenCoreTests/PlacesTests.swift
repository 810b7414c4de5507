import GardenCore
import Testing

@Suite("A band")
struct PlacesBandTests {
  let band = BandPlan(below: 30, above: 80, deadband: 5, dwell: .minutes(10))
  let start = Moment(wall: Timestamp(seconds: 1_800_000_000), uptime: Uptime(milliseconds: 1_000_000))

  func later(_ minutes: Int) -> Moment {
    Moment(wall: start.wall + .minutes(minutes), uptime: start.uptime + .minutes(minutes))
  }

  @Test func `the first value counts at once`() {
    var evaluator = BandEvaluator(since: start.wall)
    #expect(evaluator.status == .unknown)
    #expect(evaluator.evaluate(20, against: band, at: start) == true)
    #expect(evaluator.status == .low && evaluator.since == start.wall)
  }

  @Test func `a change counts once it has held, from when it began`() {
    var evaluator = BandEvaluator(since: start.wall)
    _ = evaluator.evaluate(50, against: band, at: start)
    #expect(evaluator.evaluate(29, against: band, at: later(1)) == false)
    #expect(evaluator.deadline(band) == later(11).uptime)
    #expect(evaluator.evaluate(28, against: band, at: later(10)) == false)
    #expect(evaluator.evaluate(28, against: band, at: later(11)) == true)
    #expect(evaluator.status == .low && evaluator.since == later(1).wall)
    #expect(evaluator.deadline(band) == nil)
  }

  @Test func `a short dip does not count`() {
    var evaluator = BandEvaluator(since: start.wall)
    _ = evaluator.evaluate(50, against: band, at: start)
    _ = evaluator.evaluate(29, against: band, at: later(1))
    _ = evaluator.evaluate(31, against: band, at: later(9))
    #expect(evaluator.evaluate(29, against: band, at: later(12)) == false)
    #expect(evaluator.status == .fine)
  }

  @Test func `it turns back only beyond the deadband`() {
    var evaluator = BandEvaluator(since: start.wall)
    _ = evaluator.evaluate(20, against: band, at: start)
    _ = evaluator.evaluate(34.9, against: band, at: later(1))
    _ = evaluator.evaluate(34.9, against: band, at: later(60))
    #expect(evaluator.status == .low)
    _ = evaluator.evaluate(35, against: band, at: later(61))
    _ = evaluator.evaluate(35, against: band, at: later(71))
    #expect(evaluator.status == .fine)
  }

  @Test func `a night is not too dark, a whole day is`() {
    let light = BandPlan(
      below: 500, above: 25_000, deadband: 100, dwell: .hours(2), lowFor: .hours(24))
    var evaluator = BandEvaluator(since: start.wall)
    #expect(evaluator.evaluate(0, against: light, at: start) == true)
    #expect(evaluator.status == .fine)
    for day in 0..<3 {
      _ = evaluator.evaluate(9000, against: light, at: later(day * 1440 + 480))
      _ = evaluator.evaluate(3, against: light, at: later(day * 1440 + 960))
      _ = evaluator.evaluate(3, against: light, at: later(day * 1440 + 1439))
      #expect(evaluator.status == .fine)
    }
    let dark = 2 * 1440 + 960
    #expect(evaluator.deadline(light) == later(dark + 1440).uptime)
    #expect(evaluator.evaluate(400, against: light, at: later(dark + 1439)) == false)
    #expect(evaluator.evaluate(400, against: light, at: later(dark + 1440)) == true)
    #expect(evaluator.status == .low && evaluator.since == later(dark).wall)
    _ = evaluator.evaluate(30_000, against: light, at: later(dark + 1500))
    _ = evaluator.evaluate(30_000, against: light, at: later(dark + 1620))
    #expect(evaluator.status == .high)
  }

  @Test func `a dark day counts over the silence of a probe at night`() {
    let light = BandPlan(
      below: 500, above: 25_000, deadband: 100, dwell: .hours(2), lowFor: .hours(24))
    var evaluator = BandEvaluator(since: start.wall)
    _ = evaluator.evaluate(9000, against: light, at: start)
    _ = evaluator.evaluate(100, against: light, at: later(60))
    #expect(evaluator.evaluate(nil, against: light, at: later(480)) == true)
    #expect(evaluator.status == .unknown && evaluator.deadline(light) == nil)
    _ = evaluator.evaluate(nil, against: light, at: later(1600))
    #expect(evaluator.status == .unknown)
    _ = evaluator.evaluate(200, against: light, at: later(1601))
    #expect(evaluator.status == .low && evaluator.since == later(60).wall)
    _ = evaluator.evaluate(nil, against: light, at: later(1700))
    _ = evaluator.evaluate(9000, against: light, at: later(2000))
    _ = evaluator.evaluate(9000, against: light, at: later(2120))
    #expect(evaluator.status == .fine)
  }

  @Test func `unknown counts at once, and a gap neither closes nor opens an episode`() {
    var evaluator = BandEvaluator(since: start.wall)
    _ = evaluator.evaluate(20, against: band, at: start)
    #expect(evaluator.evaluate(nil, against: band, at: later(1)) == true)
    #expect(evaluator.status == .unknown && evaluator.since == later(1).wall)
    #expect(evaluator.evaluate(50, against: band, at: later(100)) == true)
    #expect(evaluator.status == .low && evaluator.since == start.wall)
    _ = evaluator.evaluate(50, against: band, at: later(110))
    #expect(evaluator.status == .fine)
  }

  @Test func `a crossing while the bridge was down is noticed after the dwell`() {
    var evaluator = BandEvaluator(prior: .fine, since: start.wall)
    #expect(evaluator.status == .unknown)
    _ = evaluator.evaluate(20, against: band, at: later(0))
    #expect(evaluator.status == .fine)
    _ = evaluator.evaluate(20, against: band, at: later(10))
    #expect(evaluator.status == .low)
  }

  @Test func `a jump of the wall clock does not shorten the dwell`() {
    var evaluator = BandEvaluator(since: start.wall)
    _ = evaluator.evaluate(50, against: band, at: start)
    _ = evaluator.evaluate(20, against: band, at: later(1))
    var jumped = later(2)
    jumped.wall = jumped.wall + .days(365)
    #expect(evaluator.evaluate(20, against: band, at: jumped) == false)
  }

  @Test func `NaN is unknown`() {
    var evaluator = BandEvaluator(since: start.wall)
    _ = evaluator.evaluate(.nan, against: band, at: start)
    #expect(evaluator.status == .unknown)
  }
}

@Suite("A place")
struct PlacesTests {
  let start = Moment(wall: Timestamp(seconds: 1_800_000_000), uptime: Uptime(milliseconds: 1_000_000))

  func plan(hasHeater: Bool = true) -> GardenPlan {
    GardenPlan(
      places: [
        PlacePlan(
          id: "house", name: "House", shares: [],
          temperature: BandPlan(below: 8, above: 30, deadband: 1, dwell: .minutes(5)),
          thermostat: hasHeater ? ActuatorIndex(0) : nil)
      ],
      actuators: [
        ActuatorPlan(id: "heater", name: "Heater", kind: .thermostat(range: 5...30, step: 0.5, line: nil))
      ])
  }

  func news(_ values: [(minute: Int, value: Double?)], _ plan: GardenPlan) -> [News] {
    let controls = Controls(plan: plan, memory: [], at: start)
    var places = Places(plan: plan, at: start)
    var turn = Turn(plan: plan, memory: GardenMemory(), boot: WateringBench.boot, seed: 1, at: start)
    for (minute, value) in values {
      turn.now = Moment(wall: start.wall + .minutes(minute), uptime: start.uptime + .minutes(minute))
      places.evaluate(place: 0, value: value, controls: controls, &turn)
    }
    return turn.news
  }

  private let question = Matter.setpoint("heater-setpoint", ofPlace: "house")

  @Test func `leaving the range asks once, and coming back takes it away`() {
    let news = news([(0, 20), (1, 7), (6, 7), (7, 6), (60, 6), (61, 9.5), (66, 9.5)], plan())
    #expect(
      news == [
        .closes(key: question.key, .cancelled), .closes(key: question.key, .superseded), .opens(question),
        .closes(key: question.key, .cancelled),
      ])
  }

  @Test func `the question offers the slider, and names the limit`() {
    let plan = plan()
    let controls = Controls(plan: plan, memory: [], at: start)
    guard
      case .setpoint(let snapshot, let name, let value, let limit, true, nil) = Places.subject(
        0, 7, isLow: true, controls, plan)
    else {
      Issue.record("no question")
      return
    }
    #expect(snapshot.id == "heater-setpoint" && name == "House" && value == 7 && limit == 8)
  }

  @Test func `a gap in the readings neither withdraws nor repeats`() {
    let news = news([(0, 7), (10, nil), (60, 7), (70, 7)], plan())
    #expect(news == [.closes(key: question.key, .superseded), .opens(question)])
  }

  @Test func `a place without a thermostat asks nobody`() {
    #expect(news([(0, 31)], plan(hasHeater: false)).isEmpty)
  }

  @Test func `a reload keeps the episode`() {
    let plan = plan()
    let controls = Controls(plan: plan, memory: [], at: start)
    var places = Places(plan: plan, at: start)
    var turn = Turn(plan: plan, memory: GardenMemory(), boot: WateringBench.boot, seed: 1, at: start)
    places.evaluate(place: 0, value: 7, controls: controls, &turn)
    places.adopt(plan, from: plan, at: start)
    places.evaluate(place: 0, value: 7, controls: controls, &turn)
    #expect(turn.news.count == 2 && places.status(of: 0) == .low)
  }
}

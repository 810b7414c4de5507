import GardenCore
import GardenReplay
import GardenSimulation
import Testing

/// A past with one probe in one pot.
private struct Pot {
  static let start = Timestamp(seconds: 1_780_000_000)
  var plan: GardenPlan

  init(dryBelow limit: Double, waters isAutomatic: Bool = false) {
    var basil = PlantPlan(id: "basil", name: "Basil", shares: [SensorShare(sensor: SensorIndex(0))])
    basil.moisture = BandPlan(below: limit, above: nil, deadband: 5, dwell: .minutes(10))
    plan = GardenPlan(
      sensors: [SensorPlan(id: "probe")], plants: [basil],
      people: [
        PersonPlan(
          id: "anna", name: "Anna", devices: [DevicePlan(id: "anna-phone", name: "Phone", role: .operator)])
      ])
    guard isAutomatic else { return }
    plan.actuators = [ActuatorPlan(id: "valve", name: "Valve", kind: .valve(hasDeviceTimer: true))]
    plan.plants[0].watering = WateringPlan(
      valve: ActuatorIndex(0), duration: .minutes(5), durationMax: .minutes(10), isAutomatic: true)
  }

  static func hour(_ hours: Double) -> Timestamp { start + .seconds(hours * 3600) }

  static func moisture(_ percent: Double) -> Event {
    .reading(Reading(sensor: SensorIndex(0), quantity: .moisture, value: percent))
  }

  /// It dries by half a point an hour from 50 %, read every ten minutes; `extra` happens beside.
  func replay(
    hours: Int, extra: [(hour: Double, event: Event)] = [], _ resolution: PastResolution = .readings
  ) -> ReplayAccount {
    var replay = Replay(plan: plan, from: Self.start)
    let step = resolution == .readings ? 1.0 / 6 : Double(resolution.span.wholeSeconds) / 3600
    var left = extra
    for i in 0...Int(Double(hours) / step) {
      let hour = Double(i) * step
      while let next = left.first, next.hour <= hour {
        replay.take(left.removeFirst().event, at: Self.hour(next.hour))
      }
      replay.take(Self.moisture(50 - hour / 2), at: Self.hour(hour), resolution)
    }
    replay.finish(at: Self.hour(Double(hours)))
    return replay.account
  }
}

@Suite("A past that a garden lives through once more")
struct ReplayTests {
  @Test func `a plant that dries is told once it was dry for its time, and again while nobody answers`()
    throws
  {
    let account = Pot(dryBelow: 30).replay(hours: 90)
    let line = try #require(account.plants[0].told.first)
    #expect(account.plants[0].told.count == 1)
    let toldAt = try #require(line.toldAt)
    // Below 30 % from 40:10 on, and then ten minutes; what falls due together within a minute is told together.
    #expect(Pot.hour(40.3)...Pot.hour(40.6) ~= toldAt)
    #expect(line.times == 2 && line.endedAt == nil && line.end == nil)
    guard case .water(let thirst) = line.subject else { throw Unexpected() }
    #expect(thirst.limit == 30 && thirst.moisture.map { $0 < 30 } == true)
    #expect(account.rings == 2)
    #expect(account.plants[0].longestDry?.length == Pot.hour(90) - (thirst.drySince ?? Pot.start))
  }

  @Test func `a season is the same to the byte, twice and on each kind of machine`() {
    func season() -> UInt64 {
      var replay = Replay(plan: Pot(dryBelow: 30, waters: true).plan, from: Pot.start)
      var pot = SimulatedPot(moisture: 60, dryingTime: .days(4))
      let weather = Weather(seed: 5, showers: 0.3)
      for minute in stride(from: 0, to: 90 * 24 * 60, by: 20) {
        let now = Pot.start + .minutes(minute)
        pot.pass(.minutes(20), air: weather.temperature(at: now), sunlight: weather.sunlight(at: now))
        if minute % (9 * 24 * 60) == 0 { pot.pour(litres: 1) }
        replay.take(Pot.moisture(pot.moisture), at: now)
      }
      replay.finish(at: Pot.start + .days(90))
      let basil = replay.account.plants[0]
      let text =
        "\(basil.told) \(basil.waterings) \(basil.runs) \(String(describing: basil.longestDry)) \(replay.account.rings)"
        + " \(String(describing: replay.forecast(of: "basil")))"
      return FNV1a.hash64(text.utf8Span.span)
    }
    let first = season()
    #expect(first == season())
    // As an amd64 and an arm64 have made it.
    #expect(first == 15_732_786_621_809_357_243)
  }

  @Test func `what a person answered then is answered again`() throws {
    let head = CommandHead(id: UniqueID(high: 1, low: 7), device: "anna-phone", at: Pot.hour(45))
    let account = Pot(dryBelow: 30).replay(
      hours: 60, extra: [(45, .command(.answer(head, plant: "basil", note: nil, .done)))])
    let line = try #require(account.plants[0].told.first)
    #expect(line.end?.reason == .done && line.end?.by == "anna-phone")
    #expect(line.endedAt == Pot.hour(45))
    #expect(account.plants[0].waterings.map(\.kind) == [.hand])
  }

  @Test func `a rule that waters opens a valve that obeys, for its time`() throws {
    let account = Pot(dryBelow: 30, waters: true).replay(hours: 48)
    let run = try #require(account.plants[0].runs.first)
    #expect(run.by == nil && run.end == .finished)
    #expect((Duration.minutes(4)...Duration.minutes(6)).contains(run.until - run.from))
    #expect(account.plants[0].timeOpen == account.plants[0].runs.reduce(.zero) { $0 + ($1.until - $1.from) })
  }

  @Test func `the first run of the rule in a dry spell is its decision, what follows is as if and in no sum`()
    throws
  {
    let basil = Pot(dryBelow: 30, waters: true).replay(hours: 90).plants[0]
    #expect(basil.runs.count == 1 && basil.asIf.count > 1)
    #expect(basil.timeOpen == basil.runs[0].until - basil.runs[0].from)
    // That the soil of the past did not react to them is the replay's own doing.
    #expect(basil.told.allSatisfy { $0.key != NoticeKey.valve("valve") })
    var replay = Replay(plan: Pot(dryBelow: 30, waters: true).plan, from: Pot.start)
    for spell in 0..<3 {
      for hour in 0..<40 {
        replay.take(Pot.moisture(hour < 20 ? 50 : 25), at: Pot.hour(Double(spell * 40 + hour)))
      }
    }
    replay.finish(at: Pot.hour(120))
    #expect(replay.account.plants[0].runs.count == 3)
  }

  @Test func `silence is no dryness`() throws {
    var replay = Replay(plan: Pot(dryBelow: 30).plan, from: Pot.start)
    for hour in Array(0..<48) + Array(1000..<1010) {
      replay.take(Pot.moisture(25), at: Pot.hour(Double(hour)))
    }
    replay.finish(at: Pot.hour(1010))
    let basil = replay.account.plants[0]
    let longest = try #require(basil.longestDry)
    #expect(longest.length > .hours(47) && longest.length < .hours(60) && longest.from < Pot.hour(1))
    #expect(basil.unknown > .hours(900))
    #expect(longest.length + basil.unknown <= .hours(1010))
  }

  @Test func `the mean of an hour is no silence, however short the probe may be silent`() {
    var pot = Pot(dryBelow: 30)
    pot.plan.sensors[0].silentAfter = .minutes(30)
    let account = pot.replay(hours: 60, .hours)
    #expect(account.plants[0].unknown == .zero)
    #expect(account.plants[0].told.count == 1)
    #expect(account.values == [.hours: 61])
    #expect(account.others.isEmpty)
  }

  @Test func `the same past gives the same account`() {
    #expect(
      Pot(dryBelow: 30, waters: true).replay(hours: 90) == Pot(dryBelow: 30, waters: true).replay(hours: 90))
  }

  @Test func `a higher limit tells earlier, and that is the difference`() throws {
    let (old, new) = (Pot(dryBelow: 30).replay(hours: 60), Pot(dryBelow: 35).replay(hours: 60))
    let difference = ReplayDifference(from: old, to: new)
    #expect(difference.changes.count == 1)
    guard case .movedReminder(let line, let before)? = difference.changes.first?.kind else {
      throw Unexpected()
    }
    let earlier = try #require(before.toldAt) - #require(line.toldAt)
    #expect((Duration.minutes(590)...Duration.minutes(610)).contains(earlier))
    #expect(difference.changes.first?.isAsIf == false)
    #expect(ReplayDifference(from: old, to: old).changes.isEmpty)
  }

  @Test func `after the first decision that differs, the rest is as if`() {
    let (old, new) = (Pot(dryBelow: 30).replay(hours: 90), Pot(dryBelow: 30, waters: true).replay(hours: 90))
    let changes = ReplayDifference(from: old, to: new).changes
    #expect(changes.count > 1)
    #expect(changes.map(\.isAsIf) == [false] + Array(repeating: true, count: changes.count - 1))
  }
}

private struct Unexpected: Error {}

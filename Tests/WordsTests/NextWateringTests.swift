import GardenCore
import LoamKit
import Testing

/// When the next watering is, as every surface shows it: from a reading's bytes to the retained documents.
@Suite struct NextWateringTests {
  private func plant(_ wire: Wire, _ id: String) throws -> LoamKit.PlantState {
    let last = try #require(wire.sent.last { $0.topic == "plants/v1/state/plant/\(id)" })
    return try DocumentCodec.decode(LoamKit.PlantState.self, from: last.payload)
  }

  private func detail(_ wire: Wire, _ id: String) throws -> PlantDetail {
    let last = try #require(wire.sent.last { $0.topic == "plants/v1/state/detail/\(id)" })
    return try DocumentCodec.decode(PlantDetail.self, from: last.payload)
  }

  private func glance(_ wire: Wire) throws -> GlanceState {
    let last = try #require(wire.sent.last { $0.topic == "plants/v1/state/glance/all" })
    return try DocumentCodec.decode(GlanceState.self, from: last.payload)
  }

  @Test func `a plant whose probe is well has no date, and none is made up for the glance`() throws {
    var wire = try Wire(Gardens.basil)
    wire.basil(31, for: .hours(1))
    #expect(try plant(wire, "basil").s == .ok && plant(wire, "basil").x == nil)
    #expect(try detail(wire, "basil").next == nil)
    #expect(try glance(wire).next == nil)
  }

  @Test func `a dry plant is due now, put off it is due then, and done it waits for its probe`() throws {
    var wire = try Wire(Gardens.basil)
    wire.pass(.minutes(1))
    wire.basil(28, for: .hours(1))
    var detail = try detail(wire, "basil")
    #expect(detail.next == detail.ts && detail.nextBecause == .due)
    #expect(try plant(wire, "basil").x == detail.ts && plant(wire, "basil").nextBecause == .due)
    try wire.act("water_tomorrow", #","plant":"basil""#)
    // 09:00 of the next day, in Berlin.
    let tomorrow = Wire.start.seconds + 86_400
    detail = try self.detail(wire, "basil")
    #expect(detail.next?.seconds == tomorrow && detail.nextBecause == .due)
    #expect(try plant(wire, "basil").x?.seconds == tomorrow && glance(wire).next?.seconds == tomorrow)
    let ack = try #require(wire.sent.last { $0.topic.hasSuffix("/dn/ack") })
    let fact = try #require(try DocumentCodec.decode(Ack.self, from: ack.payload).plant)
    #expect(fact.nextDate.seconds == tomorrow && fact.nextBecause == .due)
    try wire.act("water_done", #","plant":"basil""#)
    #expect(try plant(wire, "basil").s == .dry && plant(wire, "basil").x == nil)
  }

  @Test func `the calendar's date stands where the calendar decides`() throws {
    var wire = try Wire(Gardens.three)
    wire.pass(.minutes(1))
    let day = Wire.start.seconds + 86_400
    #expect(try plant(wire, "cactus").x?.seconds == day && detail(wire, "cactus").next?.seconds == day)
    #expect(try plant(wire, "cactus").isByCalendar && detail(wire, "cactus").nextBecause == .calendar)
    // Its probe has fallen silent: the calendar decides.
    wire.basil(45, for: .hours(1))
    #expect(try plant(wire, "basil").x == nil)
    wire.pass(.hours(9))
    #expect(try plant(wire, "basil").x != nil)
    #expect(try glance(wire).next?.seconds == day)
  }

  @Test func `a plant that was seen drying down says when it is dry next, and between which times`() throws {
    var wire = try Wire(Gardens.basil)
    wire.learnBasil()
    let state = try plant(wire, "basil")
    let (earliest, likely, latest) = (try #require(state.a), try #require(state.x), try #require(state.z))
    let left = likely.seconds - wire.now.wall.seconds
    #expect((26...31).contains(left / 3600), "\(left)")
    #expect(earliest.seconds < likely.seconds && likely.seconds < latest.seconds)
    let detail = try detail(wire, "basil")
    #expect(
      detail.next == likely && detail.forecast == PlantDetail.Forecast(earliest: earliest, latest: latest))
    #expect(detail.because.contains("; dry about "))
    #expect(abs(try #require(try glance(wire).next).seconds - likely.seconds) <= 7200)
  }

  @Test(arguments: [("", "medium", 44), ("low", "low", 41), ("high", "high", 48)])
  func `two waterings that drained propose a limit, which nobody sets but the owner`(
    _ thirst: String, _ word: String, _ limit: Int
  ) throws {
    var wire = try Wire(
      Gardens.basil.replacing(
        "dry_below: 30%", with: thirst.isEmpty ? "dry_below: 30%" : "dry_below: 30%, thirst: \(thirst)"))
    wire.learnBasil()
    let detail = try detail(wire, "basil")
    let words =
      "its soil holds 54% after draining and was 34% on its driest day: for \(word) thirst that is dry_below: \(limit)%"
    #expect(detail.because.contains(words), "\(detail.because)")
    #expect(detail.dryBelow == 30)
  }

  @Test func `why nobody knows when a plant gets dry stands beside it`() throws {
    var wire = try Wire(Gardens.basil)
    wire.basil(45, for: .hours(3))
    let detail = try detail(wire, "basil")
    #expect(detail.forecast == PlantDetail.Forecast(unknown: .learning))
    #expect(detail.because.contains("not known yet: it was not yet seen drying down to its limit"))
  }

  /// Dates of next waterings in a document.
  private static var next: Regex<(Substring, Substring)> { /"(?:next|x|nextDate|nextWateringDate)":(\d+)/ }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `no document names a next before its own time, and all say the same`(seed: UInt64) throws {
    var dice = SplitMix64(seed: seed)
    var wire = try Wire(Gardens.three)
    var soil = 60.0
    var seen = (documents: 0, dates: 0, because: Set<NextBecause>())
    for _ in 0..<150 {
      let plant = ["basil", "fern", "cactus"][Int(dice.next() % 3)]
      switch dice.next() % 8 {
      case 0...3:
        soil = max(5, soil - dice.unit() * 6)
        wire.hear("garden/basil", "{\"soil\":\(soil)}")
        wire.hear("garden/fern", "{\"m\":\(min(100, soil + 8))}")
      case 4: soil = 30 + dice.unit() * 50
      case 5:
        let answers = ["water_done", "water_later", "water_tomorrow"]
        try wire.act(answers[Int(dice.next() % 3)], #","plant":"\#(plant)""#)
      default: wire.pass(.minutes(Int(1 + dice.next() % 600)))
      }
      wire.pass(.seconds(1))
      for document in wire.sent[seen.documents...] {
        for match in String(decoding: document.payload, as: UTF8.self).matches(of: Self.next) {
          seen.dates += 1
          #expect(Int64(match.1).map { $0 >= document.at.seconds } == true, "\(document.topic) \(match.0)")
        }
      }
      seen.documents = wire.sent.count
      let now = wire.now.wall.seconds
      for facts in wire.garden.plantFacts(after: nil, count: 9, at: wire.now).facts {
        let state = try self.plant(wire, facts.id)
        #expect(state.nextBecause.rawValue == "\(facts.next.because)", "\(facts.id)")
        seen.because.insert(state.nextBecause)
        if let x = state.x { #expect(max(x.seconds, now) == max(facts.next.when.seconds, now)) }
      }
    }
    #expect(seen.dates > 300 && seen.because.isSuperset(of: [.due, .calendar, .unknown]))
  }

  private func reminder(_ wire: Wire, _ key: String) throws -> ReminderState {
    let last = try #require(wire.sent.last { $0.topic == "plants/v1/state/reminder/\(key)" })
    return try DocumentCodec.decode(ReminderState.self, from: last.payload)
  }

  @Test func `an open reminder says what its plant says, and names the day once that is another`() throws {
    var wire = try Wire(Gardens.basil)
    wire.pass(.minutes(1))
    wire.basil(28, for: .hours(1))
    let body = try reminder(wire, "water-basil").alert.body
    #expect(body?.contains("28%, limit 30%. Dry since 09:01") == true)
    for value in stride(from: 27.5, through: 22, by: -0.5) {
      wire.basil(value, for: .minutes(5))
      let (gauge, body) = (try plant(wire, "basil").m, try reminder(wire, "water-basil").alert.body)
      let shown = try #require(gauge).rounded()
      #expect(body?.contains("Soil moisture \(Int(shown))%,") == true, "\(gauge ?? -1): \(body ?? "")")
    }
    wire.pass(.hours(14))
    #expect(try reminder(wire, "water-basil").alert.body?.contains("Dry since 22 Nov") == true)
    let count = wire.sent.count { $0.topic == "plants/v1/state/reminder/water-basil" }
    wire.pass(.hours(3))
    #expect(wire.sent.count { $0.topic == "plants/v1/state/reminder/water-basil" } <= count + 1)
  }

  @Test func `a value is never rounded onto the limit that it passed`() throws {
    var wire = try Wire(Gardens.basil)
    wire.basil(29.98, for: .hours(1))
    let state = try plant(wire, "basil")
    #expect(state.s == .dry && state.m == 29.9 && state.d == 30)
    #expect(try detail(wire, "basil").evaluations.first?.value == 29.98)
    #expect(
      try reminder(wire, "water-basil").alert.body?.hasPrefix("Soil moisture 29.9%, limit 30%.") == true)
  }

  @Test func `values are shown each minute at most, and each ten seconds while water runs`() throws {
    var wire = try Wire(Gardens.bed)
    wire.basil(60, for: .hours(1))
    func shown(_ wire: Wire) -> Int { wire.sent.count { $0.topic == "plants/v1/state/plant/basil" } }
    func moved(_ wire: inout Wire) -> Int {
      let before = shown(wire)
      for step in 0..<12 {
        wire.hear("garden/basil", "{\"soil\":\(60 + step % 2 * 2)}")
        wire.pass(.seconds(5))
      }
      return shown(wire) - before
    }
    #expect(moved(&wire) <= 2)
    try wire.act("water_start", #","plant":"basil","value":300"#)
    wire.hear("garden/bed/state", "OPEN")
    wire.pass(.seconds(1))
    #expect((4...12).contains(moved(&wire)))
  }
}

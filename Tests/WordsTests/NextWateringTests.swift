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

  @Test func `a dry plant is due since it is dry, and answered it waits for its probe again`() throws {
    var wire = try Wire(Gardens.basil)
    wire.pass(.minutes(1))
    wire.basil(28, for: .hours(1))
    #expect(try plant(wire, "basil").x?.seconds == Wire.start.seconds + 60)
    #expect(try detail(wire, "basil").next?.seconds == Wire.start.seconds + 60)
    try wire.act("water_done", #","plant":"basil""#)
    #expect(try plant(wire, "basil").s == .dry && plant(wire, "basil").x == nil)
  }

  @Test func `the calendar's date stands where the calendar decides`() throws {
    var wire = try Wire(Gardens.three)
    wire.pass(.minutes(1))
    let day = Wire.start.seconds + 86_400
    #expect(try plant(wire, "cactus").x?.seconds == day && detail(wire, "cactus").next?.seconds == day)
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
}

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
}

import GardenCore
import LoamKit
import Testing

/// What the owner reads in the log and in `loam explain`, from a reading's bytes on.
@Suite struct OwnersWordsTests {
  private static let dated = """
    sensors:
      tomato-probe:
        family: json
        topic: garden/tomato
        time: {path: ts, form: s}
        fields: {moisture: {path: m, unit: percent}}
    plants:
      tomato: {name: Tomato, sensors: tomato-probe, dry_below: 30%}
    """

  private func detail(_ wire: Wire, _ id: String) throws -> PlantDetail {
    let last = try #require(wire.sent.last { $0.topic == "plants/v1/state/detail/\(id)" })
    return try DocumentCodec.decode(PlantDetail.self, from: last.payload)
  }

  @Test func `a clock that is ahead is named with by how much and how much is allowed`() throws {
    var wire = try Wire(Self.dated)
    wire.hear("garden/tomato", #"{"ts":\#(Wire.start.seconds + 360),"m":23.47826086956522}"#)
    #expect(
      wire.log == [
        "sensor tomato-probe: its clock is 6 minutes ahead (2 minutes are allowed); moisture 23.5% counts as measured when it came"
      ])
    // And `explain` knows at once.
    let detail = try detail(wire, "tomato")
    #expect(detail.evaluations.first?.reason == nil)
    #expect(detail.sensors.first?.refused == ["future": 1])
  }

  @Test func `a value that cannot be true is rounded and has its unit`() throws {
    var wire = try Wire(Self.dated)
    wire.hear("garden/tomato", #"{"ts":\#(Wire.start.seconds),"m":-930.4347826086957}"#)
    #expect(wire.log == ["sensor tomato-probe: moisture -930.4% cannot be true; value left out"])
  }

  @Test func `explain says when the reminder comes, and it comes then`() throws {
    var wire = try Wire(Gardens.basil)
    wire.basil(28, for: .minutes(1))
    #expect(
      try detail(wire, "basil").because.contains(
        "; one reading has said so: reminder after 10 minutes dry and the digest window of 1 minute with a second one, without one at 11:01"
      ))
    wire.basil(28, for: .minutes(9))
    #expect(try wire.alerts(to: "anna-phone").isEmpty)
    let because = try detail(wire, "basil").because
    #expect(because.contains("; reminder at 09:11, after 10 minutes dry and the digest window of 1 minute"))
    wire.basil(28, for: .minutes(1))
    #expect(try wire.alerts(to: "anna-phone").count == 1 && wire.now.wall == Wire.start + .minutes(11))
  }
}

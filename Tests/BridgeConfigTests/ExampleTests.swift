import BridgeConfig
import DeviceFamilies
import Foundation
import GardenCore
import Testing

/// What newcomers copy: the start file, and a block for each family.
@Suite struct ExampleTests {
  static func liveLines(_ text: String) -> [Substring] {
    text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("#") }
  }

  /// The start file without these sections.
  static func start(without sections: Set<Substring>) throws -> String {
    var isWanted = true
    return try Repository.text("config/example.yaml").split(separator: "\n").filter { line in
      if line.first?.isLetter == true { isWanted = !sections.contains(line.prefix { $0 != ":" }) }
      return isWanted
    }.map { $0 + "\n" }.joined()
  }

  @Test func `the start file is good, short, and has a broker, a probe, a plant and a person with a device`()
    throws
  {
    let text = try Repository.text("config/example.yaml")
    let settings = try read(text).get()
    #expect(settings.warnings.map(\.description) == [])
    #expect(Self.liveLines(text).count <= 16)
    #expect(text.contains("\nbroker:\n") && settings.sensors.count == 1)
    #expect(settings.plan.plants.map(\.id) == ["basil"])
    #expect(settings.plan.people.map { $0.devices.map(\.id) } == [["anna-phone"]])
  }

  @Test(arguments: Families.all) func `a family's block is a good config beside what else the start file has`(
    family: Family
  ) throws {
    let sections = Self.liveLines(family.block).filter { $0.first != " " }.map { $0.dropLast() }
    let text = try Self.start(without: Set(sections)) + family.block
    let result = read(text)
    #expect(report(result) == "")
    let settings = try result.get()
    #expect(settings.sensors.map(\.family) == [family.hasSensors ? family : .zigbee2mqtt])
    #expect(settings.actuators.map(\.family) == (family.hasValves ? [family] : []))
    let plant = try #require(settings.plan.plants.first)
    #expect(plant.shares.count == 1)
    #expect((plant.watering == nil) != family.hasValves)
    #expect(Self.liveLines(family.block).count <= 24)
  }
}

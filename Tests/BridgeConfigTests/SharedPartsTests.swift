import BridgeConfig
import GardenCore
import Testing

/// `include`, `defaults` and `site.id`: what several gardens have in common, and what tells them apart.
@Suite struct SharedPartsTests {
  private static let own = """
    include: [shared/house.yaml, shared/people.yaml]
    site: {id: north, name: North house}
    sensors:
      fern-probe: {family: zigbee2mqtt, topic: zigbee2mqtt/fern}
    plants:
      fern: {name: Fern, sensors: fern-probe}
      basil: {name: Basil, sensors: fern-probe, dry_below: 40%}
    """
  private static let house = """
    site: {name: A house, time_zone: Europe/Berlin}
    broker: {host: broker.example, port: 8883}
    defaults:
      plants: {dry_below: 25%, dwell: 2h}
    """
  private static let people = """
    people:
      anna: {name: Anna, devices: {anna-phone: {role: operator}}}
    """

  private static let parts = ["shared/house.yaml": house, "shared/people.yaml": people]

  private func settings(_ own: String = own, _ parts: [String: String] = parts) throws -> BridgeSettings {
    try read(own, parts: parts).get()
  }

  @Test func `what the garden says itself covers what it shares, key by key`() throws {
    let garden = try settings()
    #expect(garden.plan.site.name == "North house")
    #expect(garden.timeZoneName == "Europe/Berlin")
    #expect(garden.broker.host == "broker.example" && garden.broker.port == 8883)
    #expect(garden.plan.people.map(\.id) == ["anna"])
    #expect(garden.included == ["shared/house.yaml", "shared/people.yaml"])
  }

  @Test func `a default is that of every entry that does not say otherwise`() throws {
    let plants = try settings().plan.plants
    #expect(plants.map(\.id) == ["fern", "basil"])
    #expect(plants.map(\.moisture.below) == [25, 40])
    #expect(plants.map(\.moisture.dwell) == [.seconds(7_200), .seconds(7_200)])
  }

  @Test func `a later file covers an earlier one`() throws {
    let parts = [
      "a.yaml": "broker: {host: first.example, port: 1885}", "b.yaml": "broker: {host: second.example}",
    ]
    let garden = try settings("include: [a.yaml, b.yaml]\n" + Self.alone, parts)
    #expect(garden.broker.host == "second.example" && garden.broker.port == 1885)
  }

  @Test func `the garden's id is a level of its topics`() throws {
    #expect(try settings("site: {id: north}\n" + Self.alone, [:]).bridge.baseTopic == "plants/north")
    let moved = "site: {id: north}\nbridge: {base_topic: nursery/2}\n" + Self.alone
    #expect(try settings(moved, [:]).bridge.baseTopic == "nursery/2/north")
    #expect(try settings(Self.alone, [:]).bridge.baseTopic == "plants")
  }

  @Test func `a limit of a shared file is explained with its file`() throws {
    let garden = try settings()
    let line = try #require(garden.plan.plants[0].dryLine)
    #expect(line.file == "shared/house.yaml" && line.line == 4 && line.key == "plants.fern.dry_below")
    #expect(garden.plan.plants[1].dryLine?.file == nil)
  }

  @Test func `a mistake in a shared file is told there, once, with those of the config`() {
    let house = Self.house.replacing("dwell: 2h", with: "dwell: 2 hurs").replacing("port:", with: "prt:")
    let people = Self.people + "\ninclude: more.yaml"
    let own = Self.own.replacing("dry_below: 40%", with: "dry_blow: 40%")
    let parts = ["shared/house.yaml": house, "shared/people.yaml": people]
    #expect(
      report(read(own, fileName: "gardens/north.yaml", parts: parts)) == """
        gardens/north.yaml:7:45: error: plants.basil: unknown key 'dry_blow'
          7 |   basil: {name: Basil, sensors: fern-probe, dry_blow: 40%}
            |                                             ^
            = help: did you mean 'dry_below'?

        gardens/shared/house.yaml:2:32: error: broker: unknown key 'prt'
          2 | broker: {host: broker.example, prt: 8883}
            |                                ^
            = help: did you mean 'port'?

        gardens/shared/house.yaml:4:35: error: plants.fern.dwell has the unknown unit 'hurs'
          4 |   plants: {dry_below: 25%, dwell: 2 hurs}
            |                                   ^
            = help: units of a duration: s, min, h, d, ms, w

        gardens/shared/people.yaml:3:1: error: a file that is included includes no others
          3 | include: more.yaml
            | ^
            = help: name them all in the config itself
        """)
  }

  @Test func `a file that is not there is told where it is named`() {
    let found = report(read(Self.own, parts: ["shared/house.yaml": Self.house]))
    #expect(
      found.hasPrefix("loam.yaml:1:30: error: include: 'shared/people.yaml': no such file\n"), "\(found)")
  }

  @Test(arguments: [
    "/etc/passwd.yaml", "../other.yaml", "shared/../../x.yaml", "notes.txt", "a//b.yaml", "./a.yaml",
  ])
  func `only files beside the config or below it are included`(path: String) {
    let found = report(read("include: \(path)\n" + Self.alone, parts: [path: "site: {name: Stolen}"]))
    #expect(found.hasPrefix("loam.yaml:1:10: error: include names a file "), "\(found)")
  }

  @Test func `defaults of what is no table are told`() {
    let found = report(read("defaults: {plant: {dry_below: 20%}, sensors: 3}\n" + Self.alone))
    #expect(
      found == """
        loam.yaml:1:12: error: defaults: unknown key 'plant'
          1 | defaults: {plant: {dry_below: 20%}, sensors: 3}
            |            ^
            = help: did you mean 'plants'?

        loam.yaml:1:46: error: defaults.sensors is a mapping of keys, here is the text '3'
          1 | defaults: {plant: {dry_below: 20%}, sensors: 3}
            |                                              ^
        """)
  }

  private static let alone = """
    sensors:
      fern-probe: {family: zigbee2mqtt, topic: zigbee2mqtt/fern}
    plants:
      fern: {name: Fern, sensors: fern-probe, dry_below: 30%}
    people:
      anna: {name: Anna, devices: {anna-phone: {role: operator}}}
    """
}

import BridgeConfig
import DeviceFamilies
import GardenCore
import MQTTTypes
import Testing

/// What of a config may leave its machine.
@Suite struct ConfigCopyTests {
  /// Whoever gets the copy has none of its secrets.
  private func readElsewhere(_ text: String) -> Result<BridgeSettings, ConfigProblems> {
    ConfigFile.read(
      text: text, fileName: "copy.yaml", environment: [:],
      readSecret: { _ in .failure(FileUnreadable("no such file")) }, reader: .web)
  }

  @Test(arguments: Families.all) func `a copy is the config, and under made-up names its devices are found`(
    family: Family
  ) throws {
    let sections = ExampleTests.liveLines(family.block).filter { $0.first != " " }.map { $0.dropLast() }
    let text = try ExampleTests.start(without: Set(sections)) + family.block
    let settings = try read(text).get()
    let copy = try #require(ConfigCopy(Array(text.utf8)))
    let same = try readElsewhere(copy.written()).get()
    #expect(same.plan.sensors == settings.plan.sensors && same.plan.people == settings.plan.people)
    #expect(same.plan.actuators == settings.plan.actuators && same.sensors == settings.sensors)
    #expect(same.plan.plants.map(\.moisture) == settings.plan.plants.map(\.moisture))
    #expect(ConfigCopy(Array(copy.written().utf8))?.written() == copy.written())

    let names = copy.names(besides: settings.fixedLevels)
    let other = try readElsewhere(copy.written(as: names)).get()
    #expect(other.plan.plants.map(\.id) == ["plant-1"])
    #expect(other.plan.people.flatMap { $0.devices.map(\.id) } == ["device-1"])
    for (mine, theirs) in zip(settings.sensors, other.sensors) {
      let filters = try Families.makeSensor(mine).sources.map(\.filter.text)
      #expect(try Families.makeSensor(theirs).sources.map(\.filter.text) == filters.map { names.topic($0) })
    }
    for (mine, theirs) in zip(settings.actuators, other.actuators) {
      let filters = try Families.makeDriver(mine).sources.map(\.filter.text)
      #expect(try Families.makeDriver(theirs).sources.map(\.filter.text) == filters.map { names.topic($0) })
    }
  }

  @Test func `what is secret, of one machine or a comment stays at home`() throws {
    let text = """
      # of Emma
      broker: {host: emma.example, username: loam, password_file: /run/credentials/loam/mqtt-password}
      x-note: Emma
      store: {path: /home/emma}
      sensors: {p: {family: json, topic: "home/{bed}/state", captures: {bed: Emma bed}, fields: {moisture: "soil.Emma"}}}
      plants: {basil: {name: "Emma's, with: #1", sensors: p, dry_below: 30%, picture: /home/emma/basil.jpg}}
      """
    let copy = try #require(ConfigCopy(Array(text.utf8)))
    let own = copy.written()
    #expect(!own.contains("example") && !own.contains("x-note") && !own.contains("/home/emma"), "\(own)")
    #expect(try readElsewhere(own).get().plan.plants.map(\.name) == ["Emma's, with: #1"])
    var names = copy.names()
    #expect(!copy.written(as: names).contains("Emma bed"))
    #expect(names.topic("home/Emma bed/state/kitchen", knowing: ["state"]).hasPrefix("level-"))
    #expect(!names.text("say kitchen, Emma bed").contains("kitchen"))
  }

  @Test func `a word is replaced where it stands by itself, in one pass, also as JSON escapes it`() {
    var names = MadeUpNames()
    for word in ["plant-1", "basil", "basil-probe", "Jürgen", "7"] { names.add(word, as: "plant") }
    #expect(
      names.text("basil basil-probe basilisk water-basil plant-1")
        == "plant-2 plant-3 basilisk water-plant-2 plant-1")
    #expect(names.text(#"{"J\u00fcrgen":"Jürgen","v":7}"#) == #"{"plant-4":"plant-4","v":7}"#)
    #expect(names.text("{basil}") == "{basil}")
    #expect(names.topic("a/basil/+/#") == "a/plant-2/+/#")
  }
}

import ArgumentParser
import BridgeConfig
import DeviceFamilies

struct ExampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "example",
    abstract: "Show a device of a family as it stands in a config, to be copied.",
    discussion: """
      It prints a probe of the family, a valve where the family has valves, and a plant that uses them. Change names and \
      topics to yours; where your config has the sections already, put the entries below them. Without FAMILY it lists \
      the families. Every key is explained in loam.yaml(5).

        loam example
        loam example zigbee2mqtt
      """)

  @Argument(help: "The family, as the list names it.", completion: .list(Families.all.map(\.name)))
  var family: String?

  func run() throws {
    guard let family else {
      for family in Families.all {
        print(family.name + String(repeating: " ", count: max(1, 18 - family.name.count)) + family.summary)
      }
      return
    }
    guard let known = Families.all.first(where: { $0.name == family }) else {
      let help = NearestName.help(for: family, among: Families.all.map(\.name))
      throw ValidationError("there is no family '\(family)'; \(help ?? "'loam example' lists them")")
    }
    print(known.block, terminator: "")
  }
}

import ArgumentParser
import Bridge
import BridgeConfig
import HostSystem
import Hub
import ProgramConfig

struct FleetCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Validate the configs of all gardens, and what they may not have in common.",
    discussion: """
      Each problem comes with file:line:column of the file it is in, also where that is one that several gardens include; one \
      garden's mistake stops no other's check. Two gardens may not share their topics, a valve, a client id or a store. At the end: \
      what all of them need. Exits 0 when all are good, else 78.

        loam fleet check
        loam fleet check gardens/north.yaml gardens/south.yaml
      """)

  @OptionGroup var fleet: FleetGardens

  func run() throws {
    let fleet = try fleet.read()
    var needs = FleetNeeds()
    for garden in fleet.gardens {
      for warning in garden.settings.warnings { StandardError.write(warning.description) }
      print(
        "\(garden.source.path): \(garden.settings.summary), below '\(garden.settings.bridge.baseTopic)/v1/'")
      needs.add(garden.settings, subscriptions: try Startup.subscriptions(of: garden.settings).count)
    }
    for problem in fleet.problems { StandardError.write(problem) }
    for line in needs.lines { print(line) }
    guard fleet.problems.isEmpty else { throw ExitCode(.config) }
  }
}

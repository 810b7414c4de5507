import ArgumentParser
import Bridge
import BridgeConfig
import GardenStore
import GardenTopics
import HostSystem
import Hub
import ProgramConfig
import StoreTypes

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write files for other programs, made from this config.",
    subcommands: [ExportHomeAssistantCommand.self])
}

struct ExportHomeAssistantCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "home-assistant",
    abstract: "Write an automation blueprint and a dashboard for Home Assistant.",
    discussion: """
      Plants, sliders, valves and reminders appear in Home Assistant by themselves (section home_assistant of the config). \
      This command writes the rest: notifications on phones whose buttons answer, and a dashboard. Each file says at its top \
      where it belongs. Write them again after a change of the config; what probes have measured so far is read from the \
      bridge's store, where it can be.

        loam export home-assistant
        loam export home-assistant --config garden.yaml for-home-assistant
      """)

  @OptionGroup var config: ConfigOption

  @Argument(help: "The folder to write into. It is created if it does not exist.", completion: .directory)
  var folder = "home-assistant"

  func run() throws {
    let settings = try config.read(for: .bridge)
    guard let home = settings.homeAssistant, home.announces else {
      throw CommandEnd.saying(
        """
        \(config.path): \(settings.homeAssistant == nil ? "no section home_assistant" : "home_assistant.discovery is false"): \
        Home Assistant has no entities of this garden
        help: add the line 'home_assistant: {}', and let the bridge read its config again
        """, .config)
    }
    var clock = MachineClock(release: Release.date)
    let entities = try HomeAssistantEntities.all(
      of: settings, traces: traces(settings), .host, at: clock.read())
    let blueprint = PhoneBlueprint(settings: settings, device: home.device, entities: entities)
    let dashboard = GardenDashboard(settings: settings, entities: entities)
    try write(blueprint.text, to: "blueprints/automation/loam/\(blueprint.fileName)")
    try write(dashboard.text, to: "dashboards/loam.yaml")
  }

  /// What the store knows; a store that cannot be read costs quantities that not every probe has.
  private func traces(_ settings: BridgeSettings) -> BrokerTraces {
    guard let log = try? LeaseLog.open(settings), let traces = try? log.reader.traces() else {
      StandardError.write(
        "note: the store at \(settings.store.path) cannot be read from here; temperature, light, conductivity and battery "
          + "are left out of the dashboard")
      return BrokerTraces()
    }
    return traces
  }

  private func write(_ text: String, to name: String) throws {
    let path = "\(folder)/\(name)"
    do throws(HostError) {
      try HostFile.makeFolder(HostFile.folder(of: path))
      try HostFile.write(Array(text.utf8), to: path, mode: 0o644)
    } catch {
      throw CommandEnd.saying("\(path): cannot be written: \(error.text)", .ioError)
    }
    print(path)
  }
}

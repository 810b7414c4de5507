import ArgumentParser
import Bridge
import BridgeConfig

@main
struct Loam: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "loam",
    abstract:
      "Loam looks after plants. It reads sensors over MQTT, sends reminders and takes the answers, moves setpoints and waters.",
    discussion: """
      Start with `loam demo` to see it live. `loam setup` makes it yours: it finds broker and probes and writes the config.

      Exit codes follow sysexits(3): 64 wrong usage, 69 broker not reachable, 75 try again later, 77 not permitted, \
      78 the config is wrong. 1: the bridge refused what you asked for.
      """,
    version: "loam \(Release.version)",
    subcommands: [
      SetupCommand.self, RunCommand.self, DemoCommand.self, CheckCommand.self, ExampleCommand.self,
      DecodeCommand.self,
      PlantsCommand.self,
      WatchCommand.self, ExplainCommand.self, ForecastCommand.self, HistoryCommand.self, RecordCommand.self,
      ReplayCommand.self,
      LeasesCommand.self,
      AnswerCommand.self,
      SetCommand.self,
      WaterCommand.self, StopCommand.self, HoldCommand.self, ReleaseCommand.self, CountdownCommand.self,
      SniffCommand.self, CalibrateCommand.self, SimulateCommand.self, ExportCommand.self, WebCommand.self,
      DeviceCommand.self, ImportCommand.self, BackupCommand.self, RestoreCommand.self,
      FleetCommand.self,
    ])

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let trouble = misspelt(arguments) { exit(withError: ValidationError(trouble)) }
    main(arguments)
  }

  /// What is wrong with the name of the command; `nil`: nothing.
  private static func misspelt(_ arguments: [String]) -> String? {
    guard let word = arguments.first, !word.hasPrefix("-") else { return nil }
    let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    guard !names.contains(word) else { return nil }
    let help = NearestName.help(for: word, among: names) ?? "'loam --help' lists them"
    return "there is no command '\(word)'; \(help)"
  }
}

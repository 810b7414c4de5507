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
      DemoCommand.self, SetupCommand.self, CheckCommand.self, PlantsCommand.self, WatchCommand.self,
      ExplainCommand.self, AnswerCommand.self, SetCommand.self, WaterCommand.self, StopCommand.self,
    ],
    groupedSubcommands: [
      CommandGroup(name: "Service", subcommands: [RunCommand.self, WebCommand.self, HealthCommand.self]),
      CommandGroup(
        name: "Device",
        subcommands: [
          SniffCommand.self, CalibrateCommand.self, DecodeCommand.self, ExampleCommand.self,
          DeviceCommand.self,
        ]),
      CommandGroup(
        name: "Safety",
        subcommands: [HoldCommand.self, ReleaseCommand.self, CountdownCommand.self, LeasesCommand.self]),
      CommandGroup(
        name: "Past and future",
        subcommands: [
          ForecastCommand.self, HistoryCommand.self, RecordCommand.self, ReplayCommand.self,
          ImportCommand.self,
        ]),
      CommandGroup(
        name: "Dashboard and app",
        subcommands: [TopicsCommand.self, SimulateCommand.self, ExportCommand.self]),
      CommandGroup(
        name: "Whole garden", subcommands: [BackupCommand.self, RestoreCommand.self, FleetCommand.self]),
    ])

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let trouble = misspelt(arguments) { exit(withError: ValidationError(trouble)) }
    main(spelled(arguments))
  }

  /// A word such as -169 is a value, and no option of any command: as the last of the words it is taken for one.
  private static func spelled(_ arguments: [String]) -> [String] {
    if arguments.contains("--") { return arguments }
    var (words, values, isOfAnOption) = ([String](), [String](), false)
    for word in arguments {
      let isValue = word.first == "-" && word.dropFirst().first.map { !$0.isLetter && $0 != "-" } ?? false
      if isValue, !isOfAnOption { values.append(word) } else { words.append(word) }
      isOfAnOption = word.hasPrefix("--")
    }
    return values.isEmpty ? arguments : words + ["--"] + values
  }

  private static func name(of command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? "\(command)".lowercased()
  }

  /// What is wrong with the name of the command; `nil`: nothing.
  private static func misspelt(_ arguments: [String]) -> String? {
    var command: any ParsableCommand.Type = self
    var path = "loam"
    for word in arguments.drop(while: { $0 == "help" }) {
      let commands = command.configuration.subcommands
      guard !commands.isEmpty, !word.hasPrefix("-") else { return nil }
      if let inner = commands.first(where: { name(of: $0) == word }) {
        command = inner
        path += " \(word)"
        continue
      }
      if word == "help" { return nil }
      let names = commands.map { name(of: $0) }
      let help = NearestName.help(for: word, among: names) ?? "'\(path) --help' lists them"
      return "there is no command '\(word)'; \(help)"
    }
    return nil
  }
}

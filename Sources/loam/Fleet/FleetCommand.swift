import ArgumentParser

struct FleetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet",
    abstract: "Many gardens at once: check their configs, write what runs them, start them anew.",
    subcommands: [FleetCheckCommand.self, FleetKubernetesCommand.self, FleetRollOutCommand.self])
}

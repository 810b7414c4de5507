import ArgumentParser
import HostSystem
import ProgramConfig

/// Becomes the program `loam-web` beside this one: what listens on the network is no part of the bridge's program.
struct WebCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "web",
    abstract: "Serve the page, history, metrics and health (the program loam-web).",
    discussion: """
      Runs until SIGTERM or Ctrl-C. It reads the bridge's config and history and moves nothing; `loam run` does not need it.

        loam web --config /etc/loam/loam.yaml
        loam web --fleet /etc/loam/gardens
      """)

  @OptionGroup var config: ConfigOption
  @OptionGroup var fleet: FleetOption

  func run() throws {
    let program = (HostProgram.folder ?? ".") + "/loam-web"
    guard HostProgram.isExecutable(program) else {
      throw CommandEnd.saying(
        "\(program) is not there; it is built by 'make release' and installed beside loam",
        .unavailable)
    }
    let error = HostProgram.become(program, (config.config.map { ["--config", $0] } ?? []) + fleet.arguments)
    throw CommandEnd.saying("\(program): \(error.text)", .unavailable)
  }
}

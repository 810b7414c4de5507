import ArgumentParser
import BridgeConfig
import HostSystem
import ProgramConfig

struct HealthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health", abstract: "Ask the bridge on this machine how it does.",
    discussion: """
      It asks the bridge itself, not the broker: so it disturbs nobody, as often as it is asked. Exits 0 when the bridge runs and is \
      connected, 75 when it runs without its broker, 69 when none answers.

        loam health
        loam health --config /etc/loam/loam.yaml
      """)

  @OptionGroup var config: ConfigOption
  @Option(help: "How many seconds to wait for the bridge.") var timeout = 5

  func validate() throws {
    if !(1...600).contains(timeout) { throw ValidationError("--timeout is 1 to 600 seconds") }
  }

  func run() throws {
    let store = try config.readWithoutSecrets().store.path
    guard let said = StatusDoor.ask(store, milliseconds: Int64(timeout) * 1000),
      let blank = said.firstIndex(of: " "), let code = Int32(said[..<blank])
    else {
      throw CommandEnd.saying(
        "no bridge answers at \(store); is `loam run` running, and may you ask it?",
        .unavailable)
    }
    print(said[said.index(after: blank)...])
    if code != 0 { throw ExitCode(code) }
  }
}

import ArgumentParser
import BridgeConfig
import GardenCore

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say everything that is wrong with a config file.",
    discussion: """
      Each problem comes with file:line:column, the line, a caret and, where there is one, the nearest valid key.
      Exits 0 when the bridge would start with it, else 78.

        loam check
        loam check --config garden.yaml
      """)

  @OptionGroup var config: ConfigOption

  @Argument(help: "The config file; the same as --config.", completion: .file(extensions: ["yaml", "yml"]))
  var file: String?

  func run() throws {
    var option = config
    if let file { option.config = file }
    let settings = try option.read(secrets: .everyone)
    for warning in settings.warnings { StandardError.write(warning.description) }
    print("\(option.path): good: \(settings.summary)")
  }
}

import ArgumentParser
import BridgeConfig
import GardenWeb
import HostSystem
import Logging
import ProgramConfig

@main
struct LoamWeb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "loam-web",
    abstract: "Serve the page, history, metrics and health. It moves nothing.",
    discussion: """
      Runs until SIGTERM or Ctrl-C. Reads the bridge's config and history, listens to the broker with an account of its own, \
      and writes to neither. A changed config is taken over by itself, but for the address and the port; so is a renewed certificate.

        loam web --config /etc/loam/loam.yaml
      """)

  @OptionGroup var config: ConfigOption

  func run() throws {
    // Before any thread exists, so that none of them takes the signal.
    let signals = try SignalDescriptor([.terminate, .interrupt, .hangUp])
    let settings = try config.read(for: .web)
    do {
      let watch = ConfigWatch(config.source, including: settings.included) {
        StandardError.write("loam-web: \($0)")
      }
      let process = try WebProcess(
        settings: settings, watch: watch, pageFolder: Self.pageFolder, log: Self.log)
      try process.run(signals: signals, notifier: ServiceNotifier()) {
        HostTerminal.write("Loam's page: \(Self.address(settings.web))\n")
      }
    } catch let failure {
      StandardError.write("loam-web: \(failure)")
      throw ArgumentParser.ExitCode(HostSystem.ExitCode.unavailable)
    }
  }

  /// Beside the program, as it is built; else where it is installed.
  private static var pageFolder: String {
    let folder = HostProgram.folder ?? "."
    let built = folder + "/page"
    return HostFile.facts(of: built)?.kind == .folder ? built : folder + "/../share/loam/page"
  }

  /// As a browser takes it.
  private static func address(_ web: WebSettings) -> String {
    let first = web.addresses.count > 1 ? "localhost" : web.addresses.first ?? ""
    let host = first.contains(":") ? "[\(first)]" : first
    return "\(web.tls == nil ? "http" : "https")://\(host):\(web.port)/"
  }

  private static var log: Logger {
    Logger(label: "loam-web") { StreamLogHandler.standardError(label: $0) }
  }
}

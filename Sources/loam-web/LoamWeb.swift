import ArgumentParser
import BridgeConfig
import GardenWeb
import HostSystem
import Logging
import ProgramConfig
import ProgramLog

@main
struct LoamWeb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "loam-web",
    abstract: "Serve the page, history, metrics and health. It moves nothing.",
    discussion: """
      Runs until SIGTERM or Ctrl-C. Reads the bridge's config and history, listens to the broker with an account of its own, \
      and writes to neither. A changed config is taken over by itself, but for the address and the port; so is a renewed certificate.

        loam web --config /etc/loam/loam.yaml
        loam web --fleet /etc/loam/gardens
      """,
    version: "loam-web \(Release.version)")

  @OptionGroup var config: ConfigOption
  @OptionGroup var fleet: FleetOption

  func validate() throws {
    if config.config != nil, fleet.fleet != nil {
      throw ValidationError("--config is one garden and --fleet several: give one of them")
    }
  }

  func run() throws {
    // Before any thread exists, so that none of them takes the signal.
    let signals = try SignalDescriptor([.terminate, .interrupt, .hangUp])
    let (scope, web) = try wanted()
    do throws(WebFailure) {
      let process = try WebProcess(scope, pageFolder: Self.pageFolder, log: Self.log)
      try process.run(signals: signals, notifier: ServiceNotifier()) {
        HostTerminal.write("Loam's page: \(Self.address(web))\n")
      }
    } catch {
      throw CommandEnd.saying("loam-web: \(error)", error.exitCode)
    }
  }

  /// What is served, and the section `web` that says where.
  private func wanted() throws -> (scope: WebProcess.Scope, web: WebSettings) {
    guard let folder = fleet.fleet else {
      let settings = try config.read(for: .web)
      Self.warn(of: settings)
      return (.garden(Self.watched(config.source, settings)), settings.web)
    }
    do throws(ConfigSource.Unreadable) {
      let fleet = try Fleet([folder], for: .web)
      // One garden's mistake takes no other's page away.
      for problem in fleet.problems { StandardError.write(problem) }
      guard let first = fleet.gardens.first else {
        throw ConfigSource.Unreadable(text: "\(folder): no garden that can be served")
      }
      return (
        .fleet(fleet.gardens.map { ($0.name, Self.watched($0.source, $0.settings)) }), first.settings.web
      )
    } catch {
      throw CommandEnd.saying(error.text, error.exitCode)
    }
  }

  /// Who opens the page of a config that names nobody can only look, and does not see why.
  private static func warn(of settings: BridgeSettings) {
    guard settings.isPageNobodys else { return }
    let device = settings.web.pageDevice
    StandardError.write(
      """
      the page can only look: nobody in the config has its device '\(device)'. With this in the config it may do everything:
      people:
        home: {devices: {\(device): {role: operator}}}
      """)
  }

  private static func watched(_ source: ConfigSource, _ settings: BridgeSettings) -> WebProcess.WatchedConfig
  {
    WebProcess.WatchedConfig(
      settings: settings,
      watch: ConfigWatch(source, including: settings.included) { StandardError.write("loam-web: \($0)") })
  }

  /// Beside the program, as it is built; else where it is installed.
  private static var pageFolder: String {
    let folder = HostProgram.folder ?? "."
    let built = folder + "/page"
    return HostFile.facts(of: built)?.kind == .folder ? built : folder + "/../share/loam/page"
  }

  /// As a browser takes it.
  private static func address(_ web: WebSettings) -> String {
    var first = web.addresses.count > 1 ? "localhost" : web.addresses.first ?? ""
    if ["0.0.0.0", "::"].contains(first) { first = HostNetwork.address ?? HostProcess.machine }
    let host = first.contains(":") ? "[\(first)]" : first
    return "\(web.tls == nil ? "http" : "https")://\(host):\(web.port)/"
  }

  private static var log: Logger {
    Logger(label: "loam-web") { _ in LineLogHandler(rate: nil) }
  }
}

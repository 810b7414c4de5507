import DemoGarden
import Foundation
import HostSystem

/// The demo's page: `loam-web` as a child, where it and the page's files are found beside this program.
struct DemoPage {
  let address: String
  private let hold: Held<PrivateWeb>

  /// Ports that are easy to remember; another demo may have the first.
  private static let ports = Array(8090...8099)

  /// `nil`: there is no page to serve, or no port for it.
  static func start(broker: PrivateBroker) -> DemoPage? {
    guard let folder = HostProgram.folder else { return nil }
    let program = folder + "/loam-web"
    let pages = [folder + "/page", folder + "/../share/loam/page"]
    guard HostProgram.isExecutable(program),
      pages.contains(where: { HostFile.facts(of: $0)?.kind == .folder })
    else { return nil }
    for port in ports {
      let config = "\(broker.folder)/web-\(port).yaml"
      guard (try? text(broker, port).write(toFile: config, atomically: true, encoding: .utf8)) != nil else {
        return nil
      }
      let hold = Held<PrivateWeb> { began in
        try await PrivateWeb.during(program: program, config: config, began)
      }
      if case .success(let web) = hold.outcome { return DemoPage(address: web.address, hold: hold) }
    }
    return nil
  }

  func stop() { hold.release() }

  /// The demo's config as the child reads it.
  private static func text(_ broker: PrivateBroker, _ port: Int) -> String {
    DemoGarden.config.replacing("  port: 1883\n", with: "  port: \(broker.port)\n", maxReplacements: 1)
      + """

      store: {path: \(broker.folder)/store}
      web:
        port: \(port)
        page: {broker: "ws://127.0.0.1:\(broker.webPort)"}

      """
  }
}

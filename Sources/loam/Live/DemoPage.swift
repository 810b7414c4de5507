import DemoGarden
import Dispatch
import FoundationEssentials
import HostSystem
import Synchronization

/// The demo's page: `loam-web` as a child. It joins as soon as the program and the page's files are beside this one;
/// `make run` still builds them while the garden is already shown.
final class DemoPage: Sendable {
  private let broker: PrivateBroker
  private let found = Mutex<String?>(nil)
  private let stopped = DispatchSemaphore(value: 0)

  /// Ports that are easy to remember; another demo may have the first.
  private static let ports = Array(8090...8099)

  init(broker: PrivateBroker) { self.broker = broker }

  /// Where a browser finds it; `nil`: it is not there yet.
  var address: String? { found.withLock { $0 } }

  /// Until ``stop()`` is called: looks for it once a second, starts it, and holds it. A child that does not start is
  /// started again after 2, 4, 8 … 60 s.
  ///
  /// - Parameter say: is given a line about it: where it is, or once that it is still missing.
  func run(_ say: (String) -> Void) {
    var seconds = 1
    var hasSaid = false
    repeat {
      let isBuilt = Self.isBuilt
      if isBuilt, let (child, address) = start() {
        found.withLock { $0 = address }
        say("The page of this garden: \(address)\n")
        stopped.wait()
        return child.release()
      }
      if !hasSaid {
        say("No page yet: it joins when loam-web and its folder 'page' are beside this program.\n")
      }
      hasSaid = true
      seconds = isBuilt ? min(seconds * 2, 60) : 1
    } while stopped.wait(timeout: .now() + .seconds(seconds)) == .timedOut
  }

  func stop() { stopped.signal() }

  private static var isBuilt: Bool {
    guard let folder = HostProgram.folder else { return false }
    return HostProgram.isExecutable(folder + "/loam-web")
      && [folder + "/page", folder + "/../share/loam/page"].contains {
        HostFile.facts(of: $0)?.kind == .folder
      }
  }

  /// `nil`: it does not start on any port.
  private func start() -> (Held<PrivateWeb>, address: String)? {
    guard let folder = HostProgram.folder else { return nil }
    for port in Self.ports {
      let config = "\(broker.folder)/web-\(port).yaml"
      guard (try? text(port).write(toFile: config, atomically: true, encoding: .utf8)) != nil else {
        return nil
      }
      let child = Held<PrivateWeb> { began in
        try await PrivateWeb.during(program: folder + "/loam-web", config: config, began)
      }
      if case .success(let web) = child.outcome { return (child, web.address) }
    }
    return nil
  }

  /// The demo's config as the child reads it.
  private func text(_ port: Int) -> String {
    DemoGarden.config.replacing("  port: 1883\n", with: "  port: \(broker.port)\n", maxReplacements: 1)
      + """

      store: {path: \(broker.folder)/store}
      web:
        port: \(port)
        page: {broker: "ws://127.0.0.1:\(broker.webPort)"}

      """
  }
}

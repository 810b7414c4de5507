import BrokerHarness
import FoundationEssentials

/// A broker with a port, and a folder for what a test writes.
struct Site {
  let broker: TestBroker
  var port: String { "\(broker.port)" }
  var folder: String { broker.folder.path }

  static func during(_ lines: [String] = [], _ body: (Site) async throws -> Void) async throws {
    var options = TestBroker.Options()
    options.hasPort = true
    options.lines = lines
    let broker = try TestBroker(options)
    try await broker.start()
    do {
      try await body(Site(broker: broker))
    } catch {
      await broker.remove()
      throw error
    }
    await broker.remove()
  }

  /// A script's config with this broker and this folder in it, or with another folder for the store.
  func config(_ name: String, store: String? = nil) throws -> String {
    var text = try String(contentsOfFile: Program.scripts + "/" + name, encoding: .utf8)
    text =
      text.replacing("port: 1883", with: "port: \(port)") + "store: {path: \(store ?? folder + "/store")}\n"
    let path = folder + "/" + name
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }
}

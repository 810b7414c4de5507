import BrokerHarness
import FoundationEssentials
import Testing

/// A Python with paho-mqtt from PyPI, made once per build folder.
enum PythonRoom {
  private static let made = Task { try await make() }

  /// Path of the interpreter.
  static func interpreter() async throws -> String { try await made.value }

  private static func make() async throws -> String {
    let folder = URL(filePath: Program.loam).deletingLastPathComponent().appending(path: "python").path
    let python = folder + "/bin/python"
    let probe = try? await Program.run(python, ["-c", "import paho.mqtt.client"])
    if probe?.isSuccess == true { return python }
    for (program, arguments) in [
      ("python3", ["-m", "venv", folder]), (python, ["-m", "pip", "install", "--quiet", "paho-mqtt==2.1.0"]),
    ] {
      let step = try await Program.run(program, arguments)
      try #require(step.isSuccess, "\(program) \(arguments): \(step.output.suffix(2000))")
    }
    return python
  }
}

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

  /// A script's config with this broker and this folder in it.
  func config(_ name: String) throws -> String {
    var text = try String(contentsOfFile: Program.scripts + "/" + name, encoding: .utf8)
    text = text.replacing("port: 1883", with: "port: \(port)") + "store: {path: \(folder)/store}\n"
    let path = folder + "/" + name
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }
}

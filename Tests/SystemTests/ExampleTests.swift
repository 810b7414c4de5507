import Foundation
import LoamKit
import TestKit
import Testing

/// The programs of `Examples` between a real bridge and a real broker: from a probe's bytes to what a person sees and answers.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ExampleTests {
  /// `phone-away`: the bridge is away while a button is pressed. `phone311`: the port does not speak MQTT 5.
  @Test(arguments: ["phone", "phone-away", "phone311"])
  func `the phone in Python is reminded, answers, moves a slider and watches a watering`(part: String)
    async throws
  {
    let python = try await PythonEnvironment.interpreter()
    try await play(part, [python, PageTests.root + "/Examples/PythonPhone/phone.py"])
  }

  /// The sketch and its core are those of `Examples`; Arduino's core and PubSubClient are stand-ins over a socket.
  @Test func `the reader in C++ shows the plants, and its answer at QoS 0 arrives at last, once`()
    async throws
  {
    let folder = try TemporaryFolder()
    try await play("reader", [try await built("main.cpp", in: folder)])
  }

  @Test func `the reader in C++ reads every vector of its documents as the contract says`() async throws {
    let folder = try TemporaryFolder()
    try await readVectors([try await built("vectors.cpp", in: folder)])
  }

  /// `umqtt.simple` and the board are stand-ins; the interpreter is MicroPython's own.
  @Test(.enabled("MicroPython cannot be had from PyPI") { await PythonEnvironment.micropython.isAvailable() })
  func `the reader in MicroPython shows the plants, and its answer at QoS 0 arrives at last, once`()
    async throws
  {
    try await play("reader", try await micropython(PageTests.root + "/Examples/MicroPython/main.py"))
  }

  @Test(.enabled("MicroPython cannot be had from PyPI") { await PythonEnvironment.micropython.isAvailable() })
  func `the reader in MicroPython reads every vector of its documents as the contract says`() async throws {
    try await readVectors(try await micropython(Program.scripts + "/board/vectors.py"))
  }

  /// With stand-ins of Apple's modules, by hand: Apple's tools have not seen it.
  @Test func `the app's Swift agrees with the types of LoamKit`() async throws {
    let folder = try TemporaryFolder()
    let modules = Program.loam.dropLast("/loam".count) + "/Modules"
    let checked = try await Program.run(
      Program.scripts + "/typecheck_app.sh", [String(modules), folder.path])
    #expect(checked.isSuccess, "\(checked.output)")
  }

  @Test func `the app's glue is no longer than 250 lines`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.app).filter {
      $0.hasSuffix(".swift")
    }
    let lines = try files.map {
      try String(contentsOfFile: Self.app + "/" + $0, encoding: .utf8).count { $0 == "\n" }
    }
    #expect(!files.isEmpty && lines.reduce(0, +) <= 250)
  }

  /// What Apple's system asks of a content extension: else it shows the slider to nobody, or nobody can move it.
  private struct ExtensionInfo: Decodable {
    struct Extension: Decodable {
      var NSExtensionPointIdentifier, NSExtensionPrincipalClass: String
      var NSExtensionAttributes: Attributes
    }
    struct Attributes: Decodable {
      var UNNotificationExtensionCategory: [String]
      var UNNotificationExtensionUserInteractionEnabled, UNNotificationExtensionDefaultContentHidden: Bool
      var UNNotificationExtensionInitialContentSizeRatio: Double
    }
    var NSExtension: Extension
  }

  @Test func `the app's extension is for the category that the bridge sends a slider with, and is touched`()
    throws
  {
    let data = try Data(contentsOf: URL(filePath: Self.app + "/Info.plist"))
    let point = try PropertyListDecoder().decode(ExtensionInfo.self, from: data).NSExtension
    #expect(point.NSExtensionPointIdentifier == "com.apple.usernotifications.content-extension")
    #expect(point.NSExtensionPrincipalClass.hasSuffix(".SliderViewController"))
    let asked = point.NSExtensionAttributes
    #expect(asked.UNNotificationExtensionCategory == [CategoryName.setpointAdjust.text])
    #expect(BuiltInCategories.plan(of: .setpointAdjust) != nil)
    #expect(asked.UNNotificationExtensionUserInteractionEnabled)
    #expect(!asked.UNNotificationExtensionDefaultContentHidden)
    #expect(asked.UNNotificationExtensionInitialContentSizeRatio > 0)
  }

  private static let app = PageTests.root + "/Examples/LoamApp"
  private static let small = "plant-state,bridge-status,ack"

  private func readVectors(_ command: [String]) async throws {
    let python = try await PythonEnvironment.interpreter()
    let read = try await Program.run(python, [Program.scripts + "/read_vectors.py", Self.small] + command)
    #expect(read.isSuccess, "\(read.output.suffix(4000))")
  }

  private func micropython(_ program: String) async throws -> [String] {
    let path = "MICROPYPATH=\(PageTests.root)/Examples/MicroPython:\(Program.scripts)/board:.frozen"
    return ["env", path, try await PythonEnvironment.micropython.program("micropython"), program]
  }

  /// A program of Scripts/Arduino with the headers of Examples/Reader, built so that a byte too far is seen.
  private func built(_ source: String, in folder: TemporaryFolder) async throws -> String {
    let flags = "-std=c++11 -Wall -Wextra -Werror -g -fsanitize=address,undefined".split(separator: " ")
    let host = Program.scripts + "/Arduino"
    let program = folder.file("reader")
    let ended = try await Program.run(
      "c++",
      flags.map(String.init) + ["-I\(PageTests.root)/Examples/Reader", "-I\(host)", "\(host)/\(source)"]
        + ["-o", program])
    try #require(ended.isSuccess, "\(ended.output)")
    return program
  }

  /// Plays one part of Scripts/examples.py with a program of `Examples`.
  private func play(_ part: String, _ command: [String]) async throws {
    let python = try await PythonEnvironment.interpreter()
    try await Site.during { site in
      let config = try site.config("examples.yaml")
      let arguments = [Program.scripts + "/examples.py", Program.loam, site.port, config, part] + command
      let played = try await Program.run(python, arguments)
      #expect(played.isSuccess, "\(played.output.suffix(4000))")
    }
  }
}

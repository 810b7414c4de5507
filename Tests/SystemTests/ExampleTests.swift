import Foundation
import LoamKit
import TestKit
import Testing

/// The programs of `Examples` between a real bridge and a real broker: from a probe's bytes to what a person sees and answers.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct ExampleTests {
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
    try await play("reader", [try await ReaderPrograms.built("main.cpp", in: folder)])
  }

  /// `umqtt.simple` and the board are stand-ins; the interpreter is MicroPython's own.
  @Test(.enabled("MicroPython cannot be had from PyPI") { await PythonEnvironment.micropython.isAvailable() })
  func `the reader in MicroPython shows the plants, and its answer at QoS 0 arrives at last, once`()
    async throws
  {
    let program = PageTests.root + "/Examples/MicroPython/main.py"
    try await play("reader", try await ReaderPrograms.micropython(program, heap: "128k"))
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

import FoundationEssentials
import Subprocess

/// Programs that the system tests run.
enum Program {
  /// The `loam` that was built with these tests.
  static var loam: String {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    for _ in 0..<4 {
      let candidate = folder.appending(path: "loam").path
      if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
      folder.deleteLastPathComponent()
    }
    return ".build/debug/loam"
  }

  static var scripts: String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scripts").path
  }

  struct Ended: Sendable {
    var isSuccess: Bool
    var output: String
  }

  static func run(_ program: String, _ arguments: [String]) async throws -> Ended {
    let result = try await Subprocess.run(
      .name("env"), arguments: Arguments([program] + arguments), output: .string(limit: 1 << 20),
      error: .combinedWithOutput)
    return Ended(isSuccess: result.terminationStatus.isSuccess, output: result.standardOutput)
  }
}

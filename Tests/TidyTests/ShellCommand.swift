import Foundation
import TestKit

/// A program that runs to its end, with what it said.
struct ShellCommand {
  let status: Int32
  let output: String

  /// `LANG=C`; `environment` is added to this process's own.
  init(_ arguments: [String], environment: [String: String] = [:]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["LANG": "C"]) { $1 }.merging(environment) { $1 }
    process.currentDirectoryURL = SourceTree.root
    // Not a pipe: a broker that another test starts meanwhile would hold its other end open.
    let folder = try TemporaryFolder()
    let file = try folder.write("", to: "said")
    let said = FileHandle(forWritingAtPath: file)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = said
    process.standardError = said
    try process.run()
    process.waitUntilExit()
    output = String(decoding: try folder.bytes(of: "said"), as: UTF8.self)
    status = process.terminationStatus
  }

  static func isInstalled(_ program: String) -> Bool {
    let result = try? ShellCommand(["sh", "-c", "command -v \(program)"], environment: Self.sbin)
    return result?.status == 0
  }

  /// Debian keeps daemons where a plain user's path does not look.
  static let sbin = ["PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"]
}

internal import Foundation
internal import Glibc

/// A text that a test gives to the process of its exit test, which is a child of it. Swift 6.2 lets such a closure capture nothing.
package struct Handover {
  private let name: StaticString

  /// - Parameter name: of one test alone.
  package init(_ name: StaticString) { self.name = name }

  /// Before the exit test, in the test's own process.
  package func give(_ text: String) throws {
    try text.write(toFile: path(of: getpid()), atomically: true, encoding: .utf8)
  }

  /// Within the exit test; once.
  package func take() throws -> String {
    let path = path(of: getppid())
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  private func path(of process: pid_t) -> String {
    FileManager.default.temporaryDirectory.appending(path: "loam-\(name)-\(process)").path
  }
}

/// `loam-web` beside the demo, for the demo's page, as a ``HeldProgram``.
package struct PrivateWeb: Sendable {
  /// Where a browser finds the page.
  package let address: String

  package enum Failure: Error, Hashable {
    /// It ended before it served; exit 69 where the port is taken.
    case cannotStart
  }

  /// Runs `body` while the program serves.
  ///
  /// - Parameter config: path of its config.
  package static func during<Result: Sendable>(
    program: String, config: String, _ body: (PrivateWeb) async throws -> Result
  ) async throws -> Result {
    try await HeldProgram.during([program, "--config", config], log: WebLog()) { address in
      guard let address else { throw Failure.cannotStart }
      return try await body(PrivateWeb(address: address))
    }
  }
}

/// Waits for the line with which `loam-web` says that it serves.
private struct WebLog: StartLog {
  private static let greeting = "Loam's page: "

  func take(_ line: String) -> String?? {
    line.hasPrefix(Self.greeting) ? .some(String(line.dropFirst(Self.greeting.count))) : nil
  }

  func end() -> String? { nil }
}

extension PrivateWeb.Failure: CustomStringConvertible {
  package var description: String { "loam-web does not start; is its port taken?" }
}

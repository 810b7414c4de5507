import Subprocess

/// `loam-web` beside the demo, for the demo's page. Gone with us, also after `kill -9`: see ``PrivateBroker``.
package struct PrivateWeb: Sendable {
  /// Where a browser finds the page.
  package let address: String

  package enum Failure: Error, Hashable {
    /// It ended before it served; exit 69 where the port is taken.
    case cannotStart
  }

  /// The line with which `loam-web` says that it serves.
  static let greeting = "Loam's page: "

  /// Runs `body` while the program serves.
  ///
  /// - Parameter config: path of its config.
  package static func during<Result: Sendable>(
    program: String, config: String, _ body: (PrivateWeb) async throws -> Result
  ) async throws -> Result {
    var options = PlatformOptions()
    options.createSession = true
    let (starts, tell) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingOldest(1))
    let finished = try await run(
      .name("sh"), arguments: ["-c", script, "loam-demo-web", program, "--config", config],
      platformOptions: options, input: .inputWriter, output: .sequence, error: .discarded
    ) { shell in
      async let log: Void = watch(shell.standardOutput, tell: tell)
      var result: Result?
      var failure: (any Error)?
      do {
        var iterator = starts.makeAsyncIterator()
        guard let address = await iterator.next() else { throw Failure.cannotStart }
        result = try await body(PrivateWeb(address: address))
      } catch {
        failure = error
      }
      try? await shell.standardInputWriter.finish()
      await log
      if let failure { throw failure }
      guard let result else { throw Failure.cannotStart }
      return result
    }
    return finished.closureResult
  }

  private static func watch(
    _ output: SubprocessOutputSequence, tell: AsyncStream<String>.Continuation
  ) async {
    do {
      for try await line in output.strings() where line.hasPrefix(greeting) {
        tell.yield(String(line.dropFirst(greeting.count)))
      }
    } catch {
      // A line that cannot be read ends the watch, not the program.
    }
    tell.finish()
  }

  /// As the broker's script: a shell of one thread reads a pipe that only we hold, and ends the program when it closes.
  private static let script = #"""
    trap '' INT TERM HUP PIPE
    exec 3<&0
    setpriv --pdeathsig KILL "$@" </dev/null 3<&- &
    program=$!
    (
      while read -r _ <&3; do :; done
      kill -KILL "$program"
    ) 2>/dev/null >/dev/null &
    watcher=$!
    exec 3<&- </dev/null
    wait "$program"
    kill -KILL "$watcher" 2>/dev/null
    exit 0
    """#
}

extension PrivateWeb.Failure: CustomStringConvertible {
  package var description: String { "loam-web does not start; is its port taken?" }
}

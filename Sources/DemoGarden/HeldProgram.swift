import Subprocess

/// A program beside the demo that is gone with us, also after `kill -9`.
///
/// A small shell, `held.sh`, stands between us and the program. It leads a session of its own (Ctrl-C in our terminal does not
/// reach it) and reads a pipe that only we hold: when we end, however that happens, the pipe closes, and the shell
/// kills the program and removes the folder that it has made. Should the shell itself be killed, `setpriv --pdeathsig` takes the program
/// along: the shell has a single thread, so the death signal, which is bound to the parent's thread, is sound there.
enum HeldProgram {
  static let script = String(decoding: PackageResources.held_sh, as: UTF8.self)

  /// Runs `body` with what the program's lines tell first.
  static func during<Log: StartLog, Result: Sendable>(
    _ arguments: [String], log: Log, _ body: (Log.Start) async throws -> Result
  ) async throws -> Result {
    var options = PlatformOptions()
    options.createSession = true
    let (starts, tell) = AsyncStream.makeStream(of: Log.Start.self, bufferingPolicy: .bufferingOldest(1))
    let finished = try await run(
      .name("sh"), arguments: Arguments(["-c", script, "loam-demo"] + arguments),
      platformOptions: options, input: .inputWriter, output: .sequence, error: .discarded
    ) { shell in
      // Also keeps the pipe empty while the program runs: a full one would stop it.
      async let watched: Void = watch(shell.standardOutput, log, tell: tell)
      var result: Result?
      var failure: (any Error)?
      do {
        for await start in starts {
          result = try await body(start)
          break
        }
      } catch {
        failure = error
      }
      try? await shell.standardInputWriter.finish()
      await watched
      if let failure { throw failure }
      return result
    }
    guard let result = finished.closureResult else { throw CancellationError() }
    return result
  }

  private static func watch<Log: StartLog>(
    _ output: SubprocessOutputSequence, _ log: Log, tell: AsyncStream<Log.Start>.Continuation
  ) async {
    var log = log
    do {
      for try await line in output.strings() {
        if let start = log.take(line) { tell.yield(start) }
      }
    } catch {
      // A line that cannot be read ends the log, not the program; its absence shows as its end below.
    }
    tell.yield(log.end())
    tell.finish()
  }
}

/// Reads what a program says up to its start.
protocol StartLog: Sendable {
  associatedtype Start: Sendable
  mutating func take(_ line: String) -> Start?
  /// It ended.
  func end() -> Start
}

package import GardenCore
import Subprocess

/// A real mosquitto on a free loopback port, with a throw-away folder. Gone with us, also after `kill -9`.
///
/// A small shell stands between us and the broker. It leads a session of its own (Ctrl-C in our terminal does not
/// reach it) and reads a pipe that only we hold: when we end, however that happens, the pipe closes, and the shell
/// kills the broker and removes the folder. Should the shell itself be killed, `setpriv --pdeathsig` takes the broker
/// along: the shell has a single thread, so the death signal, which is bound to the parent's thread, is sound there.
package struct PrivateBroker: Sendable {
  package let port: Int
  /// Where pages in a browser connect: MQTT over websockets.
  package var webPort: Int { port + 1 }
  /// Ours until the broker ends: room for the demo's database. Mode 0700.
  package let folder: String

  /// The command line with which another shell listens.
  package var listenLine: String { "mosquitto_sub -h 127.0.0.1 -p \(port) -v -t '#'" }

  package enum Failure: Error, Hashable {
    /// `mosquitto`, `setpriv` or a shell is not installed, or would not start.
    case cannotStart(String)
    /// None of the tried ports was free.
    case noPort
  }

  /// Runs `body` while a broker runs. `random` chooses ports to try.
  package static func during<Result: Sendable>(
    random: SplitMix64, extraConfiguration: String = "", _ body: (PrivateBroker) async throws -> Result
  ) async throws -> Result {
    var random = random
    for _ in 0..<20 {
      let port = 20_000 + 2 * Int(random.next() % 6_000)
      if let result = try await attempt(port: port, extraConfiguration, body) { return result }
    }
    throw Failure.noPort
  }

  private static func attempt<Result: Sendable>(
    port: Int, _ extraConfiguration: String, _ body: (PrivateBroker) async throws -> Result
  ) async throws -> Result? {
    var options = PlatformOptions()
    options.createSession = true
    let configuration = BrokerScript.configuration(port: port, webPort: port + 1) + extraConfiguration
    let (starts, tell) = AsyncStream.makeStream(of: BrokerStart.self, bufferingPolicy: .bufferingOldest(1))
    let finished = try await run(
      .name("sh"), arguments: ["-c", BrokerScript.text, "loam-demo-broker", configuration],
      platformOptions: options, input: .inputWriter, output: .sequence, error: .discarded
    ) { shell in
      // Also keeps the pipe empty while the broker runs: a full one would stop it.
      async let log: Void = watch(shell.standardOutput, tell: tell)
      var result: Result?
      var failure: (any Error)?
      do {
        result = try await whenRunning(starts, port: port, body)
      } catch {
        failure = error
      }
      try? await shell.standardInputWriter.finish()
      await log
      if let failure { throw failure }
      return result
    }
    return finished.closureResult
  }

  /// `nil`: the port is taken.
  private static func whenRunning<Result: Sendable>(
    _ starts: AsyncStream<BrokerStart>, port: Int, _ body: (PrivateBroker) async throws -> Result
  ) async throws -> Result? {
    for await start in starts {
      switch start {
      case .running(let folder): return try await body(PrivateBroker(port: port, folder: folder))
      case .portTaken: return nil
      case .failed(let log): throw Failure.cannotStart(log)
      }
    }
    throw Failure.cannotStart("no word from the broker")
  }

  private static func watch(
    _ output: SubprocessOutputSequence, tell: AsyncStream<BrokerStart>.Continuation
  ) async {
    var log = BrokerLog()
    do {
      for try await line in output.strings() {
        if let start = log.take(line) { tell.yield(start) }
      }
    } catch {
      // A line that cannot be read ends the log, not the broker; its absence shows as `failed` below.
    }
    tell.yield(log.end())
    tell.finish()
  }
}

/// What the first lines of the broker's log mean.
enum BrokerStart: Sendable, Hashable {
  case running(folder: String)
  case portTaken
  case failed(String)
}

/// Reads the broker's log up to its start.
struct BrokerLog {
  private var folder = ""
  private var kept: [String] = []

  mutating func take(_ line: String) -> BrokerStart? {
    if line.hasPrefix("folder ") { folder = String(line.dropFirst(7)) }
    if kept.count < 20 { kept.append(line) }
    return line.hasSuffix(" running") ? .running(folder: folder) : nil
  }

  func end() -> BrokerStart {
    let text = kept.joined(separator: "\n")
    let isTaken =
      text.contains("Address already in use") || text.contains("Unable to create websockets listener")
    return isTaken ? .portTaken : .failed(text)
  }
}

extension PrivateBroker.Failure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotStart(let words):
      words.split(whereSeparator: \.isNewline).last.map(String.init) ?? "mosquitto does not start"
    case .noPort: "none of the ports tried is free"
    }
  }
}

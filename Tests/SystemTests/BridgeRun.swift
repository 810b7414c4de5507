import Foundation
import Subprocess
import Testing

/// A program that runs while `body` does, and what it says.
enum BridgeRun {
  typealias Send = @Sendable (Signal) throws -> Void

  /// `loam run` with its log; SIGTERM must end it well.
  static func during(
    _ config: String, _ body: (_ log: LogWatch, _ send: Send) async throws -> Void
  ) async throws -> String {
    try await running(["run"], config, body)
  }

  /// The same for another command that goes on.
  static func running(
    _ command: [String], _ config: String, _ body: (_ log: LogWatch, _ send: Send) async throws -> Void
  ) async throws -> String {
    let log = LogWatch()
    let result = try await Subprocess.run(
      .name("env"), arguments: Arguments([Program.loam] + command + ["--config", config]), input: .none,
      output: .discarded,
      error: .sequence
    ) { execution in
      async let collected: Void = collect(execution.standardError, into: log)
      // A test that fails must end the program as well: else its output never ends.
      defer { try? execution.send(signal: .terminate) }
      try await body(log) { try execution.send(signal: $0) }
      try execution.send(signal: .terminate)
      await collected
    }
    #expect(result.terminationStatus == .exited(0))
    return await log.text
  }

  /// The same, killed with SIGKILL after `body`.
  @discardableResult
  static func killed<Value: Sendable>(
    _ config: String, as command: [String] = ["run"], _ body: (_ log: LogWatch) async throws -> Value
  ) async throws -> Value {
    let log = LogWatch()
    let result = try await Subprocess.run(
      .name("env"), arguments: Arguments([Program.loam] + command + ["--config", config]), input: .none,
      output: .discarded,
      error: .sequence
    ) { execution in
      async let collected: Void = collect(execution.standardError, into: log)
      defer { try? execution.send(signal: .kill) }
      let value = try await body(log)
      try execution.send(signal: .kill)
      await collected
      return value
    }
    #expect(result.terminationStatus == .signaled(9))
    return result.closureResult
  }

  /// Everything that is published on these topics, a line `topic payload` each.
  static func listening(
    to topics: [String], on port: String, dyingWith will: (topic: String, payload: String)? = nil,
    _ body: (_ heard: LogWatch) async throws -> Void
  ) async throws {
    let heard = LogWatch()
    let last = will.map {
      ["--will-topic", $0.topic, "--will-payload", $0.payload, "--will-retain", "--will-qos", "1"]
    }
    let arguments =
      ["mosquitto_sub", "-p", port, "-v", "-q", "1", "-t", "listening"] + topics.flatMap { ["-t", $0] }
      + (last ?? [])
    _ = try await Subprocess.run(
      .name("env"), arguments: Arguments(arguments), input: .none, output: .sequence, error: .discarded
    ) { execution in
      async let collected: Void = collect(execution.standardOutput, into: heard)
      while await heard.text.isEmpty {
        try await heard.requireGoesOn("mosquitto_sub \(topics)")
        _ = try await Program.run("mosquitto_pub", ["-p", port, "-t", "listening", "-m", "yes"])
      }
      defer { try? execution.send(signal: .terminate) }
      try await body(heard)
      try execution.send(signal: will == nil ? .terminate : .kill)
      await collected
    }
  }

  /// What a program printed that `body` ends with a signal. Where it ends before, nothing more is waited for in `heard`.
  static func printing(
    _ arguments: [String], heard: LogWatch, _ body: (_ send: Send) async throws -> Void
  ) async throws -> String {
    let printed = LogWatch()
    _ = try await Subprocess.run(
      .name("env"), arguments: Arguments(arguments), input: .none, output: .sequence, error: .discarded
    ) { execution in
      async let collected: Void = {
        await collect(execution.standardOutput, into: printed)
        await heard.end()
      }()
      defer { try? execution.send(signal: .terminate) }
      try await body { try execution.send(signal: $0) }
      await collected
    }
    return await printed.text
  }

  private static func collect(_ output: SubprocessOutputSequence, into log: LogWatch) async {
    do { for try await line in output.strings() { await log.add(line) } } catch { await log.add("\(error)") }
    await log.end()
  }
}

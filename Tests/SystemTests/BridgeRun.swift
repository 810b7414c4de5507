import Foundation
import Subprocess
import Testing

/// What a program logs; a test waits for a line instead of a time.
actor LogWatch {
  /// The program ended without the line.
  struct Ended: Error, CustomStringConvertible {
    let description: String
  }

  private struct Waiter {
    var isMet: (String) -> Bool
    var resume: CheckedContinuation<Bool, Never>
  }

  private(set) var text = ""
  private var hasEnded = false
  private var waiting: [Waiter] = []

  func add(_ line: String) {
    text += line + "\n"
    waiting.removeAll { waiter in
      guard waiter.isMet(text) else { return false }
      waiter.resume.resume(returning: true)
      return true
    }
  }

  /// Nothing more will come.
  func end() {
    hasEnded = true
    for waiter in waiting { waiter.resume.resume(returning: false) }
    waiting.removeAll()
  }

  /// Until the words have come so many times, from the beginning on. The test's own time limit ends the wait.
  func wait(for words: String, times: Int = 1) async throws {
    try await wait(for: "'\(words)'") { Self.count(words, in: $0) >= times }
  }

  /// Until what anybody publishes reaches the bridge of this log. Where it only says that it is connected, the broker may not yet have
  /// been asked for its topics.
  func waitUntilBridgeHears() async throws { try await wait(for: " subscriptions granted") }

  /// Until what was said so far fits.
  private func wait(for what: String, _ isMet: @escaping (String) -> Bool) async throws {
    if isMet(text) { return }
    let hasCome = await withTaskCancellationHandler {
      await withCheckedContinuation { resume in
        if hasEnded || Task.isCancelled { return resume.resume(returning: false) }
        waiting.append(Waiter(isMet: isMet, resume: resume))
      }
    } onCancel: {
      Task { await end() }
    }
    if !hasCome { throw Ended(description: "ended without \(what):\n\(text.suffix(2000))") }
  }

  /// The first line that begins with `topic` and a space and fits; without both.
  func document(_ topic: String, where fits: @escaping (String) -> Bool = { _ in true }) async throws
    -> String
  {
    func first(in text: String) -> String? {
      documents(topic, in: text).first(where: fits)
    }
    try await wait(for: "a document on \(topic) that fits") { first(in: $0) != nil }
    return first(in: text) ?? ""
  }

  /// What came on a topic, in order.
  func documents(_ topic: String) -> [String] { documents(topic, in: text) }

  private nonisolated func documents(_ topic: String, in text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix(topic + " ") }.map {
      String($0.dropFirst(topic.count + 1))
    }
  }

  func count(_ words: String) -> Int { Self.count(words, in: text) }

  private static func count(_ words: String, in text: String) -> Int {
    text.components(separatedBy: words).count - 1
  }
}

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

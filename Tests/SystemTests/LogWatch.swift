import Foundation
import TestKit

/// What a program logs; a test waits for a line instead of a time.
actor LogWatch {
  /// The line did not come.
  struct Missed: Error, CustomStringConvertible {
    let description: String
  }

  private enum End { case met, ended, late }

  private struct Waiter {
    var isMet: (String) -> Bool
    var resume: CheckedContinuation<End, Never>
  }

  private(set) var text = ""
  private var hasEnded = false
  private var waiting: [Int: Waiter] = [:]
  private var count = 0

  func add(_ line: String) {
    text += line + "\n"
    for (id, waiter) in waiting where waiter.isMet(text) { resume(id, .met) }
  }

  /// Nothing more will come.
  func end() {
    hasEnded = true
    for id in waiting.keys { resume(id, .ended) }
  }

  /// Fails where the program has ended, of which more is expected.
  func requireGoesOn(_ program: String) throws {
    if hasEnded { throw Missed(description: "\(program) ended at once: \(text)") }
  }

  private func resume(_ id: Int, _ end: End) {
    waiting.removeValue(forKey: id)?.resume.resume(returning: end)
  }

  /// Until the words have come so many times, from the beginning on.
  ///
  /// - Parameter seconds: after them it fails, and says what did not come. More than two minutes only where what is tested takes longer.
  func wait(for words: String, times: Int = 1, within seconds: Int = 120) async throws {
    try await wait(for: "'\(words)'", within: seconds) { Self.count(words, in: $0) >= times }
  }

  /// Until what anybody publishes reaches the bridge of this log. Where it only says that it is connected, the broker may not yet have
  /// been asked for its topics.
  func waitUntilBridgeHears() async throws { try await wait(for: " subscriptions granted") }

  /// Until one log says the one or another the other so many times; whether it was the first.
  static func first(
    _ log: LogWatch, says words: String, orElse other: LogWatch, says otherWords: String, times: Int
  ) async throws -> Bool {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await log.wait(for: words)
        return true
      }
      group.addTask {
        try await other.wait(for: otherWords, times: times)
        return false
      }
      defer { group.cancelAll() }
      return try await group.next() ?? false
    }
  }

  /// Until what was said so far fits.
  private func wait(for what: String, within seconds: Int, _ isMet: @escaping (String) -> Bool) async throws {
    if isMet(text) { return }
    count += 1
    let id = count
    let patience = after(seconds: seconds) { await self.resume(id, .late) }
    defer { patience.cancel() }
    let end = await withTaskCancellationHandler {
      await withCheckedContinuation { resume in
        if hasEnded || Task.isCancelled { return resume.resume(returning: End.ended) }
        waiting[id] = Waiter(isMet: isMet, resume: resume)
      }
    } onCancel: {
      Task { await self.resume(id, .ended) }
    }
    guard end != .met else { return }
    let how = end == .late ? "not within \(seconds) s" : "ended without it"
    throw Missed(description: "waited for \(what): \(how):\n\(text.suffix(2000))")
  }

  /// The first line that begins with `topic` and a space and fits; without both.
  func document(_ topic: String, where fits: @escaping (String) -> Bool = { _ in true }) async throws
    -> String
  {
    func first(in text: String) -> String? {
      documents(topic, in: text).first(where: fits)
    }
    try await wait(for: "a document on \(topic) that fits", within: 120) { first(in: $0) != nil }
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

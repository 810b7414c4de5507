internal import Foundation
internal import Synchronization
package import Testing

/// A suite that starts processes runs when it is its turn: a few at once. What waits is not late, since a test's own time has not begun.
package struct TakesTurns: SuiteTrait, TestScoping {
  private static let turns = Turns(max(4, 2 * ProcessInfo.processInfo.activeProcessorCount))

  @concurrent
  package func provideScope(
    for test: Test, testCase: Test.Case?, performing suite: @Sendable @concurrent () async throws -> Void
  ) async throws {
    await Self.turns.begin()
    defer { Self.turns.end() }
    try await suite()
  }
}

extension Trait where Self == TakesTurns {
  /// For each suite that starts processes.
  package static var inTurn: Self { Self() }
}

private final class Turns: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }
  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: count)) }

  func begin() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  func end() {
    state.withLock { state in
      if state.waiting.isEmpty {
        state.free += 1
      } else {
        state.waiting.removeFirst().resume()
      }
    }
  }
}

internal import Foundation
internal import Synchronization

/// Runs a body that waits (a client's loop, a blocking call) on a thread of its own, so that it does not hold one of
/// the few threads that everything asynchronous shares.
package func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws
  -> Value
{
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}

/// What is done when so much time has passed, unless it is cancelled before: a limit for what may never come, never the wait itself.
package func after(seconds: Int, _ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
  Task.detached { if (try? await Task.sleep(for: .seconds(seconds))) != nil { await body() } }
}

/// Waits on a thread of its own's behalf for something asynchronous: for calls from inside ``onOwnThread(_:)``.
package func waiting(for work: @escaping @Sendable () async throws -> Void) throws {
  let done = DispatchSemaphore(value: 0)
  let failure = Failure()
  Task.detached {
    do { try await work() } catch { failure.set(error) }
    done.signal()
  }
  done.wait()
  if let error = failure.get() { throw error }
}

private final class Failure: Sendable {
  private let error = Mutex<(any Error)?>(nil)
  func set(_ value: any Error) { error.withLock { $0 = value } }
  func get() -> (any Error)? { error.withLock { $0 } }
}

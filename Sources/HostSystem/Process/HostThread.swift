internal import CHostSystem
internal import Glibc

/// A thread beside the loop, for what may wait: the loop never does.
package enum HostThread {
  /// Runs `body` on a thread of its own, which nobody waits for. Signals are for the loop's thread.
  ///
  /// - Parameter isPolite: where the processor is wanted by another, it waits.
  package static func start(
    stackBytes: Int = 1 << 20, isPolite: Bool = true, _ body: @escaping @Sendable () -> Void
  ) throws(HostError) {
    var attributes = pthread_attr_t()
    let made = unsafe pthread_attr_init(&attributes)
    guard made == 0 else { throw HostError("pthread_attr_init", code: made) }
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    unsafe pthread_attr_setstacksize(&attributes, stackBytes)
    let box = unsafe Unmanaged.passRetained(ThreadBody(isPolite, body))
    var thread = pthread_t()
    let started = unsafe pthread_create(&thread, &attributes, run, box.toOpaque())
    guard started == 0 else {
      unsafe box.release()
      throw HostError("pthread_create", code: started)
    }
  }
}

private final class ThreadBody: Sendable {
  let isPolite: Bool
  let body: @Sendable () -> Void
  init(_ isPolite: Bool, _ body: @escaping @Sendable () -> Void) {
    (self.isPolite, self.body) = (isPolite, body)
  }
}

private nonisolated func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument = unsafe argument else { return nil }
  let box = unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
  var all = sigset_t()
  unsafe sigfillset(&all)
  _ = unsafe pthread_sigmask(SIG_BLOCK, &all, nil)
  // 0 is this thread alone on Linux (`setpriority(2)`, notes).
  if box.isPolite { _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, 10) }
  box.body()
  return nil
}

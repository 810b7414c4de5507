internal import CHostSystem
internal import Glibc

/// Readable as soon as somebody sets the wall clock: `timerfd_create(2)`, `TFD_TIMER_CANCEL_ON_SET`.
package final class ClockSetDescriptor: Sendable {
  package let descriptor: Int32

  package init() throws(HostError) {
    descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
    guard descriptor >= 0 else { throw HostError("timerfd", code: errno) }
    arm()
  }

  deinit { close(descriptor) }

  /// Waits for the next time.
  package func take() {
    var count: UInt64 = 0
    _ = unsafe read(descriptor, &count, 8)
    arm()
  }

  private func arm() {
    // Long after the end of every clock: it never runs out, it is only cancelled.
    var time = itimerspec()
    time.it_value.tv_sec = Int.max / 4
    let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
    _ = unsafe timerfd_settime(descriptor, flags, &time, nil)
  }
}

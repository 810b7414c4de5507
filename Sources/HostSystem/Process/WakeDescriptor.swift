internal import CHostSystem
internal import Glibc

/// A bell between threads that `poll` can hear (`eventfd`): a number is left, and taken once.
package final class WakeDescriptor: Sendable {
  package let descriptor: Int32

  package init() throws(HostError) {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard descriptor >= 0 else { throw HostError("eventfd", code: errno) }
  }

  deinit { close(descriptor) }

  /// Adds `value` (≥ 1) and wakes whoever polls. From any thread.
  package func ring(_ value: UInt64 = 1) {
    var value = value
    _ = unsafe write(descriptor, &value, 8)
  }

  /// The sum of what was rung since the last call, or `nil`.
  package func take() -> UInt64? {
    var value: UInt64 = 0
    return unsafe read(descriptor, &value, 8) == 8 ? value : nil
  }
}

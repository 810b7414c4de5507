import Glibc
import Testing

@testable import HostSystem

@Suite struct ClockSetDescriptorTests {
  private func isReadable(_ clock: ClockSetDescriptor, within milliseconds: Int64) -> Bool {
    var entries = [PollEntry(clock.descriptor, .readable)]
    HostPoll.wait(&entries, until: HostClock.uptimeMilliseconds() + milliseconds)
    return entries[0].isReadable
  }

  /// By as much as the call takes. Where nobody may set it, only that a clock that nobody set wakes nobody is seen.
  private func setClock() -> Bool {
    var now = timespec()
    return unsafe clock_gettime(CLOCK_REALTIME, &now) == 0 && clock_settime(CLOCK_REALTIME, &now) == 0
  }

  @Test func `whoever sets the clock wakes who waits for it, each time`() throws {
    let clock = try ClockSetDescriptor()
    // Another test, or the machine, may set it at the same time: then there is nothing to be seen of this.
    _ = isReadable(clock, within: 0)
    for _ in 0..<2 {
      guard setClock() else { return #expect(!isReadable(clock, within: 0)) }
      #expect(isReadable(clock, within: 10_000))
      clock.take()
    }
  }
}

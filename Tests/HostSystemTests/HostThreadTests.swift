import Foundation
import HostSystem
import TestKit
import Testing

@Suite(.timeLimit(.minutes(15))) struct HostThreadTests {
  @Test func `a thread does its work beside, and rings`() throws {
    let bell = try WakeDescriptor()
    for n in 1...20 as ClosedRange<UInt64> {
      try HostThread.start { bell.ring(n) }
    }
    var sum: UInt64 = 0
    while sum < 210 {
      var entries = [PollEntry(bell.descriptor, .readable)]
      HostPoll.wait(&entries, until: HostClock.uptimeMilliseconds() + 20_000)
      sum += bell.take() ?? 0
    }
    #expect(sum == 210)
  }

  @Test func `a thread holds what its work needs, and lets go of it`() throws {
    final class Held: Sendable {
      let bell: WakeDescriptor
      init(_ bell: WakeDescriptor) { self.bell = bell }
      deinit { bell.ring(7) }
    }
    let bell = try WakeDescriptor()
    do {
      let held = Held(bell)
      try HostThread.start { _ = held.bell.descriptor }
    }
    var entries = [PollEntry(bell.descriptor, .readable)]
    HostPoll.wait(&entries, until: HostClock.uptimeMilliseconds() + 20_000)
    #expect(bell.take() == 7)
  }

  @Test func `what this process writes to a disk is counted where the kernel counts it`() throws {
    guard let before = ProcessWrites.bytes() else { return }
    try TemporaryFolder().write(Data(count: 1 << 20), to: "megabyte")
    #expect(try #require(ProcessWrites.bytes()) >= before)
  }
}

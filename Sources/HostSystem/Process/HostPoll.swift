internal import Glibc

/// What to wait for on a descriptor.
package struct PollInterest: OptionSet, Sendable, Hashable {
  package let rawValue: Int16
  package init(rawValue: Int16) { self.rawValue = rawValue }
  package static let readable = PollInterest(rawValue: Int16(POLLIN))
  package static let writable = PollInterest(rawValue: Int16(POLLOUT))
}

/// One descriptor in a wait, and afterwards what it is ready for.
package struct PollEntry: Sendable, Hashable {
  package var descriptor: Int32
  package var interest: PollInterest
  fileprivate(set) var answer: Int16 = 0

  package init(_ descriptor: Int32, _ interest: PollInterest) {
    self.descriptor = descriptor
    self.interest = interest
  }

  package var isReady: Bool { answer != 0 }
  package var isReadable: Bool { answer & Int16(POLLIN) != 0 }
  package var isWritable: Bool { answer & Int16(POLLOUT) != 0 }
  /// The other side is gone, or the descriptor is none.
  package var isBroken: Bool { answer & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 }
}

/// Waiting for descriptors: `poll(2)`, level-triggered.
package enum HostPoll {
  /// Waits until a descriptor is ready or the uptime has come. A deadline in the past asks and returns at once;
  /// `Int64.max` waits for ever. A signal that interrupts the call does not end the wait.
  ///
  /// - Returns: how many entries are ready.
  @discardableResult
  package static func wait(_ entries: inout [PollEntry], until uptimeMilliseconds: Int64) -> Int {
    unsafe withUnsafeTemporaryAllocation(of: pollfd.self, capacity: max(entries.count, 1)) { slots in
      for (i, entry) in entries.enumerated() {
        let slot = pollfd(fd: entry.descriptor, events: entry.interest.rawValue, revents: 0)
        unsafe slots.initializeElement(at: i, to: slot)
      }
      var ready: Int32
      repeat {
        let now = HostClock.uptimeMilliseconds()
        let left = uptimeMilliseconds > now ? uptimeMilliseconds - now : 0
        let timeout = uptimeMilliseconds == .max ? -1 : Int32(clamping: left)
        ready = unsafe poll(slots.baseAddress, nfds_t(entries.count), timeout)
      } while ready < 0 && errno == EINTR
      for i in entries.indices { entries[i].answer = ready > 0 ? unsafe slots[i].revents : 0 }
      return Int(max(ready, 0))
    }
  }
}

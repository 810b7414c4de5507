internal import CHostSystem
internal import Glibc

/// The signals that the bridge answers.
package enum HostSignal: Sendable, Hashable, CaseIterable {
  case terminate
  case interrupt
  case hangUp
  case user1
  case user2
  /// The terminal changed its size.
  case windowChanged

  var number: Int32 {
    switch self {
    case .terminate: SIGTERM
    case .interrupt: SIGINT
    case .hangUp: SIGHUP
    case .user1: SIGUSR1
    case .user2: SIGUSR2
    case .windowChanged: SIGWINCH
    }
  }
}

/// Signals as a readable descriptor (`signalfd`).
///
/// Make it before any thread is started: threads inherit the blocked signals, and a signal that one thread does not
/// block is delivered there. A child process inherits the block as well, unless whoever starts it clears the mask, as
/// swift-subprocess does.
package final class SignalDescriptor: Sendable {
  package let descriptor: Int32
  private let signals: [HostSignal]

  package init(_ signals: [HostSignal]) throws(HostError) {
    self.signals = signals
    // A file that takes no more bytes is an error of a write, like a full disk, and not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    var set = sigset_t()
    Self.fill(&set, signals)
    let blocked = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    guard blocked == 0 else { throw HostError("pthread_sigmask", code: blocked) }
    descriptor = unsafe signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    guard descriptor >= 0 else { throw HostError("signalfd", code: errno) }
  }

  deinit { close(descriptor) }

  /// The next signal that came, or `nil`. Several of one kind that came together count once.
  package func next() -> HostSignal? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    while unsafe read(descriptor, &info, size) == size {
      if let signal = signals.first(where: { UInt32($0.number) == info.ssi_signo }) { return signal }
    }
    return nil
  }

  private static func fill(_ set: inout sigset_t, _ signals: [HostSignal]) {
    unsafe sigemptyset(&set)
    for signal in signals { unsafe sigaddset(&set, signal.number) }
  }
}

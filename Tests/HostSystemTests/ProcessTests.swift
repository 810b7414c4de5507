import Foundation
import HostSystem
import TestKit
import Testing

@Suite(.timeLimit(.minutes(15))) struct ProcessTests {
  @Test(arguments: [false, true])
  func `systemd hears what it is told`(isAbstract: Bool) throws {
    let folder = try TemporaryFolder()
    let socket = (isAbstract ? "@" : "") + folder.file("notify")
    let listener = try DatagramListener(socket)
    let notifier = ServiceNotifier(environment: ["NOTIFY_SOCKET": socket, "WATCHDOG_USEC": "30000000"])
    #expect(notifier.watchdogInterval == .seconds(30))
    let told = [
      notifier.ready(), notifier.status("plants: 3\nREADY=0"), notifier.watchdog(), notifier.reloading(),
      notifier.stopping(),
    ]
    #expect(told == [true, true, true, true, true])
    let heard = (0..<5).map { _ in listener.next() }
    #expect(heard[0] == "READY=1")
    #expect(heard[1] == "STATUS=plants: 3 READY=0")
    #expect(heard[2] == "WATCHDOG=1")
    #expect(heard[3]?.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") == true)
    #expect(heard[4] == "STOPPING=1")
  }

  @Test func `without systemd nothing is told, and another process's watchdog is not ours`() {
    let notifier = ServiceNotifier(environment: ["WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"], processID: 2)
    #expect(!notifier.ready())
    #expect(notifier.watchdogInterval == nil)
    #expect(!ServiceNotifier(environment: ["NOTIFY_SOCKET": "/nowhere/x"]).ready())
    #expect(
      !ServiceNotifier(environment: ["NOTIFY_SOCKET": "/" + String(repeating: "x", count: 200)]).ready())
  }

  @Test func `a signal is read from its descriptor`() throws {
    // On a thread of its own: the block of signals belongs to the thread.
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      defer { done.signal() }
      do {
        let signals = try SignalDescriptor([.user2, .windowChanged])
        #expect(signals.next() == nil)
        pthread_kill(pthread_self(), SIGUSR2)
        var entries = [PollEntry(signals.descriptor, .readable)]
        let ready = HostPoll.wait(&entries, until: HostClock.uptimeMilliseconds() + 5000)
        #expect(ready == 1)
        #expect(signals.next() == .user2)
        #expect(signals.next() == nil)
      } catch {
        Issue.record(error)
      }
    }
    done.wait()
  }

  @Test func `a wait ends at its deadline or at the bell`() throws {
    let bell = try WakeDescriptor()
    var entries = [PollEntry(bell.descriptor, .readable)]
    let start = HostClock.uptimeMilliseconds()
    let early = HostPoll.wait(&entries, until: start + 50)
    #expect(early == 0)
    #expect(!entries[0].isReady)
    #expect(HostClock.uptimeMilliseconds() >= start + 50)
    let past = HostPoll.wait(&entries, until: .min)
    #expect(past == 0)
    Thread.detachNewThread {
      bell.ring(2)
      bell.ring(3)
    }
    let ready = HostPoll.wait(&entries, until: .max)
    #expect(ready == 1)
    #expect(entries[0].isReadable)
    var sum: UInt64 = 0
    while sum < 5 { sum += bell.take() ?? 0 }
    #expect(bell.take() == nil)
  }

  @Test func `a closed descriptor is told as broken`() {
    var entries = [PollEntry(9999, .readable)]
    let ready = HostPoll.wait(&entries, until: .max)
    #expect(ready == 1)
    #expect(entries[0].isBroken)
  }

  @Test func `memory is counted in bytes`() throws {
    let resident = try #require(ProcessMemory.residentBytes())
    let anonymous = try #require(ProcessMemory.anonymousBytes())
    #expect(resident > anonymous && anonymous > 100_000)
  }

  @Test func `what only the start needed is given back, and code runs on`() throws {
    let before = try #require(ProcessMemory.residentBytes())
    ProcessMemory.releaseUnused()
    let after = try #require(ProcessMemory.residentBytes())
    #expect(after < before)
  }

  @Test func `randomness differs`() {
    #expect(HostRandom.seed() != HostRandom.seed())
  }

  @Test func `the machine's zone is where its link points`() throws {
    let root = try TemporaryFolder()
    #expect(ZoneTable.systemZone(root: root.path) == nil)
    try root.write("Asia/Taipei\n", to: "etc/timezone")
    #expect(ZoneTable.systemZone(root: root.path) == "Asia/Taipei")
    try FileManager.default.createSymbolicLink(
      atPath: root.file("etc/localtime"), withDestinationPath: "/usr/share/zoneinfo/Europe/Berlin")
    #expect(ZoneTable.systemZone(root: root.path) == "Europe/Berlin")
  }
}

/// What systemd's end of the socket would hear.
final class DatagramListener {
  private let descriptor: Int32
  struct Failure: Error {}

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    if path.hasPrefix("@") { bytes[0] = 0 }
    unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let length = socklen_t(2 + bytes.count)
    let isBound = unsafe withUnsafePointer(to: &name) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, length) == 0
      }
    }
    guard isBound else { throw Failure() }
  }

  deinit { close(descriptor) }

  func next() -> String? {
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
}

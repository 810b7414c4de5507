internal import Glibc

/// A socket in a folder, by which a daemon says on its own machine how it does: whoever connects reads one line. A daemon that hangs
/// does not answer.
package final class StatusDoor: Sendable {
  package static let name = "health.sock"

  package let descriptor: Int32

  /// - Parameter folder: this process's own, since a socket that a killed one left there is replaced.
  package init(in folder: String) throws(HostError) {
    let made = try Self.socket()
    do throws(HostError) {
      try Self.withPath(in: folder) { path throws(HostError) in
        _ = unsafe unlink(path)
        try unsafe Self.call("bind", path) { unsafe bind(made, $0, $1) }
      }
      guard listen(made, 16) == 0 else { throw HostError("listen", code: errno) }
    } catch {
      close(made)
      throw error
    }
    descriptor = made
  }

  deinit { close(descriptor) }

  /// Answers all who wait. Never waits itself.
  package func answer(_ line: () -> String) {
    for _ in 0..<16 {
      let other = accept(descriptor, nil, nil)
      guard other >= 0 else { return }
      let bytes = Array(line().utf8)
      _ = unsafe send(other, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      close(other)
    }
  }

  /// The line of the daemon that has the folder; `nil`: none answers.
  package static func ask(_ folder: String, milliseconds: Int64) -> String? {
    guard let descriptor = try? socket() else { return nil }
    defer { close(descriptor) }
    do throws(HostError) {
      try withPath(in: folder) { path throws(HostError) in
        try unsafe call("connect", path) { unsafe connect(descriptor, $0, $1) }
      }
    } catch {
      return nil
    }
    let deadline = HostClock.uptimeMilliseconds() + milliseconds
    var line: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 1024)
    while line.count < 4096 {
      var entries = [PollEntry(descriptor, .readable)]
      guard HostPoll.wait(&entries, until: deadline) > 0 else { return nil }
      let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
      if count <= 0 { break }
      line += bytes.prefix(count)
    }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }

  private static func socket() throws(HostError) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = Glibc.socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw HostError("socket", code: errno) }
    return descriptor
  }

  /// By the folder's descriptor: a socket's path has 107 bytes at most, a folder's may have more.
  private static func withPath(
    in folder: String, _ body: (String) throws(HostError) -> Void
  ) throws(HostError) {
    let place = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard place >= 0 else { throw HostError("open", code: errno) }
    defer { close(place) }
    try body("/proc/self/fd/\(place)/\(name)")
  }

  private static func call(
    _ name: String, _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(HostError) {
    guard let address = ServiceNotifier.address(path) else { throw HostError(name, code: ENAMETOOLONG) }
    let result = unsafe withUnsafePointer(to: address.name) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, address.length) }
    }
    guard result == 0 else { throw HostError(name, code: errno) }
  }
}

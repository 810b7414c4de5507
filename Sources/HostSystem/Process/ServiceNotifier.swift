internal import Glibc

/// Tells systemd how the service does: datagrams to the socket in `NOTIFY_SOCKET`, `sd_notify(3)`. Without that
/// variable every call does nothing.
package struct ServiceNotifier: Sendable {
  private let path: String?
  /// How often ``watchdog()`` must be called at the latest: systemd's limit; call it at half of that. `nil`: not asked for.
  package let watchdogInterval: Duration?

  /// - Parameter environment: `NOTIFY_SOCKET` (a path, or `@` and an abstract name), `WATCHDOG_USEC`, `WATCHDOG_PID`.
  package init(environment: [String: String], processID: Int32 = getpid()) {
    let path = environment["NOTIFY_SOCKET"]
    self.path = path.flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
    let owner = environment["WATCHDOG_PID"].map { Int32($0) == processID } ?? true
    let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64($0) } ?? 0
    watchdogInterval = owner && microseconds > 0 ? .microseconds(microseconds) : nil
  }

  package init() {
    var environment: [String: String] = [:]
    for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] {
      if let value = unsafe getenv(name) { environment[name] = unsafe String(cString: value) }
    }
    self.init(environment: environment)
  }

  @discardableResult package func ready() -> Bool { send("READY=1") }
  /// Before a reload; ``ready()`` ends it. The time is what `Type=notify-reload` asks for.
  @discardableResult package func reloading() -> Bool {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return send("RELOADING=1\nMONOTONIC_USEC=\(time.tv_sec * 1_000_000 + time.tv_nsec / 1000)")
  }
  @discardableResult package func stopping() -> Bool { send("STOPPING=1") }
  @discardableResult package func watchdog() -> Bool { send("WATCHDOG=1") }
  /// One line for `systemctl status`.
  @discardableResult package func status(_ line: String) -> Bool {
    send("STATUS=" + line.split(whereSeparator: \.isNewline).joined(separator: " "))
  }

  private func send(_ message: String) -> Bool {
    guard let path, let address = Self.address(path) else { return false }
    let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return false }
    defer { close(socket) }
    let bytes = Array(message.utf8)
    let sent = unsafe withUnsafePointer(to: address.name) { name in
      unsafe name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        unsafe sendto(
          socket, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT), name, address.length)
      }
    }
    return sent == bytes.count
  }

  /// An abstract name begins with NUL in place of the `@` and is not ended by one (`unix(7)`).
  static func address(_ path: String) -> (name: sockaddr_un, length: socklen_t)? {
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: name.sun_path) else { return nil }
    if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
    unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let head = MemoryLayout.size(ofValue: name) - MemoryLayout.size(ofValue: name.sun_path)
    let end = bytes[0] == 0 ? 0 : 1
    return (name, socklen_t(head + bytes.count + end))
  }
}

internal import Glibc
internal import Synchronization

/// Ports on 127.0.0.1.
package enum LoopbackPort {
  package struct Failure: Error {}

  private static let range: Range<UInt16> = 12_000..<32_000
  private static let next = Mutex(UInt16.random(in: range))

  /// A port that nobody had a moment ago, and that no other test of this process gets. Below the kernel's own range: there any outgoing
  /// connection may take it before the server listens.
  package static func free() throws -> UInt16 {
    for _ in 0..<100 {
      let port = next.withLock { next in
        defer { next = next + 1 < range.upperBound ? next + 1 : range.lowerBound }
        return next
      }
      if (try? SilentListener(port: port)) != nil { return port }
    }
    throw Failure()
  }
}

/// Listens on a loopback port (0: a free one) and never answers: the kernel completes the connection, and that is all.
package final class SilentListener: Sendable {
  package let port: UInt16
  package let descriptor: Int32

  package init(port wanted: UInt16 = 0) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = wanted.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        unsafe bind(descriptor, name, length) == 0 && listen(descriptor, 16) == 0
          && getsockname(descriptor, name, &length) == 0
      }
    }
    self.descriptor = descriptor
    port = UInt16(bigEndian: address.sin_port)
    guard isBound else { throw LoopbackPort.Failure() }
  }

  deinit { close(descriptor) }
}

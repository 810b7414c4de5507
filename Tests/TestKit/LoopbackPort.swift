internal import Foundation
internal import Glibc

/// Ports on 127.0.0.1.
package enum LoopbackPort {
  package struct Failure: Error {}

  /// A port that nobody had a moment ago, and that no other test gets for long: all count on in one file, Scripts/loopback.py among them.
  /// Below the kernel's own range: there any outgoing connection may take it before the server listens.
  package static func free() throws -> UInt16 {
    let path = FileManager.default.temporaryDirectory.path + "/loam-test-ports-\(getuid())"
    let counter = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(counter) }
    guard flock(counter, LOCK_EX) == 0 else { throw Failure() }
    var digits = [UInt8](repeating: 0, count: 8)
    let count = unsafe pread(counter, &digits, digits.count, 0)
    var port = UInt16(String(decoding: digits.prefix(max(0, count)), as: UTF8.self)) ?? .random(in: range)
    for _ in range {
      port = range.contains(port + 1) ? port + 1 : range.lowerBound
      guard (try? SilentListener(port: port)) != nil else { continue }
      let text = Array(String(port).utf8)
      guard ftruncate(counter, 0) == 0, unsafe pwrite(counter, text, text.count, 0) == text.count else {
        throw Failure()
      }
      return port
    }
    throw Failure()
  }

  private static let range: Range<UInt16> = 12_000..<32_000
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

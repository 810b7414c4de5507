internal import Glibc

/// This machine in its network.
package enum HostNetwork {
  /// Connections that others have to a TCP port of this machine at the moment. Source: `/proc/net/tcp` and `tcp6`, `proc(5)`.
  package static func clientCount(ofPort port: Int) -> Int {
    ["/proc/net/tcp", "/proc/net/tcp6"].reduce(0) { count, path in
      guard let bytes = FileBytes.read(path, limit: 1 << 24) else { return count }
      return count + clientCount(ofPort: port, in: String(decoding: bytes, as: UTF8.self))
    }
  }

  static func clientCount(ofPort port: Int, in table: String) -> Int {
    table.split(separator: "\n").dropFirst().count { line in
      let words = line.split(separator: " ")
      guard words.count > 3, let local = words[1].split(separator: ":").last else { return false }
      // 01: the connection stands.
      return Int(local, radix: 16) == port && words[3] == "01"
    }
  }

  /// The first address that other machines may know; `nil`: there is no network.
  package static var address: String? {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard unsafe getifaddrs(&first) == 0 else { return nil }
    defer { unsafe freeifaddrs(first) }
    var next = unsafe first
    while let entry = unsafe next {
      if let text = unsafe text(of: entry.pointee) { return text }
      unsafe next = entry.pointee.ifa_next
    }
    return nil
  }

  /// IPv4, of an interface that is up and no loopback.
  private static func text(of entry: ifaddrs) -> String? {
    let flags = unsafe Int32(bitPattern: entry.ifa_flags)
    guard flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0,
      let address = unsafe entry.ifa_addr, unsafe address.pointee.sa_family == sa_family_t(AF_INET)
    else { return nil }
    var buffer = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return unsafe buffer.withUnsafeMutableBufferPointer { buffer -> String? in
      guard let base = buffer.baseAddress,
        unsafe getnameinfo(address, length, base, socklen_t(buffer.count), nil, 0, NI_NUMERICHOST) == 0
      else { return nil }
      return unsafe String(cString: base)
    }
  }
}

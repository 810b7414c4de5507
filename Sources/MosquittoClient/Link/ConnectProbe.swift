internal import Glibc

/// Why a broker cannot be reached, asked of the system itself: libmosquitto 2.1 overwrites `errno` before its connect
/// returns (`lib/connect.c`, `get_address` of a closed socket), and people would read "Bad file descriptor".
enum ConnectProbe {
  private static let patienceSeconds = 3

  /// The `errno` of a connection of our own, which is closed at once; 0 where it came about. Blocks for three seconds at most,
  /// and for as long as the resolver likes.
  ///
  /// - Parameter port: 0: the host is the path of a socket.
  static func failure(host: String, port: Int32) -> Int32 {
    guard port != 0 else { return unsafe access(host, W_OK) == 0 ? ECONNREFUSED : errno }
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var first: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, "\(port)", &hints, &first) == 0 else { return EHOSTUNREACH }
    defer { unsafe freeaddrinfo(first) }
    var reason = EHOSTUNREACH
    var next = unsafe first
    while let address = unsafe next {
      reason = unsafe failure(of: address.pointee)
      if reason == 0 { return 0 }
      unsafe next = address.pointee.ai_next
    }
    return reason
  }

  private static func failure(of address: addrinfo) -> Int32 {
    let kind = unsafe address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue)
    let probe = unsafe socket(address.ai_family, kind, address.ai_protocol)
    guard probe >= 0 else { return errno }
    defer { close(probe) }
    var patience = timeval(tv_sec: patienceSeconds, tv_usec: 0)
    unsafe setsockopt(probe, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    guard unsafe connect(probe, address.ai_addr, address.ai_addrlen) != 0 else { return 0 }
    return errno == EINPROGRESS ? ETIMEDOUT : errno
  }
}

internal import Glibc

/// What is at a port of the network, asked before any client of a protocol is: a person is told which of the many reasons it is
/// that nothing comes back.
package enum HostPort {
  package enum Answer: Sendable, Hashable {
    case open
    /// The resolver knows no such name.
    case unknownHost
    /// The machine is there and nothing listens.
    case refused
    /// Nothing came back in time.
    case silent
    /// The system's words.
    case unreachable(String)
  }

  /// Connects and hangs up. Blocks for `milliseconds` for each address of the host, and for as long as the resolver likes.
  package static func ask(_ host: String, _ port: Int, milliseconds: Int64 = 5000) -> Answer {
    let (answer, descriptor) = connected(host, port, milliseconds)
    if let descriptor { close(descriptor) }
    return answer
  }

  /// Whether TLS is spoken there: the answer to a ClientHello is a handshake or an alert (RFC 8446 §5.1), whatever is made of it.
  package static func speaksTLS(_ host: String, _ port: Int, milliseconds: Int64 = 3000) -> Bool {
    guard let descriptor = connected(host, port, milliseconds).descriptor else { return false }
    defer { close(descriptor) }
    let sent = unsafe send(descriptor, clientHello, clientHello.count, Int32(MSG_NOSIGNAL))
    guard sent == clientHello.count, wait(descriptor, .readable, milliseconds) else { return false }
    var kind: UInt8 = 0
    return unsafe recv(descriptor, &kind, 1, 0) == 1 && (kind == 21 || kind == 22)
  }

  private static func connected(
    _ host: String, _ port: Int, _ milliseconds: Int64
  ) -> (answer: Answer, descriptor: Int32?) {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var first: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, "\(port)", &hints, &first) == 0 else { return (.unknownHost, nil) }
    defer { unsafe freeaddrinfo(first) }
    var answer = Answer.unknownHost
    var next = unsafe first
    while let address = unsafe next {
      let (told, descriptor) = unsafe connect(address.pointee, milliseconds)
      if let descriptor { return (.open, descriptor) }
      // Of several addresses the first one's reason: the others are often of a family that the network lacks.
      if answer == .unknownHost || told == .refused { answer = told }
      unsafe next = address.pointee.ai_next
    }
    return (answer, nil)
  }

  private static func connect(
    _ address: addrinfo, _ milliseconds: Int64
  ) -> (answer: Answer, descriptor: Int32?) {
    let kind = unsafe address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = unsafe socket(address.ai_family, kind, address.ai_protocol)
    guard descriptor >= 0 else { return (told(errno), nil) }
    var code: Int32 = 0
    if unsafe Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) != 0 {
      code = errno
      if code == EINPROGRESS {
        var size = socklen_t(MemoryLayout<Int32>.size)
        if !wait(descriptor, .writable, milliseconds) {
          code = ETIMEDOUT
        } else if unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) != 0 {
          code = errno
        }
      }
    }
    if code == 0 { return (.open, descriptor) }
    close(descriptor)
    return (told(code), nil)
  }

  private static func told(_ code: Int32) -> Answer {
    switch code {
    case ECONNREFUSED: .refused
    case ETIMEDOUT: .silent
    default: .unreachable(HostError("connect", code: code).text)
    }
  }

  private static func wait(_ descriptor: Int32, _ interest: PollInterest, _ milliseconds: Int64) -> Bool {
    var entries = [PollEntry(descriptor, interest)]
    return HostPoll.wait(&entries, until: HostClock.uptimeMilliseconds() + milliseconds) > 0
  }

  /// TLS 1.2 (RFC 5246 §7.4.1.2) with suites that every server knows, and no name.
  private static let clientHello: [UInt8] = {
    let suites: [UInt8] = [0xc0, 0x2f, 0xc0, 0x2b, 0xc0, 0x30, 0xc0, 0x2c, 0x00, 0x9c, 0x00, 0x2f]
    let groups: [UInt8] = [0, 10, 0, 6, 0, 4, 0, 29, 0, 23]
    let signatures: [UInt8] = [0, 13, 0, 8, 0, 6, 4, 3, 8, 4, 4, 1]
    let extensions: [UInt8] = groups + signatures
    // One by one: a sum of many arrays takes the compiler too long.
    var body: [UInt8] = [3, 3]
    body += [UInt8](repeating: 0x4c, count: 32)
    body += [0, 0, UInt8(suites.count)]
    body += suites
    body += [1, 0, 0, UInt8(extensions.count)]
    body += extensions
    let header: [UInt8] = [22, 3, 1, 0, UInt8(body.count + 4), 1, 0, 0, UInt8(body.count)]
    return header + body
  }()
}

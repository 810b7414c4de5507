internal import Glibc

/// What the terminal is.
package enum HostTerminal {
  package static let input: Int32 = 0
  package static let output: Int32 = 1

  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Neither `NO_COLOR` nor a missing `TERM` speaks against it. Source: no-color.org.
  package static var hasColour: Bool {
    func isEmpty(_ name: String) -> Bool { HostProgram.variable(name)?.isEmpty ?? true }
    return isEmpty("NO_COLOR") && !isEmpty("TERM")
  }

  /// Columns and rows, or `nil` where it is no terminal or does not say.
  package static func size(_ descriptor: Int32 = output) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return nil
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Writes all of it, waiting where the terminal is slow; `false` where the other side is gone.
  @discardableResult
  package static func write(_ text: String, to descriptor: Int32 = output) -> Bool {
    write(Array(text.utf8), to: descriptor)
  }

  /// Writes all of it, waiting where the other side is slow; `false` where it is gone.
  @discardableResult
  package static func write(_ bytes: [UInt8], to descriptor: Int32 = output) -> Bool {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno == EAGAIN {
        var entries = [PollEntry(descriptor, .writable)]
        HostPoll.wait(&entries, until: .max)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Everything up to the end of input.
  package static func readAll(_ descriptor: Int32 = input) -> [UInt8] {
    var bytes: [UInt8] = []
    while let more = typed(descriptor) { bytes += more }
    return bytes
  }

  /// The bytes that were typed, at most 256; empty where there are none, `nil` at the end of input. Call it when
  /// `poll` says readable: it waits otherwise.
  package static func typed(_ descriptor: Int32 = input) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
    if count == 0 { return nil }
    return count > 0 ? Array(buffer[..<count]) : []
  }
}

/// The terminal without line editing and echo, until this value ends: then it is as it was.
///
/// Ctrl-C still sends its signal. A process that is killed leaves the terminal raw; `reset` helps.
package struct RawTerminal: ~Copyable {
  private let descriptor: Int32
  private let before: termios

  /// `nil` where it is no terminal.
  package init?(_ descriptor: Int32 = HostTerminal.input) {
    var mode = termios()
    guard unsafe tcgetattr(descriptor, &mode) == 0 else { return nil }
    let original = mode
    mode.c_lflag &= ~tcflag_t(ECHO | ICANON)
    mode.c_iflag &= ~tcflag_t(IXON)
    unsafe withUnsafeMutableBytes(of: &mode.c_cc) {
      unsafe $0[Int(VMIN)] = 0
      unsafe $0[Int(VTIME)] = 0
    }
    guard unsafe tcsetattr(descriptor, TCSANOW, &mode) == 0 else { return nil }
    self.descriptor = descriptor
    before = original
  }

  deinit {
    var mode = before
    _ = unsafe tcsetattr(descriptor, TCSANOW, &mode)
  }
}

internal import CHostSystem
internal import Glibc

/// A named pipe by which a command wakes a daemon: it tells that something is there, and not what. Source: fifo(7).
package final class Doorbell: Sendable {
  package let descriptor: Int32

  /// Makes the pipe where it is missing, for its owner alone.
  package init(_ path: String) throws(HostError) {
    guard unsafe mkfifo(path, 0o600) == 0 || errno == EEXIST else { throw HostError("mkfifo", code: errno) }
    // For writing too: else whoever rings and leaves would end it.
    let descriptor = unsafe open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw HostError("open", code: errno) }
    var facts = stat()
    // Anything else would be readable for ever.
    guard unsafe fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFIFO else {
      close(descriptor)
      throw HostError("open", code: ENXIO)
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Whether somebody has rung since it was asked last.
  package func wasRung() -> Bool {
    var isRung = false
    var byte: UInt8 = 0
    while unsafe read(descriptor, &byte, 1) == 1 { isRung = true }
    return isRung
  }

  /// Where nobody listens nothing happens.
  package static func ring(_ path: String) {
    let descriptor = unsafe open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    var byte: UInt8 = 1
    _ = unsafe write(descriptor, &byte, 1)
    close(descriptor)
  }
}

internal import Glibc

extension HostFile {
  /// The first bytes of a file, at most `count`; `nil` where it cannot be read.
  package static func start(of path: String, count: Int) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
    return read < 0 ? nil : Array(bytes.prefix(read))
  }

  /// Writes over the beginning of a file and waits for no disk; a file that is not there is made, for this user alone.
  package static func overwrite(_ path: String, with bytes: [UInt8]) throws(HostError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw HostError("open", code: errno) }
    defer { close(descriptor) }
    let written = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard written == bytes.count else { throw HostError("write", code: written < 0 ? errno : ENOSPC) }
  }

  /// A file that is not there is made, for this user alone.
  package static func append(_ text: String, to path: String) throws(HostError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw HostError("open", code: errno) }
    defer { close(descriptor) }
    guard HostTerminal.write(text, to: descriptor) else { throw HostError("write", code: errno) }
  }

  /// Bytes that this user may still write in the file system of a folder; `nil` where it does not say.
  package static func freeBytes(in folder: String) -> Int? {
    var found = statvfs()
    guard unsafe statvfs(folder, &found) == 0 else { return nil }
    return Int(
      clamping: UInt64(found.f_bavail).multipliedReportingOverflow(by: UInt64(found.f_frsize)).partialValue)
  }
}

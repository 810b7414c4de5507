internal import Glibc

/// A regular file that is read from its beginning, part by part.
package final class HostFileReader {
  private let descriptor: Int32
  /// As it was opened.
  package let bytes: Int
  package let owner: HostUser

  /// What is no file is refused with `EISDIR`.
  ///
  /// - Parameter followsLink: `false`: a symbolic link is refused with `ELOOP`.
  package init(_ path: String, followsLink: Bool = false) throws(HostError) {
    let descriptor = unsafe open(
      path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLink ? 0 : O_NOFOLLOW))
    guard descriptor >= 0 else { throw HostError("open", code: errno) }
    var found = stat()
    let isKnown = unsafe fstat(descriptor, &found) == 0
    if let error = isKnown ? HostError(notAFile: found) : HostError("fstat", code: errno) {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    bytes = Int(found.st_size)
    owner = HostUser(user: found.st_uid, group: found.st_gid)
  }

  deinit { close(descriptor) }

  /// So many bytes, fewer only at the end of the file.
  package func read(_ count: Int) throws(HostError) -> [UInt8] {
    var part = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = unsafe part.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress?.advanced(by: filled), count - filled)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw HostError("read", code: errno) }
      if got == 0 { break }
      filled += got
    }
    return Array(part.prefix(filled))
  }

  package func skip(_ count: Int) throws(HostError) {
    guard lseek(descriptor, count, SEEK_CUR) >= 0 else { throw HostError("lseek", code: errno) }
  }
}

/// A file that is there when all of it is on the disk, and before that not at all. Nobody else can read it meanwhile.
package final class HostFileWriter {
  private let path: String
  private let fresh: String
  private let descriptor: Int32
  private var isFinished = false

  package init(_ path: String) throws(HostError) {
    self.path = path
    fresh = "\(path).\(getpid()).new"
    unsafe unlink(fresh)
    descriptor = unsafe open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw HostError("open", code: errno) }
  }

  deinit {
    if descriptor < 0 { return }
    close(descriptor)
    if !isFinished { unsafe unlink(fresh) }
  }

  package func write(_ bytes: [UInt8]) throws(HostError) {
    guard HostTerminal.write(bytes, to: descriptor) else { throw HostError("write", code: errno) }
  }

  /// - Parameter owner: `nil`: whoever has the file now, else us. Only root gives files away.
  package func finish(mode: UInt32 = 0o600, owner: HostUser? = nil) throws(HostError) {
    if HostUser.isRoot, let owner = owner ?? HostUser(owning: path) {
      guard fchown(descriptor, owner.user, owner.group) == 0 else { throw HostError("chown", code: errno) }
    }
    guard fchmod(descriptor, mode) == 0 else { throw HostError("chmod", code: errno) }
    guard fsync(descriptor) == 0 else { throw HostError("fsync", code: errno) }
    try HostFile.rename(fresh, to: path)
    isFinished = true
  }
}

extension HostFile {
  private static let part = 1 << 16

  /// The content alone; the copy is this user's.
  package static func copy(_ path: String, to copy: String) throws(HostError) {
    let from = try HostFileReader(path)
    let to = try HostFileWriter(copy)
    while true {
      let bytes = try from.read(part)
      if bytes.isEmpty { break }
      try to.write(bytes)
    }
    try to.finish()
  }

  /// Over whatever file stands there. The name is on the disk when this returns.
  package static func rename(_ path: String, to other: String) throws(HostError) {
    guard unsafe Glibc.rename(path, other) == 0 else { throw HostError("rename", code: errno) }
    let folder = unsafe open(folder(of: other), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }
}

/// A new file that grows. What was handed over is in it, even if the process is killed the moment after.
package final class HostFileAppender {
  private let descriptor: Int32

  /// What is there already is refused with `EEXIST`; nobody else can read the file.
  package init(_ path: String) throws(HostError) {
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw HostError("open", code: errno) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package func append(_ bytes: [UInt8]) throws(HostError) {
    guard HostTerminal.write(bytes, to: descriptor) else { throw HostError("write", code: errno) }
  }

  /// All of it is on the disk when this returns.
  package func finish() throws(HostError) {
    guard fsync(descriptor) == 0 else { throw HostError("fsync", code: errno) }
  }
}

internal import Glibc

/// What the system says of a file without opening it.
package struct FileFacts: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case regular
    case folder
    /// Links, sockets, devices.
    case other
  }
  package var kind: Kind
  package var bytes: Int
  /// Nanoseconds since 1970-01-01T00:00:00Z, as the file system keeps it.
  package var modifiedNanoseconds: Int64
  /// With ``device`` the file's identity: another file under the same name has another.
  package var inode: UInt64
  package var device: UInt64
}

/// Files of the machine, looked at and read.
package enum HostFile {
  /// `nil` where there is none, or it may not be seen.
  ///
  /// - Parameter followsLink: `false`: a symbolic link is what it is, of kind ``FileFacts/Kind/other``.
  package static func facts(of path: String, followsLink: Bool = true) -> FileFacts? {
    var found = stat()
    let code = unsafe followsLink ? stat(path, &found) : lstat(path, &found)
    return code == 0 ? FileFacts(found) : nil
  }

  /// The whole content of a regular file.
  ///
  /// - Parameters:
  ///   - limit: bytes; a longer file is refused with `EFBIG`.
  ///   - followsLink: `false`: a symbolic link as the last part of the path is refused with `ELOOP`.
  package static func read(_ path: String, limit: Int, followsLink: Bool = true) throws(HostError) -> [UInt8]
  {
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLink ? 0 : O_NOFOLLOW)
    let descriptor = unsafe open(path, flags)
    guard descriptor >= 0 else { throw HostError("open", code: errno) }
    defer { close(descriptor) }
    var found = stat()
    guard unsafe fstat(descriptor, &found) == 0 else { throw HostError("fstat", code: errno) }
    if let error = HostError(notAFile: found) { throw error }
    guard found.st_size <= limit else { throw HostError("read", code: EFBIG) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(found.st_size))
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw HostError("read", code: errno) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= limit else { throw HostError("read", code: EFBIG) }
    }
  }

  /// Where a path leads when every link on it is followed; `nil`: nowhere.
  package static func real(_ path: String) -> String? {
    guard let found = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }

  /// A file of a folder, read where it really is; one to which a link leads out of the folder is refused with `ELOOP`.
  package static func read(_ path: String, within folder: String, limit: Int) throws(HostError) -> [UInt8] {
    // What is not there, or may not be seen, says so itself.
    guard let place = real(path), let home = real(folder) else { return try read(path, limit: limit) }
    guard place.hasPrefix(home.hasSuffix("/") ? home : home + "/") else {
      throw HostError("open", code: ELOOP)
    }
    return try read(place, limit: limit, followsLink: false)
  }

  /// The names in a folder, sorted, without `.` and `..`; `nil` where it cannot be read.
  package static func names(in folder: String) -> [String]? {
    guard let stream = unsafe opendir(folder) else { return nil }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}

extension HostError {
  /// What stands there instead of a file; `nil`: a file does.
  init?(notAFile found: stat) {
    let what: String
    switch found.st_mode & S_IFMT {
    case S_IFREG: return nil
    case S_IFDIR: what = "a folder"
    case S_IFIFO: what = "a pipe"
    case S_IFSOCK: what = "a socket"
    default: what = "a device"
    }
    self.init("open", code: EISDIR)
    stands = what
  }
}

extension FileFacts {
  fileprivate init(_ found: stat) {
    kind =
      switch found.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      default: .other
      }
    bytes = Int(found.st_size)
    modifiedNanoseconds = Int64(found.st_mtim.tv_sec) * 1_000_000_000 + Int64(found.st_mtim.tv_nsec)
    inode = UInt64(found.st_ino)
    device = UInt64(found.st_dev)
  }
}

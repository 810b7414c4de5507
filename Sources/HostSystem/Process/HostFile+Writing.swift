internal import Glibc

/// A user of the machine.
package struct HostUser: Sendable, Hashable {
  package var user: UInt32
  package var group: UInt32

  /// `nil`: there is none of that name.
  package init?(_ name: String) {
    guard let entry = unsafe getpwnam(name) else { return nil }
    user = unsafe entry.pointee.pw_uid
    group = unsafe entry.pointee.pw_gid
  }

  package static var isRoot: Bool { geteuid() == 0 }
}

extension HostFile {
  /// The file whole or not at all, on the disk when this returns, and nobody else could read it meanwhile.
  ///
  /// - Parameter owner: `nil`: whoever has the file now, else us. Only root gives files away.
  package static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32, owner: HostUser? = nil
  ) throws(HostError) {
    let fresh = "\(path).\(getpid()).new"
    unsafe unlink(fresh)
    let descriptor = unsafe open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw HostError("open", code: errno) }
    defer { close(descriptor) }
    do throws(HostError) {
      try fill(descriptor, bytes)
      try give(descriptor, owner, as: path)
      guard fchmod(descriptor, mode) == 0 else { throw HostError("chmod", code: errno) }
      guard fsync(descriptor) == 0 else { throw HostError("fsync", code: errno) }
      guard unsafe Glibc.rename(fresh, path) == 0 else { throw HostError("rename", code: errno) }
    } catch {
      unsafe unlink(fresh)
      throw error
    }
  }

  private static func fill(_ descriptor: Int32, _ bytes: [UInt8]) throws(HostError) {
    guard HostTerminal.write(bytes, to: descriptor) else { throw HostError("write", code: errno) }
  }

  private static func give(_ descriptor: Int32, _ owner: HostUser?, as path: String) throws(HostError) {
    guard HostUser.isRoot else { return }
    var old = stat()
    let isThere = unsafe stat(path, &old) == 0
    guard let user = owner?.user ?? (isThere ? old.st_uid : nil),
      let group = owner?.group ?? (isThere ? old.st_gid : nil)
    else { return }
    guard fchown(descriptor, user, group) == 0 else { throw HostError("chown", code: errno) }
  }

  /// The folder and those above it, as far as they are missing; without a mode open to everybody to look into.
  package static func makeFolder(_ path: String, mode: UInt32 = 0o755) throws(HostError) {
    if facts(of: path)?.kind == .folder { return }
    let above = folder(of: path)
    if above != path { try makeFolder(above, mode: mode) }
    guard unsafe mkdir(path, mode) == 0 || errno == EEXIST else { throw HostError("mkdir", code: errno) }
  }

  /// Whether this process could make or replace a file there.
  package static func isWritable(_ path: String) -> Bool {
    var place = folder(of: path)
    while facts(of: place) == nil, place != folder(of: place) { place = folder(of: place) }
    return unsafe access(place, W_OK | X_OK) == 0
  }

  package static func remove(_ path: String) throws(HostError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw HostError("unlink", code: errno) }
  }

  /// The folder that a file is in.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

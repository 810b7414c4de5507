internal import Glibc

/// A user of the machine.
package struct HostUser: Sendable, Hashable {
  package var user: UInt32
  package var group: UInt32

  init(user: UInt32, group: UInt32) { (self.user, self.group) = (user, group) }

  /// `nil`: there is none of that name.
  package init?(_ name: String) {
    guard let entry = unsafe getpwnam(name) else { return nil }
    user = unsafe entry.pointee.pw_uid
    group = unsafe entry.pointee.pw_gid
  }

  /// Who runs this process.
  package static var own: HostUser { HostUser(user: geteuid(), group: getegid()) }

  package static var isRoot: Bool { geteuid() == 0 }

  /// Whoever has a file; `nil`: there is none.
  package init?(owning path: String) {
    var found = stat()
    guard unsafe lstat(path, &found) == 0 else { return nil }
    (user, group) = (found.st_uid, found.st_gid)
  }

  /// Its name on this machine.
  package var name: String? {
    guard let entry = unsafe getpwuid(user), let name = unsafe entry.pointee.pw_name else { return nil }
    return unsafe String(cString: name)
  }
}

extension HostFile {
  package static func setMode(_ mode: UInt32, of path: String) throws(HostError) {
    guard unsafe chmod(path, mode) == 0 else { throw HostError("chmod", code: errno) }
  }

  /// Only root gives files away; for others nothing changes.
  package static func give(_ path: String, to owner: HostUser?) throws(HostError) {
    guard HostUser.isRoot, let owner else { return }
    guard unsafe lchown(path, owner.user, owner.group) == 0 else { throw HostError("chown", code: errno) }
  }

  /// Permission bits; `nil`: there is no such file.
  package static func mode(of path: String) -> UInt32? {
    var found = stat()
    return unsafe lstat(path, &found) == 0 ? found.st_mode & 0o777 : nil
  }
}

internal import Glibc

extension HostFile {
  /// The file whole or not at all, on the disk when this returns, and nobody else could read it meanwhile.
  ///
  /// - Parameter owner: `nil`: whoever has the file now, else us. Only root gives files away.
  package static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32, owner: HostUser? = nil
  ) throws(HostError) {
    let file = try HostFileWriter(path)
    try file.write(bytes)
    try file.finish(mode: mode, owner: owner)
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

internal import HostSystem

/// A copy of a database beside it, made before a step changes its form: `state.sqlite.before-state-16-restored` is the file for the
/// version that does not know that step. To go back: stop the program, put the copy in the file's place, start the older version.
package struct KeptCopy: Sendable {
  /// Copies that stay; older ones go.
  package static let most = 2
  /// Room that is left on the disk beside a copy, bytes.
  private static let spare = 8 << 20
  /// Larger than that nothing is copied while valves wait for the program.
  package static let bytesBesideLoop = 64 << 20

  private let path: String
  package var bytesMax = Int.max
  package var mode: UInt32 = 0o600

  package init(of path: String) { self.path = path }

  private static let mark = ".before-"

  /// - Returns: why there is no copy, as a sentence for the log; `nil`: there is one, or none is needed.
  package func make(of queue: DatabaseQueue, before steps: DatabaseMigrator) throws(DatabaseError) -> String?
  {
    do {
      guard let step = try queue.read(steps.nextStep) else { return nil }
      return keep(queue, as: path + Self.mark + step)
    } catch {
      throw error as? DatabaseError ?? DatabaseError(message: "\(error)")
    }
  }

  private func keep(_ queue: DatabaseQueue, as copy: String) -> String? {
    let folder = HostFile.folder(of: path)
    let size = [path, path + "-wal"].compactMap { HostFile.facts(of: $0)?.bytes }.reduce(0, +)
    let missing = "\(path) is brought to a new form, and no copy of the old one is kept"
    guard size <= bytesMax else { return "\(missing): it is too large (\(size >> 20) MB)" }
    if let free = HostFile.freeBytes(in: folder), free < size + Self.spare {
      return "\(missing): the disk has no room for it (\(free >> 20) MB are free)"
    }
    let fresh = copy + ".new"
    do {
      try HostFile.remove(fresh)
      try queue.backup(to: try DatabaseQueue(path: fresh))
      try HostFile.setMode(mode, of: fresh)
      try HostFile.give(fresh, to: HostUser(owning: path))
      try HostFile.rename(fresh, to: copy)
    } catch {
      try? HostFile.remove(fresh)
      return "\(missing): \(error)"
    }
    forgetOlder(than: copy)
    return nil
  }

  private func forgetOlder(than newest: String) {
    let folder = HostFile.folder(of: path)
    let prefix = path.dropFirst(folder.count + 1) + Self.mark
    let copies = (HostFile.names(in: folder) ?? []).filter { $0.hasPrefix(prefix) }.map { "\(folder)/\($0)" }
    let older = copies.filter { $0 != newest }
      .sorted {
        (HostFile.facts(of: $0)?.modifiedNanoseconds ?? 0)
          > (HostFile.facts(of: $1)?.modifiedNanoseconds ?? 0)
      }
    for copy in older.dropFirst(Self.most - 1) { try? HostFile.remove(copy) }
  }
}

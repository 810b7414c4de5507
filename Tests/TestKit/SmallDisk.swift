internal import Foundation
internal import Glibc

/// A small file system of its own: only root can mount one.
package final class SmallDisk: Sendable {
  private let folder: TemporaryFolder
  package var path: String { folder.path }

  package init(kilobytes: Int) throws {
    folder = try TemporaryFolder()
    let isMounted = unsafe mount("loam-test", folder.path, "tmpfs", 0, "size=\(kilobytes)k") == 0
    guard isMounted else { throw CocoaError(.fileWriteUnknown) }
  }

  deinit { unsafe umount2(folder.path, Int32(MNT_DETACH)) }

  /// Whether it could be made so.
  package func remount(isReadOnly: Bool) -> Bool {
    let flags = MS_REMOUNT | (isReadOnly ? MS_RDONLY : 0)
    return unsafe mount(nil, path, nil, UInt(flags), nil) == 0
  }

  /// Takes all the room that is left.
  package func fill() {
    let filler = folder.file("filler")
    _ = FileManager.default.createFile(atPath: filler, contents: nil)
    guard let file = FileHandle(forWritingAtPath: filler) else { return }
    for size in [4_096, 512, 1] {
      while (try? file.write(contentsOf: Data(count: size))) != nil {}
    }
  }

  /// A process that another test has just started may still hold the file: what is taken from it is free all the same.
  package func free() {
    try? FileHandle(forWritingAtPath: folder.file("filler"))?.truncate(atOffset: 0)
    try? FileManager.default.removeItem(atPath: folder.file("filler"))
  }

  package static let isPossible: Bool = (try? SmallDisk(kilobytes: 64)) != nil
}

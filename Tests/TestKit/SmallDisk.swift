internal import Foundation

/// A small file system of its own: only root can mount one.
package final class SmallDisk: Sendable {
  private let folder: TemporaryFolder
  package var path: String { folder.path }

  package init(kilobytes: Int) throws {
    folder = try TemporaryFolder()
    guard Self.mount("-t", "tmpfs", "-o", "size=\(kilobytes)k", "loam-test", folder.path) else {
      throw CocoaError(.fileWriteUnknown)
    }
  }

  deinit { _ = Self.run(["umount", "-l", folder.path]) }

  /// `ro` or `rw`.
  package func remount(_ mode: String) -> Bool { Self.mount("-o", "remount,\(mode)", path) }

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

  private static func mount(_ arguments: String...) -> Bool { run(["mount"] + arguments) }

  private static func run(_ arguments: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  package static let isPossible: Bool = (try? SmallDisk(kilobytes: 64)) != nil
}

import Foundation

/// A small file system of its own: only root can mount one.
final class SmallDisk {
  let path: String

  init(kilobytes: Int) throws {
    path =
      FileManager.default.temporaryDirectory
      .appending(path: "loam-small-\(UUID().uuidString.lowercased())").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard Self.run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "loam-test", path) else {
      throw CocoaError(.fileWriteUnknown)
    }
  }

  deinit {
    _ = Self.run("umount", "-l", path)
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Takes all the room that is left.
  func fill() {
    _ = FileManager.default.createFile(atPath: "\(path)/filler", contents: nil)
    guard let filler = FileHandle(forWritingAtPath: "\(path)/filler") else { return }
    for size in [4_096, 512, 1] {
      while (try? filler.write(contentsOf: Data(count: size))) != nil {}
    }
  }

  /// A process that another test has just started may still hold the file: what is taken from it is free all the same.
  func free() {
    try? FileHandle(forWritingAtPath: "\(path)/filler")?.truncate(atOffset: 0)
    try? FileManager.default.removeItem(atPath: "\(path)/filler")
  }

  static func run(_ arguments: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  static let isPossible: Bool = (try? SmallDisk(kilobytes: 64)) != nil
}

import FoundationEssentials

/// A folder of this user alone, gone with the value. In memory where the machine has such a place: the card may be what fails.
final class ScratchFolder {
  private static let places = ["/dev/shm", FileManager.default.temporaryDirectory.path]
  private static let attempts = 100

  let path: String

  init() throws {
    let place = Self.places.first { FileManager.default.isWritableFile(atPath: $0) } ?? "/tmp"
    let name = "\(place)/loam-\(ProcessInfo.processInfo.processIdentifier)"
    let files = FileManager.default
    // What an earlier process with this number left may belong to somebody else.
    let free = (1...Self.attempts).map { "\(name)-\($0)" }.first { !files.fileExists(atPath: $0) }
    path = free ?? name
    try files.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

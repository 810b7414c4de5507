import GardenCore
package import HostSystem
package import Hub
package import Logging

/// Another bridge has the store's folder.
package struct FolderInUse: Error, Sendable, Hashable, CustomStringConvertible {
  package var folder: String
  /// That bridge's words about itself, where it could write them.
  package var holder: String?

  package var description: String {
    "\(folder): another loam is running on this folder: \(holder ?? "it could not write who it is"); stop it first"
  }
}

extension Startup {
  /// Keeps a second bridge from the same store. The folder is made where it is missing.
  ///
  /// - Returns: to be held until the process ends; `nil` where the folder cannot be locked (SQLite's own lock remains).
  package static func lock(folder: String, config: String, log: Logger) throws(FolderInUse) -> FolderLock? {
    try? HostFile.makeFolder(folder, mode: 0o750)
    let words =
      "process \(HostProcess.identifier) on \(HostProcess.machine) since \(startTime), config \(config)"
    let outcome: FolderLock.Outcome
    do throws(HostError) {
      outcome = try FolderLock.take(folder, saying: words)
    } catch {
      log.warning("store: \(folder) cannot be locked: \(error)")
      return nil
    }
    switch outcome {
    case .taken(let lock): return lock
    case .held(let holder): throw FolderInUse(folder: folder, holder: holder)
    }
  }

  private static var startTime: String {
    let now = SiteCalendar.utc.local(Timestamp(milliseconds: HostClock.now().wallMilliseconds))
    return "\(now.date) \(now.time) UTC"
  }
}

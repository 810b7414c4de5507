internal import HostSystem

extension PushProcess {
  /// Keeps a second daemon, and whoever puts a backup back, from the same store.
  ///
  /// - Returns: to be held until the process ends; `nil` where the folder cannot be locked.
  static func lock(_ folder: String) throws(PushFailure) -> FolderLock? {
    try? HostFile.makeFolder(folder, mode: 0o700)
    let outcome: FolderLock.Outcome
    do throws(HostError) {
      outcome = try FolderLock.take(folder, saying: "loam-push, process \(HostProcess.identifier)")
    } catch {
      return nil
    }
    switch outcome {
    case .taken(let lock): return lock
    case .held(let holder):
      throw PushFailure(
        "\(folder): another loam-push is running on this folder: \(holder ?? "it could not write who it is")")
    }
  }
}

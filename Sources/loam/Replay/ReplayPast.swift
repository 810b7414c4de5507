import BridgeConfig
import FoundationEssentials
import GardenCore
import GardenImport
import GardenStore
import HostSystem
import ProgramConfig

/// The past of a replay: a store, or the history of another program, taken over into a store that is gone with the value.
final class ReplayPast {
  let history: HistoryReader
  /// How the history of another program was taken.
  let report: [String]
  private let staging: StagingFolder?

  convenience init(_ path: String?, _ options: PastOptions, _ settings: BridgeSettings) throws {
    guard let path, HostFile.facts(of: path)?.kind != .folder else {
      try self.init(store: path ?? settings.store.path)
      return
    }
    var foreign = try options.foreign(path, for: settings)
    let staging = try StagingFolder(beside: "\(FileManager.default.temporaryDirectory.path)/history")
    do {
      try foreign.run(into: try GardenStore(folder: staging.path), readingsFrom: Timestamp(milliseconds: 0))
    } catch {
      throw CommandEnd.saying("\(path): \(error)", .ioError)
    }
    try self.init(store: staging.path, staging, foreign.report())
  }

  private init(store folder: String, _ staging: StagingFolder? = nil, _ report: [String] = []) throws {
    do throws(StoreError) {
      guard HostFile.facts(of: "\(folder)/\(GardenStore.historyFile)") != nil else {
        throw StoreError.noStore(folder: folder)
      }
      history = try HistoryReader(folder: folder)
    } catch {
      throw CommandEnd.saying("no history can be read: \(error)", .noInput)
    }
    self.staging = staging
    self.report = report
  }
}

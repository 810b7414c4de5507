internal import GardenCore
internal import GardenStore
internal import GardenTopics
internal import HostSystem
internal import LoamKit
internal import Synchronization

/// How many questions may wait for the history: each may take seconds on a small machine.
final class HistoryLimiter: Sendable {
  private static let placesMax = 8
  private let inside = Mutex(0)

  /// - Throws: ``WebError/busy``: it is full.
  func pass<T: Sendable>(_ ask: () async throws(WebError) -> T) async throws(WebError) -> T {
    let hasPlace = inside.withLock { count in
      guard count < Self.placesMax else { return false }
      count += 1
      return true
    }
    guard hasPlace else { throw .busy }
    defer { inside.withLock { $0 -= 1 } }
    return try await ask()
  }
}

/// Reads the bridge's history, one question after the other, with a connection of its own that can only read.
actor HistoryService {
  private var reader: HistoryReader?
  private var folder: String?
  private var facts: FileFacts?
  private(set) var reads = 0
  private(set) var failures = 0

  /// A question that takes longer is given up, milliseconds.
  private static let timeMax: Int64 = 5_000

  /// - Parameter shares: the probes to read; none: the waterings alone.
  func history(
    _ question: HistoryQuestion, shares: [HistoryShare], in folder: String
  ) throws(WebError) -> History {
    let deadline = HostClock.uptimeMilliseconds() + Self.timeMax
    let past = try read(folder) { reader throws(StoreError) in
      try reader.history(of: question, shares: shares) { HostClock.uptimeMilliseconds() < deadline }
    }
    do {
      return try HistoryDocuments.history(past, of: question)
    } catch {
      throw .noHistory("it does not fit into a document")
    }
  }

  /// Why the history cannot be read; `nil`: it can.
  func trouble(in folder: String) -> String? {
    let now = Timestamp(seconds: EpochSeconds.range.lowerBound)
    do throws(WebError) {
      _ = try read(folder) { reader throws(StoreError) in
        try reader.readings(of: "", .moisture, from: now, to: now, limit: 1)
      }
      return nil
    } catch {
      return error.message
    }
  }

  private func read<T>(
    _ folder: String, _ body: (HistoryReader) throws(StoreError) -> T
  ) throws(WebError) -> T {
    reads += 1
    do throws(StoreError) {
      return try body(try current(folder))
    } catch {
      failures += 1
      reader = nil
      throw .noHistory(error.description)
    }
  }

  /// A file that the bridge has set aside and begun anew is opened anew.
  private func current(_ folder: String) throws(StoreError) -> HistoryReader {
    let found = HostFile.facts(of: "\(folder)/\(GardenStore.historyFile)")
    if let reader, folder == self.folder, found?.inode == facts?.inode, found?.device == facts?.device {
      return reader
    }
    guard found != nil else { throw .noStore(folder: folder) }
    let fresh = try HistoryReader(folder: folder)
    reader = fresh
    self.folder = folder
    facts = found
    return fresh
  }
}

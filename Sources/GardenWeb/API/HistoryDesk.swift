internal import GardenCore
internal import GardenStore
internal import HostSystem

/// Reads the bridge's history, one question after the other.
actor HistoryDesk {
  private var reader: HistoryReader?
  private var folder: String?
  private var facts: FileFacts?
  private(set) var reads = 0
  private(set) var failures = 0

  /// The plant's past. Its probes are averaged by their weight.
  func history(_ question: HistoryQuestion, _ settings: Source) throws(WebError) -> HistoryDocument {
    let span = question.to.seconds - question.from.seconds
    let step = max(1, Int((Double(span) / Double(question.points)).rounded(.up)))
    var sums: [Int64: (weight: Double, total: Double, low: Double, high: Double)] = [:]
    for share in settings.shares where share.quantities.contains(question.quantity) {
      let rows = try read(settings.folder) { reader throws(StoreError) in
        try reader.readings(
          of: share.sensor, question.quantity, from: question.from, to: question.to, limit: 200_000)
      }
      for row in rows {
        let slot = (row.at.seconds - question.from.seconds) / Int64(step)
        let old = sums[slot] ?? (0, 0, row.value, row.value)
        sums[slot] = (
          old.weight + share.weight, old.total + row.value * share.weight, min(old.low, row.value),
          max(old.high, row.value)
        )
      }
    }
    let points = sums.sorted { $0.key < $1.key }.map { slot, sum in
      [Double(question.from.seconds + slot * Int64(step)), sum.total / sum.weight, sum.low, sum.high]
    }
    return HistoryDocument(
      plant: question.plant, quantity: "\(question.quantity.name)", unit: "%", from: question.from.seconds,
      to: question.to.seconds, step_s: step, points: points, waterings: [])
  }

  /// Where the history lies, and which sensors are the plant's.
  struct Source: Sendable {
    var folder: String
    var shares: [(sensor: String, weight: Double, quantities: Set<Quantity>)]
  }

  /// Why the history cannot be read; `nil`: it can.
  func trouble(in folder: String) -> String? {
    do throws(WebError) {
      _ = try read(folder) { reader throws(StoreError) in
        try reader.readings(
          of: "", .moisture, from: Timestamp(milliseconds: 0), to: Timestamp(milliseconds: 0), limit: 1)
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

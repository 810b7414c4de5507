import Foundation
package import GardenCore

/// What the garden must not forget, and what it measured: two SQLite files in one folder.
///
/// `state.sqlite` holds memory and outbox; every ``commit(_:)`` is one transaction that is on the disk when it returns.
/// `history.sqlite` holds accepted readings, appended in batches. One process at a time; used from one thread.
package final class GardenStore {
  package static let stateFile = "state.sqlite"
  package static let historyFile = "history.sqlite"

  private static let bytesMaxInMemory = 4 << 20

  /// Files that could not be read and were moved aside, a sentence each; the store started empty in their place.
  package private(set) var setAside: [String] = []
  /// Rows that this version cannot read, `table key: column`; they stay where they are.
  package private(set) var unreadable: [String] = []
  /// Nothing outlives the process: the disk was full at the start.
  package let isInMemory: Bool

  private let state: StateDatabase
  private let historyPath: String?
  private var openHistory: HistoryDatabase?

  /// Makes the folder where it is missing, and brings older files to the present schema.
  ///
  /// The history may be missing for a while (``StoreError/full(file:)``): it is opened again with the next use.
  package init(folder: String) throws(StoreError) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o750])
    } catch {
      throw .notPermitted(path: folder)
    }
    isInMemory = false
    state = try StateDatabase(path: "\(folder)/\(Self.stateFile)", setAside: &setAside)
    historyPath = "\(folder)/\(Self.historyFile)"
    do throws(StoreError) {
      _ = try history()
    } catch {
      guard case .full = error else { throw error }
    }
  }

  private init() throws(StoreError) {
    isInMemory = true
    state = try StateDatabase()
    state.leaseLog.bytesMax = Self.bytesMaxInMemory
    historyPath = nil
  }

  /// For a disk that takes nothing at the start: everything works, nothing outlives the process.
  package static func inMemory() throws(StoreError) -> GardenStore { try GardenStore() }

  private func history() throws(StoreError) -> HistoryDatabase {
    if let openHistory { return openHistory }
    let opened = try HistoryDatabase(path: historyPath, setAside: &setAside)
    openHistory = opened
    return opened
  }

  /// Everything that was committed, entities by id, answers by time. Sensors' last values include every appended batch.
  package func loadMemory() throws(StoreError) -> GardenMemory {
    var memory = try state.memory(unreadable: &unreadable)
    var values = memory.sensors.flatMap { sensor in
      sensor.last.map { SensorValue(sensor: sensor.id, last: $0) }
    }
    do throws(StoreError) {
      values += try history().lastValues(unreadable: &unreadable)
    } catch {
      guard case .full = error else { throw error }
    }
    memory.sensors = SensorValue.grouped(values)
    return memory
  }

  /// What was posted and not sent, in order of posting.
  package func loadOutbox() throws(StoreError) -> [OutboxEntry] {
    try state.outbox(unreadable: &unreadable)
  }

  /// What stood at the broker when ``put(_:)`` was last called.
  package func loadTraces() throws(StoreError) -> BrokerTraces { try state.traces() }

  /// One transaction; replaces what was there.
  package func put(_ traces: BrokerTraces) throws(StoreError) { try state.put(traces) }

  /// Sessions of earlier starts on this folder, the newest last.
  package func loadSessions() throws(StoreError) -> [UniqueID] { try state.sessions() }

  /// One transaction.
  package func put(session: UniqueID) throws(StoreError) { try state.put(session: session) }

  /// The durable lines of one lease; `nil` where there are none. Other processes use ``LeaseLogReader``.
  package func story(of lease: UniqueID) throws(StoreError) -> LeaseStory? {
    try state.story(of: lease, unreadable: &unreadable)
  }

  /// How much of the lease log ``compact(now:keepRawFor:keepHourlyFor:bytesMax:)`` leaves.
  package var leaseLog: LeaseLogBounds {
    get { state.leaseLog }
    set { state.leaseLog = newValue }
  }

  /// One transaction, durable on return. After an error nothing of the batch is stored; committing it again, alone or
  /// as part of a later batch, is safe.
  package func commit(_ batch: StoreBatch) throws(StoreError) {
    if batch.isEmpty { return }
    try state.commit(batch)
  }

  /// One transaction; also the sensors' last values.
  package func append(_ rows: [HistoryRow]) throws(StoreError) {
    try history().append(rows)
  }

  /// One transaction, durable on return. A watering that is there already is written anew.
  package func put(_ waterings: [WateringRecord]) throws(StoreError) {
    if waterings.isEmpty { return }
    try history().put(waterings)
  }

  /// Rows of ``append(_:)`` that held no number.
  package var rowsLeftOut: Int { openHistory?.rowsLeftOut ?? 0 }

  /// One bounded step towards: readings kept one by one for `keepRawFor`, by the hour for `keepHourlyFor`, by the day
  /// from then on, all within `bytesMax`. Call again while it says that there is more.
  package func compact(
    now: Timestamp, keepRawFor: Duration, keepHourlyFor: Duration, bytesMax: Int
  ) throws(StoreError) -> CompactionStep {
    let step = try history().compact(
      now: now, keepRawFor: keepRawFor, keepHourlyFor: keepHourlyFor,
      bytesMax: isInMemory ? min(bytesMax, Self.bytesMaxInMemory) : bytesMax)
    if step.hasMore { return step }
    try state.trimAnswers()
    var last = step
    last.hasMore = try state.trimLeaseLog(now: now)
    return last
  }

  /// Moves the write-ahead logs into the files. For idle moments; never needed for safety.
  package func checkpoint() throws(StoreError) {
    try state.checkpoint()
    try history().checkpoint()
  }

  package func historyReader() throws(StoreError) -> HistoryReader {
    let history = try history()
    return HistoryReader(queue: history.queue, path: history.path)
  }
}

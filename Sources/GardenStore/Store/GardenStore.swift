import FoundationEssentials
package import GardenCore
package import HostSystem
package import StoreTypes

/// What the garden must not forget, and what it measured: two SQLite files in one folder.
///
/// `state.sqlite` holds memory and outbox; every ``commit(_:)`` is one transaction that is on the disk when it returns.
/// `history.sqlite` holds accepted readings, appended in batches. One process at a time; used from one thread.
package final class GardenStore {
  package static let stateFile = StateSchema.file
  package static let historyFile = HistorySchema.file

  /// So long readings are kept one by one.
  package static let rawKept: Duration = .days(14)

  private static let bytesMaxInMemory = 4 << 20

  /// Files that could not be read and were moved aside, a sentence each; the store started empty in their place.
  package private(set) var setAside: [String] = []
  /// Rows that this version cannot read, `table key: column`; they stay where they are.
  package private(set) var unreadable: [String] = []
  /// Nothing outlives the process, until ``takeUp()``: the disk took nothing, or the files were taken away.
  package private(set) var isInMemory: Bool

  private let state: StateDatabase
  private let folder: String?
  private var openHistory: HistoryDatabase?

  /// Makes the folder where it is missing, and brings older files to the present schema.
  ///
  /// The history may be missing for a while (``StoreError/full(file:)``): it is opened again with the next use.
  package init(folder: String) throws(StoreError) {
    try Self.make(folder)
    isInMemory = false
    self.folder = folder
    state = try StateDatabase(path: "\(folder)/\(Self.stateFile)", setAside: &setAside)
    do throws(StoreError) {
      try onHistory { _ in }
    } catch {
      if error.needsPerson { throw error }
    }
  }

  private init(_ state: StateDatabase, folder: String?) {
    isInMemory = true
    self.state = state
    self.folder = folder
    state.leaseLog.bytesMax = Self.bytesMaxInMemory
  }

  /// Everything works, nothing outlives the process.
  package static func inMemory() throws(StoreError) -> GardenStore {
    GardenStore(try StateDatabase(), folder: nil)
  }

  /// For a disk that takes nothing at the start: what the folder holds is read, and nothing outlives the process until ``takeUp()``.
  package static func inMemory(insteadOf folder: String) throws(StoreError) -> GardenStore {
    var notes: [String] = []
    let state = try StateDatabase(reading: "\(folder)/\(stateFile)", notes: &notes)
    let store = GardenStore(state, folder: folder)
    store.setAside = notes
    return store
  }

  private static func make(_ folder: String) throws(StoreError) {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o750])
    } catch {
      throw StoreError(writing: folder, error)
    }
  }

  /// A file of ours that was deleted or replaced while it was open: what is written from here on would be lost.
  package func missingFile() -> String? {
    if isInMemory { return nil }
    return state.missing() ?? openHistory?.missing()
  }

  /// Leaves files that are not ours any more: from here on everything is in memory.
  package func comeLoose() throws(StoreError) {
    try state.comeLoose()
    openHistory = nil
    isInMemory = true
  }

  /// Moves what is in memory into the folder. After an error it is in memory still.
  package func takeUp() throws(StoreError) {
    guard let folder else { throw .noStore(folder: "memory") }
    try Self.make(folder)
    try state.takeUp(setAside: &setAside)
    state.leaseLog.bytesMax = LeaseLogBounds().bytesMax
    isInMemory = false
    openHistory = nil
  }

  private func history() throws(StoreError) -> HistoryDatabase {
    if let openHistory { return openHistory }
    let path = isInMemory ? nil : folder.map { "\($0)/\(Self.historyFile)" }
    let opened = try HistoryDatabase(path: path, setAside: &setAside)
    openHistory = opened
    return opened
  }

  /// A history that turns out to be damaged is set aside and begins anew: it stops nothing that matters more.
  func onHistory<T>(_ work: (HistoryDatabase) throws(StoreError) -> T) throws(StoreError) -> T {
    do throws(StoreError) {
      return try work(try history())
    } catch {
      guard case .damaged(let file, let detail) = error, !isInMemory else { throw error }
      openHistory = nil
      do {
        setAside.append("\(file) is damaged (\(detail)); kept as \(try DamagedFile.setAside(file))")
      } catch {
        throw StoreError(writing: file, error)
      }
      return try work(try history())
    }
  }

  /// Everything that was committed, entities by id, answers by time. Sensors' last values include every appended batch.
  package func loadMemory() throws(StoreError) -> GardenMemory {
    var memory = try state.memory(unreadable: &unreadable)
    var values = memory.sensors.flatMap { sensor in
      sensor.last.map { SensorValue(sensor: sensor.id, last: $0) }
    }
    do throws(StoreError) {
      var skipped: [String] = []
      values += try onHistory { history throws(StoreError) in try history.lastValues(unreadable: &skipped) }
      unreadable += skipped
    } catch {
      if error.needsPerson { throw error }
    }
    let learned = memory.sensors.map { LearnedRow(sensor: $0.id, learned: $0.learned) }
    memory.sensors = Entries(SensorValue.grouped(values, learned))
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

  /// At most `count` bytes of a blob from `at` on, as far as they are stored.
  package func blob(of message: UniqueID, at: Int, count: Int) throws(StoreError) -> [UInt8] {
    try state.blob(of: message, at: at, count: count)
  }

  /// Sessions of earlier starts on this folder, the newest last.
  package func loadSessions() throws(StoreError) -> [UniqueID] { try state.sessions() }

  /// One transaction.
  package func put(session: UniqueID) throws(StoreError) { try state.put(session: session) }

  /// A bridge starts on the store: tells whether this is another machine, or a copy, and remembers it. Before ``loadMemory()``: a copy is
  /// marked as a store that was put back. One transaction.
  package func beginTerm(on machine: HostMachine = .this()) throws(StoreError) -> StoreTerm {
    try state.beginTerm(on: machine)
  }

  /// The client id that the bridge keeps; `fresh` where it has none yet. One transaction.
  package func clientID(otherwise fresh: String) throws(StoreError) -> String {
    try state.clientID(otherwise: fresh)
  }

  /// The durable lines of one lease; `nil` where there are none. Other processes use ``LeaseLogReader``.
  package func trail(of lease: UniqueID) throws(StoreError) -> LeaseTrail? {
    try state.trail(of: lease, unreadable: &unreadable)
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
    try onHistory { history throws(StoreError) in try history.append(rows) }
  }

  /// One transaction, durable on return. A watering that is there already is written anew.
  package func put(_ waterings: [WateringRecord]) throws(StoreError) {
    if waterings.isEmpty { return }
    try onHistory { history throws(StoreError) in try history.put(waterings) }
  }

  /// One transaction.
  package func put(_ hours: [ImportedHour]) throws(StoreError) {
    if hours.isEmpty { return }
    try onHistory { history throws(StoreError) in try history.put(hours) }
  }

  /// Rows of ``append(_:)`` that held no number.
  package var rowsLeftOut: Int { openHistory?.rowsLeftOut ?? 0 }

  /// One bounded step towards: readings kept one by one for `keepRawFor`, by the hour for `keepHourlyFor`, by the day
  /// from then on, all within `bytesMax`. Call again while it says that there is more.
  package func compact(
    now: Timestamp, keepRawFor: Duration, keepHourlyFor: Duration, bytesMax: Int
  ) throws(StoreError) -> CompactionStep {
    let limit = isInMemory ? min(bytesMax, Self.bytesMaxInMemory) : bytesMax
    let step = try onHistory { history throws(StoreError) in
      try history.compact(now: now, keepRawFor: keepRawFor, keepHourlyFor: keepHourlyFor, bytesMax: limit)
    }
    if step.hasMore { return step }
    try state.trimAnswers()
    var last = step
    last.hasMore = try state.trimLeaseLog(now: now)
    return last
  }

  /// Moves the write-ahead logs into the files. For idle moments; never needed for safety.
  package func checkpoint() throws(StoreError) {
    try state.checkpoint()
    try onHistory { history throws(StoreError) in try history.checkpoint() }
  }

  package func historyReader() throws(StoreError) -> HistoryReader {
    let history = try history()
    return HistoryReader(queue: history.queue, path: history.path)
  }
}

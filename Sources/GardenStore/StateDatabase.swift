import GRDB
import GardenCore

/// What must survive, written through: each commit is on the disk (`synchronous = FULL`) before it returns.
final class StateDatabase {
  /// Answers kept per device; more are forgotten, oldest first.
  static let answersPerDevice = 10_000
  /// Bridge sessions remembered: a status that one of them left at the broker is our own.
  static let sessionsKept = 8

  private var queue: DatabaseQueue
  private let path: String
  /// In memory: of the file that was read, if there was one.
  private var files: OpenFiles
  /// `nil`: in memory.
  private var count: CommitCount?
  var leaseLog = LeaseLogBounds()

  init(path: String, setAside: inout [String]) throws(StoreError) {
    self.path = path
    let told = setAside.count
    queue = try Self.file(path).open(setAside: &setAside)
    files = OpenFiles(path)
    let count = CommitCount(beside: path)
    self.count = count
    let lost = try attempt { try count.lost(by: queue) }
    if lost > 0, setAside.count == told {
      setAside.append(
        "\(path) lacks the last changes that were in it (\(lost) transactions): its log was damaged, or an older copy was put back"
      )
    }
  }

  /// In memory, for a disk that takes nothing.
  init() throws(StoreError) {
    path = "memory"
    files = OpenFiles(path)
    queue = try Self.inMemory()
  }

  /// In memory, with what stands at `path`, where nothing can be written.
  init(reading path: String, notes: inout [String]) throws(StoreError) {
    self.path = path
    queue = try Self.inMemory()
    files = OpenFiles(path)
    if files.isFileThere { try read(path, notes: &notes) }
  }

  private static func file(_ path: String) -> DatabaseFile {
    DatabaseFile(path: path, sharing: .exclusive, migrations: StateSchema.migrations)
  }

  private static func inMemory() throws(StoreError) -> DatabaseQueue {
    do {
      let queue = try DatabaseQueue()
      try queue.writeWithoutTransaction(DatabaseFile.shape)
      try StateSchema.migrations.migrate(queue)
      return queue
    } catch {
      throw StoreError(error, file: "memory")
    }
  }

  /// SQLite cannot open a file with its log where it may not write: a copy is read.
  private func read(_ path: String, notes: inout [String]) throws(StoreError) {
    do {
      let scratch = try ScratchFolder()
      let copy = "\(scratch.path)/state"
      try StateCopy(of: path).write(to: copy)
      var damage: [String] = []
      let queue = try Self.file(copy).open(setAside: &damage)
      if damage.isEmpty {
        try queue.backup(to: self.queue)
      } else {
        notes.append("\(path) cannot be read and is left as it is; what it held is not known")
      }
    } catch let error as StoreError where error.needsPerson {
      throw error
    } catch {
      notes.append("\(path) cannot be read just now (\(error)); what it held is not known")
    }
  }

  /// A file that was deleted or replaced while it was open.
  func missing() -> String? { files.missing() }

  /// Leaves the files: from here on everything is in memory.
  func comeLoose() throws(StoreError) {
    let memory = try Self.inMemory()
    try attempt { try queue.backup(to: memory) }
    queue = memory
    count = nil
  }

  /// Moves everything from memory into the file, in one transaction. A file there that we have not read is set aside.
  func takeUp(setAside: inout [String]) throws(StoreError) {
    if !files.isFileThere, FileIdentity(of: path) != nil {
      do {
        setAside.append(
          "\(path) is not the file that was open; kept as \(try DamagedFile.setAside(path, .replaced))")
      } catch {
        throw StoreError(writing: path, error)
      }
    }
    let opened = try Self.file(path).open(setAside: &setAside)
    try attempt { try queue.backup(to: opened) }
    queue = opened
    files = OpenFiles(path)
    count = CommitCount(beside: path)
  }

  func commit(_ batch: StoreBatch) throws(StoreError) {
    let number = try attempt {
      try queue.write { db in
        for change in batch.changes { try Self.apply(change, in: db) }
        for line in batch.stories { try LeaseLogRows.put(line, leaseLog, in: db) }
        try LeaseLogRows.countDropped(batch.storiesDropped, of: "", in: db)
        for entry in batch.posted { try OutboxRows.put(entry, in: db) }
        for id in batch.sent { try OutboxRows.remove(id, in: db) }
        return try count?.next(in: db)
      }
    }
    if let number { count?.note(number) }
  }

  private static func apply(_ change: MemoryChange, in db: Database) throws {
    switch change {
    case .plant(let plant): try PlantRows.put(plant, in: db)
    case .reminder(let reminder): try ReminderRows.put(reminder, in: db)
    case .noReminder(let key): try ReminderRows.remove(key: key, in: db)
    case .answered(let answered): try AnsweredRows.put(answered, in: db)
    case .forgetAnswered(let before): try AnsweredRows.forget(before: before, in: db)
    case .control(let control): try ControlRows.put(control, in: db)
    case .lease(let lease): try LeaseRows.put(lease, in: db)
    case .noLease(let id): try LeaseRows.remove(id, in: db)
    case .heater(let heater): try HeaterRows.put(heater, in: db)
    case .noHeater(let id): try HeaterRows.remove(id, in: db)
    case .fallback(let fallback): try FallbackRows.put(fallback, in: db)
    case .noFallback(let id): try FallbackRows.remove(id, in: db)
    case .countdown(let countdown): try CountdownRows.put(countdown, in: db)
    case .noCountdown(let id): try CountdownRows.remove(id, in: db)
    case .sensor(let sensor): try SensorRows.put(sensor, in: db)
    case .person(let person): try PeopleRows.put(person, in: db)
    case .device(let device): try PeopleRows.put(device, in: db)
    case .hold(let hold): try InterlockRows.put(hold, in: db)
    case .noHold(let valve): try InterlockRows.removeHold(valve, in: db)
    case .interlock(let interlock): try InterlockRows.put(interlock, in: db)
    case .valveDay(let day): try InterlockRows.put(day, in: db)
    }
  }

  func memory(unreadable: inout [String]) throws(StoreError) -> GardenMemory {
    var skipped: [String] = []
    let memory = try attempt {
      try queue.read { db in
        GardenMemory(
          plants: try PlantRows.all(in: db, unreadable: &skipped),
          reminders: try ReminderRows.all(in: db, unreadable: &skipped),
          answered: try AnsweredRows.all(in: db, unreadable: &skipped),
          controls: try ControlRows.all(in: db, unreadable: &skipped),
          leases: try LeaseRows.all(in: db, unreadable: &skipped),
          heaters: try HeaterRows.all(in: db, unreadable: &skipped),
          fallbacks: try FallbackRows.all(in: db, unreadable: &skipped),
          countdowns: try CountdownRows.all(in: db, unreadable: &skipped),
          sensors: try SensorRows.all(in: db, unreadable: &skipped),
          people: try PeopleRows.allPersons(in: db, unreadable: &skipped),
          devices: try PeopleRows.allDevices(in: db, unreadable: &skipped),
          holds: try InterlockRows.allHolds(in: db, unreadable: &skipped),
          interlocks: try InterlockRows.allInterlocks(in: db, unreadable: &skipped),
          valveDays: try InterlockRows.allDays(in: db, unreadable: &skipped))
      }
    }
    unreadable += skipped
    return memory
  }

  func outbox(unreadable: inout [String]) throws(StoreError) -> [OutboxEntry] {
    var skipped: [String] = []
    let entries = try attempt { try queue.read { try OutboxRows.all(in: $0, unreadable: &skipped) } }
    unreadable += skipped
    return entries
  }

  func traces() throws(StoreError) -> BrokerTraces {
    try attempt { try queue.read { try TraceRows.all(in: $0) } }
  }

  func put(_ traces: BrokerTraces) throws(StoreError) {
    try attempt { try queue.write { try TraceRows.put(traces, in: $0) } }
  }

  func trimAnswers() throws(StoreError) {
    try attempt { try queue.write { try AnsweredRows.trim(to: Self.answersPerDevice, in: $0) } }
  }

  /// One bounded step; `true`: there may be more.
  func trimLeaseLog(now: Timestamp) throws(StoreError) -> Bool {
    try attempt { try queue.write { try LeaseLogRows.trim(leaseLog, now: now, in: $0) } }
  }

  func story(of lease: UniqueID, unreadable: inout [String]) throws(StoreError) -> LeaseStory? {
    var skipped: [String] = []
    let story = try attempt {
      try queue.read { try LeaseLogRows.story(of: lease, in: $0, unreadable: &skipped) }
    }
    unreadable += skipped
    return story
  }

  func sessions() throws(StoreError) -> [UniqueID] {
    try attempt { try queue.read { try SessionRows.all(in: $0) } }
  }

  func clientID(otherwise fresh: String) throws(StoreError) -> String {
    try attempt { try queue.write { try SessionRows.clientID(otherwise: fresh, in: $0) } }
  }

  func put(session: UniqueID) throws(StoreError) {
    try attempt { try queue.write { try SessionRows.put(session, keeping: Self.sessionsKept, in: $0) } }
  }

  func checkpoint() throws(StoreError) {
    try attempt { try queue.writeWithoutTransaction { _ = try $0.checkpoint(.passive) } }
  }

  private func attempt<T>(_ work: () throws -> T) throws(StoreError) -> T {
    do { return try work() } catch { throw StoreError(error, file: path) }
  }
}

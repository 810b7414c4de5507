import GardenCore
import HostSystem
import SQLite
import StoreTypes

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
      try queue.writeWithoutTransaction { try DatabaseFile.shape($0) }
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
      var file = Self.file(copy)
      file.keepsCopies = false
      let queue = try file.open(setAside: &damage)
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
        for line in batch.trails { try LeaseLogRows.put(line, leaseLog, in: db) }
        try LeaseLogRows.countDropped(batch.trailDropped, of: "", in: db)
        for entry in batch.posted { try Tables.outbox.put(entry, in: db) }
        for id in batch.sent { try Tables.outbox.remove(id, in: db) }
        return try count?.next(in: db)
      }
    }
    if let number { count?.note(number) }
  }

  private static func apply(_ change: MemoryChange, in db: Database) throws {
    switch change {
    case .plant(let plant): try Tables.plants.put(plant, in: db)
    case .reminder(let reminder): try Tables.reminders.put(reminder, in: db)
    case .noReminder(let key): try Tables.reminders.remove(key, in: db)
    case .answered(let answered): try Tables.answered.put(answered, in: db)
    case .forgetAnswered(let before): try Tables.forgetAnswered(before: before, in: db)
    case .control(let control): try Tables.controls.put(control, in: db)
    case .lease(let lease): try Tables.leases.put(lease, in: db)
    case .noLease(let id): try Tables.leases.remove(id, in: db)
    case .heater(let heater): try Tables.heaters.put(heater, in: db)
    case .noHeater(let id): try Tables.heaters.remove(id, in: db)
    case .fallback(let fallback): try Tables.fallbacks.put(fallback, in: db)
    case .noFallback(let id): try Tables.fallbacks.remove(id, in: db)
    case .countdown(let countdown): try Tables.countdowns.put(countdown, in: db)
    case .noCountdown(let id): try Tables.countdowns.remove(id, in: db)
    case .warming(let warming): try Tables.warmings.put(warming, in: db)
    case .noWarming(let id): try Tables.warmings.remove(id, in: db)
    case .sensor(let sensor): try Tables.put(sensor, in: db)
    case .person(let person): try Tables.people.put(person, in: db)
    case .device(let device): try Tables.devices.put(device, in: db)
    case .noDevice(let id): try Tables.devices.remove(id, in: db)
    case .hold(let hold): try Tables.holds.put(hold, in: db)
    case .noHold(let valve): try Tables.holds.remove(valve ?? Tables.everyValve, in: db)
    case .interlock(let interlock): try Tables.interlocks.put(interlock, in: db)
    case .valveDay(let day): try Tables.valveDays.put(day, in: db)
    case .message(let message): try Tables.messages.put(message, in: db)
    case .noMessage(let number): try Tables.messages.remove(number, in: db)
    case .account(let account): try Tables.accounts.put(account, in: db)
    case .noAccount(let id): try Tables.accounts.remove(id, in: db)
    case .blobBytes(let part): try BlobRows.put(part, in: db)
    case .noBlob(let message): try BlobRows.remove(message, in: db)
    case .restored(let restored): try RestoredRows.put(restored, in: db)
    }
  }

  func memory(unreadable: inout [String]) throws(StoreError) -> GardenMemory {
    var skipped: [String] = []
    let memory = try attempt {
      try queue.read { db in
        GardenMemory(
          plants: try Tables.plants.all(in: db, unreadable: &skipped),
          reminders: try Tables.reminders.all(in: db, unreadable: &skipped),
          answered: try Tables.answered.all(in: db, unreadable: &skipped),
          controls: try Tables.controls.all(in: db, unreadable: &skipped),
          leases: try Tables.leases.all(in: db, unreadable: &skipped),
          heaters: try Tables.heaters.all(in: db, unreadable: &skipped),
          fallbacks: try Tables.fallbacks.all(in: db, unreadable: &skipped),
          countdowns: try Tables.countdowns.all(in: db, unreadable: &skipped),
          warmings: try Tables.warmings.all(in: db, unreadable: &skipped),
          sensors: SensorValue.grouped(
            try Tables.lastValues.all(in: db, unreadable: &skipped),
            try Tables.learned.all(in: db, unreadable: &skipped)),
          people: try Tables.people.all(in: db, unreadable: &skipped),
          devices: try Tables.devices.all(in: db, unreadable: &skipped),
          holds: try Tables.holds.all(in: db, unreadable: &skipped),
          interlocks: try Tables.interlocks.all(in: db, unreadable: &skipped),
          valveDays: try Tables.valveDays.all(in: db, unreadable: &skipped),
          messages: try Tables.messages.all(in: db, unreadable: &skipped),
          accounts: try Tables.accounts.all(in: db, unreadable: &skipped),
          restored: try RestoredRows.read(in: db))
      }
    }
    unreadable += skipped
    return memory
  }

  func outbox(unreadable: inout [String]) throws(StoreError) -> [OutboxEntry] {
    var skipped: [String] = []
    let entries = try attempt { try queue.read { try Tables.outbox.all(in: $0, unreadable: &skipped) } }
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
    try attempt { try queue.write { try Tables.trimAnswered(to: Self.answersPerDevice, in: $0) } }
  }

  /// One bounded step; `true`: there may be more.
  func trimLeaseLog(now: Timestamp) throws(StoreError) -> Bool {
    try attempt { try queue.write { try LeaseLogRows.trim(leaseLog, now: now, in: $0) } }
  }

  func trail(of lease: UniqueID, unreadable: inout [String]) throws(StoreError) -> LeaseTrail? {
    var skipped: [String] = []
    let trail = try attempt {
      try queue.read { try LeaseLogRows.trail(of: lease, in: $0, unreadable: &skipped) }
    }
    unreadable += skipped
    return trail
  }

  func sessions() throws(StoreError) -> [UniqueID] {
    try attempt { try queue.read { try SessionRows.all(in: $0) } }
  }

  func clientID(otherwise fresh: String) throws(StoreError) -> String {
    try attempt { try queue.write { try SessionRows.clientID(otherwise: fresh, in: $0) } }
  }

  func beginTerm(on machine: HostMachine) throws(StoreError) -> StoreTerm {
    let file = count == nil ? nil : FileIdentity(of: path)
    return try attempt { try queue.write { try TermRows.begin(on: machine, file: file, in: $0) } }
  }

  func put(session: UniqueID) throws(StoreError) {
    try attempt { try queue.write { try SessionRows.put(session, keeping: Self.sessionsKept, in: $0) } }
  }

  func blob(of message: UniqueID, at: Int, count: Int) throws(StoreError) -> [UInt8] {
    try attempt { try queue.read { try BlobRows.bytes(of: message, at: at, count: count, in: $0) } }
  }

  func checkpoint() throws(StoreError) {
    try attempt { try queue.writeWithoutTransaction { try $0.checkpoint() } }
  }

  private func attempt<T>(_ work: () throws -> T) throws(StoreError) -> T {
    do { return try work() } catch { throw StoreError(error, file: path) }
  }
}

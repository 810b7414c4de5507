internal import FoundationEssentials
internal import SQLite
package import LoamKit
package import PushChannels

/// What loam-push must not forget, in one SQLite file of its own. A commit is on the disk when it returns.
///
/// The daemon alone writes what couriers remember; commands leave codes and trials in tables of their own.
package final class PushStore: Sendable {
  private let queue: DatabaseQueue
  /// What went otherwise than it should, and keeps nobody from working; a sentence for the log.
  package let trouble: String?

  /// Makes folder and file where they are missing. Nobody else may read them: they hold what answers are sealed with.
  ///
  /// - Parameter mayMake: the daemon alone may. What a command of root's made, the daemon could not open.
  package init(folder: String, mayMake: Bool = true) throws(PushFailure) {
    let path = "\(folder)/\(PushStoreForm.file)"
    guard mayMake || FileManager.default.fileExists(atPath: path) else {
      throw PushFailure(
        """
        there is no store \(path)
        help: start the daemon first (systemctl start loam-push), read the config as root or as its user, and name the place in it:
              push: {path: "${STATE_DIRECTORY:-/var/lib/loam-push}/push"}
        """)
    }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      queue = try DatabaseQueue(path: path, waitingAtMost: 5000, prepare: Self.refuseNewer(path))
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA journal_mode = WAL")
        // What was promised to the bridge or to a person is on the disk.
        try db.execute(sql: "PRAGMA synchronous = FULL")
      }
      trouble = try KeptCopy(of: path).make(of: queue, before: PushStoreForm.migrations)
      try PushStoreForm.migrations.migrate(queue)
      for file in [path, path + "-wal", path + "-shm"] where FileManager.default.fileExists(atPath: file) {
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
      }
    } catch {
      throw PushFailure(
        "the store \(path) cannot be used: \(Self.words(error))",
        isLasting: (error as? PushFailure)?.isLasting ?? false)
    }
  }

  /// A store that a newer loam-push wrote is left as it is, to the byte.
  private static func refuseNewer(_ path: String) -> (Database) throws -> Void {
    let hadLog = FileManager.default.fileExists(atPath: path + "-wal")
    return { db in
      guard let step = try PushStoreForm.migrations.newestUnknown(db) else { return }
      if hadLog { try db.leaveAsIs() }
      throw PushFailure(
        "a newer loam-push wrote it (step '\(step)' is unknown); use that version, or another folder",
        isLasting: true)
    }
  }

  /// What a command rings that has left something.
  static func bell(in folder: String) -> String { folder + "/bell" }

  func write<Value: Sendable>(_ work: @Sendable (Database) throws -> Value) throws(PushFailure)
    -> Value
  {
    do { return try queue.write(work) } catch { throw PushFailure("the store: \(Self.words(error))") }
  }

  func read<Value: Sendable>(_ work: @Sendable (Database) throws -> Value) throws(PushFailure)
    -> Value
  {
    do { return try queue.read(work) } catch { throw PushFailure("the store: \(Self.words(error))") }
  }

  /// Without the statement and its values, which may be somebody's.
  private static func words(_ error: any Error) -> String {
    guard let error = error as? DatabaseError else { return "\(error)" }
    return error.message
  }

  // MARK: Couriers

  /// `nil`: none yet.
  package func memory(of line: LineName) throws(PushFailure) -> CourierMemory? {
    try read { db in
      try String.fetchOne(db, sql: "SELECT memory FROM courier WHERE device = ?", arguments: [line.text])
        .map { try JSONDecoder().decode(CourierMemory.self, from: Data($0.utf8)) }
    }
  }

  /// What a courier remembers, with how far the bot's updates were read, what trials came to and the code that bound a chat: all of it
  /// or nothing.
  package func commit(
    _ memory: CourierMemory?, of line: LineName, bot: BotPlace? = nil, trials: [TrialStep] = [],
    spending code: String? = nil
  ) throws(PushFailure) {
    if memory == nil, bot == nil, trials.isEmpty, code == nil { return }
    try write { db in
      if let memory {
        try Self.put(memory, of: line, db)
      }
      if let bot { try Self.put(bot, db) }
      if let code { try db.execute(sql: "DELETE FROM code WHERE code = ?", arguments: [code]) }
      for step in trials {
        let column = step.button == nil ? "shown" : "answered"
        try db.execute(
          sql:
            "UPDATE trial SET \(column) = coalesce(\(column), ?), button = coalesce(button, ?) WHERE id = ?",
          arguments: [step.milliseconds, step.button, step.id.text])
      }
    }
  }

  /// Takes the tokens away that apps handed over for devices which are no longer reached by them.
  package func forgetTokens(besides devices: Set<DeviceName>) throws(PushFailure) {
    let known = try read { db in try String.fetchAll(db, sql: "SELECT device FROM courier") }
    for device in known.compactMap({ DeviceName($0) }) where !devices.contains(device) {
      guard var memory = try memory(of: LineName(device)), memory.tokens != nil else { continue }
      memory.tokens = nil
      try commit(memory, of: LineName(device))
    }
  }

  static func put(_ memory: CourierMemory, of line: LineName, _ db: Database) throws {
    let text = String(decoding: try JSONEncoder().encode(memory), as: UTF8.self)
    try db.execute(sql: "INSERT OR REPLACE INTO courier VALUES (?, ?)", arguments: [line.text, text])
  }

  // MARK: Bots

  package func put(_ bot: BotPlace) throws(PushFailure) { try write { try Self.put(bot, $0) } }

  package func bot(_ id: String) throws(PushFailure) -> BotPlace? {
    try read { db in
      try Row.fetchOne(db, sql: "SELECT next, heard FROM bot WHERE id = ?", arguments: [id]).map { row in
        BotPlace(id: id, next: try row[0], heard: try row[1])
      }
    }
  }

  private static func put(_ bot: BotPlace, _ db: Database) throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO bot VALUES (?, ?, ?)", arguments: [bot.id, bot.next, bot.heard])
  }

  // MARK: What commands leave

  /// A new code takes the place of the one before.
  package func put(code: String, for device: String, until seconds: Int64) throws(PushFailure) {
    try write { db in
      try db.execute(sql: "INSERT OR REPLACE INTO code VALUES (?, ?, ?)", arguments: [device, code, seconds])
    }
  }

  /// The device for which it was made. It goes with the commit that stores the chat.
  package func device(of code: String, at seconds: Int64) throws(PushFailure) -> String? {
    try read { db in
      try String.fetchOne(
        db, sql: "SELECT device FROM code WHERE code = ? AND until > ?", arguments: [code, seconds])
    }
  }

  package func put(trial id: MessageID, of device: String, at milliseconds: Int64) throws(PushFailure) {
    try write { db in
      try db.execute(sql: "DELETE FROM trial WHERE asked < ?", arguments: [milliseconds - 86_400_000])
      try db.execute(
        sql: "INSERT INTO trial (id, device, asked) VALUES (?, ?, ?)",
        arguments: [id.text, device, milliseconds])
    }
  }

  /// Those that nobody has begun; each is given out once.
  package func takeTrials(at milliseconds: Int64) throws(PushFailure) -> [(id: MessageID, device: DeviceName)]
  {
    try write { db in
      let rows = try Row.fetchAll(
        db, sql: "SELECT id, device FROM trial WHERE taken IS NULL AND asked > ?",
        arguments: [milliseconds - 300_000])
      try db.execute(sql: "UPDATE trial SET taken = ? WHERE taken IS NULL", arguments: [milliseconds])
      return try rows.compactMap { row in
        try MessageID(row[0] as String).flatMap { id in try DeviceName(row[1] as String).map { (id, $0) } }
      }
    }
  }

  /// What a trial has come to.
  package func trial(_ id: MessageID) throws(PushFailure) -> Trial? {
    try read { db in
      try Row.fetchOne(
        db, sql: "SELECT asked, taken, shown, answered, button FROM trial WHERE id = ?", arguments: [id.text]
      ).map {
        Trial(asked: try $0[0], taken: try $0[1], shown: try $0[2], answered: try $0[3], button: try $0[4])
      }
    }
  }

  // MARK: Secrets

  package func put(_ value: [UInt8], as name: String) throws(PushFailure) {
    try write { db in
      try db.execute(sql: "INSERT OR REPLACE INTO secret VALUES (?, ?)", arguments: [name, value])
    }
  }

  package func secret(_ name: String) throws(PushFailure) -> [UInt8]? {
    try read { db in
      try [UInt8].fetchOne(db, sql: "SELECT value FROM secret WHERE name = ?", arguments: [name])
    }
  }

  /// `fresh`, where there is none of that name yet.
  package func secret(_ name: String, otherwise fresh: [UInt8]) throws(PushFailure) -> [UInt8] {
    try write { db in
      if let known = try [UInt8].fetchOne(
        db, sql: "SELECT value FROM secret WHERE name = ?", arguments: [name])
      {
        return known
      }
      try db.execute(sql: "INSERT INTO secret VALUES (?, ?)", arguments: [name, fresh])
      return fresh
    }
  }
}

/// Up to where a bot's updates were read.
package struct BotPlace: Sendable, Hashable {
  /// The public part of its token.
  package var id: String
  /// Number of the first update that was not read.
  package var next: Int64
  /// Nothing that is still to be read happened before; seconds since 1970.
  package var heard: Int64?

  package init(id: String, next: Int64, heard: Int64?) {
    (self.id, self.next, self.heard) = (id, next, heard)
  }
}

/// A trial as it stands; milliseconds since 1970.
package struct Trial: Sendable, Hashable {
  package var asked: Int64
  package var taken: Int64?
  package var shown: Int64?
  package var answered: Int64?
  package var button: Int?
}

/// What a person must be told. It names no secret.
package struct PushFailure: Error, Sendable, Hashable, CustomStringConvertible {
  package let description: String
  /// Another start would end the same way.
  package let isLasting: Bool

  package init(_ description: String, isLasting: Bool = false) {
    (self.description, self.isLasting) = (description, isLasting)
  }
}

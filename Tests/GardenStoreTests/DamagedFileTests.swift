import Foundation
import GardenCore
import GardenStore
import SQLite
import StoreTypes
import TestKit
import Testing

@Suite struct DamagedFileTests {
  /// A folder with both files filled and closed.
  private func filled() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let store = try GardenStore(folder: folder.path)
    try store.commit(StoreBatch(changes: Samples.changes, posted: (1...50).map(Samples.entry)))
    try store.append((0..<500).map { Samples.row($0, Double($0)) })
    try store.checkpoint()
    return folder
  }

  private func withoutLog(_ folder: TemporaryFolder, _ name: String) {
    for part in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.file(name + part)) }
  }

  private func expectSetAside(_ folder: TemporaryFolder, _ name: String, number: Int = 1) throws {
    let damaged = try folder.bytes(of: name)
    let store = try GardenStore(folder: folder.path)
    #expect(store.setAside.count == 1)
    #expect(store.setAside.first?.contains("\(name).damaged-\(number)") == true)
    #expect(try folder.bytes(of: "\(name).damaged-\(number)") == damaged)
    if name == GardenStore.stateFile {
      #expect(try store.loadMemory().plants.isEmpty)
      #expect(try store.loadOutbox().isEmpty)
    } else {
      #expect(try store.loadMemory().plants.all == Samples.plants)
    }
    try store.commit(StoreBatch(changes: Samples.changes))
    try store.append([Samples.row(9_999, 12)])
  }

  @Test(arguments: [GardenStore.stateFile, GardenStore.historyFile])
  func `garbage is set aside and the store starts empty`(name: String) throws {
    let folder = try filled()
    withoutLog(folder, name)
    var random = SplitMix64(seed: 3)
    try folder.write((0..<20_000).map { _ in UInt8.random(in: 0...255, using: &random) }, to: name)
    try expectSetAside(folder, name)
  }

  @Test(
    arguments: [GardenStore.stateFile, GardenStore.historyFile],
    [0, 1, 15, 16, 99, 100, 511, 512, 4_095, 4_096, 4_097, 8_192, 12_000])
  func `a cut file is set aside, at whatever length`(name: String, length: Int) throws {
    let folder = try filled()
    withoutLog(folder, name)
    let whole = try folder.bytes(of: name)
    try #require(whole.count > 12_000)
    try folder.write(whole.prefix(length), to: name)
    try expectSetAside(folder, name)
  }

  @Test func `pages overwritten in the middle of the state are noticed at the start`() throws {
    let folder = try filled()
    withoutLog(folder, GardenStore.stateFile)
    var bytes = try folder.bytes(of: GardenStore.stateFile)
    for place in 8_192..<12_288 { bytes[place] = 0xA5 }
    try folder.write(bytes, to: GardenStore.stateFile)
    try expectSetAside(folder, GardenStore.stateFile)
  }

  @Test func `a second damaged file does not overwrite the first`() throws {
    let folder = try filled()
    for number in 1...3 {
      withoutLog(folder, GardenStore.stateFile)
      try folder.write(Array("no database \(number)".utf8), to: GardenStore.stateFile)
      try expectSetAside(folder, GardenStore.stateFile, number: number)
    }
    #expect(try folder.bytes(of: "state.sqlite.damaged-1") == Array("no database 1".utf8))
  }

  @Test func `a damaged log costs at most what was not yet in the file`() throws {
    let folder = try filled()
    try folder.write(Array(repeating: UInt8(0x5A), count: 9_000), to: "state.sqlite-wal")
    let store = try GardenStore(folder: folder.path)
    #expect(store.setAside.isEmpty)
    #expect(try store.loadMemory().plants.all == Samples.plants)
  }

  @Test(arguments: [GardenStore.stateFile, GardenStore.historyFile])
  func `a file of a newer version is refused and left as it is`(name: String) throws {
    let folder = try filled()
    do {
      let queue = try DatabaseQueue(path: folder.file(name))
      try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('state-99-moon')") }
    }
    let refused = StoreError.newerSchema(file: folder.file(name), migration: "state-99-moon")
    #expect(throws: refused) { try GardenStore(folder: folder.path) }
    #expect(!folder.names.contains { $0.contains("damaged") })
    if name == GardenStore.historyFile {
      #expect(throws: refused) { try HistoryReader(folder: folder.path) }
    }
  }

  @Test func `a database of another program is refused and left as it is`() throws {
    let folder = try TemporaryFolder()
    do {
      let queue = try DatabaseQueue(path: folder.file(GardenStore.stateFile))
      try queue.write { try $0.execute(sql: "CREATE TABLE recipes (name TEXT)") }
    }
    #expect(throws: StoreError.notOurs(file: folder.file(GardenStore.stateFile))) {
      try GardenStore(folder: folder.path)
    }
    #expect(folder.names.allSatisfy { !$0.contains("damaged") })
  }

  @Test func `a row that this version cannot read is named, stays, and costs no other`() throws {
    let folder = try filled()
    do {
      let queue = try DatabaseQueue(path: folder.file(GardenStore.stateFile))
      try queue.write { db in
        try db.execute(sql: "UPDATE reminder SET state = 200 WHERE key = 'k-1'")
        try db.execute(sql: "UPDATE plant SET standings = '[{]' WHERE id = 'basil'")
        try db.execute(sql: "UPDATE lease SET boot = 'x' WHERE plant = 'aloe'")
        try db.execute(sql: "UPDATE outbox SET qos = 9 WHERE id = 3")
      }
    }
    let store = try GardenStore(folder: folder.path)
    let memory = try store.loadMemory()
    #expect(memory.plants.all == [Samples.plants[0]])
    #expect(memory.reminders == Samples.reminders.filter { $0.key != "k-1" })
    #expect(memory.leases.count == Samples.leases.count - 1)
    #expect(try store.loadOutbox().count == 49)
    #expect(store.unreadable.count == 4)
    #expect(
      store.unreadable.contains { $0.contains("reminder") && $0.contains("k-1") && $0.contains("state") })
  }
}

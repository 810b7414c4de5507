import Foundation
import GardenCore
import GardenStore
import SQLite
import StoreTypes
import TestKit
import Testing

/// Whatever a card does to the state: the garden starts, and says what is missing.
@Suite struct HeaderDamageTests {
  /// A folder as a kill leaves it: half of the state in the file and half in its log, or all of it in the log.
  private func killed(isInLog: Bool = false, _ body: (TemporaryFolder) throws -> Void) throws {
    let folder = try TemporaryFolder()
    let store = try GardenStore(folder: folder.path)
    try store.commit(StoreBatch(changes: Samples.changes, posted: (1...50).map(Samples.entry)))
    if !isInLog { try store.checkpoint() }
    for n in 51...60 { try store.commit(StoreBatch(posted: [Samples.entry(Int64(n))])) }
    try store.append((0..<100).map { Samples.row($0, Double($0)) })
    try body(folder)
    withExtendedLifetime(store) {}
  }

  private func copy(_ folder: TemporaryFolder) throws -> TemporaryFolder {
    let copy = try TemporaryFolder()
    for name in folder.names where !name.hasSuffix("-shm") {
      try copy.write(try folder.bytes(of: name), to: name)
    }
    return copy
  }

  /// What of the samples is there.
  private func count(_ store: GardenStore) throws -> [Int] {
    let memory = try store.loadMemory()
    return [
      memory.plants.count, memory.reminders.count, memory.answered.count, memory.controls.count,
      memory.leases.count, memory.people.count, memory.devices.count, try store.loadOutbox().count,
    ]
  }

  private func expectStart(_ folder: TemporaryFolder, whole: [Int], _ what: String) throws {
    let store = try GardenStore(folder: folder.path)
    let found = try count(store)
    let isTold = !store.setAside.isEmpty || !store.unreadable.isEmpty
    #expect(found == whole || isTold, "\(what): \(found) of \(whole) and not a word")
    try store.commit(StoreBatch(changes: Samples.changes, posted: [Samples.entry(900)]))
    try store.append([Samples.row(9_999, 12)])
    #expect(try store.loadOutbox().contains { $0.id == 900 }, "\(what)")
  }

  @Test func `one flipped region anywhere in the state or its log stops no garden, and is told`() throws {
    try killed { folder in
      let sound = try copy(folder)
      let whole = try count(try GardenStore(folder: sound.path))
      #expect(whole[0] == Samples.plants.count && whole[7] == 60)
      for seed in 1...160 as ClosedRange<UInt64> {
        var random = SplitMix64(seed: seed)
        let name = seed % 4 == 0 ? "state.sqlite-wal" : GardenStore.stateFile
        let damaged = try copy(folder)
        var bytes = try damaged.bytes(of: name)
        let reach = seed % 2 == 0 ? bytes.count : min(bytes.count, 4_096)
        let start = Int.random(in: 0..<reach, using: &random)
        let length = Int.random(in: 1...64, using: &random)
        for place in start..<min(bytes.count, start + length) {
          bytes[place] ^= UInt8.random(in: 1...255, using: &random)
        }
        try damaged.write(bytes, to: name)
        try expectStart(damaged, whole: whole, "seed \(seed): \(name) \(start)+\(length)")
      }
    }
  }

  @Test func `no byte of the header makes our file another program's`() throws {
    try killed { folder in
      let sound = try copy(folder)
      let whole = try count(try GardenStore(folder: sound.path))
      for place in 0..<112 {
        let damaged = try copy(folder)
        var bytes = try damaged.bytes(of: GardenStore.stateFile)
        for place in place..<place + 4 { bytes[place] ^= 0xFF }
        try damaged.write(bytes, to: GardenStore.stateFile)
        try expectStart(damaged, whole: whole, "header \(place)")
      }
    }
  }

  @Test func `a history that is damaged while it is open is set aside, and goes on`() throws {
    let folder = try TemporaryFolder()
    do {
      let store = try GardenStore(folder: folder.path)
      try store.append((0..<5_000).map { Samples.row($0, Double($0)) })
      try store.checkpoint()
    }
    for part in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: folder.file("history.sqlite" + part))
    }
    var bytes = try folder.bytes(of: GardenStore.historyFile)
    for place in 4_096..<bytes.count { bytes[place] = 0xA5 }
    try folder.write(bytes, to: GardenStore.historyFile)
    let store = try GardenStore(folder: folder.path)
    try store.append([Samples.row(9_999, 12)])
    #expect(store.setAside.contains { $0.contains("history.sqlite.damaged-1") }, "\(store.setAside)")
    #expect(try store.loadMemory().sensors.first?.last.first?.value == 12)
  }

  @Test func `a log that lost its tail is noticed, and one that is whole is not`() throws {
    try killed(isInLog: true) { folder in
      let sound = try copy(folder)
      #expect(try GardenStore(folder: sound.path).setAside.isEmpty)
      for lost in [1, 2_000, 9_000] {
        let cut = try copy(folder)
        let log = try cut.bytes(of: "state.sqlite-wal")
        try cut.write(log.dropLast(lost), to: "state.sqlite-wal")
        let store = try GardenStore(folder: cut.path)
        #expect(
          store.setAside.count == 1 && store.setAside[0].contains("lacks the last"), "\(store.setAside)")
        #expect(try store.loadOutbox().count < 60)
      }
      let older = try copy(folder)
      try older.write(Array("0000000000000000001\n".utf8), to: "state.sqlite-commits")
      #expect(try GardenStore(folder: older.path).setAside.isEmpty, "a power cut keeps an older number")
    }
  }

  @Test func `what was lost is told once`() throws {
    try killed(isInLog: true) { folder in
      let cut = try copy(folder)
      try cut.write(try cut.bytes(of: "state.sqlite-wal").dropLast(2_000), to: "state.sqlite-wal")
      #expect(try GardenStore(folder: cut.path).setAside.count == 1)
      #expect(try GardenStore(folder: cut.path).setAside.isEmpty)
    }
  }
}

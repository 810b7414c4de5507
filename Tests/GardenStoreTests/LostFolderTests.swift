import Foundation
import GardenCore
import GardenStore
import StoreTypes
import TestKit
import Testing

/// A store whose card takes nothing, or whose files are taken away: everything goes on in memory, and moves back.
@Suite struct LostFolderTests {
  private func expectWhole(_ folder: String, outbox: Int, setAside: Int = 0) throws {
    let store = try GardenStore(folder: folder)
    #expect(store.setAside.count == setAside, "\(store.setAside)")
    #expect(try store.loadMemory().plants.all == Samples.plants)
    #expect(try store.loadOutbox().count == outbox)
  }

  @Test(arguments: ["folder", "state.sqlite", "state.sqlite-wal", "history.sqlite"])
  func `files that are deleted while they are open are noticed and written anew`(gone: String) throws {
    let folder = try TemporaryFolder()
    do {
      let store = try GardenStore(folder: folder.file("s"))
      try store.commit(StoreBatch(changes: Samples.changes))
      try store.append([Samples.row(1, 40)])
      #expect(store.missingFile() == nil)
      try FileManager.default.removeItem(atPath: folder.file(gone == "folder" ? "s" : "s/\(gone)"))
      #expect(store.missingFile() != nil)
      try store.commit(StoreBatch(posted: [Samples.entry(1)]))
      try store.comeLoose()
      try store.commit(StoreBatch(posted: [Samples.entry(2)]))
      try store.takeUp()
      #expect(store.missingFile() == nil && !store.isInMemory)
      try store.commit(StoreBatch(posted: [Samples.entry(3)]))
      try store.append([Samples.row(2, 41)])
    }
    try expectWhole(folder.file("s"), outbox: 3)
  }

  @Test func `a file that took the place of ours is set aside, and ours written anew`() throws {
    let folder = try TemporaryFolder()
    do {
      let store = try GardenStore(folder: folder.path)
      try store.commit(StoreBatch(changes: Samples.changes))
      let stranger = try TemporaryFolder()
      do { try GardenStore(folder: stranger.path).commit(StoreBatch(posted: [Samples.entry(7)])) }
      try FileManager.default.removeItem(atPath: folder.file("state.sqlite"))
      try folder.write(try stranger.bytes(of: "state.sqlite"), to: "state.sqlite")
      #expect(store.missingFile()?.hasSuffix("state.sqlite") == true)
      try store.comeLoose()
      try store.takeUp()
      #expect(store.setAside.count == 1 && store.setAside[0].contains("state.sqlite.replaced-1"))
    }
    try expectWhole(folder.path, outbox: 0)
  }

  @Test(.enabled(if: getuid() == 0, "only root can mount a card read-only"))
  func `a read-only card is named as such, read, and taken up when it can be written`() throws {
    let disk = try SmallDisk(kilobytes: 2_048)
    let path = disk.path + "/store"
    do {
      let store = try GardenStore(folder: path)
      try store.commit(StoreBatch(changes: Samples.changes, posted: [Samples.entry(1)]))
    }
    #expect(disk.remount(isReadOnly: true))
    #expect(throws: StoreError.readOnly(path: "\(path)/state.sqlite")) { try GardenStore(folder: path) }
    #expect(throws: StoreError.readOnly(path: disk.path + "/new")) {
      try GardenStore(folder: disk.path + "/new")
    }
    let store = try GardenStore.inMemory(insteadOf: path)
    #expect(store.isInMemory && store.setAside.isEmpty)
    #expect(try store.loadMemory().plants.all == Samples.plants)
    #expect(try store.loadOutbox().count == 1)
    try store.commit(StoreBatch(posted: [Samples.entry(2)]))
    #expect(throws: StoreError.self) { try store.takeUp() }
    #expect(store.isInMemory)
    #expect(disk.remount(isReadOnly: false))
    try store.takeUp()
    #expect(!store.isInMemory)
    try store.commit(StoreBatch(posted: [Samples.entry(3)]))
    #expect(try store.loadOutbox().map(\.id) == [1, 2, 3])
  }

  @Test(.enabled(if: getuid() == 0, "only root can mount a card read-only"))
  func `a log that a kill left on a read-only card is read as well`() throws {
    let disk = try SmallDisk(kilobytes: 2_048)
    let open = try TemporaryFolder()
    let store = try GardenStore(folder: open.path)
    try store.commit(StoreBatch(changes: Samples.changes, posted: [Samples.entry(1)]))
    for name in open.names {
      try FileManager.default.copyItem(atPath: open.file(name), toPath: "\(disk.path)/\(name)")
    }
    #expect(disk.remount(isReadOnly: true))
    let read = try GardenStore.inMemory(insteadOf: disk.path)
    #expect(try read.loadMemory().plants.all == Samples.plants)
    #expect(try read.loadOutbox().count == 1)
  }

  @Test func `which troubles stop a start, and which do not`() {
    let passing: [StoreError] = [
      .full(file: "f"), .readOnly(path: "f"), .damaged(file: "f", detail: ""), .failed(file: "f", detail: ""),
    ]
    let lasting: [StoreError] = [
      .inUse(folder: "f"), .notPermitted(path: "f"), .notOurs(file: "f"),
      .newerSchema(file: "f", migration: "m"),
    ]
    #expect(passing.allSatisfy { !$0.needsPerson } && lasting.allSatisfy { $0.needsPerson })
  }
}

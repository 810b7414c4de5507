import Foundation
import GardenCore
import GardenStore
import MQTTTypes
import StoreTypes
import TestKit
import Testing

@Suite(.enabled(if: SmallDisk.isPossible, "a small file system can only be mounted by root"))
struct FullDiskTests {
  private func isFull(_ error: any Error) -> Bool {
    if case .full = error as? StoreError { true } else { false }
  }

  @Test func `a full disk is named, harms nothing, and is forgotten when there is room`() throws {
    let disk = try SmallDisk(kilobytes: 2_048)
    do {
      let store = try GardenStore(folder: disk.path)
      try store.commit(StoreBatch(changes: Samples.changes))
      disk.fill()
      var committed: Int64 = 0
      let failure = #expect(throws: StoreError.self) {
        for n in 1...5_000 {
          var entry = Samples.entry(Int64(n))
          entry.publication.payload = Array(repeating: 7, count: 4_000)
          try store.commit(StoreBatch(posted: [entry]))
          committed = Int64(n)
        }
      }
      #expect(failure.map(isFull) == true)
      #expect(try store.loadMemory().plants.all == Samples.plants)
      #expect(try store.loadOutbox().count == Int(committed))
      disk.free()
      try store.commit(StoreBatch(posted: [Samples.entry(9_000)]))
      #expect(try store.loadOutbox().last == Samples.entry(9_000))
    }
    let again = try GardenStore(folder: disk.path)
    #expect(again.setAside.isEmpty)
    #expect(try again.loadMemory().plants.all == Samples.plants)
    #expect(try again.loadOutbox().last == Samples.entry(9_000))
  }

  @Test func `readings that find no room are refused whole and come in later`() throws {
    let disk = try SmallDisk(kilobytes: 1_024)
    let store = try GardenStore(folder: disk.path)
    try store.append([Samples.row(0, 1)])
    disk.fill()
    let rows = (1...20_000).map { Samples.row($0, Double($0)) }
    let failure = #expect(throws: StoreError.self) { try store.append(rows) }
    #expect(failure.map(isFull) == true)
    #expect(try store.loadMemory().sensors.first?.last.first?.value == 1)
    disk.free()
    try store.append(Array(rows.prefix(1_000)))
    #expect(try store.loadMemory().sensors.first?.last.first?.value == 1_000)
  }

  @Test func `what was kept can be read on a disk that is full at the start`() throws {
    let disk = try SmallDisk(kilobytes: 1_024)
    do {
      let store = try GardenStore(folder: disk.path)
      try store.commit(StoreBatch(changes: Samples.changes))
      try store.append([Samples.row(0, 5, sensor: "kept")])
    }
    disk.fill()
    let store = try GardenStore(folder: disk.path)
    #expect(store.setAside.isEmpty)
    #expect(try store.loadMemory().plants.all == Samples.plants)
    disk.free()
    try store.append([Samples.row(1, 6, sensor: "kept")])
    #expect(try store.loadMemory().sensors.first { $0.id == "kept" }?.last.first?.value == 6)
  }

  @Test func `a first start on a full disk says so, and memory without a disk works`() throws {
    let disk = try SmallDisk(kilobytes: 1_024)
    disk.fill()
    let failure = #expect(throws: StoreError.self) { try GardenStore(folder: disk.path) }
    #expect(failure.map(isFull) == true)
    disk.free()
    let store = try GardenStore(folder: disk.path)
    #expect(store.setAside.count <= 1)
  }
}

import GardenCore
import GardenStore
import StoreTypes
import TestKit
import Testing

/// Bytes of blobs, beside the messages that they belong to.
@Suite struct BlobTests {
  private static let message = UniqueID(high: 0x7000, low: 1)

  private func commit(_ store: GardenStore, _ changes: MemoryChange...) throws {
    try store.commit(StoreBatch(changes: changes))
  }

  private func part(_ at: Int, _ bytes: [UInt8], of message: UniqueID = message) -> MemoryChange {
    .blobBytes(BlobBytes(message: message, at: at, bytes))
  }

  @Test func `bytes are read from anywhere, over the edges of parts, as far as they are stored`() throws {
    let folder = try TemporaryFolder()
    let store = try GardenStore(folder: folder.path)
    try commit(store, part(0, [1, 2, 3]), part(3, [4, 5]), part(5, [6]))
    try commit(store, part(0, [9], of: UniqueID(high: 0x7000, low: 2)))
    for at in 0..<6 {
      for count in 1...6 {
        let found = try store.blob(of: Self.message, at: at, count: count)
        #expect(found == Array([1, 2, 3, 4, 5, 6].dropFirst(at).prefix(count)), "\(at) \(count)")
      }
    }
    #expect(try store.blob(of: Self.message, at: 6, count: 1) == [])
  }

  @Test func `behind a part that is missing nothing is read`() throws {
    let store = try GardenStore.inMemory()
    try commit(store, part(0, [1, 2]), part(3, [4]))
    #expect(try store.blob(of: Self.message, at: 0, count: 9) == [1, 2])
    #expect(try store.blob(of: Self.message, at: 2, count: 9) == [])
  }

  @Test func `the same part twice is the same, and all of it goes with its message`() throws {
    let folder = try TemporaryFolder()
    do {
      let store = try GardenStore(folder: folder.path)
      try commit(store, part(0, [1, 2]), part(0, [1, 2]), part(2, [3]))
      #expect(try store.blob(of: Self.message, at: 0, count: 9) == [1, 2, 3])
    }
    let store = try GardenStore(folder: folder.path)
    #expect(try store.blob(of: Self.message, at: 0, count: 9) == [1, 2, 3])
    try commit(store, .noBlob(message: Self.message))
    #expect(try store.blob(of: Self.message, at: 0, count: 9) == [])
  }

  @Test func `what waited while the disk was full is written in its order`() throws {
    let store = try GardenStore.inMemory()
    var waiting = StoreBatch(changes: [part(0, [1]), part(1, [2])])
    waiting.absorb(StoreBatch(changes: [part(2, [3]), .noBlob(message: Self.message)]))
    waiting.absorb(StoreBatch(changes: [part(0, [7], of: UniqueID(high: 0x7000, low: 2))]))
    try store.commit(waiting)
    #expect(try store.blob(of: Self.message, at: 0, count: 9) == [])
    #expect(try store.blob(of: UniqueID(high: 0x7000, low: 2), at: 0, count: 9) == [7])
  }
}

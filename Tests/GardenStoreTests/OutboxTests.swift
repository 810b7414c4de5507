import GardenCore
import GardenStore
import MQTTTypes
import StoreTypes
import TestKit
import Testing

@Suite struct OutboxTests {
  @Test func `messages come back whole and in the order of posting, not of writing`() throws {
    let folder = try TemporaryFolder()
    let full = OutboxEntry(
      id: 7,
      publication: MQTTPublication(
        topic: "a/é", payload: [0, 255, 10, 0], qos: .atMostOnce, isRetained: true, expirySeconds: .max,
        correlation: []),
      expiresAt: Samples.time)
    do {
      let store = try GardenStore(folder: folder.path)
      try store.commit(StoreBatch(posted: [Samples.entry(300), full]))
      try store.commit(StoreBatch(posted: [Samples.entry(20), Samples.entry(4)]))
    }
    let store = try GardenStore(folder: folder.path)
    #expect(try store.loadOutbox() == [Samples.entry(4), full, Samples.entry(20), Samples.entry(300)])
  }

  @Test func `an empty payload, which empties a retained topic, is kept as empty`() throws {
    let folder = try TemporaryFolder()
    let entry = OutboxEntry(
      id: 1, publication: MQTTPublication(topic: "t", payload: [], isRetained: true))
    let store = try GardenStore(folder: folder.path)
    try store.commit(StoreBatch(posted: [entry]))
    #expect(try store.loadOutbox() == [entry])
  }

  @Test func `what was sent is gone, what was posted and sent in one batch never stays`() throws {
    let store = try GardenStore.inMemory()
    try store.commit(StoreBatch(posted: (1...3).map(Samples.entry)))
    try store.commit(StoreBatch(posted: [Samples.entry(4)], sent: [1, 4, 99]))
    #expect(try store.loadOutbox().map(\.id) == [2, 3])
  }

  @Test func `batches that could not be committed leave the same as if they had been`() throws {
    var random = SplitMix64(seed: 11)
    for _ in 0..<40 {
      let direct = try GardenStore.inMemory()
      let late = try GardenStore.inMemory()
      let first = StoreBatch(changes: Samples.changes, posted: (1...4).map(Samples.entry))
      try direct.commit(first)
      try late.commit(first)
      var pending = StoreBatch()
      for place in 0..<12 {
        let batch = Self.randomBatch(Int64(place), &random)
        try direct.commit(batch)
        pending.absorb(batch)
      }
      try late.commit(pending)
      #expect(try direct.loadMemory() == late.loadMemory())
      #expect(try direct.loadOutbox() == late.loadOutbox())
    }
  }

  private static func randomBatch(_ place: Int64, _ random: inout SplitMix64) -> StoreBatch {
    var batch = StoreBatch(posted: [Samples.entry(10 + place)])
    batch.sent = [Int64.random(in: 1...(10 + place), using: &random)]
    for _ in 0..<4 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: batch.changes.append(.noReminder(key: "k-\(Int.random(in: 0..<6, using: &random))"))
      case 1: batch.changes.append(.noLease(Samples.leases[Int.random(in: 0..<5, using: &random)].id))
      case 2:
        let before = Samples.time + .seconds(Int.random(in: 0..<20, using: &random))
        batch.changes.append(.forgetAnswered(before: before))
      default:
        if let change = Samples.changes.randomElement(using: &random) { batch.changes.append(change) }
      }
    }
    return batch
  }

  @Test func `what waits for a disk with room grows with its entities, not with its batches`() {
    var pending = StoreBatch()
    for place in 0..<1_000 {
      let number = Int64(place)
      pending.absorb(
        StoreBatch(
          changes: [.plant(Samples.plants[place % 2])], posted: [Samples.entry(number)], sent: [number - 3]))
    }
    #expect(pending.changes.count == 2)
    #expect(pending.posted.map(\.id) == [997, 998, 999])
    #expect(pending.sent == [-3, -2, -1])
  }
}

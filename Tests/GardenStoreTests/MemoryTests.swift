import GardenCore
import SQLite
import StoreTypes
import TestKit
import Testing

@testable import GardenStore

@Suite struct MemoryTests {
  private func reopened(_ folder: TemporaryFolder, after changes: [MemoryChange]) throws -> GardenMemory {
    do {
      let store = try GardenStore(folder: folder.path)
      try store.commit(StoreBatch(changes: changes))
    }
    let store = try GardenStore(folder: folder.path)
    let memory = try store.loadMemory()
    #expect(store.unreadable.isEmpty)
    #expect(store.setAside.isEmpty)
    return memory
  }

  @Test func `every kind of memory comes back as it was`() throws {
    let folder = try TemporaryFolder()
    let memory = try reopened(folder, after: Samples.changes)
    #expect(memory.plants.all == Samples.plants)
    #expect(memory.reminders == Samples.reminders)
    #expect(memory.answered == Samples.answers)
    #expect(memory.controls.all == Samples.controls)
    #expect(memory.leases == Samples.leases)
    #expect(memory.heaters == Samples.heaters)
    #expect(memory.fallbacks == Samples.fallbacks)
    #expect(memory.warmings == Samples.warmings)
    #expect(memory.sensors.first?.last == Samples.sensors[0].last)
    #expect(memory.people == Samples.people)
    #expect(memory.devices == Samples.devices)
  }

  @Test func `memory kept without a disk is the same`() throws {
    let store = try GardenStore.inMemory()
    #expect(store.isInMemory)
    try store.commit(StoreBatch(changes: Samples.changes))
    #expect(try store.loadMemory() == Samples.memory)
  }

  @Test func `an entity written again replaces what stood there, fields that are empty too`() throws {
    let folder = try TemporaryFolder()
    var bare = Samples.plants[1]
    bare.lastWatering = nil
    bare.soak = nil
    bare.statuses = []
    let memory = try reopened(folder, after: [.plant(Samples.plants[1]), .plant(bare)])
    #expect(memory.plants.all == [bare])
  }

  @Test func `what another version's judge of a probe knew is forgotten, its rhythm is not`() throws {
    let folder = try TemporaryFolder()
    var sensor = Samples.sensors[0]
    sensor.learned.sleeps = true
    _ = try reopened(folder, after: [.sensor(sensor)])
    try DatabaseQueue(path: folder.file(GardenStore.stateFile)).write { db in
      try db.execute(sql: "UPDATE sensor_learned SET learned = json_remove(learned, '$.judge.leaps')")
    }
    #expect(try reopened(folder, after: []).sensors.first?.learned == SensorLearned(sleeps: true))
  }

  @Test func `removals and forgetting take away exactly what they name`() throws {
    let folder = try TemporaryFolder()
    let cut = Samples.time + .seconds(5)
    let memory = try reopened(
      folder,
      after: Samples.changes + [
        .noReminder(key: "k-0"), .noReminder(key: "unheard"), .noLease(Samples.leases[0].id),
        .noHeater(id: "mat"), .noFallback(actuator: "radiator"), .noWarming(id: "mat"),
        .forgetAnswered(before: cut),
      ])
    #expect(memory.reminders == Samples.reminders.filter { $0.key != "k-0" })
    #expect(memory.leases == Array(Samples.leases.dropFirst()))
    #expect(memory.heaters == Array(Samples.heaters.dropLast()) && memory.fallbacks.isEmpty)
    #expect(memory.warmings == Array(Samples.warmings.dropLast()))
    #expect(memory.answered == Samples.answers.filter { $0.at >= cut })
  }

  @Test func `a batch applied twice is the same as once`() throws {
    let folder = try TemporaryFolder()
    let batch = StoreBatch(
      changes: Samples.changes + [.noReminder(key: "z")], posted: (1...5).map(Samples.entry), sent: [2])
    let store = try GardenStore(folder: folder.path)
    try store.commit(batch)
    let once = (try store.loadMemory(), try store.loadOutbox())
    try store.commit(batch)
    #expect(try store.loadMemory() == once.0)
    #expect(try store.loadOutbox() == once.1)
  }

  @Test func `a batch that cannot be stored leaves nothing of itself`() throws {
    let folder = try TemporaryFolder()
    let store = try GardenStore(folder: folder.path)
    var control = Samples.controls[0]
    control.value = .nan
    let batch = StoreBatch(
      changes: [.plant(Samples.plants[0]), .control(control)], posted: [Samples.entry(1)])
    #expect(throws: StoreError.unstorable("control a: not a number")) { try store.commit(batch) }
    #expect(try store.loadMemory() == GardenMemory())
    #expect(try store.loadOutbox().isEmpty)
    try store.commit(StoreBatch(changes: [.plant(Samples.plants[0])]))
    #expect(try store.loadMemory().plants.all == [Samples.plants[0]])
  }

  @Test func `an outcome with a number that is none is refused too`() throws {
    let store = try GardenStore.inMemory()
    let outcome = Outcome(
      id: Samples.id(1), device: "d", code: .accepted,
      detail: .control("c", value: .nan, revision: 1, range: 0...1, step: 1))
    #expect(throws: StoreError.self) {
      try store.commit(StoreBatch(changes: [.answered(AnsweredMemory(outcome: outcome, at: Samples.time))]))
    }
    #expect(try store.loadMemory().answered.isEmpty)
  }

  @Test func `each device keeps its newest ten thousand answers`() throws {
    let store = try GardenStore.inMemory()
    let many = (0..<10_050).map { place in
      AnsweredMemory(
        outcome: Outcome(id: Samples.id(UInt64(place)), device: "busy", code: .accepted),
        at: Samples.time + .seconds(place))
    }
    let other = AnsweredMemory(
      outcome: Outcome(id: Samples.id(1), device: "quiet", code: .accepted), at: Samples.time)
    try store.commit(StoreBatch(changes: (many + [other]).map { .answered($0) }))
    _ = try store.compact(now: Samples.time, keepRawFor: .days(1), keepHourlyFor: .days(9), bytesMax: .max)
    let kept = try store.loadMemory().answered
    #expect(kept.count == 10_001)
    #expect(kept.contains(other))
    #expect(kept.filter { $0.outcome.device == "busy" } == Array(many.suffix(10_000)))
  }
}

import Foundation
import GardenCore
import GardenStore
import StoreTypes
import TestKit
import Testing

/// A process that commits in a loop is killed at a random moment, again and again, on the same folder.
@Suite(.serialized) struct KillTests {
  private static let kills = 60

  /// Batch `n` writes the same number everywhere, so that half a batch shows.
  private static func batch(_ n: Int64) -> StoreBatch {
    var plant = Samples.plants[1]
    plant.revision = Int(n)
    var lease = Samples.leases[0]
    lease.sequence = Int(n)
    let control = ControlMemory(
      id: "c", value: Double(n), revision: Int(n), overrode: nil, changedAt: Samples.time, by: nil)
    return StoreBatch(
      changes: [
        .plant(plant), .lease(lease), .control(control),
        n % 2 == 0 ? .reminder(Samples.reminders[0]) : .noReminder(key: Samples.reminders[0].key),
      ],
      posted: [Samples.entry(n)], sent: [n - 5])
  }

  /// Runs in the child: goes on where the folder stands, tells each commit that returned, and dies.
  ///
  /// - Parameter given: within how many microseconds it dies, and the folder.
  static func commitUntilKilled(_ given: String) throws {
    let parts = given.split(separator: " ", maxSplits: 1)
    let window = try #require(UInt32(parts[0]))
    let folder = String(parts[1])
    let store = try GardenStore(folder: folder)
    var n = Int64(try store.loadMemory().controls.first?.revision ?? 0)
    _ = FileManager.default.createFile(atPath: "\(folder)/told", contents: nil)
    let told = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(folder)/told"))
    Thread.detachNewThread {
      usleep(UInt32.random(in: 0..<window))
      kill(getpid(), SIGKILL)
    }
    while true {
      n += 1
      try store.commit(batch(n))
      try store.append([Samples.row(Int(n), Double(n))])
      try told.write(contentsOf: Data("\(n)\n".utf8))
      if n % 40 == 0 { try store.checkpoint() }
    }
  }

  @Test func `after every kill the store holds whole batches, and all that had returned`() async throws {
    let folder = try TemporaryFolder()
    var commits: Int64 = 0
    var window: UInt32 = 40_000
    for _ in 0..<Self.kills {
      try Handover("commits").give("\(window) \(folder.path)")
      await #expect(processExitsWith: .signal(SIGKILL)) {
        try KillTests.commitUntilKilled(Handover("commits").take())
      }
      let told = (try? String(contentsOfFile: folder.file("told"), encoding: .utf8)) ?? ""
      let returned = told.split(separator: "\n").last.flatMap { Int64($0) } ?? 0
      let store = try GardenStore(folder: folder.path)
      let memory = try store.loadMemory()
      let n = Int64(memory.controls.first?.revision ?? 0)
      #expect(store.setAside.isEmpty)
      #expect(n >= returned)
      #expect(n >= commits)
      try Self.expectWhole(store, memory, n)
      let last = Int64(memory.sensors.first?.last.first?.value ?? 0)
      #expect((returned...n).contains(last))
      // A slow disk, and a processor that is emulated, commit little in forty milliseconds.
      if n < commits + 4 { window = min(2 * window, 10_000_000) }
      commits = n
    }
    #expect(commits > 60)
  }

  private static func expectWhole(_ store: GardenStore, _ memory: GardenMemory, _ n: Int64) throws {
    guard n > 0 else { return }
    #expect(memory.plants.map(\.revision) == [Int(n)])
    #expect(memory.leases.map(\.sequence) == [Int(n)])
    #expect(memory.controls.map(\.value) == [Double(n)])
    #expect(memory.reminders == (n % 2 == 0 ? [Samples.reminders[0]] : []))
    #expect(try store.loadOutbox() == (max(1, n - 4)...n).map(Samples.entry))
  }
}

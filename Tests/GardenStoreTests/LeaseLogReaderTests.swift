import Foundation
import GardenCore
import GardenStore
import StoreTypes
import TestKit
import Testing

/// Reading beside a bridge that runs, was killed, or is down.
struct LeaseLogReaderTests {
  private static func line(_ n: Int, lease: UInt64, actuator: String = "bed-valve", plant: String = "basil")
    -> LeaseLine
  {
    let moment = Moment(
      wall: Samples.time + .seconds(n), uptime: Uptime(milliseconds: Int64(n) * 1000))
    return LeaseLine(
      LeaseEvent(
        lease: Samples.id(lease), actuator: actuator, plant: plant, kind: .granted, text: "line \(n)",
        at: moment))
  }

  private func reading<T>(_ folder: String, _ body: (LeaseLogReader) throws -> T) throws -> T {
    try body(try LeaseLogReader(folder: folder))
  }

  @Test func `the log is read while another has the store for itself, and the store is not touched`() throws {
    let folder = try TemporaryFolder()
    let store = try GardenStore(folder: folder.path)
    try store.commit(StoreBatch(trails: [Self.line(0, lease: 1)]))
    try store.checkpoint()
    try store.commit(StoreBatch(trails: [Self.line(1, lease: 1)]))
    let names = folder.names
    let bytes = try folder.bytes(of: GardenStore.stateFile)
    let trail = try reading(folder.path) { try $0.trail(of: Samples.id(1)) }
    #expect(trail?.lines.map(\.event.text) == ["line 0", "line 1"])
    #expect(folder.names == names)
    #expect(try folder.bytes(of: GardenStore.stateFile) == bytes)
    try store.commit(StoreBatch(trails: [Self.line(2, lease: 1)]))
    #expect(try reading(folder.path) { try $0.trail(of: Samples.id(1)) }?.lines.count == 3)
  }

  @Test func `the log is read in a folder that may only be read, when nobody runs on it`() throws {
    let folder = try TemporaryFolder()
    do {
      let store = try GardenStore(folder: folder.path)
      try store.commit(
        StoreBatch(trails: [Self.line(0, lease: 1), Self.line(1, lease: 2, actuator: "tap")]))
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
    try reading(folder.path) { (reader: LeaseLogReader) throws in
      #expect(try reader.trails(about: nil, last: 10).map(\.lease) == [Samples.id(2), Samples.id(1)])
      #expect(try reader.trails(about: "tap", last: 10).map(\.lease) == [Samples.id(2)])
      #expect(try reader.trails(about: "basil", last: 1).map(\.lease) == [Samples.id(2)])
      #expect(try reader.trails(about: "nobody", last: 1).isEmpty)
      #expect(try reader.trails(endingWith: String(Samples.id(2).description.suffix(8))).count == 1)
      #expect(try reader.dropped() == 0)
    }
  }

  @Test func `a folder where no bridge ran says so`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: StoreError.noStore(folder: folder.path)) { try reading(folder.path) { _ in } }
    let missing = folder.file("missing")
    #expect(throws: StoreError.noStore(folder: missing)) { try reading(missing) { _ in } }
  }

  @Test func `a file that is no database is named, not set aside`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Array("no database at all, only some words of a text".utf8), to: GardenStore.stateFile)
    #expect(throws: StoreError.self) { try reading(folder.path) { _ in } }
    #expect(folder.names == [GardenStore.stateFile])
  }

  /// A writer commits and checkpoints as fast as it can; each copy must hold a whole number of batches.
  @Test func `a copy taken while a bridge writes is whole`() async throws {
    let folder = try TemporaryFolder()
    try Handover("copies").give(folder.path)
    async let writer: Void = written()
    var copies = 0
    var counts: [Int] = []
    while !FileManager.default.fileExists(atPath: folder.file("done")), copies < 20_000 {
      await Task.yield()
      guard FileManager.default.fileExists(atPath: folder.file("ready")) else { continue }
      let trails = try reading(folder.path) { try $0.trails(about: "basil", last: 1_000) }
      for trail in trails {
        #expect(trail.lines.count == 3, "half a batch was read")
      }
      counts.append(trails.count)
      copies += 1
    }
    await writer
    #expect(counts == counts.sorted())
    #expect(copies > 0)
  }

  private func written() async {
    await #expect(processExitsWith: .success) {
      try LeaseLogReaderTests.write(in: Handover("copies").take())
    }
  }

  static func write(in folder: String) throws {
    let store = try GardenStore(folder: folder)
    try store.commit(StoreBatch(changes: Samples.changes))
    _ = FileManager.default.createFile(atPath: folder + "/ready", contents: nil)
    for lease in 0..<600 {
      try store.commit(
        StoreBatch(
          changes: Samples.changes, trails: (0..<3).map { line($0, lease: UInt64(lease)) },
          posted: [Samples.entry(Int64(lease))], sent: [Int64(lease) - 3]))
      if lease % 10 == 0 { try store.checkpoint() }
    }
    _ = FileManager.default.createFile(atPath: folder + "/done", contents: nil)
  }
}

import Foundation
import GardenCore
import StoreTypes
import TestKit
import Testing

@testable import GardenStore

struct LeaseLogTests {
  private static let boot = BootID(Samples.id(500))

  /// Line `n` of a lease, a second after the last.
  private static func line(
    _ n: Int, lease: UInt64 = 1, kind: LeaseEvent.Kind = .reported, text: String? = nil,
    at start: Timestamp = Samples.time
  ) -> LeaseLine {
    let moment = Moment(wall: start + .seconds(n), uptime: Uptime(milliseconds: Int64(n) * 1000))
    return LeaseLine(
      LeaseEvent(
        lease: Samples.id(lease), actuator: "bed-valve", plant: "basil", kind: kind, by: "anna-phone",
        text: text ?? "line \(n)", at: moment),
      boot: boot)
  }

  @Test func `lines come back as they were told, in their order`() throws {
    let folder = try TemporaryFolder()
    let lines = LeaseEvent.Kind.allCases.enumerated().map { n, kind in
      Self.line(n, kind: kind, text: "罗勒 \"'\\ \(n)")
    }
    do {
      let store = try GardenStore(folder: folder.path)
      try store.commit(StoreBatch(trails: Array(lines.prefix(4))))
      try store.commit(StoreBatch(trails: Array(lines.dropFirst(4))))
      #expect(try store.trail(of: Samples.id(1)) == LeaseTrail(lease: Samples.id(1), lines: lines))
    }
    let store = try GardenStore(folder: folder.path)
    #expect(try store.trail(of: Samples.id(1))?.lines == lines)
    #expect(try store.trail(of: Samples.id(2)) == nil)
  }

  @Test func `a batch that is committed again after an error writes no line twice`() throws {
    let store = try GardenStore.inMemory()
    let batch = StoreBatch(trails: (0..<5).map { Self.line($0) })
    try store.commit(batch)
    try store.commit(batch)
    #expect(try store.trail(of: Samples.id(1))?.lines.count == 5)
  }

  @Test func `of a lease without end the beginning and the end stay, and what lies between is counted`()
    throws
  {
    let store = try GardenStore.inMemory()
    try store.commit(StoreBatch(trails: (0..<1_000).map { Self.line($0) }))
    let trail = try #require(try store.trail(of: Samples.id(1)))
    #expect(trail.lines.count == 500)
    #expect(trail.dropped == 500)
    #expect(trail.lines.prefix(100).map(\.event.text) == (0..<100).map { "line \($0)" })
    #expect(trail.lines.suffix(400).map(\.event.text) == (600..<1_000).map { "line \($0)" })
  }

  @Test func `a text without end is cut at its bound`() throws {
    let store = try GardenStore.inMemory()
    try store.commit(StoreBatch(trails: [Self.line(0, text: String(repeating: "é", count: 5_000))]))
    #expect(try store.trail(of: Samples.id(1))?.lines.first?.event.text.count == 200)
  }

  @Test func `leases older than the bound go whole, and their lines are counted`() throws {
    let folder = try TemporaryFolder()
    let store = try GardenStore(folder: folder.path)
    let day = { (n: Int) in Samples.time + .days(n) }
    for lease in 0..<10 {
      let start = day(lease * 100)
      try store.commit(StoreBatch(trails: (0..<3).map { Self.line($0, lease: UInt64(lease), at: start) }))
    }
    try trim(store, now: day(901))
    #expect(try store.trail(of: Samples.id(4)) == nil)
    #expect(try store.trail(of: Samples.id(5))?.lines.count == 3)
    try store.checkpoint()
    let reader = try LeaseLogReader(folder: folder.path)
    #expect(try reader.dropped() == 15)
    #expect(try reader.trails(about: "basil", last: 100).count == 5)
  }

  @Test func `a clock that shows years ahead drops nothing`() throws {
    let store = try GardenStore.inMemory()
    try store.commit(StoreBatch(trails: [Self.line(0), Self.line(1, lease: 2)]))
    try trim(store, now: Samples.time + .days(4_000))
    #expect(try store.trail(of: Samples.id(1)) != nil)
  }

  @Test func `a log over its size loses the oldest leases until it fits`() throws {
    let store = try GardenStore.inMemory()
    store.leaseLog.bytesMax = 20_000
    for lease in 0..<40 {
      try store.commit(StoreBatch(trails: (0..<10).map { Self.line($0, lease: UInt64(lease)) }))
    }
    try trim(store, now: Samples.time)
    let kept = try (0..<40).filter { try store.trail(of: Samples.id(UInt64($0))) != nil }
    #expect(kept == Array((40 - kept.count)..<40))
    #expect((10...15).contains(kept.count), "\(kept.count) leases of some 1400 bytes each")
  }

  private func trim(_ store: GardenStore, now: Timestamp) throws {
    while try store.compact(now: now, keepRawFor: .days(14), keepHourlyFor: .days(400), bytesMax: 1 << 30)
      .hasMore
    {}
  }

  @Test func `lines that waited for a disk with room are bounded, and what was dropped is counted`() throws {
    let folder = try TemporaryFolder()
    var waiting = StoreBatch()
    for n in 0..<2_500 { waiting.absorb(StoreBatch(trails: [Self.line(n, lease: UInt64(n / 100))])) }
    #expect(waiting.trails.count == StoreBatch.trailMax)
    #expect(waiting.trailDropped == 500)
    let store = try GardenStore(folder: folder.path)
    try store.commit(waiting)
    let reader = try LeaseLogReader(folder: folder.path)
    #expect(try reader.dropped() == 500)
    #expect(try reader.trails(about: nil, last: 100).count == 20)
  }

  @Test func `sessions of earlier starts are remembered, the newest eight`() throws {
    let store = try GardenStore.inMemory()
    for n in UInt64(0)..<12 { try store.put(session: Samples.id(n)) }
    #expect(try store.loadSessions() == (4..<12).map(Samples.id))
  }
}

import Foundation
import GardenCore
import GardenStore
import Logging
import StoreTypes
import TestKit
import Testing

@testable import Bridge
@testable import HostSystem
@testable import Hub

/// What must be durable, on a real store.
private struct Keeper {
  let writer: StoreWriter
  var durability: Durability
  private var log = HubLog()

  init(_ store: GardenStore, leases: [UniqueID] = []) {
    writer = StoreWriter(store: store)
    durability = Durability(isInMemory: store.isInMemory, leases: leases)
  }

  private mutating func answer(at now: Moment) {
    while let errand = durability.takeNext() {
      _ = durability.answered(writer.reply(to: errand), log: &log, at: now)
    }
  }

  mutating func commit(_ batch: StoreBatch, at now: Moment) {
    _ = durability.commit(batch)
    answer(at: now)
  }

  mutating func retry(at now: Moment) {
    durability.retry(at: now)
    answer(at: now)
  }

  mutating func put(_ waterings: [WateringRecord], at now: Moment) {
    durability.put(waterings, at: now)
    answer(at: now)
  }

  mutating func look(at now: Moment) {
    durability.look()
    answer(at: now)
  }

  mutating func append(at now: Moment) {
    durability.writeHistory()
    answer(at: now)
  }
}

/// On a real disk that is really full: a small file system of its own.
@Suite(.enabled(if: SmallDisk.isPossible, "a small file system can only be mounted by root"))
struct DurabilityTests {
  private let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  private let start = Moment(wall: Timestamp(seconds: 1_795_248_000), uptime: Uptime(milliseconds: 1_000))

  private func lease(_ n: UInt64) -> LeaseMemory {
    LeaseMemory(
      id: UniqueID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0000 | n), actuator: "tap",
      plant: "basil", reason: .person, openedAt: start.wall, opened: start.uptime,
      boot: BootID(UniqueID(high: 1, low: 1)), endsAt: start.wall + .minutes(5),
      ends: start.uptime + .minutes(5), lastUpdateAt: start.wall, left: .minutes(5))
  }

  private func batch(_ n: UInt64) -> StoreBatch {
    let lease = lease(n)
    let granted = LeaseEvent(
      lease: lease.id, actuator: "tap", kind: .granted, text: "waters basil", at: start)
    return StoreBatch(changes: [.lease(lease)], trails: [LeaseLine(granted)])
  }

  @Test func `a lease counts as durable only when the disk took it, and a later retry makes it so`() throws {
    let disk = try SmallDisk(kilobytes: 1_024)
    let store = try GardenStore(folder: disk.path)
    var keeper = Keeper(store)
    keeper.commit(batch(1), at: start)
    #expect(keeper.durability.isDurable && keeper.durability.holds(lease(1).id))
    disk.fill()
    // The last pages of the log may still have room: then there are more leases.
    var n: UInt64 = 1
    while keeper.durability.isDurable, n < 2_000 {
      n += 1
      keeper.commit(batch(n), at: start)
    }
    #expect(!keeper.durability.isDurable)
    #expect(!keeper.durability.holds(lease(n).id))
    #expect(keeper.durability.holds(lease(1).id), "a lease that was written stays so")
    keeper.commit(batch(n + 1), at: start)
    #expect(!keeper.durability.holds(lease(n + 1).id))
    keeper.retry(at: Moment(wall: start.wall, uptime: start.uptime + .seconds(15)))
    #expect(!keeper.durability.isDurable)
    disk.free()
    keeper.retry(at: Moment(wall: start.wall, uptime: start.uptime + .seconds(30)))
    #expect(keeper.durability.isDurable)
    #expect(keeper.durability.holds(lease(n).id) && keeper.durability.holds(lease(n + 1).id))
    #expect(try store.loadMemory().leases.count == Int(n) + 1)
    #expect(try store.trail(of: lease(n).id)?.lines.count == 1)
  }

  @Test
  func `a full disk keeps no bridge from its start; that its store is a copy is found out by the next one`()
    throws
  {
    let disk = try SmallDisk(kilobytes: 1_024)
    let before = HostMachine(identifier: "0123456789abcdef0123456789abcdef")
    do {
      let store = try GardenStore(folder: disk.path)
      #expect(try store.beginTerm(on: before) == StoreTerm(number: 1))
    }
    // Its log is empty, so that nothing has a place in it.
    let store = try GardenStore(folder: disk.path)
    disk.fill()
    #expect(Startup.beginTerm(of: store, log: log) == StoreTerm(number: 1))
    disk.free()
    let term = Startup.beginTerm(of: store, log: log)
    #expect(term.number == 2 && term.isCopy)
  }

  @Test func `waterings that a full disk does not take wait, keep no valve closed, and are there later`()
    throws
  {
    let disk = try SmallDisk(kilobytes: 1_024)
    let store = try GardenStore(folder: disk.path)
    var keeper = Keeper(store)
    disk.fill()
    var told: [WateringRecord] = []
    // The last pages of the log may still have room.
    while keeper.durability.failures == 0, told.count < 2_000 {
      let n = UInt64(told.count)
      told.append(
        WateringRecord(
          id: UniqueID(high: 9, low: n), plant: "basil", from: start.wall + .seconds(told.count),
          until: start.wall + .seconds(told.count), kind: .hand))
      keeper.put([told[told.count - 1]], at: start)
    }
    #expect(keeper.durability.failures == 1 && keeper.durability.isDurable)
    #expect(keeper.durability.nextDeadline == start.uptime + .seconds(60))
    keeper.retry(at: Moment(wall: start.wall, uptime: start.uptime + .seconds(60)))
    #expect(keeper.durability.failures == 2)
    disk.free()
    keeper.retry(at: Moment(wall: start.wall, uptime: start.uptime + .seconds(120)))
    #expect(keeper.durability.failures == 2 && keeper.durability.nextDeadline == nil)
    let question = HistoryQuestion(
      plant: "basil", quantity: .moisture, from: start.wall, to: start.wall + .days(1))
    let kept = try store.historyReader().history(of: question, shares: []).waterings
    #expect(kept == told.suffix(200))
  }

  @Test func `a store in memory never makes a lease durable`() throws {
    var keeper = Keeper(try .inMemory(), leases: [lease(1).id])
    keeper.commit(batch(2), at: start)
    #expect(!keeper.durability.isDurable)
    #expect(!keeper.durability.holds(lease(1).id) && !keeper.durability.holds(lease(2).id))
  }

  @Test func `leases of earlier runs are durable, forgotten ones are not`() throws {
    let disk = try SmallDisk(kilobytes: 1_024)
    var keeper = Keeper(try GardenStore(folder: disk.path), leases: [lease(1).id])
    #expect(keeper.durability.holds(lease(1).id))
    keeper.commit(StoreBatch(changes: [.noLease(lease(1).id)]), at: start)
    #expect(!keeper.durability.holds(lease(1).id))
  }

  private func later(_ seconds: Int) -> Moment {
    Moment(wall: start.wall + .seconds(seconds), uptime: start.uptime + .seconds(seconds))
  }

  @Test func `on a card that is read-only at the start no lease is durable until it can be written`() throws {
    let disk = try SmallDisk(kilobytes: 1_024)
    let folder = disk.path + "/store"
    do { try GardenStore(folder: folder).commit(batch(1)) }
    #expect(disk.remount(isReadOnly: true))
    let store = try Startup.openStore(folder: folder, log: log)
    let memory = try store.loadMemory()
    #expect(memory.leases.map(\.id) == [lease(1).id], "what the card holds is known")
    var keeper = Keeper(store, leases: memory.leases.map(\.id))
    keeper.retry(at: start)
    keeper.commit(batch(2), at: start)
    #expect(!keeper.durability.isDurable && !keeper.durability.holds(lease(2).id))
    #expect(keeper.durability.trouble == "\(StoreError.readOnly(path: folder + "/state.sqlite"))")
    #expect(disk.remount(isReadOnly: false))
    keeper.retry(at: later(15))
    #expect(
      keeper.durability.isDurable && keeper.durability.holds(lease(1).id)
        && keeper.durability.holds(lease(2).id))
    keeper.commit(batch(3), at: later(16))
    #expect(try store.loadMemory().leases.count == 3)
    #expect(try store.trail(of: lease(2).id)?.lines.count == 1)
  }

  @Test func `a start on a full disk knows what is there, and is taken up when there is room`() throws {
    let disk = try SmallDisk(kilobytes: 1_024)
    let folder = disk.path + "/store"
    disk.fill()
    let store = try Startup.openStore(folder: folder, log: log)
    var keeper = Keeper(store)
    keeper.commit(batch(1), at: start)
    keeper.retry(at: start)
    #expect(!keeper.durability.isDurable && !keeper.durability.holds(lease(1).id))
    disk.free()
    keeper.retry(at: later(15))
    #expect(keeper.durability.isDurable && keeper.durability.holds(lease(1).id))
    #expect(FileManager.default.fileExists(atPath: folder + "/state.sqlite"))
  }

  @Test func `a folder that was deleted is written anew with everything, and readings that waited`() throws {
    let disk = try SmallDisk(kilobytes: 1_024)
    let folder = disk.path + "/store"
    do {
      let store = try GardenStore(folder: folder)
      var keeper = Keeper(store)
      keeper.commit(batch(1), at: start)
      try FileManager.default.removeItem(atPath: folder)
      keeper.commit(batch(2), at: start)
      keeper.look(at: later(60))
      #expect(
        keeper.durability.isDurable && keeper.durability.holds(lease(1).id)
          && keeper.durability.holds(lease(2).id))
      keeper.commit(batch(3), at: later(61))
      let reading = Reading(sensor: SensorIndex(0), quantity: .moisture, value: 40)
      _ = keeper.durability.record([.record(reading, at: start.wall)], of: [SensorPlan(id: "s")])
      keeper.append(at: later(62))
      #expect(keeper.durability.history.isEmpty)
    }
    let again = try GardenStore(folder: folder)
    #expect(again.setAside.isEmpty)
    #expect(try again.loadMemory().leases.count == 3)
    #expect(try again.loadMemory().sensors.first?.last.first?.value == 40)
    #expect(try again.trail(of: lease(2).id)?.lines.count == 1)
  }
}

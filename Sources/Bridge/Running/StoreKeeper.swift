import BridgeConfig
import GardenCore
import GardenStore
import HostSystem
import Logging

/// Stands between the loop and the store: a store that fails (full disk, read-only or broken card, deleted files) is said once
/// and loudly, the garden goes on in memory, and what was not written waits until the store takes it. It grows with entities and
/// unsent documents only: a later change of an entity replaces the earlier one.
final class StoreKeeper {
  private let store: GardenStore
  private let log: Logger
  /// What must still be written.
  private var waiting = StoreBatch()
  /// Waterings that must still be written; the newest ``wateringsMax``.
  private var wateringsWaiting: [WateringRecord] = []
  private static let wateringsMax = 500
  /// When those that could not be written are tried again.
  private var wateringsAt: Uptime?
  private var retryAt: Uptime?
  /// Set while the store does not take what it is given.
  private(set) var trouble: StoreError?

  /// Since the start: transactions of the state, changes in them, and times that something was not taken.
  private(set) var transactions = 0
  private(set) var rows = 0
  private(set) var failures = 0
  /// Readings that went because the history was over its size.
  private(set) var historyDropped = 0
  private var droppedUntold = 0

  /// Leases that are on the disk.
  private var leases: Set<UniqueID>

  /// - Parameter leases: what the store held at the start.
  init(store: GardenStore, leases: [UniqueID] = [], log: Logger) {
    self.store = store
    self.leases = store.isInMemory ? [] : Set(leases)
    self.log = log
    if store.isInMemory { retryAt = Uptime(milliseconds: 0) }
  }

  /// Nothing outlives the process.
  var isInMemory: Bool { store.isInMemory }

  /// Bytes of a blob; `nil`: they cannot be read just now.
  func blob(of message: UniqueID, at: Int, count: Int) -> [UInt8]? {
    guard let bytes = try? store.blob(of: message, at: at, count: count), !bytes.isEmpty else { return nil }
    return bytes
  }

  /// Everything that was handed over is on the disk.
  var isDurable: Bool { trouble == nil && !store.isInMemory }

  /// The lease is on the disk.
  func holds(_ lease: UniqueID) -> Bool { leases.contains(lease) }

  /// Next time a store in trouble is tried again.
  var nextDeadline: Uptime? { .earliest(retryAt, wateringsAt) }

  /// Writes the batch in one transaction, or keeps it.
  func commit(_ batch: StoreBatch, at now: Moment) {
    if trouble != nil {
      waiting.absorb(batch)
      return
    }
    do throws(StoreError) {
      try store.commit(batch)
      note(batch)
    } catch {
      waiting.absorb(batch)
      fell(error, at: now)
    }
  }

  private func note(_ written: StoreBatch) {
    transactions += 1
    rows += written.changes.count + written.trails.count + written.posted.count + written.sent.count
    guard !store.isInMemory else { return }
    for change in written.changes {
      if case .lease(let lease) = change { leases.insert(lease.id) }
      if case .noLease(let id) = change { leases.remove(id) }
      if case .heater(let heater) = change, let lease = heater.lease {
        if heater.phase == .on { leases.insert(lease) } else { leases.remove(lease) }
      }
    }
  }

  func retry(at now: Moment) {
    if let due = wateringsAt, due <= now.uptime { writeWaterings(at: now) }
    guard let due = retryAt, due <= now.uptime else { return }
    do throws(StoreError) {
      try leaveLostFiles()
      try takeUp()
      try store.commit(waiting)
      note(waiting)
      waiting.removeAll()
      retryAt = nil
      trouble = nil
      log.notice("store: works again; everything that waited is written")
    } catch {
      failures += 1
      trouble = trouble ?? error
      retryAt = now.uptime + .seconds(15)
    }
  }

  /// Notices files that were deleted or replaced under the bridge: they take everything and keep nothing.
  func look(at now: Moment) {
    guard trouble == nil, store.missingFile() != nil else { return }
    retryAt = now.uptime
    retry(at: now)
    if let trouble {
      log.critical("store: \(trouble); going on in memory and opening no valve until it works again")
    }
  }

  private func leaveLostFiles() throws(StoreError) {
    guard let file = store.missingFile() else { return }
    log.critical(
      "store: \(file) was deleted or replaced under the bridge; everything is written anew from memory")
    leases.removeAll()
    try store.comeLoose()
  }

  private func takeUp() throws(StoreError) {
    guard store.isInMemory else { return }
    let told = store.setAside.count
    defer { for sentence in store.setAside.dropFirst(told) { log.error("store: \(sentence)") } }
    try store.takeUp()
    for lease in try store.loadMemory().leases { leases.insert(lease.id) }
  }

  /// Writes waterings in one transaction, or keeps them.
  func put(_ waterings: [WateringRecord], at now: Moment) {
    wateringsWaiting += waterings
    if wateringsWaiting.count > Self.wateringsMax {
      historyDropped += wateringsWaiting.count - Self.wateringsMax
      wateringsWaiting.removeFirst(wateringsWaiting.count - Self.wateringsMax)
    }
    writeWaterings(at: now)
  }

  /// A history that does not take them keeps no valve closed: they wait, and it is said once.
  private func writeWaterings(at now: Moment) {
    guard !store.isInMemory else {
      wateringsAt = now.uptime + .seconds(60)
      return
    }
    do throws(StoreError) {
      try store.put(wateringsWaiting)
      wateringsWaiting.removeAll()
      wateringsAt = nil
    } catch {
      failures += 1
      if wateringsAt == nil { log.error("store: \(error); waterings wait for the history") }
      wateringsAt = now.uptime + .seconds(60)
    }
  }

  func append(_ history: inout HistoryBuffer, at now: Moment) {
    guard isDurable else { return }
    do throws(StoreError) {
      try history.flush { rows throws(StoreError) in try store.append(rows) }
    } catch {
      fell(error, at: now)
    }
  }

  /// A session that is not kept costs a start at which our own former status looks like another bridge's for a while.
  func keep(session: UniqueID, at now: Moment) {
    do throws(StoreError) {
      try store.put(session: session)
    } catch {
      fell(error, at: now)
    }
  }

  /// Lost traces cost a ghost at the broker, no promise: they are not tried again.
  func keep(_ traces: BrokerTraces, at now: Moment) {
    guard trouble == nil else { return }
    do throws(StoreError) {
      try store.put(traces)
    } catch {
      fell(error, at: now)
    }
  }

  enum Compaction {
    case done
    case more
    /// The clock is not believed, or the store takes nothing.
    case notNow
  }

  /// A short piece of keeping the history within its bounds.
  func compact(_ bounds: StoreSettings, at now: Moment) -> Compaction {
    guard isDurable, now.isWallTrusted else { return .notNow }
    let end = HostClock.uptimeMilliseconds() + Self.compactionPiece.milliseconds
    do throws(StoreError) {
      repeat {
        let step = try store.compact(
          now: now.wall, keepRawFor: GardenStore.rawKept, keepHourlyFor: .days(bounds.historyDays),
          bytesMax: Int(bounds.bytesMax))
        historyDropped += step.dropped
        droppedUntold += step.dropped
        if !step.hasMore {
          if droppedUntold > 0 { log.notice("history: \(droppedUntold) rows dropped, it was over its size") }
          droppedUntold = 0
          try store.checkpoint()
          return .done
        }
      } while HostClock.uptimeMilliseconds() < end
      return .more
    } catch {
      fell(error, at: now)
      return .notNow
    }
  }

  /// The loop waits no longer for it at a time, but for the step that it is at.
  private static let compactionPiece: Duration = .milliseconds(20)

  private func fell(_ error: StoreError, at now: Moment) {
    failures += 1
    trouble = error
    retryAt = now.uptime + .seconds(15)
    log.critical("store: \(error); going on in memory and opening no valve until it works again")
  }
}

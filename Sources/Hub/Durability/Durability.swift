import BridgeConfig
import GardenCore
import StoreTypes

/// Whether the store has what it must: one that fails (full disk, read-only or broken card, deleted files) is said once and loudly, the
/// garden goes on in memory, and what was not written waits until the store takes it. It grows with entities and unsent documents only: a
/// later change of an entity replaces the earlier one.
struct Durability {
  /// To be asked of the store, in order.
  private var errands: [StoreErrand] = []
  /// What the store is at.
  private var asked: StoreErrand?
  /// What must still be written.
  private var waiting = StoreBatch()
  private var waterings = WateringsToWrite()
  private(set) var history = HistoryBuffer()
  private var retryAt: Uptime?
  /// Set while the store does not take what it is given.
  private(set) var trouble: String?
  /// Nothing outlives the process.
  private(set) var isInMemory: Bool

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
  init(isInMemory: Bool, leases: [UniqueID] = []) {
    self.isInMemory = isInMemory
    self.leases = isInMemory ? [] : Set(leases)
    if isInMemory { retryAt = Uptime(milliseconds: 0) }
  }

  /// Everything that was handed over is on the disk.
  var isDurable: Bool { trouble == nil && !isInMemory }

  /// The lease is on the disk.
  func holds(_ lease: UniqueID) -> Bool { leases.contains(lease) }

  /// Next time a store in trouble is tried again.
  var nextDeadline: Uptime? { .earliest(retryAt, waterings.due) }

  /// What is to be asked next; `nil`: nothing, or the store is still at something.
  mutating func takeNext() -> StoreErrand? {
    guard asked == nil, !errands.isEmpty else { return nil }
    asked = errands.removeFirst()
    return asked
  }

  /// The transaction that a turn rests on goes to the store, before whatever is asked for later. `false`: the store is in trouble, and it
  /// waits for better days.
  mutating func commit(_ batch: StoreBatch) -> Bool {
    guard trouble == nil else {
      waiting.absorb(batch)
      return false
    }
    errands.append(.commit(batch))
    return true
  }

  /// What has ended, and concerns others.
  enum End {
    /// A transaction, written or not.
    case commit
    /// A piece of a compaction; there is more.
    case compactionPiece
    case noCompaction
  }

  mutating func answered(_ reply: StoreReply, log: inout HubLog, at now: Moment) -> End? {
    guard let errand = asked else { return nil }
    asked = nil
    isInMemory = reply.isInMemory
    for sentence in reply.setAside { log.error("store: \(sentence)") }
    switch errand {
    // A session that is not kept costs a start at which our own former status looks like another bridge's for a while; lost traces cost a
    // ghost at the broker, no promise.
    case .session, .traces:
      if let failure = reply.failure { fell(failure, &log, at: now) }
    case .commit(let batch):
      if let failure = reply.failure {
        waiting.absorb(batch)
        fell(failure, &log, at: now)
      } else {
        note(batch)
      }
      return .commit
    case .rescue(let batch): rescued(batch, reply, &log, at: now)
    case .waterings(let written):
      if reply.failure != nil { failures += 1 }
      waterings.answered(written.count, reply.failure, &log, at: now)
    case .readings(let rows):
      if let failure = reply.failure {
        history.giveBack(rows)
        fell(failure, &log, at: now)
      } else {
        history.written(rows)
      }
    case .compact: return compacted(reply, &log, at: now)
    case .look:
      guard trouble == nil, reply.lostFile != nil else { break }
      trouble = "\(reply.lostFile ?? ""): lost"
      askForRescue()
    }
    return nil
  }

  private mutating func note(_ written: StoreBatch) {
    transactions += 1
    rows += written.changes.count + written.trails.count + written.posted.count + written.sent.count
    guard !isInMemory else { return }
    for change in written.changes {
      if case .lease(let lease) = change { leases.insert(lease.id) }
      if case .noLease(let id) = change { leases.remove(id) }
      if case .heater(let heater) = change, let lease = heater.lease {
        if heater.phase == .on { leases.insert(lease) } else { leases.remove(lease) }
      }
    }
  }

  mutating func retry(at now: Moment) {
    if let due = waterings.due, due <= now.uptime { writeWaterings(at: now) }
    guard let due = retryAt, due <= now.uptime else { return }
    askForRescue()
  }

  /// Until it is answered nothing else is written.
  private mutating func askForRescue() {
    retryAt = nil
    trouble = trouble ?? "in memory"
    errands.append(.rescue(waiting))
    waiting.removeAll()
  }

  private mutating func rescued(_ batch: StoreBatch, _ reply: StoreReply, _ log: inout HubLog, at now: Moment)
  {
    if let file = reply.lostFile {
      log.critical(
        "store: \(file) was deleted or replaced under the bridge; everything is written anew from memory")
      leases.removeAll()
    }
    leases.formUnion(reply.leases)
    if let failure = reply.failure {
      failures += 1
      if reply.lostFile != nil { say(failure, &log) }
      trouble = failure
      retryAt = now.uptime + Self.pause
      var all = batch
      all.absorb(waiting)
      waiting = all
      return
    }
    note(batch)
    trouble = nil
    log.notice("store: works again; everything that waited is written")
    // What came meanwhile waited for this.
    if !waiting.isEmpty { errands.append(.commit(waiting)) }
    waiting.removeAll()
  }

  /// Notices files that were deleted or replaced under the bridge: they take everything and keep nothing.
  mutating func look() {
    if trouble == nil { errands.append(.look) }
  }

  /// Writes waterings in one transaction, or keeps them.
  mutating func put(_ records: [WateringRecord], at now: Moment) {
    historyDropped += waterings.put(records)
    writeWaterings(at: now)
  }

  private mutating func writeWaterings(at now: Moment) {
    if let waiting = waterings.next(isPossible: !isInMemory, at: now) { errands.append(.waterings(waiting)) }
  }

  /// Most effects of a garden are readings. `true`: there are others.
  mutating func record(_ effects: [Effect], of sensors: [SensorPlan]) -> Bool {
    var isMore = false
    for i in effects.indices {
      if case .record(let reading, let at) = effects[i] {
        history.append(reading, of: sensors, at: at)
      } else {
        isMore = true
      }
    }
    return isMore
  }

  /// What waits of the history is written.
  mutating func writeHistory() {
    guard isDurable, let rows = history.take() else { return }
    errands.append(.readings(rows))
  }

  /// Once a day.
  mutating func tellLeftOut(_ log: inout HubLog) {
    let counts = history.takeCounts()
    if counts.replaced > 0 {
      log.notice("history: \(counts.replaced) readings of a day had a later one within their second")
    }
    if counts.dropped > 0 { log.error("history: \(counts.dropped) readings of a day were lost") }
  }

  mutating func keep(session: UniqueID) { errands.append(.session(session)) }

  /// Before anything of the present config reaches the broker: a kill from here on leaves nothing unknown.
  mutating func keep(_ traces: BrokerTraces, over former: BrokerTraces? = nil) {
    if trouble == nil, traces != former { errands.append(.traces(traces)) }
  }

  /// `false`: it cannot begin now.
  mutating func compact(_ bounds: StoreSettings, at now: Moment) -> Bool {
    guard isDurable, now.isWallTrusted else { return false }
    errands.append(.compact(bounds, at: now.wall))
    return true
  }

  private mutating func compacted(_ reply: StoreReply, _ log: inout HubLog, at now: Moment) -> End? {
    historyDropped += reply.dropped
    droppedUntold += reply.dropped
    if let failure = reply.failure {
      fell(failure, &log, at: now)
      return .noCompaction
    }
    if reply.hasMore { return .compactionPiece }
    if droppedUntold > 0 { log.notice("history: \(droppedUntold) rows dropped, it was over its size") }
    droppedUntold = 0
    return nil
  }

  private static let pause: Duration = .seconds(15)

  private mutating func fell(_ failure: String, _ log: inout HubLog, at now: Moment) {
    failures += 1
    // Whatever was asked for behind it waits for the store as well.
    let isNews = trouble == nil
    trouble = failure
    retryAt = now.uptime + Self.pause
    if isNews { say(failure, &log) }
  }

  private func say(_ failure: String, _ log: inout HubLog) {
    log.critical("store: \(failure); going on in memory and opening no valve until it works again")
  }
}

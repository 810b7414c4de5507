import GardenCore
import MQTTTypes
import StoreTypes

/// Documents for devices: until the broker has them, and those that a device acknowledges until it has done so.
///
/// The database holds the same rows, as far as they must outlive a crash: written in the transaction of the change that caused
/// them. At most ``Leaving/documentsMax`` are in libmosquitto's hands at a time; it repeats those itself when the link comes back.
///
/// Bounded as a whole and for each device. What gives way is of the device that holds the most: first what the broker has had
/// already, then the lowest rank, of one rank the oldest, and last what must arrive.
struct Outbox {
  static let entriesMax = 2000
  /// Of these one device may have.
  static let shareMax = 200

  var items: [Int64: Item] = [:]
  /// Ids to hand over, by ``Leaving`` and in order. They may name what has gone meanwhile.
  var queues = Array(repeating: HandoverQueue(), count: Leaving.allCases.count)
  var shares: [DeviceID: Share] = [:]
  /// Handed over, and not acknowledged by the broker.
  var inFlight: Set<Int64> = []
  var changes = Changes()
  var marks = Marks()
  private var nextID: Int64
  /// Up to here they are of an earlier start.
  private let restoredMax: Int64
  /// When something is over that nobody may be shown any more.
  private(set) var nextExpiry: Timestamp?
  var nextRepeat: Uptime?
  var receipts: ReceiptHabits

  var counts = Counts()

  /// - Parameter receipts: which devices acknowledge.
  init(restored: [OutboxEntry], receipts: ReceiptHabits = ReceiptHabits(), at now: Moment) {
    self.receipts = receipts
    restoredMax = restored.map(\.id).max() ?? 0
    nextID = restoredMax + 1
    for entry in restored {
      var item = Item(entry: entry)
      if let handedAt = entry.handedAt {
        item.stage = .awaiting
        let passed = now.isWallTrusted ? max(.zero, now.wall - handedAt) : .zero
        let (times, wait) = RepeatPauses.place(after: passed)
        item.times = times
        item.repeatAt = wait.map { now.uptime + $0 }
      }
      take(item)
    }
  }

  /// Whether the device may have it: of an earlier start that is not known.
  func mayHaveLeft(_ item: Item) -> Bool { item.times > 0 || item.entry.id <= restoredMax }

  /// The device's ack is awaited.
  var awaitingCount = 0

  /// Takes a document in.
  mutating func add(_ publication: MQTTPublication, _ handling: Handling, expiresAt: Timestamp?) {
    counts.posted &+= 1
    if let matter = handling.matter, let old = shares[handling.device]?.matters[matter] { remove(old) }
    let entry = OutboxEntry(id: nextID, publication: publication, handling: handling, expiresAt: expiresAt)
    nextID += 1
    take(Item(entry: entry))
    makeRoom(for: handling.device)
    if items[entry.id] != nil, handling.isDurable { changes.posted.append(entry) }
  }

  private mutating func take(_ item: Item) {
    let (id, handling) = (item.entry.id, item.entry.handling)
    items[id] = item
    shares[handling.device, default: Share()].ids.insert(id)
    if let matter = handling.matter { shares[handling.device]?.matters[matter] = id }
    if let receipt = handling.receipt { shares[handling.device]?.receipts[receipt] = id }
    if item.stage == .awaiting {
      awaitingCount += 1
    } else {
      queues[Leaving(handling.rank).rawValue].append(id)
    }
    expires(at: item.entry.expiresAt)
    wake(by: item.repeatAt)
  }

  mutating func wake(by due: Uptime?) {
    guard let due else { return }
    nextRepeat = nextRepeat.map { min($0, due) } ?? due
  }

  private mutating func makeRoom(for latest: DeviceID) {
    var device = latest
    if shares[latest].map({ $0.ids.count <= Self.shareMax }) ?? true {
      guard items.count > Self.entriesMax,
        let largest = shares.max(by: { ($0.value.ids.count, $0.key) < ($1.value.ids.count, $1.key) })
      else { return }
      device = largest.key
    }
    let candidates = (shares[device]?.ids ?? []).compactMap { items[$0] }.filter { $0.stage != .inFlight }
    guard let victim = candidates.max(by: { ($0.weight, -$0.entry.id) < ($1.weight, -$1.entry.id) }) else {
      return
    }
    // What gives way makes room for what pushes it out, for nothing else.
    shares[device]?.hasLost = false
    giveUp(victim)
    shares[device]?.hasLost = true
  }

  /// It expired, or gave way.
  private mutating func giveUp(_ item: Item) {
    remove(item.entry.id)
    let (handling, wasHanded) = (item.entry.handling, item.entry.handedAt != nil)
    if wasHanded { counts.unconfirmed &+= 1 } else { counts.dropped &+= 1 }
    // What the broker had counts as told, unless only the device's own ack does.
    guard let receipt = handling.receipt, !wasHanded || handling.mustArrive else { return }
    changes.untold.append((handling.device, receipt))
  }

  /// It was given up, or another took its place: its row goes in the transaction of what caused that.
  private mutating func remove(_ id: Int64) {
    guard let item = leave(id), item.entry.handling.isDurable else { return }
    marks.remove(id)
    changes.gone.append(id)
  }

  /// It must not arrive any more, if it has not left; what is at the broker's door is not repeated.
  mutating func recall(_ receipt: UniqueID, from device: DeviceID) {
    guard let id = shares[device]?.receipts.removeValue(forKey: receipt) else { return }
    items[id]?.entry.handling.receipt = nil
    guard items[id]?.stage != .inFlight else { return }
    remove(id)
    counts.dropped &+= 1
  }

  /// The device has left: nothing waits for it any more.
  mutating func drop(for device: DeviceID) {
    receipts.forget(device)
    for id in shares[device]?.ids ?? [] where items[id]?.stage != .inFlight {
      remove(id)
      counts.dropped &+= 1
    }
  }

  /// It has arrived: its row goes with the next transaction. A crash before that sends it once more.
  mutating func arrived(_ id: Int64, at now: Moment) {
    guard let item = leave(id), item.entry.handling.isDurable else { return }
    marks.insert(id, at: now)
  }

  private mutating func leave(_ id: Int64) -> Item? {
    guard let item = items.removeValue(forKey: id) else { return nil }
    let handling = item.entry.handling
    if item.stage == .awaiting { awaitingCount -= 1 }
    guard var share = shares.removeValue(forKey: handling.device) else { return item }
    share.ids.remove(id)
    if let matter = handling.matter, share.matters[matter] == id { share.matters[matter] = nil }
    if let receipt = handling.receipt, share.receipts[receipt] == id { share.receipts[receipt] = nil }
    if share.hasLost, share.ids.count <= Self.shareMax / 2 {
      share.hasLost = false
      changes.reached.append(handling.device)
    }
    if !share.ids.isEmpty { shares[handling.device] = share }
    return item
  }

  /// What is for the database and the garden since it was asked last. What has arrived goes along with anything else, by itself a
  /// little later.
  mutating func takeChanges(at now: Moment, withMarks: Bool) -> Changes {
    defer { changes = Changes() }
    guard withMarks || marks.isDue(at: now) || !changes.posted.isEmpty || !changes.gone.isEmpty else {
      return changes
    }
    for id in marks.take() {
      if let item = items[id] { changes.posted.append(item.entry) } else { changes.gone.append(id) }
    }
    return changes
  }

  /// When something is to be repeated, or written by itself.
  var nextDeadline: Uptime? { .earliest(nextRepeat, marks.due) }

  /// Removes what nobody may be shown any more.
  mutating func expire(at now: Moment) {
    guard now.isWallTrusted, let due = nextExpiry, due <= now.wall else { return }
    nextExpiry = nil
    for item in items.values.sorted(by: { $0.entry.id < $1.entry.id }) {
      guard let end = item.entry.expiresAt else { continue }
      if end > now.wall {
        expires(at: end)
      } else if item.stage != .inFlight {
        giveUp(item)
      }
    }
  }

  /// What is under way is looked at when it is not any more.
  mutating func expires(at end: Timestamp?) {
    if let end { nextExpiry = nextExpiry.map { min($0, end) } ?? end }
  }
}

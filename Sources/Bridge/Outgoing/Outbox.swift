import GardenCore
import GardenStore
import MQTTTypes

/// Documents that must reach a device, in order, until the broker has acknowledged them.
///
/// The database holds the same rows: they are written in the transaction of the state change that caused them and
/// deleted when the PUBACK came. At most ``windowMax`` are in libmosquitto's hands at a time; it repeats those itself
/// when the link comes back.
struct Outbox {
  static let windowMax = 20
  static let entriesMax = 2000

  private var entries: [OutboxEntry] = []
  /// Entry id by the ticket under which the broker will acknowledge it.
  private var inFlight: [UInt16: Int64] = [:]
  private var handedOver: Set<Int64> = []
  private var nextID: Int64 = 1
  /// Entries that expired unsent, or were the oldest when the bound was reached.
  private(set) var dropped: UInt64 = 0
  private(set) var posted: UInt64 = 0
  /// Acknowledged by the broker.
  private(set) var sent: UInt64 = 0
  /// Handed over again, after a restart or a broken link.
  private(set) var resent: UInt64 = 0
  /// Up to here they are of an earlier start.
  private let restoredMax: Int64

  init(restored: [OutboxEntry]) {
    entries = restored
    restoredMax = restored.map(\.id).max() ?? 0
    nextID = restoredMax + 1
  }

  var count: Int { entries.count }
  var all: [OutboxEntry] { entries }

  /// Takes a document in; answers the rows to insert and the ids to delete, for the transaction of the same batch.
  mutating func add(_ publication: MQTTPublication, expiresAt: Timestamp?) -> (OutboxEntry, evicted: Int64?) {
    let entry = OutboxEntry(id: nextID, publication: publication, expiresAt: expiresAt)
    nextID += 1
    posted &+= 1
    var evicted: Int64?
    if entries.count >= Self.entriesMax,
      let oldest = entries.firstIndex(where: { !handedOver.contains($0.id) })
    {
      evicted = entries.remove(at: oldest).id
      dropped &+= 1
    }
    entries.append(entry)
    return (entry, evicted)
  }

  /// Removes what nobody may be shown any more; answers the ids to delete.
  mutating func expire(at now: Moment) -> [Int64] {
    guard now.isWallTrusted else { return [] }
    var gone: [Int64] = []
    entries.removeAll { entry in
      guard let expiry = entry.expiresAt, expiry <= now.wall, !handedOver.contains(entry.id) else {
        return false
      }
      gone.append(entry.id)
      return true
    }
    dropped &+= UInt64(gone.count)
    return gone
  }

  var nextExpiry: Timestamp? { entries.lazy.compactMap(\.expiresAt).min() }

  /// The next document to hand over, while the window has room.
  var next: OutboxEntry? {
    guard handedOver.count < Self.windowMax else { return nil }
    return entries.first { !handedOver.contains($0.id) }
  }

  mutating func handed(_ entry: OutboxEntry, ticket: UInt16) {
    if entry.id <= restoredMax { resent &+= 1 }
    handedOver.insert(entry.id)
    inFlight[ticket] = entry.id
  }

  /// What the broken link left unacknowledged goes out once more.
  mutating func linkCameAbout() { resent &+= UInt64(inFlight.count) }

  /// The broker has it: answers the id to delete, or `nil` for a ticket that is not ours.
  mutating func acknowledged(ticket: UInt16) -> Int64? {
    guard let id = inFlight.removeValue(forKey: ticket) else { return nil }
    handedOver.remove(id)
    sent &+= 1
    entries.removeAll { $0.id == id }
    return id
  }
}

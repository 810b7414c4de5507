package import GardenCore
package import MQTTTypes

/// What one drained batch of messages made durable. Committed whole or not at all; committing it twice is the same.
package struct StoreBatch: Sendable, Hashable {
  /// In order; of two changes of one entity the later one stays.
  package var changes: [MemoryChange]
  /// Lines of the lease log, in order.
  package var trails: [LeaseLine]
  /// Lines that had no room in a batch that waited.
  package var trailDropped = 0
  /// New entries, and what became of old ones; of two with one id the later one stays.
  package var posted: [OutboxEntry]
  /// Ids of entries that need not be sent any more; applied after ``posted``.
  package var sent: [Int64]

  package init(
    changes: [MemoryChange] = [], trails: [LeaseLine] = [], posted: [OutboxEntry] = [], sent: [Int64] = []
  ) {
    self.changes = changes
    self.trails = trails
    self.posted = posted
    self.sent = sent
  }

  /// Lines of the lease log that wait at most; of more, the oldest are dropped and counted.
  package static let trailMax = 2_000

  package var isEmpty: Bool { changes.isEmpty && trails.isEmpty && posted.isEmpty && sent.isEmpty }

  /// Takes a later batch into this one that could not be committed. It grows with the number of entities and unsent
  /// messages, not with the number of batches: of one entity only the latest change is kept, of the lease log the newest lines.
  package mutating func absorb(_ later: StoreBatch) {
    let rewritten = Set(later.posted.map(\.id))
    posted.removeAll { rewritten.contains($0.id) }
    posted += later.posted
    var gone = Set(sent + later.sent)
    // What was posted here and sent since never reached the file; what stood there before must still be removed.
    posted.removeAll { gone.remove($0.id) != nil }
    sent = gone.sorted()
    var seen: Set<MemoryChange.Subject> = []
    trails += later.trails
    trailDropped += later.trailDropped
    if trails.count > Self.trailMax {
      trailDropped += trails.count - Self.trailMax
      trails.removeFirst(trails.count - Self.trailMax)
    }
    changes = (changes + later.changes).reversed().filter { seen.insert($0.subject).inserted }.reversed()
  }

  /// Empties it and keeps its room, for a loop that fills it again.
  package mutating func removeAll() {
    changes.removeAll(keepingCapacity: true)
    trails.removeAll(keepingCapacity: true)
    trailDropped = 0
    posted.removeAll(keepingCapacity: true)
    sent.removeAll(keepingCapacity: true)
  }
}

/// A message of ours that must reach someone, and is not known to have done so.
package struct OutboxEntry: Sendable, Hashable {
  /// Given by the caller, rising: the order of sending.
  package var id: Int64
  package var publication: MQTTPublication
  package var handling: Handling
  /// Not sent after it.
  package var expiresAt: Timestamp?
  /// When the broker first had it, and the device was to acknowledge it; `nil`: it has not.
  package var handedAt: Timestamp?

  package init(
    id: Int64, publication: MQTTPublication, handling: Handling = Handling(""), expiresAt: Timestamp? = nil,
    handedAt: Timestamp? = nil
  ) {
    self.id = id
    self.publication = publication
    self.handling = handling
    self.expiresAt = expiresAt
    self.handedAt = handedAt
  }
}

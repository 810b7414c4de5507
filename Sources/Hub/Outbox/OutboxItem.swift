import GardenCore
import MQTTTypes
import StoreTypes

extension OutboxEntry {
  /// As it leaves now. What the broker has had before it keeps for who is away: a repeat is for who is there, and is soon over, so that a device
  /// that comes back does not find both.
  func leaving(at now: Moment) -> MQTTPublication {
    var leaving = publication
    if let expiresAt, now.isWallTrusted {
      leaving.expirySeconds = UInt32(clamping: max(1, (expiresAt - now.wall).wholeSeconds))
    }
    if handedAt != nil {
      leaving.expirySeconds = min(leaving.expirySeconds ?? .max, UInt32(RepeatPauses.least.wholeSeconds))
    }
    return leaving
  }
}

/// What the outbox knows of its documents and devices.
extension Outbox {
  struct Item {
    enum Stage { case waiting, inFlight, awaiting }
    var entry: OutboxEntry
    var stage = Stage.waiting
    /// How often it was handed over.
    var times = 0
    var handedAt: Uptime?
    /// It goes out again because the device said hello.
    var isCalled = false
    /// When it is handed over once more, unless the device acknowledges it.
    var repeatAt: Uptime?

    /// Higher gives way first.
    var weight: Int {
      if entry.handling.mustArrive { return -1 }
      return entry.handedAt != nil ? Handling.Rank.allCases.count : entry.handling.rank.weight
    }
  }

  /// What one device has in here.
  struct Share {
    var ids: Set<Int64> = []
    var matters: [String: Int64] = [:]
    var receipts: [UniqueID: Int64] = [:]
    /// Something of it gave way.
    var hasLost = false
  }

  /// What the database and the garden must hear of.
  struct Changes {
    var posted: [OutboxEntry] = []
    var gone: [Int64] = []
    /// Notifications that never left, and what must arrive and did not.
    var untold: [(device: DeviceID, note: UniqueID)] = []
    /// Devices that lost something, and for which there is room again.
    var reached: [DeviceID] = []
  }
  /// What the broker or the device has had since the database heard of it last.
  struct Marks {
    /// A device that acknowledges does so within this time: then its row is written once less.
    private static let wait: Duration = .seconds(5)
    private var ids: Set<Int64> = []
    private(set) var due: Uptime?

    mutating func insert(_ id: Int64, at now: Moment) {
      ids.insert(id)
      due = due ?? now.uptime + Self.wait
    }

    mutating func remove(_ id: Int64) { ids.remove(id) }
    func isDue(at now: Moment) -> Bool { due.map { $0 <= now.uptime } ?? false }

    mutating func take() -> [Int64] {
      defer { self = Self() }
      return ids.sorted()
    }
  }
}

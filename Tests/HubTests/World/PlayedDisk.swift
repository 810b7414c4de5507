import GardenCore
import StoreTypes

@testable import Hub

/// What a store would hold: it takes a transaction whole or not at all.
struct PlayedDisk {
  private(set) var memory = GardenMemory()
  private(set) var outbox: [Int64: OutboxEntry] = [:]
  private(set) var traces = BrokerTraces()
  private(set) var sessions: [UniqueID] = []
  private(set) var readings = 0
  private(set) var waterings: [WateringRecord] = []
  var isFull = false
  /// Valves with a lease before the last transaction, or in it.
  private var touched: Set<String> = []
  /// Commands that were answered here, and not where this is a copy of.
  private var newAnswers: [UniqueID] = []

  mutating func reply(to errand: StoreErrand) -> StoreReply {
    if isFull, !isLook(errand) { return StoreReply(failure: "no space left on the disk") }
    switch errand {
    case .session(let session): sessions.append(session)
    case .traces(let traces): self.traces = traces
    case .commit(let batch), .rescue(let batch): take(batch)
    case .waterings(let records): waterings += records
    case .readings(let rows): readings += rows.count
    case .compact, .look: break
    }
    return StoreReply()
  }

  private func isLook(_ errand: StoreErrand) -> Bool { if case .look = errand { true } else { false } }

  private mutating func take(_ batch: StoreBatch) {
    touched = Set(memory.leases.filter { $0.phase != .closed }.map(\.actuator))
    for case .lease(let lease) in batch.changes { touched.insert(lease.actuator) }
    for change in batch.changes {
      if case .answered(let answered) = change, answered.outcome.code == .accepted,
        !memory.answered.contains(where: { $0.outcome.id == answered.outcome.id })
      {
        newAnswers.append(answered.outcome.id)
      }
      memory.apply(change)
    }
    for entry in batch.posted { outbox[entry.id] = entry }
    for id in batch.sent { outbox[id] = nil }
  }

  mutating func takeNewAnswers() -> [UniqueID] {
    defer { newAnswers = [] }
    return newAnswers
  }

  /// As a store that was put back begins.
  var copy: PlayedDisk {
    var copy = self
    copy.memory.restored = RestoredMemory()
    copy.newAnswers = []
    return copy
  }

  func hasOpenLease(of valve: String) -> Bool {
    memory.leases.contains { $0.actuator == valve && $0.phase != .closed }
  }

  /// Also one that the last transaction began and ended, or ended.
  func hadOpenLease(of valve: String) -> Bool { hasOpenLease(of: valve) || touched.contains(valve) }
}

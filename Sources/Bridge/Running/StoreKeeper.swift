package import GardenCore
package import GardenStore
import Logging

/// Stands between the loop and the store: a store that fails (full disk, broken card) is said once and loudly, the garden
/// goes on in memory, and what was not written waits, one change per entity, until the store takes it.
package final class StoreKeeper {
  private let store: GardenStore
  private let log: Logger
  /// What must still be written; the newest change of an entity replaces its older one, so the config bounds it.
  private var waiting = StoreBatch()
  private var retryAt: Uptime?
  /// Set while the store does not take what it is given.
  package private(set) var trouble: StoreError?

  package init(store: GardenStore, log: Logger) {
    self.store = store
    self.log = log
  }

  /// Next time a store in trouble is tried again.
  var nextDeadline: Uptime? { retryAt }

  /// Writes the batch in one transaction, or keeps it.
  func commit(_ batch: StoreBatch, at now: Moment) {
    if trouble != nil {
      keep(batch)
      return
    }
    do throws(StoreError) {
      try store.commit(batch)
    } catch {
      keep(batch)
      fell(error, at: now)
    }
  }

  func retry(at now: Moment) {
    guard let due = retryAt, due <= now.uptime else { return }
    do throws(StoreError) {
      try store.commit(waiting)
      waiting.removeAll()
      retryAt = nil
      trouble = nil
      log.notice("store: works again; everything that waited is written")
    } catch {
      retryAt = now.uptime + .seconds(15)
    }
  }

  func append(_ history: inout HistoryBuffer, at now: Moment) {
    guard trouble == nil else { return }
    do throws(StoreError) {
      try history.flush { rows throws(StoreError) in try store.append(rows) }
    } catch {
      fell(error, at: now)
    }
  }

  private func fell(_ error: StoreError, at now: Moment) {
    trouble = error
    retryAt = now.uptime + .seconds(15)
    log.critical("store: \(error); going on in memory until it works again")
  }

  private func keep(_ batch: StoreBatch) {
    for change in batch.changes {
      waiting.changes.removeAll { $0.isReplaced(by: change) }
      waiting.changes.append(change)
    }
    waiting.posted.append(contentsOf: batch.posted)
    for id in batch.sent {
      if let unsent = waiting.posted.firstIndex(where: { $0.id == id }) {
        waiting.posted.remove(at: unsent)
      } else {
        waiting.sent.append(id)
      }
    }
  }
}

extension MemoryChange {
  /// Whether the later change makes this one pointless.
  fileprivate func isReplaced(by later: MemoryChange) -> Bool {
    switch (self, later) {
    case (.plant(let a), .plant(let b)): a.id == b.id
    case (.reminder(let a), .reminder(let b)): a.key == b.key
    case (.reminder(let a), .noReminder(let key)): a.key == key
    case (.noReminder(let key), .reminder(let b)): key == b.key
    case (.control(let a), .control(let b)): a.id == b.id
    case (.lease(let a), .lease(let b)): a.id == b.id
    case (.lease(let a), .noLease(let id)): a.id == id
    case (.sensor(let a), .sensor(let b)): a.id == b.id
    case (.person(let a), .person(let b)): a.id == b.id
    case (.device(let a), .device(let b)): a.id == b.id
    case (.forgetAnswered, .forgetAnswered): true
    default: false
    }
  }
}

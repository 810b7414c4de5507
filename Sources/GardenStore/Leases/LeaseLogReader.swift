package import GardenCore
import SQLite
package import StoreTypes

/// Reads the lease log of a folder, whether a bridge is running on it, was killed on it or is down; never writes there.
///
/// A running bridge holds `state.sqlite` for itself, so that nothing outside can delay a closing valve. What is read is a copy
/// of the file and of its write-ahead log, taken as a power cut would leave them: SQLite recovers the copy.
package final class LeaseLogReader {
  private let queue: DatabaseQueue
  private let path: String
  /// Lines that this version cannot read.
  package private(set) var unreadable: [String] = []

  /// The copy stays open, and is gone from its folder at once.
  ///
  /// - Throws: ``StoreError/notPermitted(path:)``, ``StoreError/newerSchema(file:migration:)``, and
  ///   ``StoreError/noStore(folder:)`` where no bridge has ever run.
  package init(folder: String) throws(StoreError) {
    path = "\(folder)/\(StateSchema.file)"
    do {
      let scratch = try ScratchFolder()
      let copy = "\(scratch.path)/\(StateSchema.file)"
      try StateCopy(of: path).write(to: copy)
      let queue = try DatabaseQueue(path: copy)
      self.queue = queue
      try queue.read { [path] db in
        let applied = try StateSchema.migrations.appliedIdentifiers(db)
        if let newest = applied.subtracting(StateSchema.migrations.migrations).max() {
          throw StoreError.newerSchema(file: path, migration: newest)
        }
      }
      // An older file has no log yet: brought to the present form, the copy has an empty one.
      try withExtendedLifetime(scratch) { try StateSchema.migrations.migrate(queue) }
    } catch {
      throw StoreError(error, file: path)
    }
  }

  /// `nil` where nothing stands of that lease.
  package func trail(of lease: UniqueID) throws(StoreError) -> LeaseTrail? {
    var skipped: [String] = []
    let trail = try read { try LeaseLogRows.trail(of: lease, in: $0, unreadable: &skipped) }
    unreadable += skipped
    return trail
  }

  /// What the bridge keeps at the broker, as far as it has written it.
  package func traces() throws(StoreError) -> BrokerTraces { try read { try TraceRows.all(in: $0) } }

  /// The newest first; `name`: a valve or a plant, `nil`: all.
  package func trails(about name: String?, last: Int) throws(StoreError) -> [LeaseTrail] {
    var trails: [LeaseTrail] = []
    for lease in try read({ try LeaseLogRows.leases(about: name, last: last, in: $0) }) {
      if let trail = try trail(of: lease) { trails.append(trail) }
    }
    return trails
  }

  /// Leases whose id ends so; more than one where the ending is too short.
  package func trails(endingWith tail: String) throws(StoreError) -> [LeaseTrail] {
    var trails: [LeaseTrail] = []
    for lease in try read({ try LeaseLogRows.leases(endingWith: tail, in: $0) }) {
      if let trail = try trail(of: lease) { trails.append(trail) }
    }
    return trails
  }

  /// Lines of leases that the bounds dropped whole, and lines that a full disk kept from being written.
  package func dropped() throws(StoreError) -> Int { try read { try LeaseLogRows.dropped(in: $0) } }

  private func read<T>(_ body: (Database) throws -> T) throws(StoreError) -> T {
    do { return try queue.read(body) } catch { throw StoreError(error, file: path) }
  }
}

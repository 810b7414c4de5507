package import BridgeConfig
package import GardenCore
package import StoreTypes

/// What the store is asked to do. One at a time; each is answered.
package enum StoreErrand: Sendable {
  case session(UniqueID)
  case traces(BrokerTraces)
  /// One transaction.
  case commit(StoreBatch)
  /// All that waited, once the store may work again: files that are not ours any more are left, and written anew.
  case rescue(StoreBatch)
  case waterings([WateringRecord])
  case readings([HistoryRow])
  /// A short piece of keeping the history within its bounds.
  case compact(StoreSettings, at: Timestamp)
  /// Whether the files are still ours.
  case look
}

/// What became of it.
package struct StoreReply: Sendable {
  /// `nil`: it was done.
  package var failure: String?
  /// A file that was deleted or replaced while it was open.
  package var lostFile: String?
  /// Nothing outlives the process.
  package var isInMemory = false
  /// Leases that files hold which were taken up.
  package var leases: [UniqueID] = []
  /// Files that could not be read and were moved aside, a sentence each.
  package var setAside: [String] = []
  /// Rows of the history that went, and whether more must.
  package var dropped = 0
  package var hasMore = false

  package init(failure: String? = nil, isInMemory: Bool = false) {
    self.failure = failure
    self.isInMemory = isInMemory
  }
}

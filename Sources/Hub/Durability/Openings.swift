import GardenCore

// The last gate before water: whatever the core decided, nothing opens without a durable lease, or beside another bridge.
extension Durability {
  /// Why nothing new may be opened just now. `isOtherFirst`: another bridge is in charge, or may be.
  func openingBar(isOtherFirst: Bool) -> OpeningBar? {
    isOtherFirst ? .otherBridge : isDurable ? nil : .store
  }

  /// A lease that is on the disk may go on (a device timer is renewed) while the store does not take anything new.
  func mayOpen(_ lease: UniqueID?, isOtherFirst: Bool) -> Bool {
    switch openingBar(isOtherFirst: isOtherFirst) {
    case nil: true
    case .store: lease.map(holds) ?? false
    case .otherBridge: false
    }
  }
}

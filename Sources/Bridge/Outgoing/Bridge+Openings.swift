import GardenCore

// The last gate before water: whatever the core decided, nothing opens without a durable lease, or beside another bridge.
extension Bridge {
  /// Why nothing new may be opened just now.
  var openingBar: OpeningBar? { keeper.isDurable ? nil : .store }

  /// A lease that is on the disk may go on (a device timer is renewed) while the store does not take anything new.
  func mayOpen(_ lease: UniqueID?) -> Bool { keeper.isDurable || lease.map(keeper.holds) ?? false }

  /// The core refuses by itself what would be held back here.
  func tellOpenings() {
    guard garden.openingBar != openingBar else { return }
    garden.handle(.openings(barredBy: openingBar), at: now, into: &effects)
  }
}

import GardenCore

// The last gate before water: whatever the core decided, nothing opens without a durable lease, or beside another bridge.
extension Hub {
  /// Why nothing new may be opened just now.
  var openingBar: OpeningBar? {
    if rivals.mustYield(at: now) { return .otherBridge }
    return durability.isDurable ? nil : .store
  }

  /// A lease that is on the disk may go on (a device timer is renewed) while the store does not take anything new.
  func mayOpen(_ lease: UniqueID?) -> Bool {
    switch openingBar {
    case nil: true
    case .store: lease.map(durability.holds) ?? false
    case .otherBridge: false
    }
  }

  /// The core refuses by itself what would be held back here.
  mutating func tellOpenings() {
    let yields = rivals.tellsPeople(at: now)
    if garden.yields != yields { garden.handle(.yields(yields), at: now, into: &turn.effects) }
    guard garden.openingBar != openingBar else { return }
    garden.handle(.openings(barredBy: openingBar), at: now, into: &turn.effects)
    if line.isOnline { oweCounters() }
  }
}

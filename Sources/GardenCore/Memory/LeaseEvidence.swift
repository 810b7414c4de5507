/// Independent evidence of one run, for its proof and its trail.
package struct LeaseEvidence: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A meter saw water flow.
  package static let water = LeaseEvidence(rawValue: 1)
  /// A meter saw the pump or the coil draw power.
  package static let power = LeaseEvidence(rawValue: 2)
  /// The soil got wetter.
  package static let rise = LeaseEvidence(rawValue: 4)
  /// The device reported closed after it was told to close.
  package static let closedWord = LeaseEvidence(rawValue: 8)
  /// Every meter showed that water had stopped.
  package static let still = LeaseEvidence(rawValue: 16)
  /// Water was seen, or the valve said that it was open, well after it was told to close.
  package static let late = LeaseEvidence(rawValue: 32)
  /// Closing was proved well after the valve should have answered; what it did until then nobody saw.
  package static let overdue = LeaseEvidence(rawValue: 64)
}

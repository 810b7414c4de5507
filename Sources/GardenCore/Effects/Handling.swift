/// How a document for one device is handled until it is there.
package struct Handling: Sendable, Hashable {
  /// What goes first, and gives way last. Raw values are stored.
  package enum Rank: UInt8, Sendable, Hashable, CaseIterable {
    /// Alarms, and answers to who stopped water.
    case alarm = 0
    /// Notifications, and that they are taken back.
    case notice
    case rest
    /// Answers. They go before notifications, and give way before them: who asks again is answered again.
    case ack

    /// Higher gives way first.
    package var weight: Int { Int(min(rawValue, Self.rest.rawValue)) }
  }

  package var device: DeviceID
  package var rank: Rank
  /// What it is about; a later document about the same takes its place. `nil`: nothing does.
  package var matter: String?
  /// What the device's ack of it names; until that comes it is handed over again. `nil`: it is not acknowledged.
  package var receipt: UniqueID?
  /// Outlives a crash.
  package var isDurable: Bool

  /// Nothing takes its place: whatever the device's habits, its ack is waited for.
  package var mustArrive: Bool { receipt != nil && matter == nil }

  package init(
    _ device: DeviceID, _ rank: Rank = .rest, matter: String? = nil, receipt: UniqueID? = nil,
    isDurable: Bool = true
  ) {
    self.device = device
    self.rank = rank
    self.matter = matter
    self.receipt = receipt
    self.isDurable = isDurable
  }
}

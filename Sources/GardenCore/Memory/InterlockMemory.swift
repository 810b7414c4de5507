/// Somebody holds valves closed. Durable: it outlives restarts and ends only when it is released.
package struct HoldMemory: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    /// Everything stands still: no water, no heat.
    case emergency = 0
    /// Somebody works on one valve.
    case maintenance
  }
  /// The valve that is held; `nil`: all.
  package var valve: String?
  package var kind: Kind
  /// The device; `nil`: a signal on the bridge's own machine.
  package var by: DeviceID?
  package var since: Timestamp

  package init(valve: String?, kind: Kind, by: DeviceID?, since: Timestamp) {
    self.valve = valve
    self.kind = kind
    self.by = by
    self.since = since
  }
}

/// What an interlock last said, so that a restart knows it. Of one that left the config the row stays, as the holds and the sums of a
/// valve that left it do: who takes an entry out for an hour does not lose a lock, a rain pause or what a valve has given today.
/// They are as many as names were ever used.
package struct InterlockMemory: Sendable, Hashable {
  package var id: String
  /// `nil`: nobody knows.
  package var blocks: Bool?
  package var since: Timestamp
  /// When its last believed word came.
  package var heardAt: Timestamp
  /// When it last turned to clear; the time for which it goes on blocking counts from it.
  package var clearedAt: Timestamp?

  package init(id: String, blocks: Bool?, since: Timestamp, heardAt: Timestamp, clearedAt: Timestamp?) {
    self.id = id
    self.blocks = blocks
    self.since = since
    self.heardAt = heardAt
    self.clearedAt = clearedAt
  }
}

/// What a valve gave on one local day. A run that is on counts with its whole length until its end is known, so that a power
/// cut never makes the sum too small.
package struct ValveDayMemory: Sendable, Hashable {
  package var valve: String
  /// Days since 1970-01-01 in local time, of the begin of its runs.
  package var dayNumber: Int
  /// Of the runs before `lease`.
  package var open: Duration
  package var litres: Double
  /// The last run, and its own share.
  package var lease: UniqueID?
  package var leaseOpen: Duration
  package var leaseLitres: Double
  /// When the last run ended; `nil`: it is on, or there was none.
  package var endedAt: Timestamp?

  package init(
    valve: String, dayNumber: Int, open: Duration = .zero, litres: Double = 0, lease: UniqueID? = nil,
    leaseOpen: Duration = .zero, leaseLitres: Double = 0, endedAt: Timestamp? = nil
  ) {
    self.valve = valve
    self.dayNumber = dayNumber
    self.open = open
    self.litres = litres
    self.lease = lease
    self.leaseOpen = leaseOpen
    self.leaseLitres = leaseLitres
    self.endedAt = endedAt
  }

  package var openSum: Duration { open + leaseOpen }
  package var litresSum: Double { litres + leaseLitres }
}

extension ValveDayMemory {
  /// A new run: the last one is added to the sum, or forgotten with its day.
  mutating func begin(_ lease: UniqueID, day: Int) {
    if day > dayNumber {
      (dayNumber, open, litres) = (day, .zero, 0)
    } else {
      (open, litres) = (openSum, litresSum)
    }
    (self.lease, leaseOpen, leaseLitres, endedAt) = (lease, .zero, 0, nil)
  }
}

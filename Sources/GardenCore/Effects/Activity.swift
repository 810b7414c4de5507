/// A running watering, countdown or heating as the lock screen shows it.
package struct ActivitySnapshot: Sendable, Hashable {
  package enum State: UInt8, Sendable, Hashable { case active = 0, stale, ended }
  package enum Kind: UInt8, Sendable, Hashable {
    /// Water by a valve, under a lease.
    case watering = 0
    /// Water by can or hose, timed by a countdown.
    case countdown
    /// A place that gets warm.
    case heating
  }
  package enum Phase: Sendable, Hashable {
    case opening
    case running
    /// The end is due; waiting for the valve to say that it is closed.
    case closing
    case finished
    case targetReached
    case stopped(by: DeviceID?)
    /// Neither a person nor the plan ended it.
    case interrupted(Interruption)
    case failed(ValveTrouble)
    /// A place did not get warm.
    case unheated(HeatFailure)
    /// Nobody can say how it ended.
    case unknown
    /// A countdown runs.
    case counting
    /// A countdown ran to its end.
    case timeUp
    /// The run goes on under another activity.
    case renewed
  }
  /// Of a heating. °C.
  package struct Warmth: Sendable, Hashable {
    /// What gets warm: the place, or what heats it where it has none.
    package var name: String
    /// What heats it.
    package var device: String
    /// The slider by which people ask for warmth.
    package var control: ControlID
    package var from = 0.0
    package var to = 0.0
    /// As measured last.
    package var value = 0.0
    /// `nil`: nobody knows.
    package var warmAt: Timestamp?
  }

  package var id: UniqueID
  /// At its start: the activity that it takes over from.
  package var renews: UniqueID?
  package var kind: Kind = .watering
  /// `nil`: a countdown without a plant, or a heating.
  package var plant: PlantFacts?
  /// `nil`: no heating.
  package var warmth: Warmth?
  package var state: State
  package var phase: Phase
  /// 0…1; 1 only when the run is complete.
  package var progress: Double
  package var sequence: Int
  /// Strictly rising per activity: at most one update a second.
  package var at: Timestamp
  package var startedAt: Timestamp
  /// The bridge ends it then, come what may: start + ``ActivityLimits/updates``.
  package var endsBy: Timestamp
  package var staleAt: Timestamp
  /// Ended: when it did. Else when it is expected to, or at the latest; see ``isEndKnown``.
  package var endsAt: Timestamp
  /// `false`: it may end earlier, and nothing tells when.
  package var isEndKnown = true
  /// Of an ended watering; `nil`: nothing measured them.
  package var litres: Double?
  /// Set where it ran on after it was told to close.
  package var overrun: Overrun?
  /// Of the valve of an ended watering.
  package var sight = ValveSight()
  /// The interlock or the valve that broke it off, by its id.
  package var cause: String?

  /// A valve that closed late.
  package struct Overrun: Sendable, Hashable {
    /// How long it was to run, and how long it did.
    package var meant: Duration
    package var ran: Duration
    /// Something saw water meanwhile; else it ran so long at most.
    package var isSeen: Bool
  }
}

/// What is known of a valve at the moment its trouble is told.
package struct ValveSight: Sendable, Hashable {
  /// A run holds it: it is not proved closed since.
  package var isHeld = false
  package var isProvedClosed = false
  /// As its own meters say, live, since it was last told something; `nil`: nobody knows.
  package var flows: Bool?
  /// Of the run that it closed late.
  package var overrun: ActivitySnapshot.Overrun?
  package var litres: Double?
}

/// The limits of a Live Activity. Source: Apple, "Displaying live data with Live Activities"; third seed article.
package enum ActivityLimits {
  /// Content may be updated this long.
  package static let updates: Duration = .hours(8)
  /// Gone from the lock screen at the latest this long after the start.
  package static let removal: Duration = .hours(12)
  /// Default time an ended activity stays visible.
  package static let dismissal: Duration = .hours(4)
  package static let payloadBytesMax = 4096
  /// A run that goes on gets a new activity this long before ``updates`` is over. Leaves room to prove an end.
  package static let renewalLead: Duration = .minutes(10)
}

package struct ActivityStep: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, Hashable { case start = 0, update, end }
  package var kind: Kind
  package var snapshot: ActivitySnapshot
  package var devices: [DeviceID]
  /// The first one after something proved that water runs.
  package var hasBegun = false
}

/// A running watering as the lock screen shows it.
package struct ActivityPicture: Sendable, Hashable {
  package enum State: UInt8, Sendable, Hashable { case active = 0, stale, ended }
  package enum Phase: Sendable, Hashable {
    case opening
    case running
    /// The end is due; waiting for the valve to say that it is closed.
    case closing
    case finished
    case targetReached
    case stopped(by: DeviceID?)
    case failed(ValveTrouble)
  }
  package var id: UniqueID
  package var plant: PlantFacts
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
  package var endsAt: Timestamp
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
}

package struct ActivityStep: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, Hashable { case start = 0, update, end }
  package var kind: Kind
  package var picture: ActivityPicture
  package var devices: [DeviceID]
}

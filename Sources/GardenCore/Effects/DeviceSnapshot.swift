/// How a device can be reached, for everybody to see.
package struct DeviceSnapshot: Sendable, Hashable {
  package var id: DeviceID
  package var name: String
  package var kind: DeviceKind?
  package var reachability: Reachability
  package var since: Timestamp
}

/// A device as the apps of its person's other devices may know it.
package struct Companion: Sendable, Hashable {
  package var id: DeviceID
  package var kind: DeviceKind?
  /// How many it may still be sent today; `nil`: it never said hello, or has left.
  package var glancesLeft: Int?
  package init(id: DeviceID, kind: DeviceKind? = nil, glancesLeft: Int? = nil) {
    self.id = id
    self.kind = kind
    self.glancesLeft = glancesLeft
  }
}

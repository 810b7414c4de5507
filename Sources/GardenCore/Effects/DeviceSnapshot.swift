/// How a device can be reached, for everybody to see.
package struct DeviceSnapshot: Sendable, Hashable {
  package var id: DeviceID
  package var name: String
  package var kind: DeviceKind?
  package var reachability: Reachability
  package var since: Timestamp
}

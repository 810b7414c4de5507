/// What is held closed, and what the interlocks say, for pages and devices.
package struct HoldSnapshot: Sendable, Hashable {
  package var holds: [HoldMemory]
  /// Valves that the config locks.
  package var locked: [String]
  package var interlocks: [InterlockSnapshot]
}

/// What one interlock says.
package struct InterlockSnapshot: Sendable, Hashable {
  package var id: String
  package var name: String
  package var status: InterlockStatus
  package var since: Timestamp
}

/// The bridge went down and asked a thermostat for its fallback; what it kept before is asked for at the next start.
package struct FallbackMemory: Sendable, Hashable {
  /// The actuator's id.
  package var actuator: String
  /// °C to go back to.
  package var value: Double
  package var since: Timestamp

  package init(actuator: String, value: Double, since: Timestamp) {
    self.actuator = actuator
    self.value = value
    self.since = since
  }
}

package import GardenCore

/// A message as it came, kept to find out whose it is.
package struct HeardMessage: Sendable, Hashable {
  package var topic: String
  package var payload: [UInt8]
  /// The broker replayed it: how old it is cannot be known.
  package var wasRetained: Bool
  package var arrival: Timestamp

  package init(topic: String, payload: [UInt8], wasRetained: Bool, arrival: Timestamp) {
    self.topic = topic
    self.payload = payload
    self.wasRetained = wasRetained
    self.arrival = arrival
  }
}

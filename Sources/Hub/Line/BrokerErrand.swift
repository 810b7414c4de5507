package import MQTTTypes

/// What the client of the broker is asked to do.
package enum BrokerErrand: Sendable {
  case publish(MQTTPublication, Parcel)
  case subscribe([MQTTSubscription])
  case unsubscribe([String])
  /// With which words the next link begins, before anybody is asked anything.
  case beginNextLook(saying: [MQTTPublication])
  case goOnline
  /// Leaves the broker, or stays where it is, and tries again after the pause.
  case stayAway(Duration)
}

/// By which a publication is known until its end is told.
package enum Parcel: Sendable, Hashable {
  case document(Int64)
  /// What closes; the device by its place in the config.
  case closing(Int?)
  /// Any other command or order: it is not waited for.
  case order
  case state
}

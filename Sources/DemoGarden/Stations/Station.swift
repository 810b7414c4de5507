package import MQTTTypes

/// A simulated device's connection to the broker: one MQTT client.
package struct Station: Sendable, Hashable {
  package var clientID: String
  package var will: MQTTPublication?
  /// Published at every connect, before anything else.
  package var births: [MQTTPublication] = []
  package var filters: [String] = []
}

/// A message from one of the stations.
package struct StationMessage: Sendable, Hashable {
  /// Position in ``DemoGarden/stations``.
  package var station: Int
  package var publication: MQTTPublication
}

extension MQTTPublication {
  /// A text message as simple firmware sends it.
  init(_ topic: String, _ text: String, retained: Bool = false, qos: QoS = .atMostOnce) {
    self.init(topic: topic, payload: Array(text.utf8), qos: qos, isRetained: retained)
  }
}

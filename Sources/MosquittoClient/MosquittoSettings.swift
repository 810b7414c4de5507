package import MQTTTypes

extension MosquittoClient {
  /// What a client is made from. A change needs another client.
  package struct Settings: Sendable {
    package var reach: BrokerReach
    /// Empty: the library or the broker makes one; needs ``isCleanStart``.
    package var clientID: String
    package var username: String?
    package var password: String?
    package var will: MQTTPublication?
    /// How long the broker waits before it publishes the will (MQTT 5).
    package var willDelaySeconds: UInt32 = 0
    /// `false`: the broker keeps subscriptions and queues QoS 1 messages while we are away, in MQTT 5 for
    /// ``sessionExpirySeconds``.
    package var isCleanStart = true
    package var sessionExpirySeconds: UInt32 = 0
    /// Unacknowledged QoS 1 messages that the broker may send ahead, ≥ 1 (MQTT 5; brokers have a limit of their own).
    package var receiveMaximum: UInt16 = 100
    /// A larger payload is not delivered: it is dropped and told to the handler.
    package var payloadBytesMax = 65_536
    /// A larger message the broker is told to keep back (MQTT 5; 0: none), so that nobody fills our memory.
    ///
    /// Far above what is read: mosquitto 2.0.21 does not give back the place of a QoS 1 message that it keeps back, and a client hears
    /// nothing any more after ``receiveMaximum`` of them.
    package var packetBytesMax: UInt32 = 4 << 20
    /// Publications of QoS 1 that may be unacknowledged at a time, ≥ 1. A broker that takes fewer says so (MQTT 5).
    package var inFlightMax = 100
    /// Whether our own publications come back to our subscriptions. 3.1.1 always sends them.
    package var receivesOwnPublications = false
    /// From the connection to the broker's answer, TLS included. As long as pauses are short an attempt has a quarter of it, the next one half: a cluster that
    /// has lost a node lets attempts hang that began before it had elected a leader, and answers the one after.
    package var answerTimeout: Duration = .seconds(10)
    package var backoff = Backoff()

    package init(_ reach: BrokerReach, clientID: String = "") {
      self.reach = reach
      self.clientID = clientID
    }

    package init(address: BrokerAddress, clientID: String) {
      self.init(BrokerReach(address: address), clientID: clientID)
    }
  }

  /// What a new link begins with; see ``look``.
  package struct Look: Sendable {
    package var subscription: MQTTSubscription
    /// Said before it, at QoS 0.
    package var words: [MQTTPublication]

    package init(_ subscription: MQTTSubscription, saying words: [MQTTPublication] = []) {
      self.subscription = subscription
      self.words = words
    }
  }
}

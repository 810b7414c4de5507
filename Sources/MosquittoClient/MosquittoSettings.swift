package import MQTTTypes

/// Where the broker listens.
package enum BrokerAddress: Sendable, Hashable {
  case tcp(host: String, port: UInt16)
  case unixSocket(path: String)
}

extension MosquittoClient {
  /// What a client is made from. A change needs another client.
  package struct Settings: Sendable {
    package var address: BrokerAddress
    /// Empty: the library or the broker makes one; needs ``isCleanStart``.
    package var clientID: String
    package var username: String?
    package var password: String?
    package var tls: TLS?
    /// 0 (none) or 5…65 535.
    package var keepAliveSeconds = 60
    package var will: MQTTPublication?
    /// How long the broker waits before it publishes the will (MQTT 5).
    package var willDelaySeconds: UInt32 = 0
    package var version: VersionPolicy = .automatic
    /// `false`: the broker keeps subscriptions and queues QoS 1 messages while we are away, in MQTT 5 for
    /// ``sessionExpirySeconds``.
    package var isCleanStart = true
    package var sessionExpirySeconds: UInt32 = 0
    /// Unacknowledged QoS 1 messages that the broker may send ahead, ≥ 1 (MQTT 5; brokers have a limit of their own).
    package var receiveMaximum: UInt16 = 20
    /// Larger messages are not delivered: the broker keeps them back (MQTT 5), or they are dropped and counted.
    package var packetBytesMax: UInt32 = 65_536
    /// Publications of QoS 1 that may be unacknowledged at a time, ≥ 1.
    package var inFlightMax = 20
    /// Whether our own publications come back to our subscriptions. 3.1.1 always sends them.
    package var receivesOwnPublications = false
    /// From the connection to the broker's answer, TLS included.
    package var answerTimeout: Duration = .seconds(10)
    package var backoff = Backoff()

    package init(address: BrokerAddress, clientID: String) {
      self.address = address
      self.clientID = clientID
    }

    /// Encryption, TLS 1.2 or newer.
    package struct TLS: Sendable, Hashable {
      /// Certificates of the authorities to trust (PEM). Neither file nor folder: the machine's own.
      package var caFile: String?
      package var caPath: String?
      /// Our certificate and its key (PEM, without pass phrase); both or none.
      package var certFile: String?
      package var keyFile: String?
      /// Accept a certificate that names another host. The chain is still checked.
      package var isInsecure: Bool

      package init(
        caFile: String? = nil, caPath: String? = nil, certFile: String? = nil, keyFile: String? = nil,
        isInsecure: Bool = false
      ) {
        self.caFile = caFile
        self.caPath = caPath
        self.certFile = certFile
        self.keyFile = keyFile
        self.isInsecure = isInsecure
      }
    }
  }
}

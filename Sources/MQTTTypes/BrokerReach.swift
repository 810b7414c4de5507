/// Where the broker listens.
package enum BrokerAddress: Sendable, Hashable {
  case tcp(host: String, port: UInt16)
  case unixSocket(path: String)

  /// As people write it.
  package var text: String {
    switch self {
    case .tcp(let host, let port): "\(host):\(port)"
    case .unixSocket(let path): path
    }
  }
}

package enum MQTTVersion: Sendable, Hashable, CaseIterable {
  /// 5.0
  case v5
  /// 3.1.1
  case v311
}

/// Which MQTT a client speaks.
package enum VersionPolicy: Sendable, Hashable {
  /// MQTT 5, and 3.1.1 with a broker that does not know it.
  case automatic
  case only(MQTTVersion)
}

/// Encryption, TLS 1.2 or newer.
package struct BrokerTLS: Sendable, Hashable {
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

/// How a broker is reached, whoever asks: all of a connection that is not the client's own name.
package struct BrokerReach: Sendable, Hashable {
  package var address: BrokerAddress
  package var tls: BrokerTLS?
  /// 0 (none) or 5…65 535.
  package var keepAliveSeconds: Int
  package var version: VersionPolicy

  package init(
    address: BrokerAddress, tls: BrokerTLS? = nil, keepAliveSeconds: Int = 60,
    version: VersionPolicy = .automatic
  ) {
    self.address = address
    self.tls = tls
    self.keepAliveSeconds = keepAliveSeconds
    self.version = version
  }
}

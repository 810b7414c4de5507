/// The way to the broker. An app writes one with the MQTT client that it has; `LoamMosquitto` has one for Linux.
///
/// Everything is QoS 1. A transport keeps no queue of its own for the time without a link: ``LoamClient`` sends again what must arrive.
public protocol ClientTransport: Sendable {
  /// Connects, and again whenever the link breaks, until ``disconnect()`` or until the stream is let go.
  ///
  /// - Returns: what happens, in the broker's order: ``TransportEvent/online(isSessionPresent:)`` before the first message of a connection.
  func connect(_ link: ClientLink) -> AsyncStream<TransportEvent>

  /// Hands a publication to the MQTT client. Returns at once, without waiting for the broker's PUBACK or for a link.
  ///
  /// - Throws: ``ClientError/notConnected(_:)`` where there is no link: nothing was taken.
  func publish(_ publication: ClientPublication) async throws(ClientError)

  /// Writes what is on its way, says goodbye, and ends the stream.
  func disconnect() async
}

/// What a transport connects with.
public struct ClientLink: Sendable, Hashable {
  /// MQTT client id: the device's name; empty: any, and the broker keeps nothing (clean start).
  public var clientID: String
  /// How long the broker keeps the session while the device is away, in seconds; in MQTT 3.1.1 clean session is 0 where this is not.
  public var sessionSeconds: UInt32
  /// Topic filters, each subscribed with QoS 1 after every connect.
  public var subscriptions: [String]
  /// What the broker publishes when the device is lost.
  public var will: ClientPublication?

  /// What a transport connects with.
  public init(
    clientID: String, sessionSeconds: UInt32, subscriptions: [String], will: ClientPublication? = nil
  ) {
    self.clientID = clientID
    self.sessionSeconds = sessionSeconds
    self.subscriptions = subscriptions
    self.will = will
  }
}

/// A message to be published with QoS 1.
public struct ClientPublication: Sendable, Hashable {
  /// The topic's text.
  public var topic: String
  /// The document's bytes.
  public var payload: [UInt8]
  /// Whether the broker keeps it.
  public var isRetained: Bool
  /// MQTT 5 Message Expiry Interval; `nil`: none.
  public var expirySeconds: UInt32?

  /// A message to be published.
  public init(topic: String, payload: [UInt8], isRetained: Bool = false, expirySeconds: UInt32? = nil) {
    self.topic = topic
    self.payload = payload
    self.isRetained = isRetained
    self.expirySeconds = expirySeconds
  }
}

/// What a transport tells.
public enum TransportEvent: Sendable, Hashable {
  /// The broker has let the device in, and was asked for the subscriptions. Whether it still had the session.
  case online(isSessionPresent: Bool)
  /// There is no link, and why, in words for a person. Told for each attempt that fails too.
  case offline(String)
  /// The broker does not grant this filter.
  case refused(filter: String)
  /// The broker did not take what was published there.
  case forbidden(topic: String)
  /// A message came.
  case message(topic: String, payload: [UInt8])
}

/// What a client asks of the machine it runs on. Tests give it a time of their own.
///
/// ```swift
/// ClientHost(
///   now: { EpochSeconds(clamping: Int64(Date.now.timeIntervalSince1970)) },
///   wait: { try await Task.sleep(for: $0) },
///   random: { UInt64.random(in: .min ... .max) })
/// ```
public struct ClientHost: Sendable {
  /// The wall clock.
  public var now: @Sendable () -> EpochSeconds
  /// Waits; ends early by throwing where its task is cancelled.
  public var wait: @Sendable (Duration) async throws -> Void
  /// 64 bits of chance, for ids.
  public var random: @Sendable () -> UInt64

  /// The machine's clock, waiting and chance.
  public init(
    now: @escaping @Sendable () -> EpochSeconds, wait: @escaping @Sendable (Duration) async throws -> Void,
    random: @escaping @Sendable () -> UInt64
  ) {
    self.now = now
    self.wait = wait
    self.random = random
  }
}

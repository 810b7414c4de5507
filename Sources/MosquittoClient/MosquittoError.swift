internal import CMosquitto
package import MQTTTypes

/// Why libmosquitto, or this client in front of it, would not.
package enum MosquittoError: Error, Sendable, Hashable {
  /// There is no link, so nothing is taken: what waits, waits in the caller's outbox.
  case offline
  /// As many messages are under way as may be; see ``MosquittoClient/canPublish``.
  case windowFull
  /// The message is larger than the broker, or MQTT, takes.
  case tooLarge
  /// No topic: empty, a wildcard, NUL, not UTF-8 or over 65 535 bytes.
  case invalidTopic(String)
  case invalidFilter(String)
  /// The broker does not let us subscribe to this.
  case subscriptionRefused(filter: String, reason: UInt8)
  case publicationRefused(topic: String, reason: UInt8)
  /// A setting that libmosquitto refused: its name and why.
  case invalidSetting(String, String)
  /// The machine gave no memory, thread or descriptor.
  case noResources(String)
  /// The link did not come, or broke, while a session needed it.
  case link(OfflineCause)
  case timedOut
  /// Any other code of libmosquitto (`mosq_err_t`).
  case library(code: Int32, text: String)

  init(code: Int32) {
    switch mosq_err_t(rawValue: code) {
    case MOSQ_ERR_NO_CONN: self = .offline
    case MOSQ_ERR_NOMEM: self = .noResources("memory")
    case MOSQ_ERR_PAYLOAD_SIZE, MOSQ_ERR_OVERSIZE_PACKET: self = .tooLarge
    default: self = .library(code: code, text: Library.text(of: code))
    }
  }
}

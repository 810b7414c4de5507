/// Why a client could not connect, or a message did not get what it wanted.
public enum ClientError: Error, Sendable, Hashable {
  /// There is no link to the broker; the transport's words.
  case notConnected(String)
  /// No bridge is alive under this base topic.
  case noBridge
  /// The bridge is alive and did not answer.
  case noAnswer
  /// The broker does not let the device write there: nobody got the message. Brokers say so over MQTT 5 alone.
  case forbidden(topic: String)
  /// The bridge understood and said no.
  case refused(Ack)
  /// The message breaks a rule of its document; nothing was sent.
  case invalid(DocumentError)
  /// The bytes that came are not those that were announced, each time.
  case damaged
  /// The task that sent it was cancelled, or the client disconnected; the message may still act, once.
  case cancelled
}

extension ClientError: CustomStringConvertible {
  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .notConnected(let reason):
      "not connected to the broker (\(reason)); check its address, the account and the network"
    case .noBridge:
      "no bridge is alive under this base topic; start `loam run`. What was sent may still act when it is back, once"
    case .noAnswer:
      "the bridge did not answer; check that its config names this device and that the broker lets the device write. What was sent may still act, once"
    case .forbidden(let topic):
      "the broker does not let this device write to '\(topic)'; check the account and the broker's access rules"
    case .refused(let ack): "refused: \(ack.message ?? ack.why?.word.rawValue ?? ack.code.rawValue)"
    case .invalid(let error): "not sent, for it is no valid document: \(error)"
    case .damaged: "the bytes that came are not those that were announced; ask their sender for them again"
    case .cancelled: "the wait for an answer was given up; what was sent may still act, once"
    }
  }
}

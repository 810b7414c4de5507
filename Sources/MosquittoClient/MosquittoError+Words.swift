package import MQTTTypes

/// What people read where there is no link, or a message did not leave.
extension OfflineCause: CustomStringConvertible {
  package var description: String {
    switch self {
    case .starting: "not tried yet"
    // The machine's words, in the middle of a sentence.
    case .unreachable(let words), .lost(let words): words.prefix(1).lowercased() + words.dropFirst()
    case .noAnswer: "it does not answer"
    case .refused(let refusal): refusal.description
    case .dismissed(Self.sessionTakenOver): "another client came with the same client id"
    case .dismissed(139): "the broker is shutting down"
    case .dismissed(152): "an administrator ended the connection"
    case .dismissed(let reason): "the broker ended the connection, reason \(reason)"
    case .ended: "the connection was closed"
    }
  }
}

extension OfflineCause.Refusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .badCredentials: "the broker does not know this user name with this password"
    case .notAuthorized: "the broker does not allow this account"
    case .clientID: "the broker does not take this client id"
    case .protocolVersion: "the broker does not speak this version of MQTT"
    case .serverUnavailable: "the broker takes nobody at the moment"
    case .other(let reason): "the broker refuses us, reason \(reason)"
    }
  }
}

extension MosquittoError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .offline: "there is no connection"
    case .windowFull: "too many messages are on their way"
    case .tooLarge: "the message is larger than the broker takes"
    case .invalidTopic(let topic): "'\(topic)' is no topic"
    case .invalidFilter(let filter): "'\(filter)' is no topic filter"
    case .subscriptionRefused(let filter, let reason):
      "the broker does not let us read '\(filter)', reason \(reason)"
    case .publicationRefused(let topic, let reason):
      "the broker does not let us write to '\(topic)', reason \(reason)"
    case .invalidSetting(let name, let why): "\(name): \(why)"
    case .noResources(let what): "the machine has no \(what) left"
    case .link(let cause): cause.description
    case .timedOut: "no answer in time"
    case .library(let code, let text): "\(text) (\(code))"
    }
  }
}

import PayloadJSON

/// One message, as recognisers look at it.
struct HeardPiece {
  let topic: String
  let levels: [String]
  let payload: PayloadReader
  /// What else was heard, for families whose messages do not explain themselves.
  let heard: HeardMessages

  init(_ message: HeardMessage, _ payload: PayloadReader, _ heard: HeardMessages) {
    topic = message.topic
    levels = message.topic.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    self.payload = payload
    self.heard = heard
  }

  /// The payload's JSON object.
  var object: JSONValue? {
    guard let root = payload.root, root.kind == .object else { return nil }
    return root
  }

  /// The payload's bare number; a word that means "no value" counts, since a device says it where its number stands.
  var isNumber: Bool { number != nil || (payload.byteCount > 0 && payload.number() == NumberReading.none) }

  var number: Double? {
    guard case .value(let number, _) = payload.number() else { return nil }
    return number
  }

  func joined(_ range: Range<Int>) -> String { levels[range].joined(separator: "/") }
}

/// Who may have said a message. The order decides where several could have: first the families whose topics or fields belong to
/// nobody else, then those that share a form of topic, at last the guesses.
enum Recognizers {
  typealias Recognizer = @Sendable (HeardPiece) -> [DeviceCandidate]

  static let inOrder: [Recognizer] = [
    SparkplugRecognizer.candidates, TheThingsStackRecognizer.candidates, ChirpStackRecognizer.candidates,
    TheengsRecognizer.candidates, RTL433Recognizer.candidates, TasmotaRecognizer.candidates,
    ShellyRecognizer.candidates, OpenSprinklerRecognizer.candidates, HomieRecognizer.candidates,
    MiFloraDaemonRecognizer.candidates, Zigbee2MQTTRecognizer.candidates, Ecowitt2MQTTRecognizer.candidates,
    HomeAssistantRecognizer.candidates, ESPHomeRecognizer.candidates, MappedJSONRecognizer.candidates,
    PlainRecognizer.candidates,
  ]

  /// The candidates of the first recogniser that knows the message.
  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    for recognizer in inOrder {
      let candidates = recognizer(piece)
      if !candidates.isEmpty { return candidates }
    }
    return []
  }

  /// Tells apart the devices that share a topic; empty where nobody is recognised.
  static func speaker(
    of message: HeardMessage, _ reader: PayloadReader, _ heard: HeardMessages
  ) -> String {
    candidates(HeardPiece(message, reader, heard)).first?.identity ?? ""
  }
}

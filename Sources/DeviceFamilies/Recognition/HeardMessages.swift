import GardenCore
package import PayloadJSON

/// What a broker was heard to carry: the last message of each topic, and where many devices share a topic, of each
/// device; of each kind that it sends, so that a last word of "unavailable" does not take away what was heard before it.
/// Bounded; what a bound drops is counted.
package struct HeardMessages: Sendable {
  package struct Bounds: Sendable, Hashable {
    /// Topics, or devices on shared topics.
    package var messages: Int
    /// Of all payloads together.
    package var bytes: Int
    /// Of one payload; a bridge reads no larger one.
    package var payloadBytes: Int
    package init(messages: Int = 4000, bytes: Int = 16_777_216, payloadBytes: Int = 65_536) {
      self.messages = messages
      self.bytes = bytes
      self.payloadBytes = payloadBytes
    }
  }

  private struct Key: Hashable {
    var topic: String
    var speaker: String
  }

  /// Messages of one speaker, by what they say.
  private struct Kept {
    var shape: Int
    var place: Int
  }

  package let bounds: Bounds
  /// All messages that came, those that were left out as well.
  package private(set) var heardCount = 0
  /// Messages for which there was no room, or that were too large.
  package private(set) var droppedCount = 0
  /// Our own documents, other programs' discovery and lists, `$SYS`.
  package private(set) var leftOutCount = 0

  private var messages: [HeardMessage] = []
  /// Beside ``messages``: which of all it was.
  private var orders: [Int] = []
  /// Messages of Sparkplug count on from one another, so a topic's first ones are kept, not its last.
  private var sequences: [String: Int] = [:]
  private static let sequenceMax = 200
  private var places: [Key: [Kept]] = [:]
  private static let shapesMax = 12
  private var bytes = 0
  /// Where each topic's last message is, for asking what a topic says.
  private var words: [String: Int] = [:]
  /// What zigbee2mqtt knows its devices by: the model of each, by its topic.
  package private(set) var models: [String: String] = [:]
  /// Those of ``models`` that say something of plants, or water them.
  package private(set) var awaited: Set<String> = []
  private let ownTree: String
  private var levels: [Key: TwoLevels] = [:]

  /// - Parameter ownTree: first levels of our own topics, `plants`.
  package init(ownTree: String, bounds: Bounds = Bounds()) {
    self.ownTree = ownTree
    self.bounds = bounds
  }

  /// In the order of arrival: decoders that remember need it.
  package var kept: [HeardMessage] {
    messages.indices.sorted { orders[$0] < orders[$1] }.map { messages[$0] }
  }

  /// Takes a message. `reader` is loaded with its payload.
  package mutating func take(_ message: HeardMessage, _ reader: PayloadReader) {
    heardCount += 1
    learnModels(message, reader)
    if isLeftOut(message) {
      leftOutCount += 1
      return
    }
    guard message.payload.count <= bounds.payloadBytes, message.topic.utf8.count <= 1024 else {
      droppedCount += 1
      return
    }
    reader.load(message.payload.span)
    guard let key = key(message, reader) else {
      droppedCount += 1
      return
    }
    if let moisture = moisture(message, reader), levels.count < bounds.messages {
      let at = Uptime(milliseconds: message.arrival.milliseconds)
      levels[key, default: TwoLevels()].take(moisture, at: at)
    }
    if let place = place(key, MessageShape.of(reader)) {
      let growth = message.payload.count - messages[place].payload.count
      guard bytes + growth <= bounds.bytes else {
        droppedCount += 1
        return
      }
      bytes += growth
      messages[place] = message
      orders[place] = heardCount
      words[message.topic] = place
    } else {
      guard messages.count < bounds.messages, bytes + message.payload.count <= bounds.bytes else {
        droppedCount += 1
        return
      }
      bytes += message.payload.count
      places[key, default: []].append(Kept(shape: MessageShape.of(reader), place: messages.count))
      words[message.topic] = messages.count
      messages.append(message)
      orders.append(heardCount)
    }
  }

  /// Whose place the message takes; `nil`: it has one of its own.
  private mutating func place(_ key: Key, _ shape: Int) -> Int? {
    guard let kept = places[key] else { return nil }
    if let same = kept.first(where: { $0.shape == shape }) { return same.place }
    guard kept.count >= Self.shapesMax,
      let oldest = kept.indices.min(by: { orders[kept[$0].place] < orders[kept[$1].place] })
    else { return nil }
    places[key]?[oldest].shape = shape
    return kept[oldest].place
  }

  private mutating func key(_ message: HeardMessage, _ reader: PayloadReader) -> Key? {
    guard message.topic.hasPrefix("spBv1.0/") else {
      return Key(topic: message.topic, speaker: Recognizers.speaker(of: message, reader, self))
    }
    let number = sequences[message.topic, default: 0]
    guard number < Self.sequenceMax, sequences.count < bounds.messages || number > 0 else { return nil }
    sequences[message.topic] = number + 1
    return Key(topic: message.topic, speaker: "\(number)")
  }

  /// Whether the moisture that this speaker says on this topic leaps to and fro between two levels.
  func areTwo(_ message: HeardMessage, _ speaker: String) -> Bool {
    (levels[Key(topic: message.topic, speaker: speaker)]?.turns ?? 0) >= 3
  }

  private func moisture(_ message: HeardMessage, _ reader: PayloadReader) -> Double? {
    func isMoisture(_ name: some StringProtocol) -> Bool {
      QuantityWords.meaning(of: String(name))?.quantity == .moisture
    }
    if case .value(let number, _) = reader.number() {
      return message.topic.split(separator: "/").suffix(2).contains(where: isMoisture) ? number : nil
    }
    guard reader.tree != nil else { return nil }
    return PayloadOutline(reader).values.first { value in
      value.number != nil && value.path.split(separator: ".").suffix(2).contains(where: isMoisture)
    }?.number
  }

  package func hasHeard(_ topic: String) -> Bool { words[topic] != nil }

  /// What a topic last said, where it is a short text: the neighbours of a message that explain it.
  package func word(at topic: String) -> String? {
    guard let place = words[topic], messages[place].payload.count <= 256 else { return nil }
    return String(decoding: messages[place].payload, as: UTF8.self)
  }

  /// A list of all devices may be larger than any device's own message: it is read, and not kept.
  private mutating func learnModels(_ message: HeardMessage, _ reader: PayloadReader) {
    for list in Recognizers.lists where message.topic.hasSuffix(list.ending) {
      reader.load(message.payload.span)
      let base = message.topic.dropLast(list.ending.count)
      for device in list.devices(reader) where models.count < bounds.messages {
        models["\(base)/\(device.name)"] = device.model
        if device.isForPlants { awaited.insert("\(base)/\(device.name)") }
      }
    }
  }

  /// What zigbee2mqtt's bridge says beside whether it is there.
  private static let ofBridges = [
    "devices", "info", "groups", "definitions", "extensions", "converters", "logging",
  ]

  private func isLeftOut(_ message: HeardMessage) -> Bool {
    if message.topic.hasPrefix("$") || message.topic.hasPrefix(ownTree + "/v1/") { return true }
    if Self.ofBridges.contains(where: { message.topic.hasSuffix("/bridge/" + $0) }) { return true }
    // Home Assistant's MQTT discovery: <prefix>/<component>/[<node>/]<object>/config with a JSON object.
    return message.topic.hasSuffix("/config") && message.payload.first == UInt8(ascii: "{")
  }
}

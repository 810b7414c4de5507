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

  struct Key: Hashable {
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
  /// Beside ``messages``: who said it.
  private var keys: [Key] = []
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
  /// Of bare temperatures that say no unit, by what they stand below.
  private var temperatures: [String: ClosedRange<Double>] = [:]
  private(set) var beside: BesideTopics
  private let ownTree: String
  private var hearings: [Key: Hearing] = [:]
  /// By topic, where the messages name their devices.
  private var speakers: [String: (names: Speakers, keys: [Key])] = [:]

  /// - Parameter ownTree: first levels of our own topics, `plants`.
  package init(ownTree: String, bounds: Bounds = Bounds()) {
    self.ownTree = ownTree
    self.bounds = bounds
    beside = BesideTopics(countMax: bounds.messages)
  }

  /// In the order of arrival: decoders that remember need it.
  package var kept: [HeardMessage] {
    positions.map { messages[$0] }
  }

  private var positions: [Int] { messages.indices.sorted { orders[$0] < orders[$1] } }

  /// The same, with what else was heard of each one's speaker.
  var heard: [(message: HeardMessage, hearing: Hearing)] {
    let devices = speakers.mapValues { topic in merged(topic.keys, by: topic.names.distinguishing) }
    return positions.map { position in
      let key = keys[position]
      return (messages[position], devices[key.topic]?[key] ?? hearings[key] ?? Hearing())
    }
  }

  /// Messages that differ in other names than those that tell the devices apart are one device's.
  private func merged(_ keys: [Key], by distinguishing: [FieldPath]) -> [Key: Hearing] {
    var whole: [[String]: Hearing] = [:]
    func device(_ key: Key) -> [String] {
      distinguishing.map { path in hearings[key]?.names.first { $0.path == path }?.value ?? "" }
    }
    for key in keys {
      guard let hearing = hearings[key] else { continue }
      whole[device(key), default: Hearing()].add(hearing)
    }
    return Dictionary(uniqueKeysWithValues: keys.map { ($0, whole[device($0)] ?? Hearing()) })
  }

  /// The fields by which the devices on a topic are told apart; empty: it is one device's.
  func distinguishing(on topic: String) -> [FieldPath] { speakers[topic]?.names.distinguishing ?? [] }

  /// The field that tells the devices on a topic apart, though it is not called as a name is.
  func guessedName(on topic: String) -> FieldPath? { speakers[topic]?.names.guessed }

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
    beside.take(message, reader)
    let outline = PayloadOutline(reader)
    guard let (key, names) = key(message, reader, outline) else {
      droppedCount += 1
      return
    }
    if hearings[key] != nil || hearings.count < bounds.messages {
      if hearings[key] == nil, !names.isEmpty { speakers[message.topic]?.keys.append(key) }
      hearings[key, default: Hearing()].names = names
      hearings[key]?.take(message, outline)
      learnTemperature(message.topic, outline)
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
      keys.append(key)
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

  private mutating func key(_ message: HeardMessage, _ reader: PayloadReader, _ outline: PayloadOutline) -> (
    Key, [SpeakerName]
  )? {
    guard message.topic.hasPrefix("spBv1.0/") else {
      let candidate = Recognizers.candidates(HeardPiece(message, reader, self)).first
      var key = Key(topic: message.topic, speaker: candidate?.identity ?? "")
      guard candidate?.family == .json || candidate?.family == .plain else { return (key, []) }
      let names = speakers[message.topic, default: (Speakers(), [])].names.take(
        SpeakerName.all(in: reader), moisture: Hearing.moisture(message, outline))
      if names.isEmpty { return (key, []) }
      key.speaker = names.map(\.value).joined(separator: "\n")
      return (key, names)
    }
    let number = sequences[message.topic, default: 0]
    guard number < Self.sequenceMax, sequences.count < bounds.messages || number > 0 else { return nil }
    sequences[message.topic] = number + 1
    return (Key(topic: message.topic, speaker: "\(number)"), [])
  }

  private mutating func learnTemperature(_ topic: String, _ outline: PayloadOutline) {
    let levels = topic.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard outline.form == .number, let number = outline.values.first?.number,
      let meaning = levels.last.flatMap(QuantityWords.meaning), meaning.quantity == .temperature,
      meaning.unit == nil
    else { return }
    let known = temperatures[Self.base(levels)] ?? number...number
    temperatures[Self.base(levels)] = min(known.lowerBound, number)...max(known.upperBound, number)
  }

  private static func base(_ levels: [String]) -> String {
    levels.dropLast(min(2, levels.count - 1)).joined(separator: "/")
  }

  /// Bare temperatures on topics that stand beside one.
  func temperatures(beside levels: [String]) -> ClosedRange<Double>? { temperatures[Self.base(levels)] }

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

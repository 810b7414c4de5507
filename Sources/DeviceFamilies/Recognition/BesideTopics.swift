import GardenCore
import MQTTTypes
import PayloadJSON

/// What a device says of itself on topics beside those of its values: when it measured, and whether it is there.
struct BesideTopics: Sendable {
  private var times: [String: String] = [:]
  private var presences: [String: AvailabilityBinding] = [:]
  private let countMax: Int

  init(countMax: Int) { self.countMax = countMax }

  private static let pairs: [(online: String, offline: [String])] = [
    ("online", ["offline"]), ("connected", ["disconnected"]), ("available", ["unavailable"]),
    ("alive", ["dead"]), ("up", ["down"]), ("ready", ["disconnected", "lost"]), ("true", ["false"]),
    ("on", ["off"]), ("yes", ["no"]), ("1", ["0"]),
  ]
  /// A yes and a no say nothing there.
  private static let wordy = ["status", "state", "link"]
  private static let names =
    ["lwt", "will", "availability", "available", "online", "connected", "connection", "alive", "reachable"]
    + wordy

  /// `reader` holds the message.
  mutating func take(_ message: HeardMessage, _ reader: PayloadReader) {
    let topic = message.topic
    guard let slash = topic.lastIndex(of: "/"), reader.byteCount <= 256,
      times.count + presences.count < countMax
    else { return }
    let (base, name) = (String(topic[..<slash]), String(topic[topic.index(after: slash)...]))
    if OwnTime.isNamed(by: name), Self.isTime(reader.root?.text ?? reader.text, message.arrival) {
      times[base] = topic
    } else if let found = Self.presence(topic, name, reader) {
      presences[base] = found
    }
  }

  private static func isTime(_ text: String, _ arrival: Timestamp) -> Bool {
    let context = DecodeContext(arrival: arrival, wasRetained: true, calendar: .utc)
    let written = WrittenTime(text.utf8Span.span)
    if case .local? = written { return true }
    return MeasurementTime.believed(written, context) != nil
  }

  private static func presence(_ topic: String, _ name: String, _ reader: PayloadReader)
    -> AvailabilityBinding?
  {
    guard reader.tree?.kind == .object else {
      return presence(topic, name, word: reader.root?.text ?? reader.text)
    }
    var found: AvailabilityBinding?
    guard names.contains(letters(name)) else { return nil }
    reader.tree?.forEachField { field in
      guard let word = field.value.text ?? field.value.bool.map({ "\($0)" }) else { return true }
      found = presence(topic, field.name, word: word)
      found?.path = FieldPath([.key(field.name)])
      return found == nil
    }
    return found
  }

  private static func presence(_ topic: String, _ name: String, word: String) -> AvailabilityBinding? {
    let name = letters(name)
    guard names.contains(name),
      let pair = pairs.first(where: { ([$0.online] + $0.offline).contains(word.lowercased()) }),
      pair.online.count > 4 || pair.online == "up" || !wordy.contains(name)
    else { return nil }
    let written = { (text: String) in
      word == word.lowercased()
        ? text
        : word == word.uppercased()
          ? text.uppercased()
          : text.prefix(1).uppercased() + text.dropFirst()
    }
    return AvailabilityBinding(
      topic: topic, online: [written(pair.online)], offline: pair.offline.map(written))
  }

  private static func letters(_ name: String) -> String { name.lowercased().filter(\.isLetter) }

  /// Binds what stands beside a sensor that its family does not know, the nearest first.
  func complete(_ candidate: inout DeviceCandidate, _ piece: HeardPiece, _ context: DecodeContext) {
    guard case .sensor(let binding) = candidate.role, [.plain, .json].contains(binding.family) else { return }
    let bases = (0...2).filter { $0 < piece.levels.count }.map { piece.joined(0..<(piece.levels.count - $0)) }
    if binding.availability == nil, let base = bases.first(where: { presences[$0] != nil }) {
      candidate.bind { $0.availability = presences[base] }
      if base == bases.last, bases.count == 3 {
        candidate.doubts.append(
          DeviceCandidate.Doubt(text: "\(presences[base]?.topic ?? "") is taken for whether it is there"))
      }
    }
    guard binding.time == nil, let topic = bases.lazy.compactMap({ times[$0] }).first else { return }
    candidate.bind { $0.time = TimeMapping(path: FieldPath([]), topic: topic) }
    let word = piece.heard.word(at: topic)?.replacing("\"", with: "") ?? ""
    if let time = MeasurementTime.believed(WrittenTime(word.utf8Span.span), context) {
      candidate.doubt(measuredAt: time, by: topic, context)
    }
  }
}

extension DeviceCandidate {
  mutating func doubt(measuredAt time: Timestamp, by place: String, _ context: DecodeContext) {
    let days = Int((context.arrival - time).components.seconds / 86_400)
    if days > 0 {
      doubts.append(
        Doubt(text: "by its \(place) it was measured \(days) days ago, and is none of today"))
    }
  }
}

import GardenCore
import PayloadJSON

/// What one speaker said on one topic while somebody listened: which kind a number is of is decided by most of those that were heard.
struct Hearing: Sendable {
  /// Messages that were not replayed by the broker.
  private(set) var liveCount = 0
  /// By the place in a message, as ``PayloadOutline`` has it: the last numbers.
  private(set) var numbers: [String: [Double]] = [:]
  /// Moisture as it changed, the last.
  private(set) var moistures: [Double] = []
  private(set) var levels = TwoLevels()
  var names: [SpeakerName] = []
  private static let (pathsMax, numbersMax) = (32, 9)

  mutating func take(_ message: HeardMessage, _ outline: PayloadOutline) {
    if !message.wasRetained { liveCount += 1 }
    for value in outline.values {
      guard let number = value.number, numbers.count < Self.pathsMax || numbers[value.path] != nil else {
        continue
      }
      Self.add(number, to: &numbers[value.path, default: []])
    }
    guard let moisture = Self.moisture(message, outline) else { return }
    levels.take(moisture, at: Uptime(milliseconds: message.arrival.milliseconds))
    if moistures.last != moisture { Self.add(moisture, to: &moistures) }
  }

  /// The same device, by another number of its messages.
  mutating func add(_ other: Hearing) {
    if numbers.isEmpty { levels = other.levels }
    liveCount += other.liveCount
    for (path, more) in other.numbers {
      for number in more { Self.add(number, to: &numbers[path, default: []]) }
    }
    for moisture in other.moistures where moistures.last != moisture { Self.add(moisture, to: &moistures) }
  }

  private static func add(_ number: Double, to list: inout [Double]) {
    if list.count == numbersMax { list.removeFirst() }
    list.append(number)
  }

  static func moisture(_ message: HeardMessage, _ outline: PayloadOutline) -> Double? {
    func isMoisture(_ name: some StringProtocol) -> Bool {
      QuantityWords.meaning(of: String(name))?.quantity == .moisture
    }
    if outline.form == .number {
      return message.topic.split(separator: "/").suffix(2).contains(where: isMoisture)
        ? outline.values.first?.number : nil
    }
    return outline.values.first { value in
      value.number != nil && value.path.split(separator: ".").suffix(2).contains(where: isMoisture)
    }?.number
  }
}

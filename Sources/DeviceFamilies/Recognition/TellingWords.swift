import PayloadJSON

/// Fields of the messages on one topic that nobody calls a device's name, and that may be one: each value comes again and again among
/// the others, and each has moistures of its own.
struct TellingWords: Sendable {
  fileprivate struct Heard: Sendable {
    var times = 1
    var moistures: ClosedRange<Double>
  }
  fileprivate struct Field: Sendable {
    var path: FieldPath
    var values: [String: Heard] = [:]
    var last = ""
    /// How often another value came than the one before.
    var turns = 0
    /// The last new number, and how many came in a row that were each greater.
    var number = Int.max
    var rises = 0
    var isOut = false
  }
  private var fields: [Field] = []
  fileprivate static let (fieldsMax, valuesMax, numbersMax) = (16, 24, 12)
  /// Two probes may say the same at times, but not these.
  fileprivate static let gapMin = 3.0

  /// Whether a field may be a name: it is none of a quantity, a unit, a time, a state, and says none.
  static func mayTell(_ key: String, _ value: String) -> Bool {
    guard QuantityWords.mayBePlace(key), !OwnTime.isNamed(by: key),
      [nil, .origin].contains(KeyMeaning(key.utf8Span.span)?.kind),
      !GuessedFields.valueKeys.contains(key), FieldUnit(word: value) == nil
    else { return false }
    return DigitalGuess.guess(key, value, at: FieldPath([])) == nil
      && !WordList.has(WordList.yes + WordList.not, value.utf8Span.span, 0..<value.utf8.count)
      && (Int(value) != nil || WrittenTime(value.utf8Span.span) == nil)
  }

  /// Those that may still be names.
  mutating func take(_ names: [SpeakerName], _ moisture: Double?) -> [SpeakerName] {
    guard let moisture else { return [] }
    return names.filter { name in
      var at = fields.firstIndex { $0.path == name.path }
      if at == nil, fields.count < Self.fieldsMax {
        at = fields.count
        fields.append(Field(path: name.path))
      }
      guard let at else { return false }
      fields[at].take(name.value, moisture)
      return !fields[at].isOut
    }
  }

  /// The first that tells the moistures apart.
  var telling: FieldPath? { fields.first(where: \.tells)?.path }
}

extension TellingWords.Field {
  mutating func take(_ value: String, _ moisture: Double) {
    if isOut { return }
    if let heard = values[value] {
      let range = heard.moistures
      values[value] = TellingWords.Heard(
        times: heard.times + 1, moistures: min(range.lowerBound, moisture)...max(range.upperBound, moisture))
    } else {
      values[value] = TellingWords.Heard(moistures: moisture...moisture)
      count(value)
    }
    if !last.isEmpty, last != value { turns += 1 }
    last = value
  }

  /// What counts on numbers messages.
  private mutating func count(_ value: String) {
    let number = Int(value)
    if let number {
      rises = number > self.number ? rises + 1 : 0
      self.number = number
    }
    isOut = values.count > (number == nil ? TellingWords.valuesMax : TellingWords.numbersMax) || rises > 8
    if isOut { values = [:] }
  }

  fileprivate var tells: Bool {
    guard !isOut, (2...TellingWords.valuesMax).contains(values.count), turns >= values.count,
      values.values.allSatisfy({ $0.times > 1 })
    else { return false }
    let ranges = values.values.map(\.moistures).sorted { $0.lowerBound < $1.lowerBound }
    let spread = ranges.map { $0.upperBound - $0.lowerBound }.max() ?? 0
    return zip(ranges, ranges.dropFirst()).allSatisfy { lower, upper in
      upper.lowerBound - lower.upperBound >= max(TellingWords.gapMin, spread)
    }
  }
}

import GardenCore
import PayloadJSON

/// Numbers whose names say nothing of what they are: only their owner knows.
extension GuessedFields {
  private static let askedMax = 16

  /// Each by itself, as a question. Raw numbers where there are no others.
  var asked: [Probe] {
    let all = nameless.compactMap { one in
      let isValue = Self.valueKeys.contains(one.evidence.name)
      return Self.question(
        one.evidence, at: one.path, names: Self.levels(isValue ? one.path.dropLast() : one.path[...]))
    }
    let percent = all.filter { $0.fields.allSatisfy { !$0.unit.isRaw } }
    return Array((percent.isEmpty ? all : percent).prefix(Self.askedMax))
  }

  /// `nil`: no probe says such a number.
  static func question(_ evidence: FieldGuess.Evidence, at steps: [FieldPath.Step], names: [String]) -> Probe?
  {
    let path = FieldPath(steps)
    let meaning = QuantityWords.Meaning(quantity: .moisture, rest: "")
    guard let mapping = FieldGuess(meaning, evidence, at: path)?.mapping,
      !mapping.unit.isRaw || evidence.number < 4096
    else { return nil }
    let heard = evidence.heard + [evidence.number]
    let ends = Set([heard.min(), heard.max()].compactMap(\.self)).sorted().map { DecimalText.rounded($0) }
    let name = steps.isEmpty ? evidence.name : path.text
    let text =
      "\(name) is \(ends.joined(separator: " to ")), and nothing says of what: moisture is only an example"
    return Probe(
      name: names.joined(separator: " "), fields: [mapping],
      doubts: [DeviceCandidate.Doubt(path: steps.isEmpty ? nil : path, text: text)], asks: true)
  }

  /// A level that says nothing of what stands below it.
  static func isPlain(_ name: String) -> Bool {
    plainNames.contains(name.lowercased()) || QuantityWords.isNameless(name)
      || QuantityWords.speaksOfPlants(name)
  }

  mutating func ask(_ evidence: FieldGuess.Evidence, _ path: Place) {
    var evidence = evidence
    evidence.heard = piece.numbers(at: FieldPath(path.plain).text)
    nameless.append((path.steps, evidence))
  }

  /// Whether below a name for moisture each key is a probe's: `moisture: {basil: 34, mint: 41}`.
  static func isTable(_ object: JSONValue, of name: String) -> Bool {
    guard let meaning = QuantityWords.meaning(of: name), meaning.quantity == .moisture, !meaning.isThin else {
      return false
    }
    var (count, isTable) = (0, true)
    object.forEachField { field in
      let name = field.name
      count += 1
      guard case .value(let number, _) = field.value.number, number > 1 else {
        isTable = false
        return false
      }
      isTable = QuantityWords.mayBePlace(name) && !valueKeys.contains(name)
      return isTable
    }
    return isTable && count > 1
  }

  static func isPercent(_ name: String) -> Bool {
    ["pct", "percent", "percentage", "prozent"].contains(name.lowercased())
  }

  /// The quantity that only this unit has.
  static func name(ofUnit unit: String?) -> String? {
    switch unit.flatMap(FieldUnit.init(word:)) {
    case .celsius?, .fahrenheit?: "temperature"
    case .lux?: "light"
    case .microsiemensPerCentimetre?: "conductivity"
    default: nil
    }
  }

  /// Whether another message of the same speaker tells of another probe's moisture.
  var isOneOfSeveral: Bool {
    guard let own = found.first(where: { $0.guess.quantity == .moisture }) else { return false }
    let places = piece.hearing?.numbers.keys.compactMap { try? FieldPath(text: $0) } ?? []
    return places.contains { place in
      guard case .key(let key)? = place.steps.last, let meaning = QuantityWords.meaning(of: key),
        meaning.quantity == .moisture, place.steps.allSatisfy({ $0.key != nil }),
        !found.contains(where: { $0.path == place.steps })
      else { return false }
      let (a, b) = (own.path.dropLast(), place.steps.dropLast())
      return meaning.rest != own.guess.rest || !(a.starts(with: b) || b.starts(with: a))
    }
  }
}

extension FieldPath.Step {
  /// `nil`: it is none.
  var key: String? {
    if case .key(let key) = self { key } else { nil }
  }
}

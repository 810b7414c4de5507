import GardenCore
import PayloadJSON

extension MappedFields {
  /// A field with rules, or with a path that has to be searched. `nil`: it is absent, or its conditions fail.
  func evaluated(
    _ mapping: FieldMapping, _ root: FieldRoot, _ facts: Facts, _ trace: DecodeTrace?
  ) -> DecodedItem? {
    guard let rules = mapping.rules else {
      return root.field(at: mapping.path).map { plain($0, mapping, facts, trace) }
    }
    for i in rules.when.indices where !rules.when[i].holds(root.field(at: rules.when[i].path)) {
      trace?.condition(rules.when[i], root, "when")
      return nil
    }
    guard let found = root.field(at: mapping.path) else { return nil }
    for i in rules.noValueWhen.indices {
      guard rules.noValueWhen[i].holds(root.field(at: rules.noValueWhen[i].path)) else { continue }
      trace?.condition(rules.noValueWhen[i], root, "no_value_when")
      trace?.found(found)
      return .refused(mapping.quantity, .noValue)
    }
    if let item = ruled(found, mapping, facts, trace) {
      trace?.found(found)
      return item
    }
    guard let path = rules.unitPath, let name = root.field(at: path) else {
      return plain(found, mapping, facts, trace)
    }
    trace?.found(found)
    guard let unit = FieldUnit.named(name) else {
      trace?.why("\(path.text) names no unit: \(DecodeTrace.text(name))")
      return .refused(mapping.quantity, .notANumber)
    }
    return item(found.number, mapping, facts, unit: unit, trace: trace)
  }

  /// The whole payload as one field, whatever its mapping's path: it was followed in the topic.
  func item(of payload: PayloadReader, _ mapping: FieldMapping, _ facts: Facts) -> DecodedItem {
    bare(FoundField(.payload(payload)), mapping, facts, DecodeTrace.of(payload)) { payload.number() }
  }

  /// A value that comes alone, without the fields that rules could look at.
  ///
  /// - Parameter number: what stands there as the family understands it: with a unit that was said elsewhere.
  func bare(
    _ found: FoundField, _ mapping: FieldMapping, _ facts: Facts, _ trace: DecodeTrace?,
    number: () -> NumberReading
  ) -> DecodedItem {
    trace?.begin(mapping)
    trace?.found(found)
    let item = bareItem(found, mapping, facts, trace, number)
    trace?.end(item)
    return item
  }

  private func bareItem(
    _ found: FoundField, _ mapping: FieldMapping, _ facts: Facts, _ trace: DecodeTrace?,
    _ number: () -> NumberReading
  ) -> DecodedItem {
    if mapping.rules?.looksAround == true {
      trace?.why("'when', 'no_value_when' and 'unit_path' have nothing to look at beside a bare value")
      return .refused(mapping.quantity, .malformed)
    }
    if let item = ruled(found, mapping, facts, trace) { return item }
    let number = number()
    if case .notANumber = number {
      if mapping.quantity == .battery, let isLow = BatteryWord.isLow(found) { return .batteryLow(isLow) }
      if let fault = fault(found, mapping) { return fault }
    }
    return item(mapping.reading(number, of: found), mapping, facts, trace: trace)
  }

  private func plain(
    _ found: FoundField, _ mapping: FieldMapping, _ facts: Facts, _ trace: DecodeTrace?
  ) -> DecodedItem {
    if let value = found.json { return item(value, value.number, mapping, facts) }
    trace?.found(found)
    let number = found.number
    if case .notANumber = number, let fault = fault(found, mapping) { return fault }
    return item(mapping.reading(number, of: found), mapping, facts, trace: trace)
  }

  /// What the field's own rules make of what stands there; `nil`: its number counts.
  private func ruled(
    _ found: FoundField, _ mapping: FieldMapping, _ facts: Facts, _ trace: DecodeTrace?
  ) -> DecodedItem? {
    guard let rules = mapping.rules else { return nil }
    if let words = rules.noValue, words.holds(found) {
      trace?.why("it is in no_value")
      return .refused(mapping.quantity, .noValue)
    }
    if mapping.quantity == .battery, rules.saysOnlyWhetherLow { return battery(rules, found, trace) }
    return rules.words.isEmpty ? nil : meaning(rules.words, found, mapping, facts, trace)
  }

  /// What a word means. The word itself is no number, so nothing is kept beside the value.
  private func meaning(
    _ words: [FieldMeaning], _ found: FoundField, _ mapping: FieldMapping, _ facts: Facts,
    _ trace: DecodeTrace?
  ) -> DecodedItem {
    guard found.isReadable else { return .refused(mapping.quantity, .malformed) }
    for i in words.indices where words[i].holds(found) {
      trace?.why("by its words, \(words[i].match.value) means \(DecimalText.rounded(words[i].value))")
      return .value(
        mapping.quantity, words[i].value, raw: nil, measuredAt: facts.measuredAt,
        mayBeCached: facts.mayBeCached)
    }
    if case .none = found.number { return .refused(mapping.quantity, .noValue) }
    if case .unavailable = found.number { return .refused(mapping.quantity, .unavailable) }
    if let fault = fault(found, mapping) { return fault }
    trace?.why("it is none of words: \(words.map(\.match.value).joined(separator: ", "))")
    return .refused(mapping.quantity, .notANumber)
  }

  /// Low, or fine, or neither where both are named.
  private func battery(_ rules: FieldRules, _ found: FoundField, _ trace: DecodeTrace?) -> DecodedItem {
    if found.isNull { return .refused(.battery, .noValue) }
    guard found.isReadable else { return .refused(.battery, .malformed) }
    if let low = rules.low, low.holds(found) { return .batteryLow(true) }
    if let fine = rules.fine {
      if fine.holds(found) { return .batteryLow(false) }
      if rules.low == nil { return .batteryLow(true) }
      trace?.why("it is neither among low nor among fine")
      return .refused(.battery, .notANumber)
    }
    if rules.low?.isComparison == true, case .none = found.number { return .refused(.battery, .noValue) }
    if case .unavailable = found.number { return .refused(.battery, .unavailable) }
    if rules.low?.isComparison == true, case .notANumber = found.number {
      return .refused(.battery, .notANumber)
    }
    return .batteryLow(false)
  }
}

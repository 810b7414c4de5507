import GardenCore
import PayloadJSON

extension MappedFields {
  /// A field with rules, or with a path that has to be searched. `nil`: it is absent, or its conditions fail.
  func judged(
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
    if saysNoValue(rules, found, root, trace) {
      trace?.found(found)
      return .refused(mapping.quantity, .noValue)
    }
    if mapping.quantity == .battery, rules.saysOnlyWhetherLow {
      trace?.found(found)
      return battery(rules, found, trace)
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
    let trace = DecodeTrace.of(payload)
    var whole = mapping
    if mapping.rules != nil { whole.path = FieldPath([]) }
    trace?.begin(mapping)
    let item: DecodedItem
    if mapping.rules == nil {
      let found = FoundField(.payload(payload))
      trace?.found(found)
      item = plainItem(found, mapping, facts, trace)
    } else {
      item = judged(whole, .text(payload), facts, trace) ?? .refused(mapping.quantity, .noValue)
    }
    trace?.end(item)
    return item
  }

  private func plain(
    _ found: FoundField, _ mapping: FieldMapping, _ facts: Facts, _ trace: DecodeTrace?
  ) -> DecodedItem {
    if let value = found.json { return item(value, value.number, mapping, facts) }
    trace?.found(found)
    return plainItem(found, mapping, facts, trace)
  }

  private func plainItem(
    _ found: FoundField, _ mapping: FieldMapping, _ facts: Facts, _ trace: DecodeTrace?
  ) -> DecodedItem {
    let number = found.number
    if case .notANumber = number, let fault = fault(found, mapping) { return fault }
    return item(number, mapping, facts, trace: trace)
  }

  private func saysNoValue(
    _ rules: FieldRules, _ found: FoundField, _ root: FieldRoot, _ trace: DecodeTrace?
  ) -> Bool {
    if let words = rules.noValue, words.holds(found) {
      trace?.why("it is in no_value")
      return true
    }
    for i in rules.noValueWhen.indices {
      guard rules.noValueWhen[i].holds(root.field(at: rules.noValueWhen[i].path)) else { continue }
      trace?.condition(rules.noValueWhen[i], root, "no_value_when")
      return true
    }
    return false
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

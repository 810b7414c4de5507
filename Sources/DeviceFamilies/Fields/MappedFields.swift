import GardenCore
import PayloadJSON

/// Where one device's quantities stand in a message, with the owner's corrections.
///
/// Several mappings of one quantity are alternatives: the first that has a value counts. One that is there and is
/// nonsense decides too: a second field must not cover for a broken first.
struct MappedFields: Sendable, Hashable {
  /// What the message says about itself.
  struct Facts {
    var measuredAt: Timestamp?
    var mayBeCached = false
    var temperatureUnit: TemperatureUnit?
  }

  let mappings: [FieldMapping]
  /// Whether a mapping is no more than keys, a unit and a calibration.
  private let isPlain: [Bool]
  private let temperatureUnit: TemperatureUnit?

  /// The binding's fields take the place of the family's for their quantities.
  init(_ family: [FieldMapping], _ binding: SensorBinding) throws(BindingProblem) {
    for field in binding.fields {
      try field.check()
      if field.rules?.topic != nil { throw .fieldTopic(field.quantity) }
    }
    let own = family.filter { known in !binding.fields.contains { $0.quantity == known.quantity } }
    mappings = binding.fields + own
    isPlain = mappings.map { $0.rules == nil && $0.path.isPlain }
    temperatureUnit = binding.temperatureUnit
  }

  /// Appends a value or a refusal for each quantity of which a field is there; absent fields say nothing.
  func decode(_ object: JSONValue, _ facts: Facts, into items: inout [DecodedItem]) {
    decode(.json(object), facts, into: &items)
  }

  func decode(_ root: FieldRoot, _ facts: Facts, into items: inout [DecodedItem]) {
    var decided: UInt = 0
    var empty: UInt = 0
    let trace = root.trace
    for i in mappings.indices {
      let quantity = mappings[i].quantity
      let bit: UInt = 1 << UInt(quantity.rawValue)
      if decided & bit != 0 { continue }
      trace?.begin(mappings[i])
      let item: DecodedItem?
      if isPlain[i], case .json(let object) = root {
        item = object.at(mappings[i].path).map { self.item($0, $0.number, mappings[i], facts) }
      } else {
        item = judged(mappings[i], root, facts, trace)
      }
      trace?.end(item)
      guard let item else { continue }
      if item == .refused(quantity, .noValue) {
        empty |= bit
      } else {
        decided |= bit
        items.append(item)
      }
    }
    var pending = empty & ~decided
    for i in mappings.indices where pending != 0 {
      let quantity = mappings[i].quantity
      let bit: UInt = 1 << UInt(quantity.rawValue)
      if pending & bit == 0 { continue }
      pending &= ~bit
      items.append(.refused(quantity, .noValue))
    }
  }

  /// One value that is there. A battery may be a word.
  func item(
    _ value: JSONValue, _ number: NumberReading, _ mapping: FieldMapping, _ facts: Facts
  ) -> DecodedItem {
    let trace = DecodeTrace.of(value)
    trace?.found(FoundField(.json(value)))
    if case .notANumber = number, mapping.quantity == .battery, let isLow = BatteryWord.isLow(value) {
      return .batteryLow(isLow)
    }
    return item(number, mapping, facts, trace: trace)
  }

  func item(
    _ number: NumberReading, _ mapping: FieldMapping, _ facts: Facts, unit: FieldUnit? = nil,
    trace: DecodeTrace? = nil
  ) -> DecodedItem {
    let scale = temperatureUnit ?? facts.temperatureUnit ?? .celsius
    switch mapping.convert(number, unit: unit, temperatureUnit: scale, trace: trace) {
    case .value(let value, let raw):
      return .value(
        mapping.quantity, value, raw: raw, measuredAt: facts.measuredAt, mayBeCached: facts.mayBeCached)
    case .refused(let refusal): return .refused(mapping.quantity, refusal)
    }
  }
}

/// A battery that says how it feels instead of how full it is.
enum BatteryWord {
  static func isLow(_ value: JSONValue) -> Bool? {
    guard value.kind == .string else { return nil }
    if value.textEqualsIgnoringCase("low") { return true }
    let isFine =
      value.textEqualsIgnoringCase("medium") || value.textEqualsIgnoringCase("middle")
      || value.textEqualsIgnoringCase("high")
    return isFine ? false : nil
  }
}

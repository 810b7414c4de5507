import GardenCore
import PayloadJSON

/// Where one device's quantities stand in a JSON message, with the owner's corrections.
///
/// Several mappings of one quantity are alternatives: the first that has a value counts.
struct MappedFields: Sendable, Hashable {
  /// What the message says about itself.
  struct Facts {
    var measuredAt: Timestamp?
    var mayBeCached = false
    var temperatureUnit: TemperatureUnit?
  }

  let mappings: [FieldMapping]
  private let temperatureUnit: TemperatureUnit?

  /// The binding's fields take the place of the family's for their quantities.
  init(_ family: [FieldMapping], _ binding: SensorBinding) throws(BindingProblem) {
    for field in binding.fields { try field.check() }
    let own = family.filter { known in !binding.fields.contains { $0.quantity == known.quantity } }
    mappings = binding.fields + own
    temperatureUnit = binding.temperatureUnit
  }

  /// Appends a value or a refusal for each quantity of which a field is there; absent fields say nothing.
  func decode(_ object: JSONValue, _ facts: Facts, into items: inout [DecodedItem]) {
    var decided: UInt = 0
    var empty: UInt = 0
    for i in mappings.indices {
      let quantity = mappings[i].quantity
      let bit: UInt = 1 << UInt(quantity.rawValue)
      guard decided & bit == 0, let value = object.at(mappings[i].path) else { continue }
      let number = value.number
      if case .none = number {
        empty |= bit
      } else {
        decided |= bit
        items.append(item(value, number, mappings[i], facts))
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
    if case .notANumber = number, mapping.quantity == .battery, let isLow = BatteryWord.isLow(value) {
      return .batteryLow(isLow)
    }
    return item(number, mapping, facts)
  }

  func item(_ number: NumberReading, _ mapping: FieldMapping, _ facts: Facts) -> DecodedItem {
    let unit = temperatureUnit ?? facts.temperatureUnit ?? .celsius
    switch mapping.convert(number, temperatureUnit: unit) {
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

extension JSONValue {
  /// The value at a path; `nil` where a step is absent. The empty path is the value itself.
  func at(_ path: FieldPath) -> JSONValue? {
    var value = self
    for i in path.steps.indices {
      let next: JSONValue?
      switch path.steps[i] {
      case .key(let key): next = value[key]
      case .index(let index): next = value[index]
      }
      guard let next else { return nil }
      value = next
    }
    return value
  }
}

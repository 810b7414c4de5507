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
  /// The keys with which the mappings' paths begin, behind those that the family asks for.
  private let table: FieldTable
  /// For each mapping its key's place in the table; `nil`: its path begins with none.
  private let places: [Int?]
  private let temperatureUnit: TemperatureUnit?

  /// The binding's fields take the place of the family's for their quantities.
  ///
  /// - Parameter also: different keys that the family wants to see itself; they have the first places.
  init(
    _ family: [FieldMapping], _ binding: SensorBinding, also: [String] = []
  ) throws(BindingProblem) {
    for field in binding.fields { try field.check() }
    let own = family.filter { known in !binding.fields.contains { $0.quantity == known.quantity } }
    mappings = binding.fields + own
    let table = FieldTable(also + mappings.compactMap { $0.path.firstKey })
    places = mappings.map { $0.path.firstKey.flatMap { table.index(of: $0) } }
    self.table = table
    temperatureUnit = binding.temperatureUnit
  }

  /// Appends a value or a refusal for each quantity of which a field is there; absent fields say nothing.
  func decode(_ object: JSONValue, _ facts: Facts, into items: inout [DecodedItem]) {
    decode(object, into: &items) { _, _ in facts }
  }

  /// The same for a message whose facts are in the family's own keys; without facts no field counts.
  func decode(
    _ object: JSONValue, into items: inout [DecodedItem],
    facts: (borrowing FoundFields, inout [DecodedItem]) -> Facts?
  ) {
    object.withFields(table) { found in
      if let facts = facts(found, &items) { decode(object, found, facts, into: &items) }
    }
  }

  private func decode(
    _ object: JSONValue, _ found: borrowing FoundFields, _ facts: Facts, into items: inout [DecodedItem]
  ) {
    var decided: UInt = 0
    var empty: UInt = 0
    for i in mappings.indices {
      let quantity = mappings[i].quantity
      let bit: UInt = 1 << UInt(quantity.rawValue)
      guard decided & bit == 0, let number = number(i, of: object, found) else { continue }
      if case .none = number {
        empty |= bit
      } else {
        decided |= bit
        items.append(item(i, number, of: object, facts))
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

  private func number(_ i: Int, of object: JSONValue, _ found: borrowing FoundFields) -> NumberReading? {
    let path = mappings[i].path
    guard let place = places[i] else { return object.at(path)?.number }
    return path.steps.count == 1 ? found.number(place) : found[place]?.at(path, from: 1)?.number
  }

  private func item(_ i: Int, _ number: NumberReading, of object: JSONValue, _ facts: Facts) -> DecodedItem {
    if case .notANumber = number, let value = object.at(mappings[i].path) {
      return item(value, number, mappings[i], facts)
    }
    return item(number, mappings[i], facts)
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

extension FieldPath {
  /// The key with which the path begins.
  fileprivate var firstKey: String? {
    if case .key(let key) = steps.first { key } else { nil }
  }
}

extension JSONValue {
  /// The value at a path; `nil` where a step is absent. The empty path is the value itself.
  ///
  /// - Parameter first: the step with which to begin.
  func at(_ path: FieldPath, from first: Int = 0) -> JSONValue? {
    var value = self
    for i in path.steps.indices.dropFirst(first) {
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

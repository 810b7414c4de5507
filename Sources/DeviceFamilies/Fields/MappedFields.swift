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
  /// Of each mapping.
  private let quantities: [Quantity]
  /// Whether a mapping is no more than keys, a unit and a calibration.
  private let isPlain: [Bool]
  /// The keys with which the plain mappings' paths begin, behind those that the family asks for.
  private let table: FieldTable
  /// For each mapping its key's place in the table; `nil`: its path begins with none.
  private let places: [Int?]
  /// The shortest way to each mapping's number; `nil`: there is more to it than a key and a unit.
  private let quick: [QuickField?]
  private let temperatureUnit: TemperatureUnit?
  private let scopes: [OwnWordScope]

  /// A number right under a key, as a unit has it.
  private struct QuickField: Sendable, Hashable {
    var place: Int
    var quantity: Quantity
    var unit: FieldUnit

    init?(_ mapping: FieldMapping, place: Int?) {
      let needsMore = mapping.calibration != nil || !mapping.noValue.isEmpty || mapping.unit.isRaw
      guard let place, mapping.path.steps.count == 1, mapping.rules == nil, !needsMore else { return nil }
      self.place = place
      quantity = mapping.quantity
      unit = mapping.unit
    }
  }

  /// The binding's fields take the place of the family's for their quantities.
  ///
  /// - Parameter also: different keys that the family wants to see itself; they have the first places.
  init(
    _ family: [FieldMapping], _ binding: SensorBinding, also: [String] = []
  ) throws(BindingProblem) {
    let own = family.filter { known in
      // One number is not two quantities: what the owner reads under another name is not what the family takes it for.
      !binding.fields.contains { $0.quantity == known.quantity || $0.path == known.path }
        && !binding.excluded.contains(known.quantity)
    }
    try self.init(binding.fields + own, temperatureUnit: binding.temperatureUnit, also: also)
  }

  init(_ mappings: [FieldMapping], temperatureUnit: TemperatureUnit? = nil, also: [String] = [])
    throws(BindingProblem)
  {
    for field in mappings {
      try field.check()
      if field.rules?.topic != nil { throw .fieldTopic(field.quantity) }
    }
    self.mappings = mappings
    quantities = mappings.map(\.quantity)
    let isPlain = mappings.map { $0.rules == nil && $0.path.isPlain }
    let firstKeys = zip(mappings, isPlain).map { $1 ? $0.path.firstKey : nil }
    let table = FieldTable(also + firstKeys.compactMap(\.self))
    places = firstKeys.map { $0.flatMap { table.index(of: $0) } }
    quick = zip(mappings, places).map { QuickField($0, place: $1) }
    self.table = table
    self.isPlain = isPlain
    self.temperatureUnit = temperatureUnit
    scopes = OwnWordScope.of(mappings)
  }

  /// The same for a family whose messages are bare values: rules that look at other fields would look at nothing.
  func bare() throws(BindingProblem) -> Self {
    if let one = mappings.first(where: { $0.rules?.looksAround == true }) {
      throw .noNeighbours(one.quantity)
    }
    return self
  }

  /// Appends a value or a refusal for each quantity of which a field is there; absent fields say nothing.
  ///
  /// `false`: the message says that it is not live, and nothing else of it counts.
  @discardableResult
  func decode(_ object: JSONValue, _ facts: Facts, into items: inout [DecodedItem]) -> Bool {
    decode(.json(object), facts, into: &items)
  }

  /// The same for a message whose facts are in the family's own keys; without facts no field counts.
  @discardableResult
  func decode(
    _ object: JSONValue, into items: inout [DecodedItem],
    facts: (borrowing FoundFields, inout [DecodedItem]) -> Facts?
  ) -> Bool {
    let first = items.count
    var isAsked = false
    object.withFields(table) { found in
      if let facts = facts(found, &items) {
        isAsked = true
        decode(object, found, facts, into: &items)
      }
    }
    return !isAsked || heed(object, &items, from: first)
  }

  @discardableResult
  func decode(_ root: FieldRoot, _ facts: Facts, into items: inout [DecodedItem]) -> Bool {
    guard case .json(let object) = root else {
      let trace = root.trace
      decide(trace, into: &items) { evaluated(mappings[$0], root, facts, trace) }
      return true
    }
    let first = items.count
    object.withFields(table) { found in decode(object, found, facts, into: &items) }
    return heed(object, &items, from: first)
  }

  /// The device's own word wins. `false`: the message is not live.
  func heed(_ object: JSONValue, _ items: inout [DecodedItem], from first: Int) -> Bool {
    var words: OwnWords?
    for i in scopes.indices {
      let steps = scopes[i].path.steps.isEmpty
      guard let stood = steps ? object : object.field(at: scopes[i].path)?.json else { continue }
      OwnWords.read(stood.opened ?? stood, scopes[i], into: &words)
    }
    guard let words else { return true }
    return words.apply(to: &items, from: first, trace: DecodeTrace.of(object))
  }

  /// Dates the values by the message's own time, where it has one: that of the innermost object counts.
  ///
  /// - Parameter times: where it stood before, for each object on the way; looked at first.
  func date(
    _ object: JSONValue, _ items: inout [DecodedItem], from first: Int, _ context: DecodeContext,
    times: inout [FieldPath?]
  ) {
    if times.isEmpty { times = scopes.map { _ in nil } }
    for at in scopes.indices {
      let path = scopes[at].path
      guard let stood = path.steps.isEmpty ? object : object.field(at: path)?.json else { continue }
      let place = stood.opened ?? stood
      var time = times[at].flatMap { MeasurementTime.read(place.at($0), context) }
      if time == nil, let found = OwnTime.find(in: place, context) {
        (time, times[at]) = (found.time, found.path)
      }
      guard let time else { continue }
      for i in items.indices where i >= first {
        if let quantity = items[i].quantity, scopes[at].holds(quantity) {
          items[i] = items[i].dated(time) ?? items[i]
        }
      }
    }
  }

  private func decode(
    _ object: JSONValue, _ found: borrowing FoundFields, _ facts: Facts, into items: inout [DecodedItem]
  ) {
    let root = FieldRoot.json(object)
    let trace = root.trace
    decide(trace, into: &items) { i in
      if trace == nil, let field = quick[i], let item = item(field, found, facts) { return item }
      guard isPlain[i] else { return evaluated(mappings[i], root, facts, trace) }
      return number(i, of: object, found).map { item(i, $0, of: object, facts, trace) }
    }
  }

  /// `nil`: it has to be looked at more closely.
  @inline(__always)
  private func item(_ field: QuickField, _ found: borrowing FoundFields, _ facts: Facts) -> DecodedItem? {
    guard case .value(let number, unit: nil)? = found.number(field.place) else { return nil }
    let scale = temperatureUnit ?? facts.temperatureUnit ?? .celsius
    let value = field.unit.canonical(number, field.quantity, scale)
    guard value.isFinite, !Sentinel.isOne(field.quantity, value) else { return nil }
    return .value(
      field.quantity, value, raw: nil, measuredAt: facts.measuredAt, mayBeCached: facts.mayBeCached)
  }

  /// Asks for each mapping until its quantity is decided.
  @inline(__always)
  private func decide(
    _ trace: DecodeTrace?, into items: inout [DecodedItem], item: (_ mapping: Int) -> DecodedItem?
  ) {
    var decided: UInt = 0
    var empty: UInt = 0
    for i in mappings.indices {
      let quantity = quantities[i]
      let bit: UInt = 1 << UInt(quantity.rawValue)
      if decided & bit != 0 { continue }
      trace?.begin(mappings[i])
      let item = item(i)
      trace?.end(item)
      guard let item else { continue }
      if case .refused(_, .noValue) = item {
        empty |= bit
      } else {
        decided |= bit
        items.append(item)
      }
    }
    var pending = empty & ~decided
    for i in mappings.indices where pending != 0 {
      let bit: UInt = 1 << UInt(quantities[i].rawValue)
      if pending & bit == 0 { continue }
      pending &= ~bit
      items.append(.refused(quantities[i], .noValue))
    }
  }

  private func number(_ i: Int, of object: JSONValue, _ found: borrowing FoundFields) -> NumberReading? {
    let path = mappings[i].path
    guard let place = places[i] else { return object.at(path)?.number }
    return path.steps.count == 1 ? found.number(place) : found[place]?.at(path, from: 1)?.number
  }

  /// A word, and whatever is watched, is looked at once more.
  private func item(
    _ i: Int, _ number: NumberReading, of object: JSONValue, _ facts: Facts, _ trace: DecodeTrace?
  ) -> DecodedItem {
    var needsValue = trace != nil
    if case .notANumber = number { needsValue = true }
    if needsValue, let value = object.at(mappings[i].path) {
      return item(value, number, mappings[i], facts)
    }
    return item(number, mappings[i], facts)
  }

  /// One value that is there. A battery may be a word.
  func item(
    _ value: JSONValue, _ number: NumberReading, _ mapping: FieldMapping, _ facts: Facts
  ) -> DecodedItem {
    let trace = DecodeTrace.of(value)
    let found = FoundField(.json(value))
    trace?.found(found)
    if case .notANumber = number {
      if mapping.quantity == .battery, let isLow = BatteryWord.isLow(value) { return .batteryLow(isLow) }
      if let fault = fault(found, mapping) { return fault }
    }
    return item(mapping.reading(number, of: found), mapping, facts, trace: trace)
  }

  /// A word in the value's place that says that the probe is broken; `nil`: none stands there.
  func fault(_ found: FoundField, _ mapping: FieldMapping) -> DecodedItem? {
    guard mapping.quantity != .battery else { return nil }
    var item: DecodedItem?
    found.withText { text in
      guard WordList.says(WordList.broken, alone: WordList.brokenValue, text) else { return }
      var word = DeviceWord()
      word.append(text.extracting(TextBytes.trimmed(text, text.indices)))
      item = .fault(mapping.quantity, word)
    }
    return item
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

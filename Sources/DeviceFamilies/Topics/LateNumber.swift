import GardenCore
import PayloadJSON

/// A bare number whose unit and time stand on topics of their own, which may arrive before it or after it.
///
/// A live number is measured at its arrival. A retained one has the time that was heard for it, or none; it is said
/// again when its time comes later. A retained temperature whose unit is not known yet waits for it: 68 may be °F. A live
/// one does not, since a retained unit would have come when the subscription was made.
struct LateNumber: Sendable {
  let mapping: FieldMapping
  private let waitsForUnit: Bool
  private let usesUnit: Bool
  private var isUnitKnown = false
  private var unit: NumberUnit?
  private var measuredAt: Timestamp?
  /// A retained number without its unit.
  private var held: NumberReading?
  /// What was said last of a retained number, for a time that comes after it.
  private var retained: DecodedItem?

  /// `mayHaveUnit`: the family says units. What the owner says of the unit wins.
  init(_ mapping: FieldMapping, _ binding: SensorBinding, mayHaveUnit: Bool) {
    self.mapping = mapping
    usesUnit =
      mayHaveUnit && mapping.unit == .canonical && mapping.calibration == nil
      && (mapping.quantity != .temperature || binding.temperatureUnit == nil)
    waitsForUnit = usesUnit && mapping.quantity == .temperature
  }

  mutating func take(
    _ payload: PayloadReader, _ context: DecodeContext, _ fields: MappedFields,
    into items: inout [DecodedItem]
  ) {
    held = nil
    retained = nil
    let reading = payload.number()
    if context.wasRetained, waitsForUnit, !isUnitKnown, case .value(_, unit: nil) = reading {
      held = reading
      return
    }
    let facts = MappedFields.Facts(measuredAt: context.wasRetained ? measuredAt : nil)
    let trace = DecodeTrace.of(payload)
    let item = fields.bare(FoundField(.payload(payload)), mapping, facts, trace) { inUnit(reading) }
    if context.wasRetained { retained = item }
    items.append(item)
  }

  mutating func learn(unit: NumberUnit?, _ fields: MappedFields, into items: inout [DecodedItem]) {
    self.unit = unit
    isUnitKnown = true
    guard let reading = held else { return }
    held = nil
    let item = fields.item(inUnit(reading), mapping, MappedFields.Facts(measuredAt: measuredAt))
    retained = item
    items.append(item)
  }

  mutating func learn(time: Timestamp, into items: inout [DecodedItem]) {
    guard time != measuredAt else { return }
    measuredAt = time
    guard case .value(let quantity, let value, let raw, _, let mayBeCached) = retained else { return }
    items.append(.value(quantity, value, raw: raw, measuredAt: time, mayBeCached: mayBeCached))
  }

  /// The device is gone: what was heard of it says nothing about one that takes its place.
  mutating func forget() {
    isUnitKnown = false
    unit = nil
    measuredAt = nil
    held = nil
    retained = nil
  }

  private func inUnit(_ reading: NumberReading) -> NumberReading {
    guard usesUnit, let unit, case .value(let number, unit: nil) = reading else { return reading }
    return .value(number, unit: unit)
  }
}

/// A unit alone, as a text.
enum UnitText {
  /// `nil`: a unit that is not known, or none. Makes a copy: units are said once.
  static func read(_ text: String) -> NumberUnit? {
    guard text.utf8.count <= 16 else { return nil }
    let number = "1 " + text
    if case .value(1, let unit) = NumberText.read(number) { return unit }
    return nil
  }
}

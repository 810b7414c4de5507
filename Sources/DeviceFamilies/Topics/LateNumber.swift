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
  /// The retained number that was said last, for a time that comes after it.
  private var retained: NumberReading?

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
    if case .notANumber = reading, let fault = fields.fault(FoundField(.payload(payload)), mapping) {
      items.append(fault)
      return
    }
    if context.wasRetained, waitsForUnit, !isUnitKnown, case .value(_, unit: nil) = reading {
      held = reading
      return
    }
    if context.wasRetained { retained = reading }
    say(reading, context.wasRetained ? measuredAt : nil, fields, into: &items)
  }

  mutating func learn(unit: NumberUnit?, _ fields: MappedFields, into items: inout [DecodedItem]) {
    self.unit = unit
    isUnitKnown = true
    guard let reading = held else { return }
    held = nil
    retained = reading
    say(reading, measuredAt, fields, into: &items)
  }

  mutating func learn(time: Timestamp, _ fields: MappedFields, into items: inout [DecodedItem]) {
    guard time != measuredAt else { return }
    measuredAt = time
    if let retained { say(retained, time, fields, into: &items) }
  }

  /// The device is gone: what was heard of it says nothing about one that takes its place.
  mutating func forget() {
    isUnitKnown = false
    unit = nil
    measuredAt = nil
    held = nil
    retained = nil
  }

  private func say(
    _ reading: NumberReading, _ time: Timestamp?, _ fields: MappedFields, into items: inout [DecodedItem]
  ) {
    var reading = reading
    if usesUnit, let unit, case .value(let number, unit: nil) = reading {
      reading = .value(number, unit: unit)
    }
    items.append(fields.item(reading, mapping, MappedFields.Facts(measuredAt: time)))
  }
}

/// A unit alone, as a text.
enum UnitText {
  /// `nil`: a unit that is not known, or none. Makes a copy: units are said once.
  static func read(_ text: String) -> NumberUnit? {
    guard text.utf8.count <= 16 else { return nil }
    let number = "1 " + text
    if case .value(1, let unit) = NumberText.read(number.utf8Span.span) { return unit }
    return nil
  }
}

internal import DeviceFamilies
internal import GardenCore

/// `fields` of a sensor: where quantities stand in its messages, if the family does not know.
enum FieldsKeys {
  static let units = FieldUnit.allCases.map { (word: $0.rawValue, value: $0) }

  static func read(_ keys: Section) -> [FieldMapping] {
    let help =
      "Where each quantity stands in the message, where the family does not know it or you know better."
    let fields = keys.optionalSection("fields", help: help) { fields in
      Quantity.allCases.filter { $0 != .raw }.flatMap { quantity in
        fields.several(
          "\(quantity.name)", for: "path", .fieldPath, example: "soil.\(quantity.name)",
          help:
            "Where \(quantity.name) stands: a path, a mapping, or a list of them of which the first that is there counts."
        ) { mapping($0, quantity) }.compactMap { $0 }
      }
    }
    return fields ?? []
  }

  private static func mapping(_ keys: Section, _ quantity: Quantity) -> FieldMapping? {
    let path = keys.optional(
      "path", .fieldPath, example: "soil.value[0]",
      help: "Keys from the root to the value, joined by dots. Without it: the whole payload.")
    let unit = keys.value(
      "unit", .words("a unit", units), default: .canonical,
      help: "What the number means; canonical: percent, °C, lx or µS/cm.")
    let calibration = keys.optionalSection(
      "calibration", help: "Raw values of dry soil and of soaked soil; either may be the larger.",
      read: calibration)
    let noValue = keys.list(
      "no_value", .number(-1e9...1e9), default: [], help: "Numbers that mean: no value.")
    checkUnit(unit, quantity, hasCalibration: calibration != nil, keys)
    return FieldMapping(
      quantity: quantity, path: path?.value ?? FieldPath([]), unit: unit.value,
      calibration: calibration ?? nil,
      noValue: noValue.map(\.value))
  }

  private static func calibration(_ keys: Section) -> TwoPointCalibration? {
    let type = ValueType<Double>.number(-1e9...1e9)
    let dry = keys.required("dry", type, example: "720", help: "Raw value in dry soil.")
    let wet = keys.required("wet", type, example: "260", help: "Raw value in soaked soil that has drained.")
    guard let dry, let wet else { return nil }
    guard dry.value != wet.value else {
      keys.problems.error(
        at: wet.position, "\(keys.place): dry and wet are the same, \(Amount.text(dry.value))")
      return nil
    }
    return TwoPointCalibration(dry: dry.value, wet: wet.value)
  }

  private static func checkUnit(
    _ unit: Placed<FieldUnit>, _ quantity: Quantity, hasCalibration: Bool, _ keys: Section
  ) {
    let fitting = fitting(quantity)
    if !fitting.contains(unit.value) {
      let names = fitting.map(\.rawValue).joined(separator: ", ")
      keys.problems.error(
        at: unit.position, "\(unit.path): \(quantity.name) cannot be in \(unit.value.rawValue)",
        help: "one of: \(names)")
    } else if unit.value == .raw, !hasCalibration {
      keys.problems.error(
        at: unit.position, "\(keys.place): a raw value needs its calibration",
        help: "add 'calibration: {dry: 720, wet: 260}' with the values of your own probe")
    }
  }

  private static func fitting(_ quantity: Quantity) -> [FieldUnit] {
    switch quantity {
    case .moisture: [.canonical, .percent, .fraction, .tenths, .raw]
    case .battery, .humidity: [.canonical, .percent, .fraction, .tenths]
    case .temperature: [.canonical, .celsius, .fahrenheit, .kelvin, .tenths]
    case .light: [.canonical, .lux]
    case .conductivity: [.canonical, .microsiemensPerCentimetre, .millisiemensPerCentimetre]
    case .raw: [.canonical]
    }
  }
}

package import GardenCore
import PayloadJSON

/// What a number in a message means.
package enum FieldUnit: String, Sendable, Hashable, CaseIterable {
  /// The unit of ``Quantity``.
  case canonical
  case percent
  /// 0…1.
  case fraction
  /// Steps of ten percent.
  case zeroToTen = "0-10"
  case celsius
  case fahrenheit
  case kelvin
  /// Tenths of °C, or of a percent.
  case tenths
  case lux
  case kilolux = "klx"
  case microsiemensPerCentimetre = "uS/cm"
  /// mS/cm.
  case millisiemensPerCentimetre = "mS/cm"
  case millisiemensPerMetre = "mS/m"
  case siemensPerMetre = "S/m"
  case litresPerMinute = "l/min"
  case litresPerHour = "l/h"
  case millilitresPerMinute = "ml/min"
  case cubicMetresPerHour = "m3/h"
  /// US gallons, as all gallons here.
  case gallonsPerMinute = "gal/min"
  case litres = "l"
  case millilitres = "ml"
  case cubicMetres = "m3"
  case gallons = "gal"
  case cubicFeet = "ft3"
  case watts = "W"
  case kilowatts = "kW"
  case millimetres = "mm"
  case centimetres = "cm"
  case inches = "in"
  /// What the probe itself measures; these need a calibration.
  case raw
  case volts = "V"
  case millivolts = "mV"
  case kilohertz = "kHz"

  /// Says nothing about the quantity until it is calibrated.
  package var isRaw: Bool {
    switch self {
    case .raw, .volts, .millivolts, .kilohertz: true
    default: false
    }
  }

  /// The units that a quantity may be in, ``isRaw`` ones aside.
  package static func fitting(_ quantity: Quantity) -> [FieldUnit] {
    switch quantity {
    case .moisture, .battery, .humidity: [.canonical, .percent, .fraction, .zeroToTen, .tenths]
    case .temperature: [.canonical, .celsius, .fahrenheit, .kelvin, .tenths]
    case .light: [.canonical, .lux, .kilolux]
    case .conductivity:
      [
        .canonical, .microsiemensPerCentimetre, .millisiemensPerCentimetre, .millisiemensPerMetre,
        .siemensPerMetre,
      ]
    case .flow:
      [
        .canonical, .litresPerMinute, .litresPerHour, .millilitresPerMinute, .cubicMetresPerHour,
        .gallonsPerMinute,
      ]
    case .volume: [.canonical, .litres, .millilitres, .cubicMetres, .gallons, .cubicFeet]
    case .power: [.canonical, .watts, .kilowatts]
    case .rain: [.canonical, .millimetres, .centimetres, .inches]
    case .raw: [.canonical]
    }
  }

  /// Names under which devices and people write a unit, beside its own.
  package static let spellings: [(word: String, unit: FieldUnit)] = [
    ("%", .percent), ("°C", .celsius), ("C", .celsius), ("degC", .celsius), ("°F", .fahrenheit),
    ("F", .fahrenheit), ("degF", .fahrenheit), ("K", .kelvin), ("lx", .lux),
    ("µS/cm", .microsiemensPerCentimetre), ("μS/cm", .microsiemensPerCentimetre),
    ("L/min", .litresPerMinute), ("L/h", .litresPerHour), ("mL/min", .millilitresPerMinute),
    ("m³/h", .cubicMetresPerHour), ("gpm", .gallonsPerMinute), ("L", .litres), ("mL", .millilitres),
    ("m³", .cubicMetres), ("ft³", .cubicFeet), ("m³/m³", .fraction), ("dS/m", .millisiemensPerCentimetre),
    ("l/m2", .millimetres), ("l/m²", .millimetres), ("kg/m2", .millimetres), ("inch", .inches),
  ]
  private static let words =
    allCases.map { (word: FieldWord($0.rawValue), unit: $0) }
    + spellings.map { (word: FieldWord($0.word), unit: $0.unit) }

  /// The unit that a field of the message names.
  static func named(_ found: FoundField) -> FieldUnit? {
    for i in words.indices where words[i].word.matches(found) { return words[i].unit }
    var unit: FieldUnit?
    found.withText { unit = NumberText.unit($0).map { FieldUnit($0) } }
    return unit
  }

  /// A unit in any spelling: `m³⋅m⁻³`, `µS·cm⁻¹`.
  package init?(spelled text: String) {
    guard let unit = NumberText.unit(text.utf8Span.span).map({ FieldUnit($0) }) else { return nil }
    self = unit
  }
}

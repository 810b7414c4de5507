package import GardenCore

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
    case .conductivity: [.canonical, .microsiemensPerCentimetre, .millisiemensPerCentimetre]
    case .raw, .flow, .volume, .power: [.canonical]
    }
  }

  /// Names under which devices and people write a unit, beside its own.
  package static let spellings: [(word: String, unit: FieldUnit)] = [
    ("%", .percent), ("°C", .celsius), ("C", .celsius), ("degC", .celsius), ("°F", .fahrenheit),
    ("F", .fahrenheit), ("degF", .fahrenheit), ("K", .kelvin), ("lx", .lux),
    ("µS/cm", .microsiemensPerCentimetre), ("μS/cm", .microsiemensPerCentimetre),
  ]
  private static let words =
    allCases.map { (word: FieldWord($0.rawValue), unit: $0) }
    + spellings.map { (word: FieldWord($0.word), unit: $0.unit) }

  /// The unit that a field of the message names.
  static func named(_ found: FoundField) -> FieldUnit? {
    for i in words.indices where words[i].word.matches(found) { return words[i].unit }
    return nil
  }
}

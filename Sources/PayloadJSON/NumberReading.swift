/// What stands where a number is expected.
package enum NumberReading: Sendable, Hashable {
  /// Finite. `unit`: written behind the number, in a text.
  case value(Double, unit: NumberUnit?)
  /// The sender says that it has no value: `null`, an empty text, `nan`, `unknown`, `none`.
  case none
  /// The sender says that it cannot be reached: `unavailable`, `offline`, `unreachable`.
  case unavailable
  /// A word, a boolean, an infinity, hexadecimal digits, an object, or a number with something strange around it.
  case notANumber
  /// The key stands more than once in its object: which of the values is meant cannot be known.
  case doubled
}

/// Units that are written behind a number.
package enum NumberUnit: UInt8, Sendable, Hashable, CaseIterable {
  case percent
  /// 0…1, as m³/m³.
  case fraction
  case celsius
  case fahrenheit
  case kelvin
  case volts
  case millivolts
  case lux
  case microsiemensPerCentimetre
  case millisiemensPerCentimetre
  case millisiemensPerMetre
  case siemensPerMetre
  case kilohertz
  case litresPerMinute
  case litresPerHour
  case millilitresPerMinute
  case cubicMetresPerHour
  /// US gallons.
  case gallonsPerMinute
  case litres
  case millilitres
  case cubicMetres
  case gallons
  case cubicFeet
  case watts
  case kilowatts
  case millimetres
  case centimetres
  case inches
}

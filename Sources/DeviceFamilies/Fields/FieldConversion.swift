package import GardenCore
package import PayloadJSON

extension FieldMapping {
  enum Converted: Hashable {
    case value(Double, raw: Double?)
    case refused(Refusal)
  }

  /// The number in the quantity's canonical unit. A unit written behind the number wins over the one that a field
  /// names, that one over `unit`, and `unit` over `temperatureUnit`. Without a calibration the raw value is the
  /// value itself.
  func convert(
    _ reading: NumberReading, unit named: FieldUnit? = nil, temperatureUnit: TemperatureUnit,
    trace: DecodeTrace? = nil
  ) -> Converted {
    let number: Double
    let written: NumberUnit?
    switch reading {
    case .none: return .refused(.noValue)
    case .unavailable: return .refused(.unavailable)
    case .notANumber:
      trace?.noNumber()
      return .refused(.notANumber)
    case .doubled:
      trace?.why("it stands in more than one place")
      return .refused(.malformed)
    case .value(let value, let unit):
      number = value
      written = unit
    }
    trace?.number(
      number, in: written.map { FieldUnit($0) } ?? (named ?? unit).spelledOut(quantity, temperatureUnit))
    if noValue.contains(number) {
      trace?.why("\(number) is in no_value")
      return .refused(.noValue)
    }
    if let validRaw = rules?.validRaw, !validRaw.contains(number) {
      trace?.why("\(number) is outside valid_raw \(DecodeTrace.text(validRaw))")
      return .refused(.impossible)
    }
    if let calibration {
      guard let raw = Self.raw(number, written, named ?? unit) else {
        trace?.why("its unit is none of the calibration")
        return .refused(.notANumber)
      }
      return evaluate(calibration.value(raw), raw: raw, trace)
    }
    if written == nil, (named ?? unit).isRaw, quantity != .raw {
      trace?.why("it is a raw number and has no calibration yet: run 'loam calibrate'")
      return .refused(.noValue)
    }
    guard let value = canonical(number, written, named ?? unit, temperatureUnit) else {
      trace?.why("\(quantity.name) cannot be in that unit")
      return .refused(.notANumber)
    }
    return evaluate(value, raw: nil, trace)
  }

  private func evaluate(_ value: Double, raw: Double?, _ trace: DecodeTrace?) -> Converted {
    guard value.isFinite else { return .refused(.impossible) }
    if raw == nil, Sentinel.isOne(quantity, value) {
      trace?.why("\(value) is what a probe says that is not there")
      return .refused(.impossible)
    }
    if let valid = rules?.valid, !valid.contains(value) {
      trace?.why("\(value) is outside valid \(DecodeTrace.text(valid))")
      return .refused(.impossible)
    }
    return .value(value, raw: raw)
  }

  private func canonical(
    _ number: Double, _ written: NumberUnit?, _ unit: FieldUnit, _ temperatureUnit: TemperatureUnit
  ) -> Double? {
    if let written { return quantity == .raw ? number : FieldUnit(written).value(number, of: quantity) }
    if unit.isRaw { return quantity == .raw ? number : nil }
    guard FieldUnit.fitting(quantity).contains(unit) || quantity == .raw else { return nil }
    return unit.canonical(number, quantity, temperatureUnit)
  }

  /// The number in the calibration's unit; `nil` where a unit is written behind it that is another kind of thing.
  private static func raw(_ number: Double, _ written: NumberUnit?, _ unit: FieldUnit) -> Double? {
    switch (written, unit) {
    case (nil, _): number
    case (.volts, .volts), (.millivolts, .millivolts), (.kilohertz, .kilohertz): number
    case (.volts, .millivolts): number * 1000
    case (.millivolts, .volts): number / 1000
    case (_, .volts), (_, .millivolts), (_, .kilohertz): nil
    default: number
    }
  }

  /// What is no number since its comma may divide thousands is one where the quantity has none: `21,125` °C.
  func reading(_ reading: NumberReading, of found: FoundField) -> NumberReading {
    guard case .notANumber = reading, !unit.isRaw, !quantity.mayBeThousands else { return reading }
    var decimal = reading
    found.withText { decimal = NumberText.read($0, mayGroup: false) }
    return decimal
  }

  static func celsius(fahrenheit: Double) -> Double { (fahrenheit - 32) * 5 / 9 }

  /// What the config can get wrong in one mapping.
  func check() throws(BindingProblem) {
    let isBatteryWord = quantity == .battery && rules?.saysOnlyWhetherLow == true
    // A soil probe whose ends nobody has measured yet is heard, and says nothing of the soil.
    let mayWait = isBatteryWord || quantity == .raw || quantity == .moisture
    if unit.isRaw, calibration == nil, !mayWait { throw .needsCalibration(quantity) }
    if let calibration, !calibration.isSound { throw .badCalibration(quantity) }
    guard unit.isRaw || FieldUnit.fitting(quantity).contains(unit) else { throw .wrongUnit(quantity, unit) }
  }
}

extension FieldUnit {
  /// A number in this unit, in the quantity's canonical one.
  func canonical(_ number: Double, _ quantity: Quantity, _ temperatureUnit: TemperatureUnit) -> Double {
    switch self {
    case .canonical where quantity == .temperature && temperatureUnit == .fahrenheit:
      FieldMapping.celsius(fahrenheit: number)
    case .canonical, .percent, .celsius, .lux, .microsiemensPerCentimetre: number
    case .litresPerMinute, .litres, .watts, .millimetres: number
    case .raw, .volts, .millivolts, .kilohertz: number
    case .fraction: number * 100
    case .zeroToTen, .centimetres: number * 10
    case .fahrenheit: FieldMapping.celsius(fahrenheit: number)
    case .kelvin: number - 273.15
    case .tenths: number / 10
    case .kilolux, .millisiemensPerCentimetre, .cubicMetres, .kilowatts: number * 1000
    case .millisiemensPerMetre: number * 10
    case .siemensPerMetre: number * 10_000
    case .litresPerHour: number / 60
    case .millilitresPerMinute, .millilitres: number / 1000
    case .cubicMetresPerHour: number * 1000 / 60
    case .gallonsPerMinute, .gallons: number * Self.litresPerGallon
    case .cubicFeet: number * Self.litresPerCubicFoot
    case .inches: number * 25.4
    }
  }

  /// Itself, with ``canonical`` as the unit that it stands for.
  func spelledOut(_ quantity: Quantity, _ temperatureUnit: TemperatureUnit) -> FieldUnit {
    guard self == .canonical else { return self }
    if quantity == .temperature, temperatureUnit == .fahrenheit { return .fahrenheit }
    return FieldUnit.fitting(quantity).first { $0 != .canonical } ?? .raw
  }

  /// Of the US gallon, 231 cubic inches. Source: NIST Handbook 44, Appendix C.
  private static let litresPerGallon = 3.785_411_784
  /// Of (12 · 2.54 cm)³.
  private static let litresPerCubicFoot = 28.316_846_592

  /// The unit that is written behind a number.
  package init(_ written: NumberUnit) {
    switch written {
    case .percent: self = .percent
    case .fraction: self = .fraction
    case .celsius: self = .celsius
    case .fahrenheit: self = .fahrenheit
    case .kelvin: self = .kelvin
    case .volts: self = .volts
    case .millivolts: self = .millivolts
    case .kilohertz: self = .kilohertz
    case .lux: self = .lux
    case .microsiemensPerCentimetre: self = .microsiemensPerCentimetre
    case .millisiemensPerCentimetre: self = .millisiemensPerCentimetre
    case .millisiemensPerMetre: self = .millisiemensPerMetre
    case .siemensPerMetre: self = .siemensPerMetre
    case .litresPerMinute: self = .litresPerMinute
    case .litresPerHour: self = .litresPerHour
    case .millilitresPerMinute: self = .millilitresPerMinute
    case .cubicMetresPerHour: self = .cubicMetresPerHour
    case .gallonsPerMinute: self = .gallonsPerMinute
    case .litres: self = .litres
    case .millilitres: self = .millilitres
    case .cubicMetres: self = .cubicMetres
    case .gallons: self = .gallons
    case .cubicFeet: self = .cubicFeet
    case .watts: self = .watts
    case .kilowatts: self = .kilowatts
    case .millimetres: self = .millimetres
    case .centimetres: self = .centimetres
    case .inches: self = .inches
    }
  }

  /// The number in the quantity's unit; `nil` where this is none of it.
  package func value(_ number: Double, of quantity: Quantity) -> Double? {
    FieldUnit.fitting(quantity).contains(self) ? canonical(number, quantity, .celsius) : nil
  }
}

extension Quantity {
  /// A thousand of its unit is possible.
  var mayBeThousands: Bool { plausible(isCalibrated: false).upperBound >= 1000 }
}

/// Numbers with which a probe says that it is not there.
enum Sentinel {
  /// DS18B20: 85 °C after power-on (data sheet, "power-on reset value"), −127 °C when the bus is silent. Dragino:
  /// 3276.7 without the second probe. SHT10: −40.01 °C and −4.69 % without an answer.
  static func isOne(_ quantity: Quantity, _ value: Double) -> Bool {
    func isNear(_ other: Double) -> Bool { abs(value - other) < 0.004 }
    switch quantity {
    case .temperature: return isNear(85) || isNear(-127) || isNear(3276.7) || isNear(-40.01)
    case .humidity: return isNear(-4.69)
    default: return false
    }
  }
}

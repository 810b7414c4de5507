import GardenCore
import PayloadJSON

extension FieldMapping {
  enum Converted: Hashable {
    case value(Double, raw: Double?)
    case refused(Refusal)
  }

  /// The number in the quantity's canonical unit. A unit written behind the number wins over `unit`; `unit` wins
  /// over `temperatureUnit`.
  func convert(_ reading: NumberReading, temperatureUnit: TemperatureUnit) -> Converted {
    let number: Double
    let written: NumberUnit?
    switch reading {
    case .none: return .refused(.noValue)
    case .notANumber: return .refused(.notANumber)
    case .doubled: return .refused(.malformed)
    case .value(let value, let unit):
      number = value
      written = unit
    }
    if noValue.contains(number) { return .refused(.noValue) }
    if let calibration {
      let percent = calibration.percent(number)
      return percent.isFinite ? .value(percent, raw: number) : .refused(.impossible)
    }
    let converted: Double?
    if let written {
      converted = Self.canonical(number, written, quantity)
    } else {
      converted = canonical(number, temperatureUnit)
    }
    guard let converted else { return .refused(.notANumber) }
    if !converted.isFinite || Sentinel.isOne(quantity, converted) { return .refused(.impossible) }
    return .value(converted, raw: nil)
  }

  private func canonical(_ number: Double, _ temperatureUnit: TemperatureUnit) -> Double {
    switch unit {
    case .canonical where quantity == .temperature && temperatureUnit == .fahrenheit:
      Self.celsius(fahrenheit: number)
    case .canonical, .percent, .celsius, .lux, .microsiemensPerCentimetre, .raw: number
    case .fraction: number * 100
    case .fahrenheit: Self.celsius(fahrenheit: number)
    case .kelvin: number - 273.15
    case .tenths: number / 10
    case .millisiemensPerCentimetre: number * 1000
    }
  }

  private static func canonical(_ number: Double, _ unit: NumberUnit, _ quantity: Quantity) -> Double? {
    switch (quantity, unit) {
    case (.moisture, .percent), (.humidity, .percent), (.battery, .percent): number
    case (.temperature, .celsius), (.light, .lux): number
    case (.temperature, .fahrenheit): celsius(fahrenheit: number)
    case (.temperature, .kelvin): number - 273.15
    case (.conductivity, .microsiemensPerCentimetre): number
    case (.conductivity, .millisiemensPerCentimetre): number * 1000
    case (.raw, _): number
    default: nil
    }
  }

  static func celsius(fahrenheit: Double) -> Double { (fahrenheit - 32) * 5 / 9 }

  /// What the config can get wrong in one mapping.
  func check() throws(BindingProblem) {
    if unit == .raw, calibration == nil, quantity != .raw { throw .needsCalibration(quantity) }
    if let calibration {
      let span = calibration.wet - calibration.dry
      guard span.isFinite, span != 0 else { throw .badCalibration(quantity) }
    }
    let units: [FieldUnit]
    switch quantity {
    case .moisture, .battery, .humidity: units = [.percent, .fraction, .tenths]
    case .temperature: units = [.celsius, .fahrenheit, .kelvin, .tenths]
    case .light: units = [.lux]
    case .conductivity: units = [.microsiemensPerCentimetre, .millisiemensPerCentimetre]
    case .raw: units = []
    }
    guard unit == .canonical || unit == .raw || units.contains(unit) else { throw .wrongUnit(quantity, unit) }
  }
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

import GardenCore
import PayloadJSON

/// A reported setpoint.
enum SetpointNumber {
  /// Bounds of what a heater can be set to, °C; beyond them a number is something else.
  private static let plausible = -20.0...100.0

  static func item(_ reading: NumberReading) -> DecodedItem {
    switch reading {
    case .value(let number, let unit):
      let celsius: Double
      switch unit {
      case nil, .celsius: celsius = number
      case .fahrenheit: celsius = FieldMapping.celsius(fahrenheit: number)
      default: return .refused(nil, .notANumber)
      }
      return plausible.contains(celsius) ? .setpoint(celsius) : .refused(nil, .impossible)
    case .none, .unavailable: return .refused(nil, .noValue)
    case .notANumber: return .refused(nil, .notANumber)
    case .doubled: return .refused(nil, .malformed)
    }
  }
}

import GardenCore
import PayloadJSON

/// `battery_ok`: a whole 0 or 1 is a flag, low or fine; between them a level. Version 22.11 computes a WH51's as (mV − 700) / 900, so a
/// fresh cell reads 1.111: above 1 is full.
enum RTL433Battery {
  static func item(_ level: NumberReading, measuredAt: Timestamp?) -> DecodedItem {
    switch level {
    case .value(0, unit: nil): .batteryLow(true)
    case .value(1, unit: nil): .batteryLow(false)
    case .value(let number, unit: nil) where number > 0:
      .value(.battery, min(number, 1) * 100, raw: number, measuredAt: measuredAt, mayBeCached: false)
    case .none, .unavailable: .refused(.battery, .noValue)
    case .doubled: .refused(.battery, .malformed)
    case .value, .notANumber: .refused(.battery, .notANumber)
    }
  }
}

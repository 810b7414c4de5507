/// What a sensor can measure for us. The raw value indexes per-quantity tables.
package enum Quantity: UInt8, Sendable, Hashable, Codable, CaseIterable {
  /// Soil moisture, percent of the calibrated range, 0…100.
  case moisture = 0
  /// Temperature of air or soil, °C.
  case temperature
  /// Illuminance, lx.
  case light
  /// Electrical conductivity of the soil, µS/cm.
  case conductivity
  /// Battery charge, percent, 0…100.
  case battery
  /// Relative humidity of the air, percent.
  case humidity
  /// A raw probe value before calibration; never evaluated, only kept beside the calibrated one.
  case raw
  /// Flow of water, litres per minute.
  case flow
  /// Water through a meter since it was built in, litres; falls only where the meter was changed or reset.
  case volume
  /// Electrical power, W: whether a pump or a valve's coil is on.
  case power
  /// Rain that is expected for the coming day, mm (litres on a square metre).
  case rain

  package static let count = 11
  /// What is evaluated of a plant; the raw value of each is its place in tables of them.
  package static let evaluated: [Quantity] = [.moisture, .temperature, .light, .conductivity]

  /// Values outside cannot be true on a plant's shelf or bed and are refused as ``Refusal/impossible``.
  ///
  /// Moisture a little beyond its ends is a reading at the end of the scale (a saturated probe) and is clamped. A scale
  /// that is ours, laid through two points of the probe's own numbers, may be overshot further than a device's own.
  package func plausible(isCalibrated: Bool) -> ClosedRange<Double> {
    switch self {
    case .moisture: isCalibrated ? -10...150 : -4...110
    case .temperature: -45...85
    case .light: 0...200_000
    case .conductivity: 0...30_000
    case .battery: 0...120
    case .humidity: 0...110
    case .raw: -1e9...1e9
    case .flow: 0...1000
    case .volume: 0...1e9
    case .power: -10...5000
    case .rain: 0...500
    }
  }

  /// What stored values are in, as it is written; `nil`: the probe's own scale.
  package var unit: String? {
    switch self {
    case .moisture, .battery, .humidity: "%"
    case .temperature: "°C"
    case .light: "lx"
    case .conductivity: "µS/cm"
    case .flow: "l/min"
    case .volume: "l"
    case .power: "W"
    case .rain: "mm"
    case .raw: nil
    }
  }

  /// The scale's ends, for quantities that have them.
  package var scale: ClosedRange<Double>? {
    switch self {
    case .moisture, .battery, .humidity: 0...100
    case .temperature, .light, .conductivity, .raw, .flow, .volume, .power, .rain: nil
    }
  }

  /// What its values lie between.
  var ends: ClosedRange<Double> { scale ?? plausible(isCalibrated: false) }

  /// Flow, litres and power corroborate valves; plants do not evaluate them.
  @inline(__always) var showsWater: Bool { self == .flow || self == .volume || self == .power }

  /// The word in config, documents and logs.
  package var name: StaticString {
    switch self {
    case .moisture: "moisture"
    case .temperature: "temperature"
    case .light: "light"
    case .conductivity: "conductivity"
    case .battery: "battery"
    case .humidity: "humidity"
    case .raw: "raw"
    case .flow: "flow"
    case .volume: "volume"
    case .power: "power"
    case .rain: "rain"
    }
  }
}

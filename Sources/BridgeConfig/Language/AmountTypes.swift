// Numbers with units. The unit is always written: `30` under a moisture limit and `5` under a temperature are
// refused, because 41 may be degrees Celsius or Fahrenheit and 0.3 may be a fraction or a third of a percent.

extension ValueType where Value == Double {
  /// Percent of the scale.
  static func percent(_ range: ClosedRange<Double>) -> Self { amount(.percent, range, pattern: #"%"#) }

  /// °C.
  static func temperature(_ range: ClosedRange<Double>) -> Self {
    amount(.temperature, range, pattern: "(°|º)?[CF]|℃|℉")
  }

  /// °C between two temperatures: 1.8°F is 1°C.
  static func difference(_ range: ClosedRange<Double>) -> Self {
    amount(.difference, range, pattern: "(°|º)?[CF]|℃|℉|K")
  }

  /// lx.
  static func light(_ range: ClosedRange<Double>) -> Self { amount(.light, range, pattern: "k?lx|lux") }

  /// µS/cm.
  static func conductivity(_ range: ClosedRange<Double>) -> Self {
    amount(.conductivity, range, pattern: "[uµμm]S/cm")
  }

  /// l/min.
  static func flow(_ range: ClosedRange<Double>) -> Self {
    amount(.flow, range, pattern: "m?[lL]/min|[lL]/h|m[³3]/h|gal/min")
  }

  /// l.
  static func volume(_ range: ClosedRange<Double>) -> Self {
    amount(.volume, range, pattern: "m?[lL]|m[³3]|gal")
  }

  /// W.
  static func power(_ range: ClosedRange<Double>) -> Self { amount(.power, range, pattern: "k?W") }

  /// mm.
  static func rain(_ range: ClosedRange<Double>) -> Self { amount(.rain, range, pattern: "mm|cm|in") }

  private static func amount(_ dimension: Dimension, _ range: ClosedRange<Double>, pattern: String) -> Self {
    let unit = dimension.units[0].name
    let low = Amount.text(range.lowerBound) + unit
    let high = Amount.text(range.upperBound) + unit
    return ValueType(
      shape: ValueShape(
        jsonTypes: ["string"], noun: "\(dimension.noun) from \(low) to \(high)",
        pattern: "^[-+]?[0-9]*\\.?[0-9]+ ?(\(pattern))$"),
      read: { text, _ in
        switch AmountReader.canonical(text, dimension) {
        case .wrong(let message, let help): .wrong(message, help: help)
        case .value(let value) where !(range ~= value):
          .wrong("is \(text), outside \(low) to \(high)", help: nil)
        case .value(let value): .value(value)
        }
      },
      write: { Amount.text($0) + unit })
  }
}

extension ValueType where Value == Int64 {
  /// Bytes.
  static func size(_ range: ClosedRange<Int64>) -> Self {
    func written(_ bytes: Int64) -> String {
      bytes % 1_000_000_000 == 0 ? "\(bytes / 1_000_000_000)GB" : "\(Amount.text(Double(bytes) / 1e6))MB"
    }
    let bounds = "\(written(range.lowerBound)) to \(written(range.upperBound))"
    return ValueType(
      shape: ValueShape(
        jsonTypes: ["string"], noun: "a size from \(bounds)", pattern: "^[0-9]*\\.?[0-9]+ ?(kB|MB|GB)$"),
      read: { text, _ in
        switch AmountReader.canonical(text, .size) {
        case .wrong(let message, let help): .wrong(message, help: help)
        case .value(let bytes) where bytes < Double(range.lowerBound) || bytes > Double(range.upperBound):
          .wrong("is \(text), outside \(bounds)", help: nil)
        case .value(let bytes): .value(Int64(bytes))
        }
      },
      write: written)
  }
}

extension ValueType where Value == Duration {
  /// `90s`, `10min`, `1h30min`.
  static func duration(_ range: ClosedRange<Duration>) -> Self {
    let bounds = "\(DurationText.text(range.lowerBound)) to \(DurationText.text(range.upperBound))"
    return ValueType(
      shape: ValueShape(
        jsonTypes: ["string"], noun: "a duration from \(bounds)",
        pattern: "^([0-9]*\\.?[0-9]+ ?(ms|s|min|h|d|w) ?)+$"),
      read: { text, _ in
        switch DurationText.read(text) {
        case .wrong(let message, let help): .wrong(message, help: help)
        case .value(let duration) where !(range ~= duration):
          .wrong("is \(text), outside \(bounds)", help: nil)
        case .value(let duration): .value(duration)
        }
      },
      write: DurationText.text)
  }
}

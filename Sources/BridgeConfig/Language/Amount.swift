/// A number and its unit as written: `30%`, `5 °C`, `90s`.
struct Amount {
  var number: Double
  var numberText: String
  var unit: String

  /// `nil` where the text does not begin with a decimal number. Units keep their letters' case.
  init?(_ text: Substring) {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }
    guard let number = Self.decimal(String(digits)) else { return nil }
    self.number = number
    numberText = String(digits)
    unit = String(text[digits.endIndex...].drop { $0 == " " })
    while unit.hasSuffix(" ") { unit.removeLast() }
  }

  init?(_ text: String) { self.init(text[...]) }

  /// Digits with at most one point and a sign; nothing else that a number parser may accept.
  static func decimal(_ text: String) -> Double? {
    let body = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
    guard !body.isEmpty, body.count <= 30, body.contains(where: \.isNumber) else { return nil }
    guard body.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else { return nil }
    guard body.count(where: { $0 == "." }) <= 1 else { return nil }
    return Double(text.first == "+" ? String(body) : text)
  }

  /// Without a trailing `.0`.
  static func text(_ number: Double) -> String {
    if number == number.rounded(), abs(number) < 1e15 { return String(Int64(number)) }
    return String(number)
  }
}

/// What a unit measures.
enum Dimension: String {
  case percent, temperature, difference, time, light, conductivity, size, flow, volume, power, rain

  var noun: String {
    switch self {
    case .percent: "a percentage"
    case .temperature: "a temperature"
    case .difference: "a temperature difference"
    case .time: "a duration"
    case .light: "a light level"
    case .conductivity: "a conductivity"
    case .size: "a size"
    case .flow: "a flow"
    case .volume: "a volume"
    case .power: "a power"
    case .rain: "an amount of rain"
    }
  }

  /// The unit in which values are kept, and others that are understood, with what turns them into it.
  var units: [(name: String, toCanonical: (Double) -> Double)] {
    switch self {
    case .percent: [("%", { $0 })]
    case .temperature: [("°C", { $0 }), ("°F", { ($0 - 32) / 1.8 })]
    case .difference: [("°C", { $0 }), ("°F", { $0 / 1.8 }), ("K", { $0 })]
    case .time:
      [
        ("s", { $0 }), ("min", { $0 * 60 }), ("h", { $0 * 3600 }), ("d", { $0 * 86_400 }),
        ("ms", { $0 / 1000 }), ("w", { $0 * 604_800 }),
      ]
    case .light: [("lx", { $0 }), ("klx", { $0 * 1000 })]
    case .conductivity: [("µS/cm", { $0 }), ("mS/cm", { $0 * 1000 })]
    case .size: [("MB", { $0 * 1e6 }), ("GB", { $0 * 1e9 }), ("kB", { $0 * 1000 })]
    case .flow:
      [
        ("l/min", { $0 }), ("l/h", { $0 / 60 }), ("ml/min", { $0 / 1000 }), ("m³/h", { $0 * 1000 / 60 }),
        ("gal/min", { $0 * 3.785_411_784 }),
      ]
    case .volume:
      [("l", { $0 }), ("ml", { $0 / 1000 }), ("m³", { $0 * 1000 }), ("gal", { $0 * 3.785_411_784 })]
    case .power: [("W", { $0 }), ("kW", { $0 * 1000 })]
    case .rain: [("mm", { $0 }), ("cm", { $0 * 10 }), ("in", { $0 * 25.4 })]
    }
  }

  /// Other spellings of the units' names.
  static func spelling(_ unit: String) -> String {
    switch unit {
    case "C", "℃", "ºC", "° C": "°C"
    case "F", "℉", "ºF", "° F": "°F"
    case "uS/cm", "μS/cm": "µS/cm"
    case "lux": "lx"
    case "L": "l"
    case "L/min": "l/min"
    case "L/h": "l/h"
    case "mL": "ml"
    case "mL/min": "ml/min"
    case "m3": "m³"
    case "m3/h": "m³/h"
    default: unit
    }
  }

  /// What a unit measures, for "… is a temperature"; a degree is a temperature, not a difference.
  static func of(_ unit: String) -> Dimension? {
    let order: [Dimension] = [
      .percent, .temperature, .difference, .time, .light, .conductivity, .size, .flow, .volume, .power,
      .rain,
    ]
    return order.first { dimension in dimension.units.contains { $0.name == unit } }
  }
}

import GardenCore
import LoamKit

/// Who reads a text: language, units, and how much fits.
struct Reader: Sendable {
  var words: any Phrasebook
  var usesFahrenheit: Bool
  /// What it may do: no more is offered to it.
  var role: DeviceContext.Role = .operator
  /// Largest MQTT packet it takes, bytes.
  var packetBytesMax: Int?

  /// Payload bytes left on that topic: the packet also holds a fixed header, properties and the topic.
  func payloadBytesMax(on topic: String, kind limit: Int) -> Int {
    guard let packetBytesMax else { return limit }
    return min(limit, packetBytesMax - topic.utf8.count - 48)
  }

  /// A value beside the limit that it passed: with a decimal where both would read the same.
  func text(_ value: Double, _ quantity: Quantity, beside limit: Double?) -> String {
    guard quantity == .moisture, let limit, text(value, quantity) == text(limit, quantity) else {
      return text(value, quantity)
    }
    return percent(value, digits: 1)
  }

  func text(_ value: Double, _ quantity: Quantity) -> String {
    switch quantity {
    case .moisture, .battery, .humidity: percent(value, digits: 0)
    case .temperature: temperature(value)
    case .light: Measure.text(value, digits: 0) + " lx"
    case .conductivity: Measure.text(value, digits: 0) + " µS/cm"
    case .raw: Measure.text(value, digits: 2)
    case .flow: Measure.text(value, digits: 1) + " l/min"
    case .volume: Measure.text(value, digits: 1) + " l"
    case .power: Measure.text(value, digits: 0) + " W"
    }
  }

  private func percent(_ value: Double, digits: Int) -> String { Measure.text(value, digits: digits) + "%" }

  /// A temperature, not a difference: °F has another zero.
  func temperature(_ celsius: Double) -> String {
    usesFahrenheit
      ? Measure.text(celsius * 9 / 5 + 32, digits: 1) + " °F" : Measure.text(celsius, digits: 1) + " °C"
  }
}

/// Numbers as people read them.
enum Measure {
  /// Rounded to at most `digits` decimals, without trailing zeros; a value beyond all sense is a dash.
  static func text(_ value: Double, digits: Int) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "–" }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int64((abs(value) * scale).rounded())
    let (whole, fraction) = scaled.quotientAndRemainder(dividingBy: Int64(scale))
    let sign = value < 0 && scaled != 0 ? "−" : ""
    guard fraction != 0 else { return sign + grouped(whole) }
    var decimals = String(fraction)
    while decimals.utf8.count < digits { decimals = "0" + decimals }
    while decimals.last == "0" { decimals.removeLast() }
    return "\(sign)\(grouped(whole)).\(decimals)"
  }

  /// `12,346`: our languages all group by three, with a comma.
  private static func grouped(_ whole: Int64) -> String {
    whole < 1000 ? "\(whole)" : "\(grouped(whole / 1000)),\(String(whole % 1000 + 1000).dropFirst())"
  }

  /// For documents: rounded to `digits` decimals; `nil` outside `range`.
  static func number(_ value: Double?, digits: Int, in range: ClosedRange<Double>) -> Double? {
    guard let value, value.isFinite, range.contains(value) else { return nil }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    return (value * scale).rounded() / scale
  }
}

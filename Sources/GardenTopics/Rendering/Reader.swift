import GardenCore
import GardenWords
import LoamKit

/// Who reads a text: language, units, and how much fits.
struct Reader: Sendable {
  var words: Phrasebook
  var usesFahrenheit: Bool
  /// What it may do and has buttons for: no more is offered to it.
  var role: DeviceContext.Role = .operator
  /// How many buttons it shows; `nil`: all.
  var actionsMax: Int?
  var showsSliders = true
  /// Its local time; `nil`: the site's.
  var calendar: SiteCalendar?
  /// Times of day are known; else the texts leave them out.
  var knowsTime = true
  /// Largest MQTT packet it takes, bytes.
  var packetBytesMax: Int?

  func knowing(_ now: Moment) -> Reader {
    var reader = self
    reader.knowsTime = now.isWallTrusted
    return reader
  }

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
    return words.percent(value, digits: 1)
  }

  func text(_ value: Double, _ quantity: Quantity) -> String {
    switch quantity {
    case .moisture, .battery, .humidity: words.percent(value, digits: 0)
    case .temperature: temperature(value)
    case .light: words.number(value, digits: 0) + " lx"
    case .conductivity: words.number(value, digits: 0) + " µS/cm"
    case .raw: words.number(value, digits: 2)
    case .flow: words.number(value, digits: 1) + " l/min"
    case .volume: words.number(value, digits: 1) + " l"
    case .power: words.number(value, digits: 0) + " W"
    case .rain: words.number(value, digits: 1) + " mm"
    }
  }

  /// A temperature, not a difference: °F has another zero.
  func temperature(_ celsius: Double) -> String {
    usesFahrenheit
      ? words.number(celsius * 9 / 5 + 32, digits: 1) + " °F" : words.number(celsius, digits: 1) + " °C"
  }
}

enum Measure {
  /// For documents: rounded to `digits` decimals; `nil` outside `range`.
  static func number(_ value: Double?, digits: Int, in range: ClosedRange<Double>) -> Double? {
    guard let value, value.isFinite, range.contains(value) else { return nil }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    return (value * scale).rounded() / scale
  }
}

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

  /// A value beside the limit that it passed, so that rounding never hides the reason: with a decimal where whole numbers are equal, and
  /// nearer than that by one step beyond the limit.
  func texts(
    _ value: Double?, beside limit: Double?, _ quantity: Quantity
  ) -> (value: String?, limit: String?) {
    guard let value, let limit, value != limit else {
      return (value.map { text($0, quantity) }, limit.map { text($0, quantity) })
    }
    let usual = Self.digits(of: quantity)
    let most = max(usual, 1)
    for digits in usual...most {
      let (mine, other) = (text(value, quantity, digits: digits), text(limit, quantity, digits: digits))
      if mine != other { return (mine, other) }
    }
    let step = (most == 1 ? 0.1 : 0.01) * (quantity == .temperature && usesFahrenheit ? 5 / 9 : 1)
    let shown = value < limit ? limit - step : limit + step
    return (text(shown, quantity, digits: most), text(limit, quantity, digits: most))
  }

  private static func digits(of quantity: Quantity) -> Int {
    switch quantity {
    case .moisture, .battery, .humidity, .light, .conductivity, .power: 0
    case .temperature, .flow, .volume, .rain: 1
    case .raw: 2
    }
  }

  func text(_ value: Double, _ quantity: Quantity, digits: Int? = nil) -> String {
    let digits = digits ?? Self.digits(of: quantity)
    guard let unit = quantity.unit, unit != "%" else {
      return quantity == .raw
        ? words.number(value, digits: digits) : words.percent(value, digits: digits)
    }
    // A temperature, not a difference: °F has another zero.
    guard quantity == .temperature, usesFahrenheit else {
      return words.number(value, digits: digits) + " " + unit
    }
    return words.number(value * 9 / 5 + 32, digits: digits) + " °F"
  }

  func temperature(_ celsius: Double) -> String { text(celsius, .temperature) }
}

enum Measure {
  /// For documents: rounded to `digits` decimals, but never onto one of `limits` that it is not; `nil` outside `range`.
  static func number(
    _ value: Double?, digits: Int, in range: ClosedRange<Double>, beside limits: [Double?] = []
  ) -> Double? {
    guard let value, value.isFinite, range.contains(value) else { return nil }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let rounded = (value * scale).rounded()
    for case let limit? in limits where value != limit && rounded == (limit * scale).rounded() {
      return (rounded + (value < limit ? -1 : 1)) / scale
    }
    return rounded / scale
  }
}

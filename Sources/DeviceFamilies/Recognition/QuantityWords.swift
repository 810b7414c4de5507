package import GardenCore

/// What a name that a person or a program chose says about the number behind it.
package enum QuantityWords {
  struct Meaning {
    var quantity: Quantity
    /// The words of the name that are about the place, not the quantity: `soil_moisture_bed_1` → `bed_1`.
    var rest: String
    /// The unit that the name says; `nil`: none. ``FieldUnit/raw`` where it says that the number is the converter's.
    var unit: FieldUnit?
    /// The name speaks of the soil, and of no quantity.
    var isThin = false
    /// The name is a flag's: whether a number of 1, or `true`, means that all is well.
    var flagWhenWell: Bool?
  }

  private static let words: [(word: String, quantity: Quantity)] = [
    ("moisture", .moisture), ("moist", .moisture), ("soilmoisture", .moisture), ("moi", .moisture),
    ("vwc", .moisture), ("feuchte", .moisture), ("feuchtigkeit", .moisture), ("bodenfeuchte", .moisture),
    ("bodenfeuchtigkeit", .moisture), ("erdfeuchte", .moisture), ("temperature", .temperature),
    ("temp", .temperature), ("tempc", .temperature), ("tempf", .temperature), ("temperatur", .temperature),
    ("humidity", .humidity), ("hum", .humidity), ("rh", .humidity), ("luftfeuchte", .humidity),
    ("illuminance", .light), ("lux", .light), ("light", .light), ("conductivity", .conductivity),
    ("conduct", .conductivity), ("fertility", .conductivity), ("ec", .conductivity), ("battery", .battery),
    ("batt", .battery), ("bat", .battery),
    // Numbers of SenseCAP's measurements; source: Seeed, "Measurement ID".
    ("4103", .moisture), ("4102", .temperature), ("4108", .conductivity),
  ]
  /// Beside another quantity they say where it is measured; alone they mean the soil's moisture.
  private static let soil: Set<String> = ["soil", "boden", "ground"]
  private static let filler: Set<String> = ["level", "value", "sensor", "relative", "reading"]
  private static let units: [String: FieldUnit] = [
    "percent": .percent, "percentage": .percent, "pct": .percent, "perc": .percent, "prozent": .percent,
    "%": .percent, "c": .celsius, "celsius": .celsius, "tempc": .celsius, "f": .fahrenheit,
    "fahrenheit": .fahrenheit, "tempf": .fahrenheit, "raw": .raw, "adc": .raw, "analog": .raw, "counts": .raw,
    "frequency": .raw, "freq": .raw, "hz": .raw, "kpa": .raw, "cb": .raw, "cbar": .raw, "centibar": .raw,
    "centibars": .raw, "tension": .raw, "capacitance": .raw, "pf": .raw, "resistance": .raw, "ohm": .raw,
    "ohms": .raw, "permittivity": .raw, "dielectric": .raw, "epsilon": .raw, "v": .volts, "volt": .volts,
    "volts": .volts, "voltage": .volts,
    "spannung": .volts, "mv": .millivolts, "millivolt": .millivolts, "millivolts": .millivolts,
  ]
  /// What a number is that is no measurement of a plant: a setting, an alarm, a counter, the device's own temperature.
  private static let others: Set<String> = [
    "threshold", "min", "max", "minimum", "maximum", "limit", "offset", "calibration", "cal", "target", "set",
    "setpoint", "alarm", "alert", "warning", "interval", "status", "error", "err", "fault", "count", "time",
    "timestamp", "ts", "age", "trend", "id", "sensitivity", "hysteresis", "compensation", "correction", "cpu",
    "chip", "mcu", "board", "esp", "esp32", "esp8266", "internal", "core", "dew", "dewpoint", "forecast",
    "unit", "type", "sampling", "delta",
  ]

  /// `nil`: the name says nothing about a quantity, it speaks of two, or it is a setting's.
  package static func quantity(of name: String) -> Quantity? { meaning(of: name)?.quantity }

  /// The unit that the name says; `nil`: none, or it says no quantity.
  package static func unit(of name: String) -> FieldUnit? { meaning(of: name)?.unit }

  /// The words of the name that are about the place: `soil_moisture_bed_1` → `bed_1`.
  package static func place(in name: String) -> String { meaning(of: name)?.rest ?? "" }

  /// `nil` as with ``quantity(of:)``.
  static func meaning(of name: String) -> Meaning? {
    let pieces = pieces(of: name)
    if pieces.contains(where: { others.contains($0.word) }) { return nil }
    var quantity: Quantity?
    for piece in pieces {
      guard let found = words.first(where: { $0.word == piece.word })?.quantity else { continue }
      if let quantity, quantity != found { return nil }
      quantity = found
    }
    let hasSoil = pieces.contains { soil.contains($0.word) }
    let isThin = quantity == nil
    if hasSoil, quantity == .humidity || quantity == nil { quantity = .moisture }
    guard let quantity else { return nil }
    var meaning = Meaning(quantity: quantity, rest: "", isThin: isThin)
    for piece in pieces where ["ok", "low"].contains(piece.word) {
      if quantity != .battery { return nil }
      meaning.flagWhenWell = piece.word == "ok"
    }
    // A letter alone is a unit at the name's end only: `temp_f`, not `moisture_v2` nor `bed_c_moisture`.
    let unit = { (at: Int, piece: Piece) in
      piece.word.count > 1 || at == pieces.count - 1 ? units[piece.word] : nil
    }
    meaning.unit = pieces.enumerated().lazy.compactMap(unit).first
    meaning.rest = pieces.enumerated().filter { at, piece in
      !words.contains { $0.word == piece.word } && !soil.contains(piece.word) && !filler.contains(piece.word)
        && unit(at, piece) == nil && !["ok", "low"].contains(piece.word)
    }.map(\.element.written).joined(separator: "_")
    return meaning
  }

  /// Whether words name the soil, as a device's model or description does.
  static func nameSoil(_ text: String) -> Bool {
    pieces(of: text).contains { soil.contains($0.word) || $0.word.hasPrefix("soil") || $0.word == "plant" }
  }

  private struct Piece {
    var word: String
    var written: String
  }

  /// At `_`, `-`, `.`, `:`, blanks, before a capital, and before digits at the end: `soilMoisture2` → soil, moisture, 2.
  private static func pieces(of name: String) -> [Piece] {
    var pieces: [String] = []
    var current = ""
    func isEdge(_ last: Character, _ next: Character) -> Bool {
      (last.isLowercase && next.isUppercase) || (last.isLetter && next.isNumber) || next == "%"
    }
    for character in name {
      if "_-.:/()[] ".contains(character) {
        pieces.append(current)
        current = ""
        continue
      }
      if let last = current.last, isEdge(last, character) {
        pieces.append(current)
        current = ""
      }
      current.append(character)
    }
    pieces.append(current)
    return pieces.filter { !$0.isEmpty }.map { Piece(word: $0.lowercased(), written: $0) }
  }
}

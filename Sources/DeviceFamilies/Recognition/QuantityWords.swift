import GardenCore

/// What a name that a person or a program chose says about the number behind it.
enum QuantityWords {
  struct Meaning {
    var quantity: Quantity
    /// The words of the name that are about the place, not the quantity: `soil_moisture_bed_1` → `bed_1`.
    var rest: String
    /// The name says that the temperature is in °F.
    var isFahrenheit = false
  }

  private static let words: [(word: String, quantity: Quantity)] = [
    ("moisture", .moisture), ("soilmoisture", .moisture), ("moi", .moisture), ("vwc", .moisture),
    ("feuchte", .moisture), ("bodenfeuchte", .moisture), ("temperature", .temperature),
    ("temp", .temperature), ("tempc", .temperature), ("tempf", .temperature), ("temperatur", .temperature),
    ("humidity", .humidity), ("hum", .humidity), ("luftfeuchte", .humidity), ("illuminance", .light),
    ("lux", .light), ("light", .light), ("conductivity", .conductivity), ("fertility", .conductivity),
    ("ec", .conductivity), ("battery", .battery), ("batt", .battery),
  ]
  /// Beside another quantity they say where it is measured; alone they mean the soil's moisture.
  private static let soil: Set<String> = ["soil", "boden", "ground"]
  private static let filler: Set<String> = [
    "level", "percent", "value", "raw", "sensor", "c", "f", "relative",
  ]

  /// `nil`: the name says nothing about a quantity, or it speaks of two.
  static func meaning(of name: String) -> Meaning? {
    let pieces = pieces(of: name)
    var quantity: Quantity?
    for piece in pieces {
      guard let found = words.first(where: { $0.word == piece.word })?.quantity else { continue }
      if let quantity, quantity != found { return nil }
      quantity = found
    }
    let hasSoil = pieces.contains { soil.contains($0.word) }
    if hasSoil, quantity == .humidity || quantity == nil { quantity = .moisture }
    guard let quantity else { return nil }
    let rest = pieces.filter { piece in
      !words.contains { $0.word == piece.word } && !soil.contains(piece.word) && !filler.contains(piece.word)
    }
    let isFahrenheit = quantity == .temperature && pieces.contains { $0.word == "f" || $0.word == "tempf" }
    return Meaning(
      quantity: quantity, rest: rest.map(\.written).joined(separator: "_"), isFahrenheit: isFahrenheit)
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
      (last.isLowercase && next.isUppercase) || (last.isLetter && next.isNumber)
    }
    for character in name {
      if "_-.: ".contains(character) {
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

package import GardenCore
import PayloadJSON

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
    /// Made of several numbers: beside the number itself it says nothing more.
    var isDerived = false
  }

  /// `nil`: the name says nothing about a quantity, it speaks of two, or it is a setting's.
  package static func quantity(of name: String) -> Quantity? { meaning(of: name)?.quantity }

  /// The unit that the name says; `nil`: none, or it says no quantity.
  package static func unit(of name: String) -> FieldUnit? { meaning(of: name)?.unit }

  /// The words of the name that are about the place: `soil_moisture_bed_1` → `bed_1`.
  package static func place(in name: String) -> String { meaning(of: name)?.rest ?? "" }

  /// `nil` as with ``quantity(of:)``.
  static func meaning(of name: String) -> Meaning? {
    let pieces = pieces(of: name)
    if pieces.contains(where: { QuantityVocabulary.others.contains($0.word) }) { return nil }
    var quantity: Quantity?
    for piece in pieces {
      guard let found = piece.quantity else { continue }
      if let quantity, quantity != found, !isBoth(quantity, found) { return nil }
      quantity = quantity == .moisture ? quantity : found
    }
    let hasSoil = pieces.contains(where: \.isSoil)
    var letter: Quantity?
    if quantity == nil, pieces.contains(where: \.isSoilAlone), let last = pieces.last {
      letter = QuantityVocabulary.letters[last.word]
      quantity = letter
    }
    if quantity == nil, pieces.contains(where: { QuantityVocabulary.tensionAlone.contains($0.word) }) {
      quantity = .moisture
    }
    let isThin = quantity == nil
    if hasSoil {
      if quantity == .humidity || pieces.contains(where: \.isSoilAlone) && quantity == nil {
        quantity = .moisture
      }
    } else if quantity == .moisture, pieces.contains(where: \.isAir) {
      quantity = .humidity
    }
    guard let quantity, quantity != .temperature || !pieces.contains(where: { $0.word == "device" }) else {
      return nil
    }
    var meaning = Meaning(quantity: quantity, rest: "", isThin: isThin)
    for piece in pieces where ["ok", "low"].contains(piece.word) {
      if quantity != .battery { return nil }
      meaning.flagWhenWell = piece.word == "ok"
    }
    // A letter alone, and a bar, is a unit at the name's end only: `temp_f`, not `moisture_v2` nor `bed_c_moisture`.
    let unit = { (at: Int, piece: Piece) in
      (piece.word.count > 1 && piece.word != "bar") || at == pieces.count - 1
        ? QuantityVocabulary.units[piece.word] : nil
    }
    meaning.unit = pieces.enumerated().lazy.compactMap(unit).first
    meaning.isDerived = pieces.contains { QuantityVocabulary.derived.contains($0.word) }
    meaning.rest = pieces.enumerated().filter { at, piece in
      piece.quantity == nil && !piece.isSoil && !QuantityVocabulary.filler.contains(piece.word)
        && !QuantityVocabulary.derived.contains(piece.word)
        && unit(at, piece) == nil && !["ok", "low"].contains(piece.word)
        && (letter == nil || at < pieces.count - 1)
    }.map(\.element.written).joined(separator: "_")
    return meaning
  }

  /// Whether a name is of something that a plant's device measures; a battery alone says nothing of what it feeds.
  static func isMeasured(_ name: String) -> Bool {
    guard let meaning = meaning(of: name) else { return name == "flow" || name == "power" }
    return meaning.quantity != .battery
  }

  /// `moisture_humidity` is one thing by two names.
  private static func isBoth(_ one: Quantity, _ other: Quantity) -> Bool {
    Set([one, other]) == [.moisture, .humidity]
  }

  /// Whether words name the soil, as a device's model or description does.
  static func nameSoil(_ text: String) -> Bool {
    pieces(of: text).contains { $0.isSoilAlone || $0.word.hasPrefix("soil") || $0.word == "plant" }
  }

  /// Whether a level or a key stands for the soil: what is humid below it is the soil.
  static func isSoil(_ name: String) -> Bool { pieces(of: name).contains(where: \.isSoil) }

  /// Whether a level or a key stands for the air.
  static func isAir(_ name: String) -> Bool { pieces(of: name).contains(where: \.isAir) }

  /// Whether a name says neither what is measured nor whose it is: `3`, `dps.3`, `pot1`, `0e6b58`.
  static func isNameless(_ name: String) -> Bool {
    guard name.contains(where: \.isNumber) else { return false }
    let letters = name.filter { $0.isLetter || $0.isNumber }
    return (letters.count > 3 && letters.allSatisfy(\.isHexDigit))
      || pieces(of: name).allSatisfy { piece in
        piece.isPlace || piece.word.count == 1 || piece.word.allSatisfy(\.isNumber)
          || GuessedFields.plainNames.contains(piece.word)
      }
  }

  /// Whether a name says nothing of a quantity, and may be a plant's: no setting's, no word for how, none for dry or wet.
  static func mayBePlace(_ name: String) -> Bool {
    pieces(of: name).allSatisfy { piece in
      piece.quantity == nil && !QuantityVocabulary.others.contains(piece.word)
        && QuantityVocabulary.units[piece.word] == nil && !QuantityVocabulary.derived.contains(piece.word)
        && !QuantityVocabulary.ends.contains(piece.word)
    }
  }

  /// Whether a name speaks of plants, or of what measures at them.
  static func speaksOfPlants(_ name: String) -> Bool {
    pieces(of: name).contains { $0.isPlace || $0.isSoilAlone }
  }

  /// Whether words name a tension, of which a small number is wet soil.
  static func nameTension(_ text: String) -> Bool {
    pieces(of: text).contains { QuantityVocabulary.tension.contains($0.word) }
  }

  /// Whether the unit of a moisture is one of a tension.
  static func nameUnitOfTension(_ unit: String) -> Bool {
    nameTension(unit) || pieces(of: unit).contains { QuantityVocabulary.pressures.contains($0.word) }
  }

  private struct Piece {
    var word: String
    var written: String
    /// What the words say of which it is made.
    var quantity: Quantity?
    var isSoil = false
    var isSoilAlone = false
    var isAir = false
    var isPlace: Bool {
      QuantityVocabulary.places.contains(word) || word.hasSuffix("sensor") || word.hasSuffix("probe")
    }

    init(_ written: String) {
      word = PlainLetters.of(written)
      self.written = written
      for part in QuantityVocabulary.parts(of: word) {
        quantity = quantity ?? QuantityVocabulary.quantities[part]
        isSoil = isSoil || QuantityVocabulary.soil.contains(part)
        isSoilAlone = isSoilAlone || QuantityVocabulary.soilAlone.contains(part)
        isAir = isAir || QuantityVocabulary.air.contains(part)
      }
    }
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
      // A unit's own capital: kPa, mV, dS, tC.
      let isUnit =
        (["k", "m", "u", "d", "c", "h"].contains(current) && "PVSB".contains(character))
        || (current == "t" && "CF".contains(character))
      if let last = current.last, !isUnit, isEdge(last, character) {
        pieces.append(current)
        current = ""
      }
      current.append(character)
    }
    pieces.append(current)
    return pieces.filter { !$0.isEmpty }.map { Piece($0) }
  }
}

extension JSONValue {
  /// One of its keys is called as what is measured.
  var measures: Bool {
    var measures = false
    forEachField { field in
      measures = QuantityWords.isMeasured(field.name)
      return !measures
    }
    return measures
  }
}

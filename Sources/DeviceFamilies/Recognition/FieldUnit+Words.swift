import GardenCore

extension FieldUnit {
  /// A unit as a message names it; `nil`: not known.
  init?(word: String) {
    let word = word.trimmingPrefix(" ")
    if let unit = FieldUnit(rawValue: String(word)) ?? Self.spellings.first(where: { $0.word == word })?.unit
    {
      self = unit
    } else {
      guard
        let unit = FieldUnit(spelled: String(word))
          ?? QuantityVocabulary.units[PlainLetters.of(String(word))]
      else { return nil }
      self = unit
    }
  }

  /// The unit in which a quantity is kept, by its own name.
  static func plain(_ quantity: Quantity) -> FieldUnit {
    switch quantity {
    case .moisture, .battery, .humidity: .percent
    case .temperature: .celsius
    case .light: .lux
    case .conductivity: .microsiemensPerCentimetre
    case .flow: .litresPerMinute
    case .volume: .litres
    case .power: .watts
    case .rain: .millimetres
    case .raw: .canonical
    }
  }
}

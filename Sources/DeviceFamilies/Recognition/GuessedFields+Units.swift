import PayloadJSON

/// What a message says of its numbers' units beside them.
extension GuessedFields {
  private static let unitKeys = [
    "unit", "units", "uom", "unit_of_measurement", "Unit", "u", "einheit", "Einheit", "unite", "unité",
    "unidad",
    "unita", "unità", "eenheid", "enhet", "jednostka", "unidade",
  ]
  /// Of all the numbers of a message: °F, and no unit of one.
  private static let systems = ["metric", "imperial", "si", "us"]

  /// The unit of the one value of an object.
  static func unit(in object: JSONValue) -> String? {
    unitKeys.lazy.compactMap { (object[$0] ?? object["attributes"]?[$0])?.text }.first
  }

  /// The units beside the numbers of an object: each one's own (`soil_moisture_unit`), or one for all.
  struct Units {
    private let object: JSONValue
    private var ofAll: String?
    private var isShared = false

    init(_ object: JSONValue) {
      self.object = object
      ofAll = GuessedFields.unit(in: object).flatMap { systems.contains($0.lowercased()) ? nil : $0 }
      guard ofAll != nil else { return }
      var count = 0
      object.forEachField { field in
        if case .value = field.value.number { count += 1 }
        return count < 2
      }
      isShared = count > 1
    }

    func evidence(_ name: String, _ number: Double, _ written: NumberUnit?) -> FieldGuess.Evidence {
      let own = ["\(name)_unit", "\(name)Unit", "\(name)_einheit"].lazy.compactMap { object[$0]?.text }.first
      return FieldGuess.Evidence(
        name: name, number: number, written: written, unit: own ?? ofAll, isUnitShared: own == nil && isShared
      )
    }
  }

  /// A number as a text may have it whose name says the quantity: three digits behind a comma are none of thousands there.
  static func number(_ value: JSONValue, of name: String) -> (number: Double, unit: NumberUnit?)? {
    var reading = value.number
    if reading == .notANumber, QuantityWords.quantity(of: name)?.mayBeThousands == false {
      value.withText { reading = NumberText.read($0, mayGroup: false) }
    }
    guard case .value(let number, let unit) = reading else { return nil }
    return (number, unit)
  }
}

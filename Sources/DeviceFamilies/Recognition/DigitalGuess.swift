import GardenCore
import PayloadJSON

/// A probe that says dry or wet, and no number: what its word and its name mean together. Always a doubt.
enum DigitalGuess {
  private static let dry = ["dry", "trocken", "sec", "seco"]
  private static let wet = ["wet", "moist", "damp", "nass", "feucht", "humide"]
  private static let pairs = [("true", "false"), ("on", "off"), ("1", "0"), ("yes", "no")]
  /// Well within every plant's limits: wetter than dry, and not too wet.
  private static let (dryPercent, wetPercent) = (10.0, 60.0)

  /// `nil`: nothing of a plant.
  ///
  /// - Parameter stood: the word, or `true` and `false`.
  static func guess(_ name: String, _ stood: String, at path: FieldPath) -> FieldGuess? {
    let word = stood.lowercased()
    let meanings: [FieldMeaning]
    if dry.contains(word) || wet.contains(word) {
      let (a, b) = (dry.contains(word) ? word : "dry", wet.contains(word) ? word : "wet")
      meanings = [FieldMeaning(a, means: dryPercent), FieldMeaning(b, means: wetPercent)]
    } else if let pair = pairs.first(where: { $0.0 == word || $0.1 == word }),
      let isDry = speaksOfDryness(name)
    {
      meanings = [
        FieldMeaning(pair.0, means: isDry ? dryPercent : wetPercent),
        FieldMeaning(pair.1, means: isDry ? wetPercent : dryPercent),
      ]
    } else {
      return nil
    }
    let mapping = FieldMapping(quantity: .moisture, path: path, rules: FieldRules(words: meanings))
    let rows = meanings.map { "\($0.match.value) for \($0.value == dryPercent ? "dry, 10 %" : "wet, 60 %")" }
    return FieldGuess(
      mapping,
      doubt:
        "\(name) says \(stood), and no number: taken are \(rows.joined(separator: " and ")); nothing else is read"
    )
  }

  /// Whether its yes means dry; `nil`: the name says nothing of it.
  private static func speaksOfDryness(_ name: String) -> Bool? {
    let words = name.lowercased().split { !$0.isLetter }
    if words.contains(where: { $0 == "dry" || $0 == "trocken" }) { return true }
    if words.contains(where: { ["wet", "moist", "moisture", "feucht"].contains($0) }) { return false }
    return nil
  }
}

/// What a plant is called where only its device's name is known: `garden/bed9` → Bed 9, `Fineoffset-WH51 0e6b58` → Fineoffset WH51.
enum PlantName {
  private static let lengthMax = 80
  /// Levels and words that are about the device.
  private static let plain: Set<String> = [
    "state", "sensor", "sensors", "soil", "probe", "data", "moisture", "json", "status", "value",
  ]

  static func of(_ place: String) -> String {
    let levels = place.split(separator: "/").map(String.init)
    let level = levels.last { !plain.contains($0.lowercased()) && $0.contains(where: \.isLetter) } ?? place
    let words = level.split(whereSeparator: { " _-".contains($0) }).map(String.init)
    let named = words.filter { !isIdentity($0) }
    let told = named.filter { !plain.contains($0.lowercased()) }
    let kept = told.contains(where: hasLetter) ? told : named.contains(where: hasLetter) ? named : words
    return String(kept.map(capitalised).joined(separator: " ").prefix(lengthMax))
  }

  private static func hasLetter(_ word: String) -> Bool { word.contains(where: \.isLetter) }

  /// A piece of an address, a serial number.
  private static func isIdentity(_ word: String) -> Bool {
    let digits = word.filter { $0 != ":" }
    return digits.count > 2 && digits.contains(where: \.isNumber) && digits.allSatisfy(\.isHexDigit)
      && (digits.count > 3 || digits.allSatisfy(\.isNumber))
  }

  /// A word in small letters gets a capital, and a number behind it stands apart; one with capitals of its own is a name.
  private static func capitalised(_ word: String) -> String {
    guard word == word.lowercased(), let first = word.first else { return word }
    let letters = word.prefix { $0.isLetter }
    let digits = word.dropFirst(letters.count)
    let isNumbered = letters.count > 1 && !digits.isEmpty && digits.allSatisfy(\.isNumber)
    let text = first.uppercased() + word.dropFirst()
    return isNumbered ? "\(text.prefix(letters.count)) \(digits)" : text
  }
}

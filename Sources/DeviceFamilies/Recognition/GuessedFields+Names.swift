import PayloadJSON

/// What a name says beside its parent's.
extension GuessedFields {
  /// A name that says nothing by itself may say which of its parent's: `moisture: {"1": 41, "2": 38}`, `soil: {raw: 612}`.
  static func guess(
    _ evidence: FieldGuess.Evidence, _ path: FieldPath, _ parent: String?, isMember: Bool
  ) -> FieldGuess? {
    if let guess = FieldGuess(evidence, at: path) { return guess }
    let name = evidence.name
    if let parent {
      var joined = evidence
      let isAlone = valueKeys.contains(name) && (name != "v" || evidence.number > 5)
      joined.name = isAlone ? parent : "\(parent) \(name)"
      let isOfParent = valueKeys.contains(name) || QuantityWords.meaning(of: parent) != nil
      let saysHow = ["raw", "percent", "pct", "percentage", "volts", "voltage", "mv", "v"].contains(
        name.lowercased())
      let isNumber = name.allSatisfy(\.isNumber) || isPin(name) || isNumbered(name)
      let isValue = valueKeys.contains(name) || saysHow
      if isOfParent, isValue || isMember || isNumber || QuantityWords.isSoil(name) {
        return FieldGuess(joined, at: path)
      }
    }
    guard isPin(name), evidence.number != 0, evidence.number != 1, evidence.written == nil else { return nil }
    return FieldGuess(pin: name, evidence.number, at: path, isScaled: false)
  }

  /// `A0`, `adc1`, `gpio34`.
  private static func isPin(_ name: String) -> Bool {
    let letters = name.prefix { $0.isLetter }
    let digits = name.dropFirst(letters.count).drop { $0 == "_" }
    return ["a", "adc", "ain", "analog", "pin", "gpio"].contains(letters.lowercased()) && !digits.isEmpty
      && digits.count < 3 && digits.allSatisfy(\.isNumber)
  }

  /// `bed1`, `s2`.
  private static func isNumbered(_ name: String) -> Bool {
    let letters = name.prefix { $0.isLetter }
    let digits = name.dropFirst(letters.count)
    return letters.count < 9 && !digits.isEmpty && digits.count < 3 && digits.allSatisfy(\.isNumber)
  }
}

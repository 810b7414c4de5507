import GardenCore
import PayloadJSON

/// A guess: a bare number on a topic whose last levels name a quantity.
enum PlainRecognizer {
  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    let levels = piece.levels
    guard piece.isNumber, !levels.contains(where: { $0.hasPrefix("$") }), levels.last != "set" else {
      return []
    }
    // `state`, `value` and the like say nothing; the level before them does.
    let tail = ["state", "value", "raw"].contains(levels.last) ? levels.count - 2 : levels.count - 1
    guard tail >= 0, let meaning = QuantityWords.meaning(of: levels[tail]) else { return [] }
    let before = tail > 0 ? piece.joined(0..<tail) : ""
    let place = [before, meaning.rest].filter { !$0.isEmpty }.joined(separator: " ")
    var field = FieldMapping(
      quantity: meaning.quantity, path: FieldPath([]), unit: meaning.isFahrenheit ? .fahrenheit : .canonical)
    var remarks: [String] = []
    if meaning.quantity == .moisture, let number = piece.number, number > 110 || levels.last == "raw" {
      field = RawProbe.mapping(field.path, seen: number)
      remarks = [RawProbe.remark]
    }
    var candidate = DeviceCandidate.sensor(
      .plain, topic: piece.topic, fields: [field], label: "\(place) \(meaning.quantity.name)",
      place: place.isEmpty ? piece.topic : place)
    candidate.isGuess = true
    candidate.remarks = remarks
    return [candidate]
  }
}

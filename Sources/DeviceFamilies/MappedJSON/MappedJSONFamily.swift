import GardenCore
import PayloadJSON

extension Family {
  package static let json = Family(
    name: "json", summary: "any JSON, fields named in the config",
    topic: "the topic or filter: garden/+/state",
    example: Example(sensor: ["topic: garden/bed1/state", "fields: {moisture: soil.moisture, battery: bat}"]),
    options: [.select, .fields, .availability, .temperatureUnit, .time], quantities: [],
    sensor: MappedJSONSensor.init, recognizer: Recognizer(.guess, MappedJSONRecognizer.candidates))
}

/// A guess: JSON with numbers whose keys name quantities.
enum MappedJSONRecognizer {
  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    guard let root = piece.payload.tree, !["set", "get"].contains(piece.levels.last) else { return [] }
    let guessed = GuessedFields(root, name: piece.levels.last, namesSoil: SoilModel.isNamed(in: root))
    return guessed.probes.filter(\.isUseful).map { candidate(piece, $0) }
  }

  private static func candidate(_ piece: HeardPiece, _ probe: GuessedFields.Probe) -> DeviceCandidate {
    var levels = piece.levels
    if ["state", "data", "json", "status", "SENSOR"].contains(levels.last), levels.count > 1 {
      levels.removeLast()
    }
    let name = levels.joined(separator: "/")
    var candidate = DeviceCandidate.sensor(
      .json, topic: piece.topic, fields: probe.fields, identity: "\(piece.topic) \(probe.name)",
      label: probe.name.isEmpty ? name : "\(name) \(probe.name)")
    // One value a topic: the topics above it are the place.
    if let last = piece.levels.last, probe.fields.allSatisfy({ $0.path.steps.count == 1 }),
      let meaning = QuantityWords.meaning(of: last), probe.fields.map(\.quantity) == [meaning.quantity]
    {
      let place = [piece.joined(0..<(piece.levels.count - 1)), meaning.rest].filter { !$0.isEmpty }
      candidate.place = place.joined(separator: " ")
    }
    candidate.isGuess = true
    candidate.doubts = probe.doubts
    return candidate
  }
}

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
    guard let select = piece.selection else { return [] }
    let name = piece.levels.suffix(2).last { QuantityWords.meaning(of: $0) != nil }
    let guessed = GuessedFields(
      root, of: piece, name: name ?? piece.levels.last,
      namesSoil: SoilModel.isNamed(in: root) || name.flatMap(QuantityWords.meaning)?.isThin == true)
    var probes = guessed.probes.filter(\.isUseful)
    if !probes.contains(where: { $0.fields.contains { $0.quantity == .moisture } }) {
      probes += guessed.asked
    }
    return probes.map { candidate(piece, root, $0, select) }
  }

  private static func candidate(
    _ piece: HeardPiece, _ root: JSONValue, _ probe: GuessedFields.Probe, _ select: [FieldMatch]
  ) -> DeviceCandidate {
    var levels = piece.levels
    if ["state", "data", "json", "status", "SENSOR"].contains(levels.last), levels.count > 1 {
      levels.removeLast()
    }
    // A name that says which quantity it is stands for no place.
    let places = select.map { QuantityWords.meaning(of: $0.value)?.rest ?? $0.value } + [probe.name]
    let place = ([levels.joined(separator: "/")] + places.filter { !$0.isEmpty }).joined(separator: " ")
    let names = ([piece.topic] + select.map { FieldWord.identity($0.value) } + [probe.name]).joined(
      separator: " ")
    var candidate = DeviceCandidate.sensor(
      .json, topic: piece.topic, select: select, fields: probe.fields, identity: names,
      label: select.isEmpty
        ? place
        : ([levels.joined(separator: "/")] + select.map(\.value) + [probe.name])
          .filter { !$0.isEmpty }.joined(separator: " "), place: place)
    // One value a topic: the topics above it are the place.
    if let last = piece.levels.last, select.isEmpty, probe.fields.allSatisfy({ $0.path.steps.count == 1 }),
      let meaning = QuantityWords.meaning(of: last), probe.fields.map(\.quantity) == [meaning.quantity]
    {
      let place = [piece.joined(0..<(piece.levels.count - 1)), meaning.rest, probe.name].filter {
        !$0.isEmpty
      }
      candidate.place = place.joined(separator: " ")
    }
    candidate.isGuess = true
    candidate.doubts = probe.doubts
    if probe.asks { candidate.staysOut = probe.doubts.first?.text }
    if let context = piece.context, let time = time(of: probe, in: root, context) {
      candidate.bind { $0.time = TimeMapping(path: time.path) }
      candidate.doubt(measuredAt: time.time, by: time.path.text, context)
    }
    return candidate
  }

  /// The time of the innermost object in which the probe's first value stands.
  private static func time(of probe: GuessedFields.Probe, in root: JSONValue, _ context: DecodeContext)
    -> (time: Timestamp, path: FieldPath)?
  {
    guard let field = probe.fields.first else { return nil }
    for count in field.path.steps.indices.reversed() {
      let steps = Array(field.path.steps[..<count])
      guard let stood = count == 0 ? root : root.field(at: FieldPath(steps))?.json,
        let found = OwnTime.find(in: stood.opened ?? stood, context)
      else { continue }
      return (found.time, FieldPath(steps + found.path.steps))
    }
    return nil
  }
}

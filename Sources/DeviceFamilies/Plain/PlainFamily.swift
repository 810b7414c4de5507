import GardenCore
import PayloadJSON

extension Family {
  package static let plain = Family(
    name: "plain", summary: "any topic with a bare number or a short text",
    topic: "the topic: garden/bed1/moisture",
    example: Example(sensor: ["topic: garden/bed1/moisture", "fields: {moisture: {unit: percent}}"]),
    options: [.select, .fields, .availability, .temperatureUnit, .time], quantities: [],
    sensor: PlainSensor.init, recognizer: Recognizer(.guess, PlainRecognizer.candidates),
    paths: "the payload: none is all of it, form(moist), column(2) or pattern(M={value}) a piece")
}

/// A guess: a bare number on a topic whose last levels name a quantity, or a form whose keys do.
enum PlainRecognizer {
  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    let levels = piece.levels
    guard !levels.contains(where: { $0.hasPrefix("$") }), !["set", "get"].contains(levels.last) else {
      return []
    }
    guard case .value(let number, let unit) = number(piece) else {
      let word = word(piece)
      return word.isEmpty ? pieces(piece) : word
    }
    // `state`, `value` and the like say nothing; the level before them does.
    let isPlain = ["state", "value", "raw", "percent", "pct"].contains(levels.last) && levels.count > 1
    let tail = isPlain ? levels.count - 2 : levels.count - 1
    let isMember = tail > 0 && isMember(levels[tail], of: levels[tail - 1], number)
    let top = isMember ? tail - 1 : tail
    let name = levels[top...tail].joined(separator: " ")
    guard var meaning = QuantityWords.meaning(of: name) else {
      return asked(piece, number, unit, tail)
    }
    if levels.last == "raw" { meaning.unit = .raw }
    // What is humid in the soil is the soil.
    var doubt: String?
    if meaning.quantity == .humidity, top > 0, QuantityWords.isSoil(levels[top - 1]) {
      meaning.quantity = .moisture
    } else if meaning.quantity == .humidity, isBesideSoil(piece) {
      meaning.quantity = .moisture
      doubt = FieldGuess.doubtOfSoil(levels[tail])
    }
    let evidence = FieldGuess.Evidence(
      name: name, number: number, written: unit, heard: piece.numbers(),
      system: meaning.quantity == .temperature
        ? MeasureSystem(temperatures: piece.heard.temperatures(beside: levels))
        : MeasureSystem(levels, beside: piece.heard))
    guard let guess = FieldGuess(meaning, evidence, at: FieldPath([])), let field = guess.mapping else {
      return []
    }
    let before = top > 0 ? piece.joined(0..<top) : ""
    let place = [before, guess.rest].filter { !$0.isEmpty }.joined(separator: " ")
    var candidate = DeviceCandidate.sensor(
      .plain, topic: piece.topic, fields: [field], doubt: guess.doubt ?? doubt,
      label: "\(place) \(meaning.quantity.name)", place: place.isEmpty ? piece.topic : place)
    candidate.isGuess = true
    return [candidate]
  }

  /// Where the topic says the quantity, three digits behind a comma may be none of thousands.
  private static func number(_ piece: HeardPiece) -> NumberReading {
    let reading = piece.payload.number()
    guard reading == .notANumber,
      piece.levels.suffix(2).last(where: { QuantityWords.quantity(of: $0) != nil })
        .flatMap(QuantityWords.quantity)?.mayBeThousands == false
    else { return reading }
    return NumberText.read(piece.payload.root?.text ?? piece.payload.text, mayGroup: false)
  }

  /// A topic beside it says conductivity, and none moisture; and it names no air.
  private static func isBesideSoil(_ piece: HeardPiece) -> Bool {
    func isHeard(_ names: [String]) -> Bool {
      names.contains { piece.heard.hasHeard((piece.levels.dropLast() + [$0]).joined(separator: "/")) }
    }
    return !piece.levels.contains(where: QuantityWords.isAir)
      && isHeard(["ec", "EC", "conductivity", "soil_ec", "soil_conductivity", "leitfaehigkeit"])
      && !isHeard(["moisture", "soil_moisture", "soilmoisture", "feuchte", "bodenfeuchte", "vwc"])
  }

  /// `moisture/1`, `moisture/basil`: the level above says what it is.
  private static func isMember(_ name: String, of above: String, _ number: Double) -> Bool {
    guard QuantityWords.meaning(of: name) == nil, let meaning = QuantityWords.meaning(of: above),
      meaning.quantity == .moisture, !meaning.isThin
    else { return false }
    return QuantityWords.isNameless(name) || QuantityWords.mayBePlace(name) && (1...100).contains(number)
  }

  /// `dry`, or `true` on `garden/bed/soil_dry`.
  private static func word(_ piece: HeardPiece) -> [DeviceCandidate] {
    guard piece.payload.byteCount <= 16 else { return [] }
    let text = piece.payload.root?.text ?? piece.payload.text
    let name = piece.levels.suffix(2).joined(separator: " ")
    guard let guess = DigitalGuess.guess(name, text, at: FieldPath([])), let field = guess.mapping else {
      return []
    }
    var candidate = DeviceCandidate.sensor(
      .plain, topic: piece.topic, fields: [field], doubt: guess.doubt, label: piece.topic,
      place: piece.topic)
    candidate.isGuess = true
    return [candidate]
  }

  /// A number on a topic that names a place, and not what is measured there: `garden/pot1`, `tuya/bed/dps/3`.
  private static func asked(_ piece: HeardPiece, _ number: Double, _ unit: NumberUnit?, _ tail: Int)
    -> [DeviceCandidate]
  {
    let name = piece.levels[tail]
    guard QuantityWords.isNameless(name), piece.levels.suffix(3).contains(where: QuantityWords.speaksOfPlants)
    else { return [] }
    let evidence = FieldGuess.Evidence(name: name, number: number, written: unit, heard: piece.numbers())
    let question = GuessedFields.question(evidence, at: [], names: [])
    return [question].compactMap(\.self).filter { !$0.fields[0].unit.isRaw }.map { candidate(piece, $0) }
  }

  /// `moist=41&temp=21`, `41;38`, `moist=41,temp=21`.
  private static func pieces(_ piece: HeardPiece) -> [DeviceCandidate] {
    let outline = PayloadOutline(piece.payload)
    guard piece.payload.root == nil, [.form, .columns, .text].contains(outline.form),
      Set(outline.values.map(\.path)).count == outline.values.count, let select = piece.selection
    else { return [] }
    let guessed = GuessedFields(outline, of: piece)
    var probes = guessed.probes.filter(\.isUseful)
    let isPlants = piece.levels.suffix(3).contains { level in
      QuantityWords.speaksOfPlants(level) || QuantityWords.quantity(of: level) == .moisture
    }
    if probes.isEmpty, isPlants { probes = guessed.asked }
    return probes.map { candidate(piece, $0, select) }
  }

  private static func candidate(
    _ piece: HeardPiece, _ probe: GuessedFields.Probe, _ select: [FieldMatch] = []
  ) -> DeviceCandidate {
    let names = ([piece.topic] + select.map(\.value) + [probe.name]).filter { !$0.isEmpty }
    var candidate = DeviceCandidate.sensor(
      .plain, topic: piece.topic, select: select, fields: probe.fields,
      identity: names.map(FieldWord.identity).joined(separator: " "),
      label: names.joined(separator: " "))
    candidate.isGuess = true
    candidate.doubts = probe.doubts
    if probe.asks { candidate.staysOut = probe.doubts.first?.text }
    return candidate
  }
}

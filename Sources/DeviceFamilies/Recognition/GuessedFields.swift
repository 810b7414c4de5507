import GardenCore
import PayloadJSON

/// The quantities that the names in a message seem to speak of, one group for each probe in it.
///
/// Two of one quantity are two probes: they are told apart by the member of a list or of an object that they stand in, or by the
/// rest of their names. A probe that says its raw number and percent is one, in percent.
struct GuessedFields {
  struct Probe {
    /// What tells it from the message's other probes; empty: it is the only one.
    var name: String
    var fields: [FieldMapping]
    var doubts: [DeviceCandidate.Doubt]
    /// Only its owner knows what it measures.
    var asks = false
    /// It says something of a plant.
    var isUseful: Bool { fields.contains { $0.quantity != .battery } }
  }

  struct Found {
    var path: [FieldPath.Step]
    var guess: FieldGuess

    var isInSoil: Bool { stands(QuantityWords.isSoil) }
    var isInAir: Bool { stands(QuantityWords.isAir) && !isInSoil }

    private func stands(_ below: (String) -> Bool) -> Bool {
      path.dropLast().contains { step in
        if case .key(let key) = step { below(key) } else { false }
      }
    }
  }

  /// Where a value stands: as a config finds it, and as ``PayloadOutline`` counts it.
  struct Place {
    var steps: [FieldPath.Step]
    var plain: [FieldPath.Step]
    var count: Int { plain.count }

    func key(_ key: String) -> Place { member(.key(key), .key(key)) }
    func member(_ step: FieldPath.Step, _ plain: FieldPath.Step) -> Place {
      Place(steps: steps + [step], plain: self.plain + [plain])
    }
  }

  static let depthMax = 8
  private static let fieldsMax = 64
  private static let membersMax = 32
  /// Keys of an object that holds one value and says its unit beside it.
  static let valueKeys = [
    "value", "val", "Value", "now", "v", "measurementValue", "svalue1", "nvalue", "reading", "measured",
    "wert", "valeur", "valor", "valore", "waarde", "wartosc", "hodnota", "avg", "mean",
  ]
  /// Levels that say nothing about the place.
  static let plainNames: Set<String> = [
    "probes", "sensors", "data", "readings", "values", "payload", "channels", "soil", "measurements", "pins",
    "object", "objectjson", "uplink_message", "decoded_payload", "messages", "payload_fields", "decoded",
    "params",
  ]

  /// Levels below which numbers stand that nobody measured.
  private static let settings: Set<String> = [
    "desired", "setting", "settings", "config", "configuration", "threshold", "thresholds", "limit", "limits",
    "target", "targets", "calibration", "setpoint", "setpoints", "alarm", "alarms", "options", "previous",
    "history", "normalized_payload", "rx_metadata", "rxinfo", "txinfo", "locations",
    "default", "defaults", "min", "max",
  ]

  private(set) var found: [Found] = []
  /// Numbers that nobody names.
  var nameless: [(path: [FieldPath.Step], evidence: FieldGuess.Evidence)] = []
  let piece: HeardPiece
  private let system: MeasureSystem

  /// - Parameters:
  ///   - name: of the whole, where it holds one value.
  ///   - namesSoil: the message names a soil probe's model: what it calls humidity is the soil's.
  init(
    _ root: JSONValue, of piece: HeardPiece, at steps: [FieldPath.Step] = [], name: String? = nil,
    namesSoil: Bool = false
  ) {
    self.piece = piece
    system = MeasureSystem(root, names: piece.levels)
    let path = Place(steps: steps, plain: steps)
    if root.kind != .object || !take(measured: root, path, name: name) {
      collect(root, path, parent: name.flatMap { QuantityWords.meaning(of: $0) == nil ? nil : $0 })
    }
    settleFractions()
    // Beside a number a word is the probe's alarm.
    if found.contains(where: { $0.guess.quantity == .moisture && !$0.guess.isWord }) {
      found.removeAll { $0.guess.isWord }
    }
    // `Luft: {Feuchte: 66}`.
    for i in found.indices where found[i].guess.quantity == .moisture && found[i].isInAir {
      found[i].guess.isHumidity()
    }
    // What is humid in the soil is the soil, where nothing else is said of it.
    if found.contains(where: { $0.guess.quantity == .moisture && $0.guess.mapping != nil }) { return }
    let isBesideSoil = found.contains { $0.guess.quantity == .conductivity && $0.guess.mapping != nil }
    for i in found.indices where found[i].guess.quantity == .humidity {
      if namesSoil || found[i].isInSoil {
        found[i].guess.isMoisture()
      } else if isBesideSoil, let name = found[i].path.last?.key, !found[i].isInAir,
        !QuantityWords.isAir(name)
      {
        found[i].guess.isMoisture(doubt: FieldGuess.doubtOfSoil(name))
      }
    }
  }

  /// The pieces of a text: `moist=41&temp=21`, `41;38`, `moist=41,temp=21`.
  init(_ outline: PayloadOutline, of piece: HeardPiece) {
    self.piece = piece
    system = MeasureSystem()
    let whole = FieldRoot.text(piece.payload)
    let topic = piece.levels.suffix(2).last { QuantityWords.meaning(of: $0) != nil }
    var places = Self.places(outline, topic)
    var isSeveral =
      outline.form == .columns && Self.areOfSeveralKinds(outline.values.compactMap(\.number), below: topic)
    // Where the numbers have names, a comma is none that divides columns.
    if places.isEmpty || outline.form == .columns {
      let named = NamedPieces.places(in: piece.payload.text).filter { $0.word.contains(where: \.isNumber) }
      if !named.isEmpty { (places, isSeveral) = (named.map { ($0.name, $0.path) }, false) }
    }
    for (name, path) in places.prefix(Self.fieldsMax) {
      guard case .value(let number, let unit)? = whole.field(at: path)?.number else { continue }
      let place = Place(steps: path.steps, plain: path.steps)
      let evidence = FieldGuess.Evidence(name: name, number: number, written: unit)
      if isSeveral { ask(evidence, place) } else { add(evidence, place) }
    }
  }

  /// The pairs of a form, or the columns of a line.
  private static func places(_ outline: PayloadOutline, _ topic: String?) -> [(name: String, path: FieldPath)]
  {
    outline.values.filter { $0.number != nil }.compactMap { value in
      guard let path = try? FieldPath(text: value.path) else { return nil }
      return switch path.piece {
      case .form(let key): (key, path)
      case .column(let column, _): ([topic, "\(column)"].compactMap(\.self).joined(separator: " "), path)
      case .pattern, nil: nil
      }
    }
  }

  private mutating func add(
    _ evidence: FieldGuess.Evidence, _ path: Place, parent: String? = nil, isMember: Bool = false
  ) {
    var evidence = evidence
    evidence.heard = piece.numbers(at: FieldPath(path.plain).text)
    evidence.system = system
    guard found.count < Self.fieldsMax else { return }
    if let guess = Self.guess(evidence, FieldPath(path.steps), parent, isMember: isMember) {
      found.append(Found(path: path.steps, guess: guess))
    } else if parent.map(Self.isPlain) ?? true,
      QuantityWords.isNameless(evidence.name) || (parent != nil && Self.isPercent(evidence.name))
        || (parent.map(QuantityWords.speaksOfPlants) ?? false && Self.valueKeys.contains(evidence.name)),
      !nameless.contains(where: { $0.path == path.steps })
    {
      nameless.append((path.steps, evidence))
    }
  }

  /// Probes of one message say the same thing in the same unit: beside percent a part of 1 is a dry one's percent.
  private mutating func settleFractions() {
    func isGuessed(_ unit: FieldUnit, _ one: Found) -> Bool {
      one.guess.quantity == .moisture && one.guess.isUnitGuessed && one.guess.mapping?.unit == unit
    }
    guard found.contains(where: { isGuessed(.percent, $0) }) else { return }
    for i in found.indices where isGuessed(.fraction, found[i]) {
      found[i].guess.mapping?.unit = .percent
      found[i].guess.doubt =
        "it says less than 1, taken for percent as its neighbours: if it is a part of 1, unit: fraction"
    }
  }

  private mutating func collect(_ value: JSONValue, _ path: Place, parent: String?) {
    guard path.count < Self.depthMax, found.count < Self.fieldsMax else { return }
    if value.kind == .array { return collect(listed: value, path, name: parent) }
    var collected = self
    let isTable = parent.map { Self.isTable(value, of: $0) } ?? false
    let units = Units(value)
    value.forEachField { field in
      let name = field.name
      if name.contains("\"") || name.isEmpty || Self.settings.contains(name.lowercased()) { return true }
      let here = path.key(name)
      let value = field.value.opened ?? field.value
      switch value.kind {
      case .object:
        if !collected.take(measured: value, here, name: name) {
          collected.collect(value, here, parent: name)
        }
      case .array: collected.collect(listed: value, here, name: name)
      case .bool:
        collected.take(flag: name, here)
        collected.take(word: value.bool == true ? "true" : "false", name, here)
      default:
        if let (number, unit) = Self.number(field.value, of: name) {
          collected.add(units.evidence(name, number, unit), here, parent: parent, isMember: isTable)
        } else if let word = value.text {
          collected.take(word: word, name, here)
        }
      }
      return collected.found.count < Self.fieldsMax
    }
    self = collected
  }

  private mutating func take(word: String, _ name: String, _ path: Place) {
    guard found.count < Self.fieldsMax,
      let guess = DigitalGuess.guess(name, word, at: FieldPath(path.steps))
    else { return }
    found.append(Found(path: path.steps, guess: guess))
  }

  /// `{"value": 41, "unit": "%"}`. `false`: the object is no such one.
  private mutating func take(measured object: JSONValue, _ path: Place, name: String?) -> Bool {
    let unit = Self.unit(in: object)
    // A state is a number's place where a unit stands beside it.
    let keys = unit == nil && object["entity_id"] == nil ? Self.valueKeys : Self.valueKeys + ["state"]
    guard let key = keys.first(where: { object[$0] != nil }),
      case .value(let number, let written)? = object[key]?.number
    else { return false }
    let kinds = SpeakerName.kindKeys.lazy.compactMap { object[$0].flatMap(Self.word) }
    let names = [name].compactMap(\.self) + kinds
    guard let known = names.first(where: { QuantityWords.meaning(of: $0) != nil }) ?? Self.name(ofUnit: unit)
    else {
      let isPlants =
        (names + piece.levels.suffix(2)).contains(where: QuantityWords.speaksOfPlants)
        || QuantityVocabulary.places.contains { object[$0] != nil }
      if isPlants {
        ask(FieldGuess.Evidence(name: key, number: number, written: written, unit: unit), path.key(key))
      }
      return false
    }
    add(
      FieldGuess.Evidence(name: known, number: number, written: written, unit: unit), path.key(key))
    return true
  }

  private mutating func take(flag name: String, _ place: Place) {
    let path = FieldPath(place.steps)
    guard let meaning = QuantityWords.meaning(of: name), let isWell = meaning.flagWhenWell,
      var guess = FieldGuess(meaning, FieldGuess.Evidence(name: name, number: 1), at: path)
    else { return }
    guess.mapping = FieldGuess.batteryFlag(path, low: "\(!isWell)", fine: "\(isWell)")
    found.append(Found(path: place.steps, guess: guess))
  }

  private mutating func collect(listed list: JSONValue, _ path: Place, name: String?) {
    var members: [JSONValue] = []
    while members.count < Self.membersMax, let member = list[members.count] { members.append(member) }
    let key = (SpeakerName.keys(of: members.first) + SpeakerName.kindKeys).first { key in
      let words = members.compactMap { $0[key].flatMap(Self.word) }
      return words.count == members.count && Set(words).count == words.count
    }
    let isSeveral = Self.areOfSeveralKinds(members.compactMap { Self.number($0.number) }, below: name)
    for (i, member) in members.enumerated() {
      var step = FieldPath.Step.index(i)
      if let key, let word = member[key].flatMap(Self.word) {
        step = .which(FieldMatch(path: FieldPath([.key(key)]), value: word))
      }
      let here = path.member(step, .index(i))
      if member.kind == .object {
        if !take(measured: member, here, name: nil) { collect(member, here, parent: name) }
      } else if member.kind == .array, path.count < Self.depthMax {
        collect(listed: member, here, name: name)
      } else if case .value(let number, let unit) = member.number {
        if isSeveral {
          ask(FieldGuess.Evidence(name: "\(i + 1)", number: number, written: unit), here)
          continue
        }
        let name = [name, "\(i + 1)"].compactMap(\.self).joined(separator: " ")
        add(FieldGuess.Evidence(name: name, number: number, written: unit), here)
      }
    }
  }

  /// Of several numbers below "soil" nobody knows which is its moisture, and among those below "moisture" a 100 is a battery's.
  private static func areOfSeveralKinds(_ numbers: [Double], below name: String?) -> Bool {
    guard numbers.count > 1, let meaning = name.flatMap(QuantityWords.meaning) else { return false }
    return meaning.isThin || (meaning.quantity == .moisture && numbers.contains(100))
  }

  private static func number(_ reading: NumberReading) -> Double? {
    if case .value(let number, _) = reading { number } else { nil }
  }

  /// What a condition of a path can name.
  static func word(_ value: JSONValue) -> String? {
    (value.text ?? value.integer.map { String($0) }).flatMap(word)
  }

  static func word(_ text: String) -> String? {
    let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "_-:. ".contains($0) }
    return isPlain && !text.isEmpty && text.count < 40 ? text : nil
  }
}

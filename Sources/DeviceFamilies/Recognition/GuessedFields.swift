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
    /// It says something of a plant.
    var isUseful: Bool { fields.contains { $0.quantity != .battery } }
  }

  private struct Found {
    var path: [FieldPath.Step]
    var guess: FieldGuess
  }

  private static let depthMax = 5
  private static let fieldsMax = 64
  private static let membersMax = 32
  /// Keys of an object that holds one value and says its unit beside it.
  private static let valueKeys = ["value", "val", "Value", "now", "v", "measurementValue"]
  private static let unitKeys = ["unit", "units", "uom", "unit_of_measurement", "Unit", "u"]
  /// Keys by which the members of a list are told apart, the better ones first.
  private static let identityKeys = [
    "id", "Id", "ID", "mac", "MAC", "address", "addr", "serial", "sensor_id", "sensor", "probe", "channel",
    "ch", "pin", "port", "name", "label", "index", "nr", "no", "number", "measurementId", "n",
  ]
  /// Keys whose word may say which quantity a value is.
  private static let kindKeys = [
    "type", "kind", "quantity", "measurement", "metric", "name", "label", "id", "sensor", "n",
    "measurementId",
  ]
  /// Levels that say nothing about the place.
  private static let plainNames: Set<String> = [
    "probes", "sensors", "data", "readings", "values", "payload", "channels", "soil", "measurements", "pins",
  ]

  /// Levels below which numbers stand that nobody measured.
  private static let settings: Set<String> = [
    "desired", "setting", "settings", "config", "configuration", "threshold", "thresholds", "limit", "limits",
    "target", "targets", "calibration", "setpoint", "setpoints", "alarm", "alarms", "options", "previous",
    "history",
    "default", "defaults", "min", "max",
  ]

  private var found: [Found] = []

  /// - Parameters:
  ///   - name: of the whole, where it holds one value.
  ///   - namesSoil: the message names a soil probe's model: what it calls humidity is the soil's.
  init(_ root: JSONValue, at path: [FieldPath.Step] = [], name: String? = nil, namesSoil: Bool = false) {
    if root.kind != .object || !take(measured: root, path, name: name) { collect(root, path, parent: nil) }
    // Beside a number a word is the probe's alarm.
    if found.contains(where: { $0.guess.quantity == .moisture && !$0.guess.isWord }) {
      found.removeAll { $0.guess.isWord }
    }
    guard namesSoil, !found.contains(where: { $0.guess.quantity == .moisture && $0.guess.mapping != nil })
    else { return }
    for i in found.indices where found[i].guess.quantity == .humidity {
      found[i].guess.quantity = .moisture
      found[i].guess.mapping?.quantity = .moisture
    }
  }

  /// The keys of a form, `moist=41&temp=21`.
  init(form keys: [String], in payload: PayloadReader) {
    let whole = FieldRoot.text(payload)
    for key in keys.prefix(Self.fieldsMax) {
      let path = [FieldPath.Step.piece(.form(key))]
      guard case .value(let number, let unit)? = whole.field(at: FieldPath(path))?.number else { continue }
      add(FieldGuess.Evidence(name: key, number: number, written: unit), path)
    }
  }

  private mutating func add(
    _ evidence: FieldGuess.Evidence, _ path: [FieldPath.Step], parent: String? = nil
  ) {
    guard found.count < Self.fieldsMax, let guess = Self.guess(evidence, FieldPath(path), parent) else {
      return
    }
    found.append(Found(path: path, guess: guess))
  }

  /// A name that says nothing by itself may say which of its parent's: `moisture: {"1": 41, "2": 38}`, `soil: {raw: 612}`.
  private static func guess(_ evidence: FieldGuess.Evidence, _ path: FieldPath, _ parent: String?)
    -> FieldGuess?
  {
    if let guess = FieldGuess(evidence, at: path) { return guess }
    let name = evidence.name
    if let parent {
      var joined = evidence
      joined.name = "\(parent) \(name)"
      let isOfParent = valueKeys.contains(name) || QuantityWords.meaning(of: parent) != nil
      let saysHow = ["raw", "percent", "pct", "percentage", "volts", "voltage", "mv", "v"].contains(
        name.lowercased())
      let isMember = name.allSatisfy(\.isNumber) || isPin(name) || isNumbered(name)
      if isOfParent, valueKeys.contains(name) || saysHow || isMember { return FieldGuess(joined, at: path) }
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

  private mutating func collect(_ value: JSONValue, _ path: [FieldPath.Step], parent: String?) {
    guard path.count < Self.depthMax, found.count < Self.fieldsMax else { return }
    if value.kind == .array { return collect(listed: value, path, name: parent) }
    var collected = self
    value.forEachField { field in
      let name = field.name
      if name.contains("\"") || name.isEmpty || Self.settings.contains(name.lowercased()) { return true }
      let here = path + [.key(name)]
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
        if case .value(let number, let unit) = field.value.number {
          collected.add(
            FieldGuess.Evidence(name: name, number: number, written: unit), here, parent: parent)
        } else if let word = value.text {
          collected.take(word: word, name, here)
        }
      }
      return collected.found.count < Self.fieldsMax
    }
    self = collected
  }

  private mutating func take(word: String, _ name: String, _ path: [FieldPath.Step]) {
    guard found.count < Self.fieldsMax, let guess = DigitalGuess.guess(name, word, at: FieldPath(path)) else {
      return
    }
    found.append(Found(path: path, guess: guess))
  }

  /// `{"value": 41, "unit": "%"}`. `false`: the object is no such one.
  private mutating func take(measured object: JSONValue, _ path: [FieldPath.Step], name: String?) -> Bool {
    guard let key = Self.valueKeys.first(where: { object[$0] != nil }),
      case .value(let number, let written)? = object[key]?.number
    else { return false }
    let unit = Self.unitKeys.lazy.compactMap { object[$0]?.text }.first
    let kinds = Self.kindKeys.lazy.compactMap { object[$0]?.text }
    let names = [name].compactMap(\.self) + kinds
    guard let known = names.first(where: { QuantityWords.meaning(of: $0) != nil }) else { return false }
    add(
      FieldGuess.Evidence(name: known, number: number, written: written, unit: unit), path + [.key(key)])
    return true
  }

  private mutating func take(flag name: String, _ path: [FieldPath.Step]) {
    guard let meaning = QuantityWords.meaning(of: name), let isWell = meaning.flagWhenWell,
      var guess = FieldGuess(meaning, FieldGuess.Evidence(name: name, number: 1), at: FieldPath(path))
    else { return }
    guess.mapping = FieldGuess.batteryFlag(FieldPath(path), low: "\(!isWell)", fine: "\(isWell)")
    found.append(Found(path: path, guess: guess))
  }

  private mutating func collect(listed list: JSONValue, _ path: [FieldPath.Step], name: String?) {
    var members: [JSONValue] = []
    while members.count < Self.membersMax, let member = list[members.count] { members.append(member) }
    let key = Self.identityKeys.first { key in
      let words = members.compactMap { $0[key].flatMap(Self.word) }
      return words.count == members.count && Set(words).count == words.count
    }
    for (i, member) in members.enumerated() {
      var step = FieldPath.Step.index(i)
      if let key, let word = member[key].flatMap(Self.word) {
        step = .which(FieldMatch(path: FieldPath([.key(key)]), value: word))
      }
      if member.kind == .object {
        if !take(measured: member, path + [step], name: nil) { collect(member, path + [step], parent: name) }
      } else if member.kind == .array, path.count < Self.depthMax {
        collect(listed: member, path + [step], name: name)
      } else if let name, case .value(let number, let unit) = member.number {
        let evidence = FieldGuess.Evidence(name: "\(name) \(i + 1)", number: number, written: unit)
        add(evidence, path + [step])
      }
    }
  }

  /// What a condition of a path can name.
  private static func word(_ value: JSONValue) -> String? {
    let word = value.text ?? value.integer.map { String($0) }
    let isPlain = word?.allSatisfy { $0.isLetter || $0.isNumber || "_-:. ".contains($0) } ?? false
    return isPlain && word?.isEmpty == false && (word?.count ?? 0) < 40 ? word : nil
  }

  // MARK: - Probes

  /// One group a probe.
  var probes: [Probe] {
    let fields = withoutDoubles
    for depth in 0...Self.depthMax {
      var names: [String] = []
      var groups: [String: [Found]] = [:]
      for one in fields {
        let name = depth == 0 && isOne(fields) ? "" : Self.name(one, depth)
        if groups[name] == nil { names.append(name) }
        groups[name, default: []].append(one)
      }
      let isClear = groups.values.allSatisfy { isOne($0) }
      if isClear || depth == Self.depthMax {
        return names.map { name in Self.probe(name, groups[name] ?? []) }
      }
    }
    return []
  }

  private func isOne(_ fields: [Found]) -> Bool {
    let quantities = fields.filter { $0.guess.mapping != nil }.map(\.guess.quantity)
    return Set(quantities).count == quantities.count
  }

  /// Of a raw number and percent of one probe the percent counts.
  private var withoutDoubles: [Found] {
    found.enumerated().filter { at, one in
      !found.enumerated().contains { other in
        guard other.offset != at, other.element.guess.quantity == one.guess.quantity,
          other.element.guess.rest == one.guess.rest
        else { return false }
        let (a, b) = (one.path.dropLast(), other.element.path.dropLast())
        guard a.starts(with: b) || b.starts(with: a) else { return false }
        return (other.element.guess.rank, other.offset) < (one.guess.rank, at)
      }
    }.map(\.element)
  }

  private static func probe(_ name: String, _ found: [Found]) -> Probe {
    var probe = Probe(name: name, fields: [], doubts: [])
    for one in found {
      if let mapping = one.guess.mapping, !probe.fields.contains(where: { $0.quantity == mapping.quantity }) {
        probe.fields.append(mapping)
      }
      if let doubt = one.guess.doubt {
        probe.doubts.append(DeviceCandidate.Doubt(path: FieldPath(one.path), text: doubt))
      }
    }
    return probe
  }

  /// The first `depth` levels in which it stands, and the rest of its name.
  private static func name(_ found: Found, _ depth: Int) -> String {
    let levels = found.path.dropLast().prefix(depth).compactMap { step -> String? in
      switch step {
      case .key(let key): plainNames.contains(key.lowercased()) ? nil : key
      case .index(let index): String(index + 1)
      case .which(let match):
        // A word that says which quantity it is tells no probes apart.
        QuantityWords.meaning(of: match.value).map(\.rest) ?? match.value
      case .any, .piece: nil
      }
    }
    return (levels + [found.guess.rest]).filter { !$0.isEmpty }.joined(separator: " ")
  }
}

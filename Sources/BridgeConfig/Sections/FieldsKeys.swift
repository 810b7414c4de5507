internal import DeviceFamilies
internal import GardenCore

/// `fields` of a sensor: where quantities stand in its messages, if the family does not know.
enum FieldsKeys {
  static let units =
    FieldUnit.allCases.map { (word: $0.rawValue, value: $0) }
    + FieldUnit.spellings.map { (word: $0.word, value: $0.unit) }

  /// The battery last: it has keys that the others do not have.
  private static let quantities: [Quantity] =
    Quantity.allCases.filter { $0 != .raw && $0 != .battery } + [.battery]

  /// What is read, and what does not count.
  typealias Read = (fields: [FieldMapping], excluded: Set<Quantity>)

  static func read(_ keys: Section) -> Read {
    let help =
      "Where each quantity stands in the message, where the family does not know it or you know better; 'none' for a quantity that does not count. `loam example` says where paths begin in each family, those of rules too."
    let read = keys.optionalSection("fields", help: help) { fields -> Read in
      let none = quantities.filter { fields.saysNone("\($0.name)") }
      let found = quantities.flatMap { quantity -> [FieldMapping] in
        let mappings = fields.several(
          "\(quantity.name)", for: "path", .fieldPath, example: "soil.\(quantity.name)",
          help:
            "Where \(quantity.name) stands in the message: a path, a mapping, or a list of these, of which the first with a value counts."
        ) { mapping($0, quantity) }.compactMap { $0 }
        return none.contains(quantity) ? [] : mappings
      }
      let others = fields.optional(
        "others", .words("the word none", [("none", true)]), example: "none",
        help: "With 'none' only the quantities named here count, and nothing else that the family finds.")
      guard others != nil else { return (found, Set(none)) }
      return (found, Set(quantities.filter { quantity in !found.contains { $0.quantity == quantity } }))
    }
    return read ?? ([], [])
  }

  static func mapping(_ keys: Section, _ quantity: Quantity) -> FieldMapping? {
    let path = keys.optional(
      "path", .fieldPath, example: "soil.value[0]",
      help:
        "Keys from the root to the value, joined by dots; probes[0], soil.*.value, probes[?id=3].value; form(key), column(2) or pattern(M={value}) for a piece of a text. Without it: the whole payload."
    )
    let unit = keys.value(
      "unit", .unit(units), default: .canonical,
      help:
        "Unit of the number. canonical is the quantity's own: percent, °C, lx, µS/cm, l/min, l or W. raw, V, mV and kHz need a calibration. A unit that stands behind the number wins."
    )
    let calibration = keys.optionalSection(
      "calibration", help: "What the probe's own numbers mean. The raw value is kept as well.",
      read: CalibrationKeys.read)
    let noValue = keys.list(
      "no_value", .fieldTest, default: [],
      help: "Numbers, words or comparisons that mean that there is no value.")
    let numbers = noValue.compactMap { Amount.decimal($0.value) }
    let words = noValue.map(\.value).filter { Amount.decimal($0) == nil }
    var rules = RulesKeys.read(keys, quantity)
    if !words.isEmpty { rules.noValue = FieldMatch(path: FieldPath([]), values: words) }
    rules.words = WordsKeys.read(keys, quantity)
    if !rules.words.isEmpty {
      for key in ["calibration", "unit"] {
        guard let position = keys.entry(key)?.keyPosition else { continue }
        keys.problems.error(at: position, "\(keys.place): words have no \(key): each has its meaning")
      }
    }
    let isBatteryWord = rules.low != nil || rules.fine != nil
    checkUnit(unit, quantity, hasCalibration: calibration != nil || isBatteryWord, keys)
    if isBatteryWord, calibration != nil, let position = keys.entry("calibration")?.keyPosition {
      keys.problems.error(
        at: position, "\(keys.place): a battery has either a calibration, or words for low and fine")
    }
    return FieldMapping(
      quantity: quantity, path: path?.value ?? FieldPath([]), unit: unit.value,
      calibration: calibration ?? nil, noValue: numbers, rules: rules == FieldRules() ? nil : rules)
  }

  private static func checkUnit(
    _ unit: Placed<FieldUnit>, _ quantity: Quantity, hasCalibration: Bool, _ keys: Section
  ) {
    let fitting = FieldUnit.fitting(quantity)
    if unit.value.isRaw {
      if hasCalibration { return }
      if quantity == .moisture {
        keys.problems.warning(
          at: unit.position, "\(keys.place): a raw value without its calibration: the moisture is unknown",
          help: "run 'loam calibrate' on this sensor, or \(example(quantity, unit.value))")
        return
      }
      keys.problems.error(
        at: unit.position, "\(keys.place): a raw value needs its calibration",
        help: example(quantity, unit.value))
    } else if !fitting.contains(unit.value) {
      let names = (fitting + [.raw, .volts, .millivolts, .kilohertz]).map(\.rawValue)
      keys.problems.error(
        at: unit.position, "\(unit.path): \(quantity.name) cannot be in \(unit.value.rawValue)",
        help: "one of: \(names.joined(separator: ", "))")
    }
  }

  private static func example(_ quantity: Quantity, _ unit: FieldUnit) -> String {
    switch quantity {
    case .moisture: "add 'calibration: {dry: 720, wet: 260}' with the values of your own probe"
    case .battery:
      "add 'calibration: {points: {2.1: 0, 3.0: 100}}', or \"low: '<2.4'\" for low or not low alone"
    default: "add 'calibration: {points: {120: 5, 480: 40}}' with what your own probe says"
    }
  }
}

/// `calibration` of a field.
enum CalibrationKeys {
  static func read(_ keys: Section) -> Calibration? {
    let type = ValueType<Double>.number(-1e9...1e9)
    let dry = keys.optional("dry", type, example: "720", help: "Raw value in dry soil.")
    let wet = keys.optional(
      "wet", type, example: "260",
      help: "Raw value in soaked soil that has drained. It may be smaller than 'dry'.")
    let points = points(keys, type)
    if let points {
      if let other = dry ?? wet {
        keys.problems.error(at: other.position, "\(keys.place) has either points, or dry and wet")
      }
      return points
    }
    if keys.isDescription || keys.entry("points") != nil { return nil }
    for (name, example) in [("dry", "720"), ("wet", "260")] where keys.entry(name) == nil {
      keys.problems.error(
        at: keys.position, "\(keys.place) needs the key '\(name)'",
        help: "\(type.shape.noun), such as '\(name): \(example)'")
    }
    guard let dry, let wet else { return nil }
    guard dry.value != wet.value else {
      keys.problems.error(
        at: wet.position, "\(keys.place): dry and wet are the same, \(Amount.text(dry.value))")
      return nil
    }
    return Calibration(dry: dry.value, wet: wet.value)
  }

  /// Raw values and what they mean; between them straight lines, beyond them the last line goes on.
  private static func points(_ keys: Section, _ type: ValueType<Double>) -> Calibration? {
    let rows = keys.texts(
      "points", example: "{720: 0, 480: 45, 260: 100}",
      help:
        "Two raw values or more, and what each means in percent, °C, lx or µS/cm. Straight lines between them; beyond its ends the last line goes on."
    )
    guard let entry = keys.entry("points") else { return nil }
    let list = keys.child("points", at: entry.keyPosition, nil)
    let errorsBefore = keys.problems.errorCount
    let points = rows.compactMap { row -> (point: Calibration.Point, position: TextPosition)? in
      let raw = ConfigNode(position: row.position, content: .scalar(row.key, isPlain: true))
      let value = ConfigNode(position: row.position, content: .scalar(row.text, isPlain: true))
      guard let a = list.read(raw, row.key, type), let b = list.read(value, row.key, type) else { return nil }
      return (Calibration.Point(raw: a.value, value: b.value), row.position)
    }
    guard keys.problems.errorCount == errorsBefore else { return nil }
    guard (2...Calibration.pointsMax).contains(points.count) else {
      keys.problems.error(
        at: entry.value.position,
        "\(list.path) needs 2 to \(Calibration.pointsMax) raw values, and has \(points.count)",
        help: "write each as 'raw: value', such as 'points: {720: 0, 480: 45, 260: 100}'")
      return nil
    }
    if let odd = turn(points) {
      keys.problems.error(
        at: odd, "\(list.path): the values must only rise or only fall with the raw value",
        help: "two raw values with one meaning, or a wetter soil that reads drier, is a slip of the pen")
      return nil
    }
    return Calibration(points.map(\.point))
  }

  /// Where the order of the values turns, or stands still.
  private static func turn(
    _ points: [(point: Calibration.Point, position: TextPosition)]
  ) -> TextPosition? {
    let sorted = points.sorted { $0.point.raw < $1.point.raw }
    let rises = sorted[1].point.value > sorted[0].point.value
    for (a, b) in zip(sorted, sorted.dropFirst()) {
      let isOdd = b.point.raw == a.point.raw || b.point.value == a.point.value
      if isOdd || (b.point.value > a.point.value) != rises { return max(a.position, b.position) }
    }
    return nil
  }
}

/// Conditions and bounds of a field.
enum RulesKeys {
  static func read(_ keys: Section, _ quantity: Quantity) -> FieldRules {
    let topic = keys.optional(
      "topic", .topicFilter, example: "garden/{bed}/soil",
      help: "The field's own topic, for json and plain. Without it: the sensor's.")
    let unitPath = keys.optional(
      "unit_path", .fieldPath, example: "soil.unit",
      help: "Where the message names the unit: C, °F, K, %, mV and so on. Where it names none, 'unit' holds.")
    let when = keys.conditions(
      "when", example: "{status: ok}",
      help:
        "What must stand in other fields, in the form of 'select'. Unless all of it does, this field counts as absent."
    )
    let noValueWhen = keys.conditions(
      "no_value_when", example: "{error: '!=0'}",
      help: "What in another field says that this one has no value. One match is enough.")
    let validRaw = keys.optional(
      "valid_raw", .numberRange, example: "150..900",
      help: "The range of numbers that can be true before calibration. Others are refused.")
    let valid = keys.optional(
      "valid", .numberRange, example: "0..100",
      help: "The range of values that can be true, in percent, °C, lx or µS/cm. Others are refused.")
    let words = quantity == .battery ? battery(keys) : (low: nil, fine: nil)
    return FieldRules(
      topic: topic?.value, when: when, unitPath: unitPath?.value, noValueWhen: noValueWhen,
      validRaw: validRaw?.value, valid: valid?.value, low: words.low, fine: words.fine)
  }

  private static func battery(_ keys: Section) -> (low: FieldMatch?, fine: FieldMatch?) {
    let low = keys.list(
      "low", .fieldTest, default: [],
      help:
        "Words, flags or comparisons that mean that the battery is low, such as 'false', 'ON' or '<2.4'. The battery then has no percentage."
    )
    let fine = keys.list(
      "fine", .fieldTest, default: [],
      help: "Words, flags or comparisons that mean that the battery is not low. Without it: anything else.")
    let known = Set(low.map(\.value))
    if let same = fine.first(where: { known.contains($0.value) }) {
      keys.problems.error(at: same.position, "\(keys.place) has the same word for low and fine")
    }
    func match(_ words: [Placed<String>]) -> FieldMatch? {
      words.isEmpty ? nil : FieldMatch(path: FieldPath([]), values: words.map(\.value))
    }
    return (match(low), match(fine))
  }
}

/// `words` of a field: what a probe without numbers means.
enum WordsKeys {
  static func read(_ keys: Section, _ quantity: Quantity) -> [FieldMeaning] {
    let rows = keys.texts(
      "words", example: "{dry: 10, wet: 60}",
      help:
        "For a probe that says no number: what each word, flag or comparison means, such as dry, true, 1 or '>3'. Anything else is then not read."
    )
    guard let entry = keys.entry("words") else { return [] }
    let list = keys.child("words", at: entry.keyPosition, nil)
    let type = ValueType<Double>.number(quantity.plausible(isCalibrated: false))
    let errorsBefore = keys.problems.errorCount
    let words = rows.compactMap { row -> FieldMeaning? in
      let key = ConfigNode(position: row.position, content: .scalar(row.key, isPlain: true))
      let value = ConfigNode(position: row.position, content: .scalar(row.text, isPlain: true))
      guard let word = list.read(key, row.key, .fieldTest), let meaning = list.read(value, row.key, type)
      else {
        return nil
      }
      if quantity == .moisture, meaning.value > 85 {
        keys.problems.warning(
          at: row.position,
          "\(list.path).\(row.key): above 'wet_above' people are told that the soil is too wet",
          help: "a word for well watered is best between the plant's limits, such as '\(row.key): 60'")
      }
      return FieldMeaning(word.value, means: meaning.value)
    }
    guard keys.problems.errorCount == errorsBefore else { return [] }
    if Set(words.map(\.value)).count < 2 {
      keys.problems.error(
        at: entry.value.position, "\(list.path) needs two words or more that mean something different",
        help: "such as 'words: {dry: 10, wet: 60}'")
    }
    return words
  }
}

import GardenCore
import PayloadJSON

/// What a name and the number behind it say together: a field to bind, or why it is none, and what its owner has to check.
///
/// What the name or the message says holds. Where nobody says the unit, the number may: what cannot be percent is not called
/// percent, what can be is not called raw, and the ends of a probe's own scale are nobody's to guess.
struct FieldGuess {
  /// What stands at the place, as far as the message says it.
  struct Evidence {
    var name: String
    var number: Double
    /// Written behind the number.
    var written: NumberUnit?
    /// What the message names as the unit.
    var unit: String?
    /// It is named for several numbers: only what no other quantity has is the soil's.
    var isUnitShared = false
    /// All numbers that were heard in this place.
    var heard: [Double] = []
    /// What stands beside it says of units.
    var system = MeasureSystem()
  }

  /// `nil`: the number stays out of the config, and ``doubt`` says why.
  var mapping: FieldMapping?
  var quantity: Quantity
  /// The words of the name that are about the place.
  var rest: String
  var doubt: String?
  /// The number alone says so.
  private(set) var isUnitGuessed = false
  private var isDerived = false

  var isWord: Bool { mapping?.rules?.words.isEmpty == false }

  /// How sure the number's meaning is; of two fields of one probe the lower counts.
  var rank: Int {
    guard let mapping else { return 6 }
    return (mapping.unit.isRaw ? 4 : doubt == nil ? 0 : 1) + (isDerived ? 2 : 0)
  }

  /// `nil`: the name says nothing about a quantity.
  init?(_ evidence: Evidence, at path: FieldPath) {
    guard let meaning = QuantityWords.meaning(of: evidence.name) else { return nil }
    self.init(meaning, evidence, at: path)
  }

  init?(_ meaning: QuantityWords.Meaning, _ evidence: Evidence, at path: FieldPath) {
    quantity = meaning.quantity
    rest = meaning.rest
    isDerived = meaning.isDerived
    if let isWell = meaning.flagWhenWell {
      guard evidence.number == 0 || evidence.number == 1 else { return nil }
      mapping = Self.batteryFlag(path, low: isWell ? "0" : "1", fine: isWell ? "1" : "0")
      return
    }
    let unit = Self.unit(evidence, quantity)
    let isTensionNamed = unit.map(QuantityWords.nameUnitOfTension) == true
    var named =
      isTensionNamed ? nil : evidence.written.map { FieldUnit($0) } ?? unit.flatMap(FieldUnit.init(word:))
    let isTension =
      quantity == .moisture && named == nil && meaning.unit == nil
      && (evidence.system.speaksOfTension || isTensionNamed)
    if isTension { named = .raw }
    let strange = named == nil ? unit.flatMap { $0.isEmpty ? nil : $0 } : nil
    isUnitGuessed = named == nil && meaning.unit == nil
    let numbers = evidence.heard.isEmpty ? [evidence.number] : evidence.heard
    let typical = NumberKind.typical(numbers, quantity, isNamed: !isUnitGuessed)
    let verdict =
      isUnitGuessed && quantity == .temperature && evidence.system.isImperial(typical)
      ? Self.imperial(typical, evidence.name)
      : Self.evaluate(typical, quantity, unit: named ?? meaning.unit, name: evidence.name)
    doubt = isTension ? Self.tensionDoubt(evidence.name, typical) : verdict.doubt
    if doubt == nil, quantity == .moisture, isUnitGuessed, evidence.system.isWeather,
      !evidence.name.lowercased().hasPrefix("soilmoisture")
    {
      doubt =
        "\(evidence.name) says \(DecimalText.rounded(typical)), taken for percent: a weather station may mean "
        + "centibar, of which more is drier; then unit: raw, and run 'loam calibrate'"
    }
    if verdict.unit != nil, let odd = NumberKind.odd(numbers, typical: typical) {
      let glitch = "\(evidence.name) once said \(DecimalText.rounded(odd)), unlike its other numbers"
      doubt = doubt.map { "\($0); \(glitch)" } ?? glitch
    }
    if let strange, let unit = verdict.unit, doubt == nil {
      doubt =
        "\(evidence.name) says \(DecimalText.rounded(typical)) in '\(strange)', taken for \(unit.rawValue)"
    }
    if doubt == nil, meaning.isThin, named == nil {
      doubt = "\(evidence.name) says \(DecimalText.rounded(typical)), taken for percent of moisture"
    }
    if let unit = verdict.unit { mapping = FieldMapping(quantity: quantity, path: path, unit: unit) }
    if mapping == nil, doubt == nil { return nil }
  }

  private static func unit(_ evidence: Evidence, _ quantity: Quantity) -> String? {
    guard evidence.isUnitShared, let unit = evidence.unit else { return evidence.unit }
    let isOfSoil = QuantityWords.nameUnitOfTension(unit) || FieldUnit(word: unit)?.isRaw == true
    return quantity == .moisture && isOfSoil ? unit : nil
  }

  /// The field of a topic that holds one value, which no number may be yet; `nil`: nothing to bind.
  static func ofOneValue(
    _ meaning: QuantityWords.Meaning, name: String, number: Double?, unit: String?, heard: [Double],
    at path: FieldPath
  ) -> (mapping: FieldMapping, doubt: String?)? {
    guard let number else {
      let unit = meaning.unit ?? .plain(meaning.quantity)
      return (FieldMapping(quantity: meaning.quantity, path: path, unit: unit), nil)
    }
    let guess = FieldGuess(meaning, Evidence(name: name, number: number, unit: unit, heard: heard), at: path)
    guard let guess, let mapping = guess.mapping else { return nil }
    return (mapping, guess.doubt)
  }

  /// What its name calls humidity is the soil's.
  mutating func isMoisture(doubt: String? = nil) {
    become(.moisture)
    self.doubt = self.doubt ?? doubt
  }

  /// Whose humidity is meant, where conductivity is measured and no moisture.
  static func doubtOfSoil(_ name: String) -> String {
    "\(name) stands beside conductivity and no moisture, and is taken for the soil's: is it the air's"
  }

  /// What its name calls moisture is the air's.
  mutating func isHumidity() { become(.humidity) }

  private mutating func become(_ quantity: Quantity) {
    self.quantity = quantity
    mapping?.quantity = quantity
  }

  /// Words instead of a number.
  init(_ mapping: FieldMapping, doubt: String) {
    self.mapping = mapping
    quantity = mapping.quantity
    rest = ""
    self.doubt = doubt
  }

  /// The number of an analog pin, which says nothing about what hangs on it: on a garden's broker a soil probe is likely.
  init(pin name: String, _ number: Double, at path: FieldPath, isScaled: Bool) {
    quantity = .moisture
    rest = name
    let text = DecimalText.rounded(number)
    guard (0...100).contains(number) else {
      mapping = FieldMapping(quantity: .moisture, path: path, unit: .raw)
      doubt = Self.rawDoubt(name, text)
      return
    }
    mapping = FieldMapping(quantity: .moisture, path: path, unit: isScaled ? .percent : .raw)
    doubt =
      isScaled
      ? "\(name) says \(text), taken for percent of moisture: is it a soil probe's, and is 100 wet"
      : "\(name) says \(text): a raw number of a soil probe, or percent already? If percent: unit: percent. "
        + "If raw: run 'loam calibrate' on it; until then its moisture is unknown"
  }

  /// A flag that is a battery's: what stands there if it is low, and if not.
  static func batteryFlag(_ path: FieldPath, low: String, fine: String) -> FieldMapping {
    FieldMapping(
      quantity: .battery, path: path,
      rules: FieldRules(
        low: FieldMatch(path: FieldPath([]), value: low), fine: FieldMatch(path: FieldPath([]), value: fine)))
  }

  private static func rawDoubt(_ name: String, _ text: String) -> String {
    "\(name) is the probe's own number (\(text)), and what is dry and what is wet is not known: "
      + "run 'loam calibrate' on it; until then its moisture is unknown"
  }

  private static func tensionDoubt(_ name: String, _ number: Double) -> String {
    "\(name) says \(DecimalText.rounded(number)), a tension (centibar, kPa), of which more is drier, and no percent: "
      + "run 'loam calibrate' on it; until then its moisture is unknown"
  }

  /// As its neighbours are.
  private static func imperial(_ number: Double, _ name: String) -> Verdict {
    let text = DecimalText.rounded(number)
    guard (-40...140).contains(number) else { return byNumber(number, .temperature, name, text) }
    return (
      .fahrenheit, "\(name) is \(text), taken for °F as what stands beside it: if it is °C, unit: celsius"
    )
  }

  /// The other of °C and °F, where only that makes of the number what a plant's probe measures.
  static func rival(_ number: Double, _ unit: FieldUnit) -> String? {
    let fahrenheit = FieldMapping.celsius(fahrenheit: number)
    let (own, other) = unit == .fahrenheit ? (fahrenheit, number) : (number, fahrenheit)
    guard unit == .fahrenheit || unit == .celsius, !(1...45).contains(own), (5...40).contains(other) else {
      return nil
    }
    let text = DecimalText.rounded(number)
    return unit == .fahrenheit
      ? "\(text) °F is \(DecimalText.rounded((own * 10).rounded() / 10)) °C: is it \(text) °C"
      : "\(text) °C is hot for a plant: is it \(text) °F, \(DecimalText.rounded((other * 10).rounded() / 10)) °C"
  }

  private typealias Verdict = (unit: FieldUnit?, doubt: String?)

  private static func evaluate(_ number: Double, _ quantity: Quantity, unit: FieldUnit?, name: String)
    -> Verdict
  {
    let text = DecimalText.rounded(number)
    if let unit, unit.isRaw {
      if quantity == .moisture {
        return (unit, rawDoubt(name, unit == .raw ? text : "\(text) \(unit.rawValue)"))
      }
      return (nil, "\(name) is \(text)\(unit == .raw ? ", a raw number" : " \(unit.rawValue)"), and left out")
    }
    if let unit {
      guard FieldUnit.fitting(quantity).contains(unit) else { return (nil, nil) }
      if unit == .percent, number > 0, number < 1 {
        return (
          unit,
          "\(name) says \(text), taken for percent as its name says: if it is a part of 1, unit: fraction"
        )
      }
      let value = unit.canonical(number, quantity, .celsius)
      return quantity.plausible(isCalibrated: false).contains(value)
        ? (unit, quantity == .temperature ? rival(number, unit) : nil)
        : (nil, "\(name) says \(text), which cannot be in \(unit.rawValue), and is left out")
    }
    return byNumber(number, quantity, name, text)
  }

  /// Nobody says the unit.
  private static func byNumber(_ number: Double, _ quantity: Quantity, _ name: String, _ text: String)
    -> Verdict
  {
    let isWhole = number == number.rounded()
    switch quantity {
    case .moisture, .humidity, .battery:
      if number == 0 || number == 1 {
        return (
          nil,
          "\(name) is \(text), which may be a flag and no percent, and is left out: listen again later"
            + (quantity == .moisture ? ", or if it is one: words: {'0': 10, '1': 60}" : "")
        )
      }
      if number < 0 { return (nil, nil) }
      if quantity == .battery, !isWhole, number > 1, number < 5 {
        return (
          nil,
          "\(name) is \(text), which looks like volts, and is left out. If you know them: "
            + "\(quantity.name): {unit: V, calibration: {points: {2.1: 0, 3.0: 100}}}"
        )
      }
      if number < 1 {
        return (.fraction, "\(name) is \(text), taken for a part of 1: if it is percent, unit: percent")
      }
      if quantity.plausible(isCalibrated: false).contains(number) { return (.percent, nil) }
      return quantity == .moisture
        ? (.raw, rawDoubt(name, text) + (number > 1000 ? "" : "; if it is tenths of percent: unit: tenths"))
        : (nil, "\(name) is \(text), which is no percent, and is left out")
    case .temperature:
      switch number {
      case ..<(-45): return (nil, nil)
      case ...40: return (.celsius, nil)
      case ...50:
        let other = DecimalText.rounded((FieldMapping.celsius(fahrenheit: number) * 10).rounded() / 10)
        return (.celsius, "\(name) is \(text), taken for °C: if it is °F, \(other) °C, unit: fahrenheit")
      case ...140: return (.fahrenheit, "\(name) is \(text), taken for °F: if it is °C, unit: celsius")
      default:
        return (
          nil,
          "\(name) is \(text), which is no temperature in °C or °F, and is left out: perhaps unit: tenths"
        )
      }
    case .conductivity:
      guard number > 0, number < 20 else {
        return number < 0 ? (nil, nil) : (.microsiemensPerCentimetre, nil)
      }
      return (
        .microsiemensPerCentimetre, "\(name) is \(text), taken for µS/cm: if it is mS/cm or dS/m, unit: mS/cm"
      )
    case .light: return number < 0 || number == 1 ? (nil, nil) : (.lux, nil)
    case .raw, .flow, .volume, .power, .rain: return (nil, nil)
    }
  }
}

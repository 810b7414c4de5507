import GardenCore
import PayloadJSON

/// What a message says of itself beside its quantities, in whatever words its maker chose: that a probe is broken, that the device is
/// fed from outside, that it is a test. The device's own word wins over what the numbers would mean.
///
/// | keys made of | value | effect |
/// |---|---|---|
/// | *error*, *fault*, *failure*, *disconnected* … | true, not 0, a word, a list | the quantity that the key names has no value, else all but the battery |
/// | *status*, *health*, *quality* … | a word as *open circuit*; *bad* of a reading's quality | the same; *offline*, *dead*: unavailable |
/// | *reachable*, *online*, *available*, *link* … | false, a word as *offline* | unavailable; *unreachable*, *stale* … the other way round |
/// | *state* of nothing else | a word as *offline* | unavailable |
/// | *q* beside *val*, *s* beside *v* | not 0, from 100 on | unavailable |
/// | *valid*, *ok*; *connected*, *present* with a probe | false | the same |
/// | *test*, *simulated*, *replay* …; *mode*, *source* with such a word | true | the message is not live |
/// | *external*, *usb*, *mains* …; *power source* | true, a word as *mains* | what the battery says does not count |
/// | *alarm*, *warning*, *shortage* | true, a word | the device's own alarm; values stand. A word that nobody knows: ``UsualWords`` |
/// | *battery low* | true | the battery is low |
///
/// A value may stand in an object (`{"value": false}`), and an object beside what is measured may say that the device is not there
/// (`status: {"online": false}`).
///
/// Counters, limits, settings and times are none of these. A key that names something else than the sensor's quantities says nothing.
struct OwnWords {
  private(set) var isLive = true
  /// By ``Quantity/rawValue``.
  private(set) var broken: UInt32 = 0
  private(set) var gone: UInt32 = 0
  private(set) var word = DeviceWord()
  private(set) var isFedFromOutside: Bool?
  private(set) var isBatteryLow: Bool?
  /// Set where a key for it was there; empty: no alarm.
  private(set) var alarm: DeviceWord?
  /// Words of alarms that are fine, or that nobody knows.
  private(set) var said: [OwnWord] = []

  /// Looks at the fields of one object that speak of the device; `nil` stays where none does.
  static func read(_ object: JSONValue, _ scope: OwnWordScope, into words: inout OwnWords?) {
    object.forEachField(with: KeyMeaning.spoken) { field in
      field.withKey { key in
        // What a quantity is read from says nothing else.
        guard let meaning = KeyMeaning(key), !scope.isRead(key) else { return }
        if words == nil { words = OwnWords() }
        words?.read(field, key, meaning, of: object, scope)
      }
      return true
    }
  }

  private mutating func read(
    _ field: JSONField, _ key: Span<UInt8>, _ meaning: KeyMeaning, of object: JSONValue, _ scope: OwnWordScope
  ) {
    switch meaning.kind {
    case .acknowledgement:
      let isSubstitute = object["val"] != nil && object["q"]?.integer ?? 0 != 0
      let isUncertain = object["v"] != nil && object["s"]?.integer ?? 0 >= 100
      if isSubstitute || isUncertain { gone |= scope.all }
    case .supply: takeSupply(field.value, key)
    case .about: if field.value.kind == .object, meaning.names == 0 { readPresence(field.value, scope) }
    default:
      let value = Self.opened(field.value)
      if value.kind != .object {
        take(meaning, key, value, scope)
      } else if meaning.names == 0 {
        readPresence(value, scope)
      }
    }
  }

  /// `link: {"value": "OFFLINE"}`
  private static func opened(_ value: JSONValue) -> JSONValue {
    guard value.kind == .object else { return value }
    return value["value"] ?? value["val"] ?? value["state"] ?? value
  }

  /// Of an object beside what is measured only that the device is not there counts; not of one that measures something else.
  private mutating func readPresence(_ object: JSONValue, _ scope: OwnWordScope) {
    var words = self
    object.forEachField(with: KeyMeaning.ofPresence) { field in
      field.withKey { key in
        if let meaning = KeyMeaning(key), meaning.kind == .reach || meaning.kind == .absence {
          words.take(meaning, key, Self.opened(field.value), scope)
        }
      }
      return true
    }
    if words.gone != gone, !object.measures { self = words }
  }

  private mutating func take(
    _ meaning: KeyMeaning, _ key: Span<UInt8>, _ value: JSONValue, _ scope: OwnWordScope
  ) {
    switch meaning.kind {
    case .test: if Self.isTrue(value) { isLive = false }
    case .live: if value.bool == false { isLive = false }
    case .origin: if Self.says(value, [], alone: WordList.simulated) { isLive = false }
    case .batteryLow: isBatteryLow = Self.isTrue(value) ? true : Self.isFalse(value) ? false : isBatteryLow
    case .alarm: takeAlarm(meaning, key, value)
    case .fault:
      if Self.isWrong(value) { take(back: scope.quantities(meaning, key), key, value) }
    case .soundness, .presence:
      if Self.isFalse(value) { take(back: scope.quantities(meaning, key), key, value) }
    case .status:
      let bits = scope.quantities(meaning, key)
      let broken =
        meaning.namesProbe
        ? WordList.brokenProbe : meaning.isOfReading ? WordList.brokenReading : WordList.brokenAlone
      if Self.says(value, [], alone: meaning.namesProbe ? WordList.gone : ["dead", "lost"] + WordList.gone) {
        gone |= bits
      } else if Self.says(value, WordList.broken, alone: broken) {
        take(back: bits, key, value)
      }
    case .reach:
      // A 0 beside other words may count something.
      let isNo = value.integer == 0 ? meaning.names == 0 : Self.isFalse(value)
      if isNo || Self.says(value, [], alone: WordList.goneNode) {
        gone |= scope.quantities(meaning, key)
      }
    case .absence: if Self.isTrue(value) { gone |= scope.quantities(meaning, key) }
    case .state:
      if Self.says(value, [], alone: ["lost", "disconnected"] + WordList.gone) {
        gone |= scope.quantities(meaning, key)
      }
    case .acknowledgement, .supply, .about, .other: break
    }
  }

  private mutating func take(back bits: UInt32, _ key: Span<UInt8>, _ value: JSONValue) {
    if broken == 0, bits != 0 { word = Self.word(key, value) }
    broken |= bits
  }

  private mutating func takeSupply(_ value: JSONValue, _ key: Span<UInt8>) {
    // `external: {"present": true}`
    let value = value["present"] ?? value["connected"] ?? value
    if value.bool == true || Self.says(value, [], alone: WordList.outside) {
      isFedFromOutside = true
    } else if value.bool == false || Self.says(value, [], alone: WordList.inside) {
      isFedFromOutside = isFedFromOutside ?? false
    } else if let number = value.integer, number == 0 || number == 1 {
      isFedFromOutside = number == 1 ? true : isFedFromOutside ?? false
    }
  }

  /// A number is a limit, not an alarm.
  private mutating func takeAlarm(_ meaning: KeyMeaning, _ key: Span<UInt8>, _ value: JSONValue) {
    var word: OwnWord?
    value.withText { text in
      if case .value = NumberText.read(text) { return }
      word = OwnWord(meaning, key, text)
    }
    guard word != nil || value.kind == .bool else { return }
    if word?.meaning == .alarm || value.bool == true {
      if alarm?.isEmpty ?? true { alarm = word?.text ?? DeviceWord(key) }
      return
    }
    if let word, said.count < UsualWords.keysMax { said.append(word) }
    if word?.meaning != .unknown, alarm == nil { alarm = DeviceWord() }
  }

  /// The value's own word, or the key where the value is none.
  private static func word(_ key: Span<UInt8>, _ value: JSONValue) -> DeviceWord {
    var word = DeviceWord()
    let first = value.kind == .array ? value[0] : value
    let isSaid = first?.withText { word.append($0) } ?? false
    let saysNothing = word.isEmpty || first.map { says($0, [], alone: WordList.bare) } == true
    if isSaid, !saysNothing { return word }
    word = DeviceWord(key)
    if let number = first?.integer, number != 1, number != 0 {
      word.append(" ".utf8Span.span)
      word.append(String(number).utf8Span.span)
    }
    return word
  }

  private static func says(_ value: JSONValue, _ words: [StaticString], alone: [StaticString]) -> Bool {
    var says = false
    value.withText { says = WordList.says(words, alone: alone, $0) }
    return says
  }

  private static func isTrue(_ value: JSONValue) -> Bool {
    value.bool == true || value.integer == 1 || says(value, [], alone: WordList.yes)
  }

  private static func isFalse(_ value: JSONValue) -> Bool {
    value.bool == false || value.integer == 0 || says(value, [], alone: WordList.not)
  }

  /// Anything but what means that nothing is wrong.
  private static func isWrong(_ value: JSONValue) -> Bool {
    switch value.kind {
    case .bool: return value.bool == true
    case .number: return value.double != 0
    case .string:
      var isFine = true
      value.withText { isFine = WordList.alarm($0) == .fine }
      return !isFine
    case .array: return value[0].map { isWrong($0) } ?? false
    case .null, .object, .doubled, .outdated: return false
    }
  }
}

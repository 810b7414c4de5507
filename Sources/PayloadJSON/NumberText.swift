private import CSimdJSON

/// Numbers as devices write them into texts.
package enum NumberText {
  /// Digits of a number that are looked at; a longer text is no number.
  private static let bytesMax = 64

  /// Reads `[+-]digits[.digits][(e|E)[+-]digits]`, or `[+-]digits,digits`, blanks around it, and at most one unit behind it; or a
  /// word that means "no value". No grouping, no hexadecimal digits. Exact: the nearest double.
  ///
  /// - Parameter mayGroup: `1,234` may be thousands, and is no number; else its comma is a decimal one.
  package static func read(_ text: Span<UInt8>, mayGroup: Bool = true) -> NumberReading {
    let all = TextBytes.trimmed(text, text.indices)
    if all.isEmpty { return .none }
    guard let digits = decimal(text, all) else { return word(text, all) }
    if digits.upperBound < all.upperBound, text[digits.upperBound] == UInt8(ascii: ",") {
      guard let (value, end) = commaDecimal(text, all, mayGroup) else { return .notANumber }
      return reading(value, text, end..<all.upperBound)
    }
    var value = 0.0
    let isRead = unsafe text.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return false }
      return unsafe loam_json_parse_decimal(start + digits.lowerBound, digits.count, &value) == 1
    }
    return isRead ? reading(value, text, digits.upperBound..<all.upperBound) : .notANumber
  }

  private static func reading(_ value: Double, _ text: Span<UInt8>, _ behind: Range<Int>) -> NumberReading {
    let rest = TextBytes.trimmed(text, behind)
    if rest.isEmpty { return .value(value, unit: nil) }
    return unit(text, rest).map { .value(value, unit: $0) } ?? .notANumber
  }

  /// `34,5`. Three digits behind the comma may be thousands, unless more than three or a 0 alone stand before it: `nil` then.
  private static func commaDecimal(_ text: Span<UInt8>, _ range: Range<Int>, _ mayGroup: Bool) -> (
    value: Double, end: Int
  )? {
    var at = range.lowerBound
    let isNegative = text[at] == UInt8(ascii: "-")
    if isNegative || text[at] == UInt8(ascii: "+") { at += 1 }
    var (number, whole, scale) = (0, 0, 1)
    var (wholeDigits, partDigits) = (0, -1)
    while at < range.upperBound {
      let byte = text[at]
      if byte == UInt8(ascii: ","), partDigits < 0 {
        (partDigits, whole) = (0, number)
      } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
        if partDigits < 0 {
          wholeDigits += 1
        } else {
          partDigits += 1
          scale *= 10
        }
        // Both are exact doubles up to here, so their quotient is the nearest one.
        guard wholeDigits + max(partDigits, 0) <= 15 else { return nil }
      } else {
        break
      }
      at += 1
    }
    guard partDigits > 0, !mayGroup || partDigits != 3 || whole == 0 || wholeDigits > 3 else { return nil }
    if at < range.upperBound, text[at] == UInt8(ascii: ",") || text[at] == UInt8(ascii: ".") { return nil }
    let value = Double(number) / Double(scale)
    return (isNegative ? -value : value, at)
  }

  /// The same of a text that is no part of a payload.
  package static func read(_ text: String, mayGroup: Bool = true) -> NumberReading {
    read(text.utf8Span.span, mayGroup: mayGroup)
  }

  /// The range of the longest number at the start of `range`, without a plus sign.
  private static func decimal(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int>? {
    var at = range.lowerBound
    var start = at
    func digits() -> Bool {
      let from = at
      while at < range.upperBound, text[at] >= UInt8(ascii: "0"), text[at] <= UInt8(ascii: "9") { at += 1 }
      return at > from
    }
    func skip(_ a: UInt8, _ b: UInt8) -> Bool {
      guard at < range.upperBound, text[at] == a || text[at] == b else { return false }
      at += 1
      return true
    }
    if skip(UInt8(ascii: "+"), UInt8(ascii: "-")), text[start] == UInt8(ascii: "+") { start = at }
    guard digits() else { return nil }
    var end = at
    if skip(UInt8(ascii: "."), UInt8(ascii: ".")) {
      guard digits() else { return nil }
      end = at
    }
    if skip(UInt8(ascii: "e"), UInt8(ascii: "E")) {
      _ = skip(UInt8(ascii: "+"), UInt8(ascii: "-"))
      if digits() { end = at }
    }
    return end - start <= bytesMax ? start..<end : nil
  }

  private static func word(_ text: Span<UInt8>, _ range: Range<Int>) -> NumberReading {
    func isOne(_ word: StaticString) -> Bool { TextBytes.equalIgnoringCase(text, in: range, word) }
    if isOne("nan") || isOne("-nan") || isOne("null") || isOne("none") || isOne("unknown") { return .none }
    return isOne("unavailable") || isOne("offline") || isOne("unreachable") ? .unavailable : .notANumber
  }

  /// A unit alone; `nil`: one that is not known, or none.
  package static func unit(_ text: Span<UInt8>) -> NumberUnit? {
    let all = TextBytes.trimmed(text, text.indices)
    return all.isEmpty ? nil : unit(text, all)
  }

  private static func unit(_ text: Span<UInt8>, _ range: Range<Int>) -> NumberUnit? {
    if let unit = spelledUnit(text, range) { return unit }
    return PlainUnit(text, range)?.withText { $0.isEmpty ? nil : spelledUnit($0, $0.indices) }
  }

  private static func spelledUnit(_ text: Span<UInt8>, _ range: Range<Int>) -> NumberUnit? {
    func isOne(_ word: StaticString) -> Bool { TextBytes.equalIgnoringCase(text, in: range, word) }
    guard range.count <= 10 else { return nil }
    if range.count > 6, let unit = unitInWords(text, range) { return unit }
    if isOne("%") || isOne("%vwc") || isOne("vol%") || isOne("%vol") || isOne("%rh") { return .percent }
    if isOne("%.vwc") || isOne("vol.%") || isOne("%.vol") || isOne("%.rh") { return .percent }
    if isOne("m3/m3") { return .fraction }
    if isOne("ds/m") { return .millisiemensPerCentimetre }
    if isOne("s/m") { return .siemensPerMetre }
    if isOne("°c") || isOne("c") || isOne("degc") || isOne("cel") { return .celsius }
    if isOne("°f") || isOne("f") || isOne("degf") { return .fahrenheit }
    if isOne("k") { return .kelvin }
    if isOne("v") { return .volts }
    if isOne("lx") || isOne("lux") { return .lux }
    if isOne("us/cm") || isOne("µs/cm") || isOne("μs/cm") { return .microsiemensPerCentimetre }
    if isOne("khz") { return .kilohertz }
    if let water = unitOfWater(text, range) { return water }
    if isOne("w") { return .watts }
    if isOne("kw") { return .kilowatts }
    if let rain = unitOfRain(text, range) { return rain }
    if isOne("pct") || isOne("vol-%") || isOne("vol.-%") || isOne("%rf") { return .percent }
    if isOne("grad") { return .celsius }
    // Milli and mega differ only in case.
    guard text[range.lowerBound] == UInt8(ascii: "m") else { return nil }
    if isOne("mv") { return .millivolts }
    if isOne("ms/m") { return .millisiemensPerMetre }
    return isOne("ms/cm") ? .millisiemensPerCentimetre : nil
  }

  private static func unitInWords(_ text: Span<UInt8>, _ range: Range<Int>) -> NumberUnit? {
    func isOne(_ word: StaticString) -> Bool { TextBytes.equalIgnoringCase(text, in: range, word) }
    if isOne("celsius") || isOne("°celsius") { return .celsius }
    if isOne("fahrenheit") { return .fahrenheit }
    return isOne("percent") || isOne("prozent") || isOne("procent") || isOne("pourcent") ? .percent : nil
  }

  /// A litre on a square metre, and a kilogram, is a millimetre.
  private static func unitOfRain(_ text: Span<UInt8>, _ range: Range<Int>) -> NumberUnit? {
    func isOne(_ word: StaticString) -> Bool { TextBytes.equalIgnoringCase(text, in: range, word) }
    if isOne("mm") || isOne("l/m2") || isOne("l/m²") || isOne("kg/m2") || isOne("kg/m²") {
      return .millimetres
    }
    if isOne("cm") { return .centimetres }
    return isOne("in") || isOne("inch") || isOne("inches") ? .inches : nil
  }

  private static func unitOfWater(_ text: Span<UInt8>, _ range: Range<Int>) -> NumberUnit? {
    func isOne(_ word: StaticString) -> Bool { TextBytes.equalIgnoringCase(text, in: range, word) }
    if isOne("l/min") || isOne("lpm") { return .litresPerMinute }
    if isOne("l/h") { return .litresPerHour }
    if isOne("m³/h") || isOne("m3/h") { return .cubicMetresPerHour }
    if isOne("gal/min") || isOne("gpm") { return .gallonsPerMinute }
    if isOne("l") { return .litres }
    if isOne("m³") || isOne("m3") { return .cubicMetres }
    if isOne("gal") { return .gallons }
    if isOne("ft³") || isOne("ft3") { return .cubicFeet }
    guard text[range.lowerBound] == UInt8(ascii: "m") else { return nil }
    if isOne("ml") { return .millilitres }
    return isOne("ml/min") ? .millilitresPerMinute : nil
  }
}

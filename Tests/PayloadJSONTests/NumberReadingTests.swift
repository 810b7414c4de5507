import Foundation
import PayloadJSON
import Testing

@Suite struct NumberReadingTests {
  private let reader = PayloadReader()

  private func read(_ text: String) -> NumberReading {
    reader.load(text.utf8Span.span)
    return reader.number()
  }

  @Test(
    arguments: [
      ("21.4", 21.4, nil), ("-0", -0.0, nil), ("+5", 5, nil), ("007", 7, nil), ("5.6e1", 56, nil),
      ("1E-3", 0.001, nil),
      (" 21.4\r\n", 21.4, nil), ("61%", 61, .percent), ("61 %", 61, .percent), ("3.295 V", 3.295, .volts),
      ("3295mV", 3295, .millivolts), ("21.5 °C", 21.5, .celsius), ("21.5C", 21.5, .celsius),
      ("70 degF", 70, .fahrenheit),
      ("293 K", 293, .kelvin), ("1200 lx", 1200, .lux), ("402 µS/cm", 402, .microsiemensPerCentimetre),
      ("402 uS/cm", 402, .microsiemensPerCentimetre), ("1.2 mS/cm", 1.2, .millisiemensPerCentimetre),
      ("530 kHz", 530, .kilohertz), ("12.5 L/min", 12.5, .litresPerMinute), ("90 l/h", 90, .litresPerHour),
      ("0.7 m³/h", 0.7, .cubicMetresPerHour), ("0.7m3/h", 0.7, .cubicMetresPerHour),
      ("2 gpm", 2, .gallonsPerMinute), ("2 gal/min", 2, .gallonsPerMinute),
      ("300 mL/min", 300, .millilitresPerMinute), ("3.4 L", 3.4, .litres), ("250 ml", 250, .millilitres),
      ("1.25 m³", 1.25, .cubicMetres), ("5 gal", 5, .gallons), ("2 ft³", 2, .cubicFeet),
      ("45 W", 45, .watts), ("1.2 kW", 1.2, .kilowatts),
      ("\"23.45\"", 23.45, nil), ("\"61%\"", 61, .percent),
      ("123456789012345678901234567890", 123456789012345678901234567890.0, nil), ("0.1", 0.1, nil),
    ] as [(String, Double, NumberUnit?)])
  func `numbers are read exactly, with the unit behind them`(
    _ text: String, _ value: Double, _ unit: NumberUnit?
  ) {
    #expect(read(text) == .value(value, unit: unit))
  }

  @Test(
    arguments: [
      ("34,5", 34.5, nil), ("\"18,4\"", 18.4, nil), ("34,5 %", 34.5, .percent), ("-0,4", -0.4, nil),
      ("+21,25°C", 21.25, .celsius), ("0,125", 0.125, nil), ("1234,567", 1234.567, nil),
      ("3,2958 V", 3.2958, .volts),
    ] as [(String, Double, NumberUnit?)])
  func `a comma stands for the point where it can group nothing`(
    _ text: String, _ value: Double, _ unit: NumberUnit?
  ) {
    #expect(read(text) == .value(value, unit: unit))
  }

  @Test(
    arguments: [
      ("34.5 percent", 34.5, .percent), ("30,5 Prozent", 30.5, .percent), ("30.5 pct", 30.5, .percent),
      ("19.5 Celsius", 19.5, .celsius), ("19,5 Grad", 19.5, .celsius), ("34 Vol.-%", 34, .percent),
      ("34 %rF", 34, .percent), ("44 Fahrenheit", 44, .fahrenheit), ("34 procent", 34, .percent),
    ] as [(String, Double, NumberUnit?)])
  func `a unit may be a word`(_ text: String, _ value: Double, _ unit: NumberUnit?) {
    #expect(read(text) == .value(value, unit: unit))
  }

  @Test(
    arguments: [
      ("21,125", 21.125, nil), ("-1,234 °C", -1.234, .celsius), ("34,125 %", 34.125, .percent),
    ] as [(String, Double, NumberUnit?)])
  func `three digits behind a comma are decimals where nothing is counted in thousands`(
    _ text: String, _ value: Double, _ unit: NumberUnit?
  ) {
    #expect(read(text) == .notANumber)
    #expect(NumberText.read(text, mayGroup: false) == .value(value, unit: unit))
  }

  @Test(arguments: ["1,234,567", "1,5.2", "1,"])
  func `more than one comma is no decimal one`(_ text: String) {
    #expect(NumberText.read(text, mayGroup: false) == .notANumber)
  }

  @Test func `a byte order mark belongs to no message`() {
    #expect(read("\u{FEFF}34.5") == .value(34.5, unit: nil))
    reader.load("\u{FEFF}{\"moisture\":34}".utf8Span.span)
    #expect(reader.root?["moisture"]?.double == 34)
    #expect(reader.text == "{\"moisture\":34}")
  }

  @Test(arguments: [
    "", " ", "\n", "nan", "NaN", "-nan", "null", "None", "UNKNOWN", "\"\"", "\"nan\"",
  ])
  func `words that mean no value are no value`(_ text: String) {
    #expect(read(text) == .none)
  }

  @Test(arguments: ["unavailable", "Offline", "\"unreachable\""])
  func `a device that cannot be reached says so in the value's place`(_ text: String) {
    #expect(read(text) == .unavailable)
  }

  @Test(
    arguments: [
      ("0.31 m³⋅m⁻³", .fraction), ("0.31 m3/m3", .fraction), ("31 %VWC", .percent), ("31 vol%", .percent),
      ("850 µS⋅cm⁻¹", .microsiemensPerCentimetre), ("850 μS·cm⁻¹", .microsiemensPerCentimetre),
      ("850 uS.cm^-1", .microsiemensPerCentimetre), ("0.8 dS m⁻¹", .millisiemensPerCentimetre),
      ("80 mS·m-1", .millisiemensPerMetre), ("0.08 S/m", .siemensPerMetre), ("3 L·min⁻¹", .litresPerMinute),
      ("1.2 m³·h⁻¹", .cubicMetresPerHour), ("60.5 %RH", .percent),
    ] as [(String, NumberUnit)])
  func `units are read as physicists write them`(_ text: String, _ unit: NumberUnit) {
    guard case .value(_, let read) = read(text) else {
      Issue.record("no number")
      return
    }
    #expect(read == unit)
  }

  @Test(arguments: [
    "inf", "-inf", "Infinity", "1e999", "-1e999", "1e-999", "0x1F", "1.", ".5", "1..2", "1 2", "--1",
    "1,234", "12,345 %", "1,", ",5", "1,2,3", "1,5.2", "1.5,2", "1e3,5", "--1,5",
    "+-1", "+", "-",
    "e5", "1e", "1e+", "12abc", "abc12", "12 litres", "12%%", "12 % V", "12 MV", "12 ML", "12 ML/min", "true",
    "false", "{}", "[1]",
    "{\"a\":1}",
    "21.4\u{0}", "\u{0}21.4", "２１", "١٢", "−5", "1_000", "1'000", "½", "12 \u{FF05}", "°C", "%", "\"x\"",
    "\"1\" 2",
  ])
  func `all else is no number`(_ text: String) {
    #expect(read(text) == .notANumber)
  }

  @Test func `a number longer than any measurement is no number`() {
    #expect(read(String(repeating: "1", count: 65)) == .notANumber)
    #expect(read("0." + String(repeating: "0", count: 60_000) + "1") == .notANumber)
  }

  @Test func `numbers in documents are as tolerant as bare ones`() throws {
    reader.load(
      #"{"a":21.5,"b":"21.5 °C","c":"nan","d":null,"e":true,"f":{},"g":[1],"h":"","i":18446744073709551615,"j":-9007199254740993}"#
        .utf8Span.span)
    let root = try #require(reader.root)
    #expect(root["a"]?.number == .value(21.5, unit: nil))
    #expect(root["b"]?.number == .value(21.5, unit: .celsius))
    #expect(root["c"]?.number == NumberReading.none)
    #expect(root["d"]?.number == NumberReading.none)
    #expect(root["h"]?.number == NumberReading.none)
    for key in ["e", "f", "g"] { #expect(root[key]?.number == .notANumber) }
    #expect(root["i"]?.number == .value(18_446_744_073_709_551_616, unit: nil) && root["i"]?.integer == nil)
    #expect(root["j"]?.integer == -9_007_199_254_740_993)
  }

  /// Differential: the standard library reads the same digits.
  @Test func `ten thousand random numbers are the nearest doubles`() {
    var random = Sequence64(state: 20_261_121)
    for _ in 0..<10_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite, value == 0 || abs(value) > 1e-300 else { continue }
      #expect(read("\(value)") == .value(value, unit: nil), "\(value)")
      let short = String(format: "%.3f", Double(Int.random(in: -1_000_000...1_000_000, using: &random)) / 997)
      #expect(read(short) == .value(Double(short) ?? .nan, unit: nil))
    }
  }
}

/// Repeatable bits. Source: G. Marsaglia, "Xorshift RNGs", 2003.
private struct Sequence64: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

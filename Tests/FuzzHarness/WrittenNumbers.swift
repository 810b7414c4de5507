import Foundation
import PayloadJSON

/// The numbers that stand somewhere in a payload, found without the readers that are under test.
///
/// Generous: each run of digits counts, with and without sign, fraction and exponent, wherever it stands and however
/// JSON escapes it. A value that is in none of these was made up.
struct WrittenNumbers {
  private(set) var values: [Double] = []

  init(_ payload: [UInt8]) {
    let bytes = Self.unescaped(payload)
    var at = 0
    while at < bytes.count {
      if Self.isDigit(bytes[at]) { at = add(bytes, from: at) } else { at += 1 }
    }
  }

  private mutating func add(_ bytes: [UInt8], from start: Int) -> Int {
    var end = start
    func skipDigits() { while end < bytes.count, Self.isDigit(bytes[end]) { end += 1 } }
    skipDigits()
    let after = end
    keep(bytes[start..<end])
    let isPoint = end < bytes.count && (bytes[end] == UInt8(ascii: ".") || bytes[end] == UInt8(ascii: ","))
    if end + 1 < bytes.count, isPoint, Self.isDigit(bytes[end + 1]) {
      let whole = bytes[start..<end]
      end += 1
      skipDigits()
      keep(whole + [UInt8(ascii: ".")] + bytes[(start + whole.count + 1)..<end])
    }
    if end < bytes.count, bytes[end] | 0x20 == UInt8(ascii: "e") {
      end += 1
      if end < bytes.count, bytes[end] == UInt8(ascii: "+") || bytes[end] == UInt8(ascii: "-") { end += 1 }
      if end < bytes.count, Self.isDigit(bytes[end]) {
        skipDigits()
        keep(bytes[start..<end])
      }
    }
    return after
  }

  private mutating func keep(_ digits: ArraySlice<UInt8>) {
    guard let value = Double(String(decoding: digits, as: UTF8.self)), value.isFinite else { return }
    values += [value, -value]
  }

  /// Whether `result` is one of the numbers, or what a change of unit makes of one.
  func explain(_ result: Double) -> Bool {
    values.contains { number in
      Self.factors.contains { Self.isClose(number * $0, result) } || Self.isClose(number - 273.15, result)
        || Self.isClose((number - 32) / 1.8, result) || Self.isClose((number / 10 - 32) / 1.8, result)
    }
  }

  private static let factors: [Double] = [
    1, 10, 100, 1000, 0.1, 0.01, 0.001, 20, 25, 1.0 / 60, 1000.0 / 60, 3.785411784, 28.316846592,
  ]

  private static func isClose(_ a: Double, _ b: Double) -> Bool {
    abs(a - b) <= 1e-9 * max(1, max(abs(a), abs(b)))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// `\u0031` is the digit 1 in a JSON text.
  private static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "\\")) else { return bytes }
    var plain: [UInt8] = []
    var at = 0
    while at < bytes.count {
      if at + 5 < bytes.count, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u"),
        let code = UInt32(String(decoding: bytes[(at + 2)..<(at + 6)], as: UTF8.self), radix: 16), code < 0x80
      {
        plain.append(UInt8(code))
        at += 6
      } else {
        plain.append(bytes[at])
        at += 1
      }
    }
    return plain
  }
}

/// What an independent reader takes a payload for.
enum IndependentReader {
  /// JSON by its grammar (RFC 8259): a number beyond a double, such as `1e999`, is one.
  static func isJSON(_ bytes: [UInt8]) -> Bool {
    reads(bytes) || reads(withShortNumbers(bytes))
  }

  private static func reads(_ bytes: [UInt8]) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
  }

  /// Foundation's reader refuses what no double holds. Cutting a run of digits short leaves the grammar as it was.
  private static func withShortNumbers(_ bytes: [UInt8]) -> [UInt8] {
    var short: [UInt8] = []
    var isString = false
    var isEscaped = false
    var digits = 0
    for byte in bytes {
      if isString {
        if !isEscaped, byte == UInt8(ascii: "\"") { isString = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else if byte == UInt8(ascii: "\"") {
        isString = true
      }
      let isDigit = !isString && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      digits = isDigit ? digits + 1 : 0
      if digits <= 2 { short.append(byte) }
    }
    return short
  }

  /// JSON, what firmware prints in its place, or a text that begins with a number.
  static func isReadable(_ bytes: [UInt8]) -> Bool {
    if isJSON(bytes) || JSONMending.mended(bytes).map(isJSON) == true { return true }
    let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    let digits = text.prefix { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }
    return Double(digits)?.isFinite == true
  }
}

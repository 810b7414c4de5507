import GardenCore
import PayloadJSON

/// A date and time as a device writes them: `dd.MM.yyyy HH:mm:ss`.
///
/// `yyyy` `yy` year · `MM` `M` month, `MMM` its English name · `dd` `d` day · `HH` `H` hour, `hh` `h` with `a` for AM
/// and PM · `mm` minute · `ss` second · `SSS` digits of a fraction · `Z` zone (`Z`, `+02`, `+0200`, `+02:00`).
/// Two letters are two digits, one letter one or two. All else stands for itself. Letters as in Unicode TR 35.
package struct TimePattern: Sendable, Hashable {
  private enum Part: Sendable, Hashable {
    case year, shortYear, month, monthName, day, hour, halfDayHour, halfDay, minute, second, fraction, zone
    case literal(UInt8)
  }
  private struct Step: Sendable, Hashable {
    var part: Part
    var isFixed: Bool
  }
  package let text: String
  private let steps: [Step]

  /// What is wrong with a pattern, and at which character.
  package struct Problem: Error, Sendable, Hashable {
    package var offset: Int
    package var message: String
  }

  package init(_ text: String) throws(Problem) {
    self.text = text
    var steps: [Step] = []
    let bytes = Array(text.utf8)
    var at = 0
    if bytes.count > 40 { throw Problem(offset: 40, message: "a pattern has at most 40 characters") }
    while at < bytes.count {
      let letter = bytes[at]
      let count = bytes[at...].prefix { $0 == letter }.count
      let word = String(repeating: Character(Unicode.Scalar(letter)), count: count)
      let isLetter = (letter | 0x20) >= 97 && (letter | 0x20) <= 122
      if let step = Self.known[word] {
        steps.append(step)
        at += count
      } else if isLetter, letter != UInt8(ascii: "T") {
        throw Problem(
          offset: at, message: "'\(word)' is none of yyyy yy MMM MM M dd d HH H hh h a mm ss SSS Z")
      } else {
        steps.append(Step(part: .literal(letter), isFixed: true))
        at += 1
      }
    }
    let parts = Set(steps.map(\.part))
    let hasYear = parts.contains(.year) || parts.contains(.shortYear)
    let hasMonth = parts.contains(.month) || parts.contains(.monthName)
    let hasHour = parts.contains(.hour) || (parts.contains(.halfDayHour) && parts.contains(.halfDay))
    guard hasYear, hasMonth, parts.contains(.day), hasHour, parts.contains(.minute) else {
      throw Problem(
        offset: 0, message: "a pattern needs year, month, day, hour (HH, or hh with a) and minute")
    }
    self.steps = steps
  }

  private static let known: [String: Step] = [
    "yyyy": Step(part: .year, isFixed: true), "yy": Step(part: .shortYear, isFixed: true),
    "MMM": Step(part: .monthName, isFixed: true), "MM": Step(part: .month, isFixed: true),
    "M": Step(part: .month, isFixed: false), "dd": Step(part: .day, isFixed: true),
    "d": Step(part: .day, isFixed: false), "HH": Step(part: .hour, isFixed: true),
    "H": Step(part: .hour, isFixed: false), "hh": Step(part: .halfDayHour, isFixed: true),
    "h": Step(part: .halfDayHour, isFixed: false), "a": Step(part: .halfDay, isFixed: true),
    "mm": Step(part: .minute, isFixed: true), "ss": Step(part: .second, isFixed: true),
    "SSS": Step(part: .fraction, isFixed: false), "Z": Step(part: .zone, isFixed: true),
  ]

  private struct Fields {
    var year = 0
    var month = 0
    var day = 0
    var hour = 0
    var isAfternoon: Bool?
    var minute = 0
    var second = 0
    var millisecond = 0
    var offset: Int?
  }

  /// `nil` where the text is not written so, or is no time that exists.
  package func read(_ text: Span<UInt8>) -> WrittenTime? {
    guard var cursor = TextCursor(text.extracting(TextBytes.trimmed(text, text.indices))) else { return nil }
    var fields = Fields()
    for i in steps.indices where !Self.take(steps[i], &cursor, &fields) { return nil }
    guard cursor.isAtEnd else { return nil }
    if let isAfternoon = fields.isAfternoon {
      guard (1...12).contains(fields.hour) else { return nil }
      fields.hour = fields.hour % 12 + (isAfternoon ? 12 : 0)
    }
    guard fields.hour < 24, fields.minute < 60, fields.second <= 60,
      let day = WrittenTime.dayNumber(year: fields.year, month: fields.month, day: fields.day)
    else { return nil }
    let second = (fields.hour * 60 + fields.minute) * 60 + min(fields.second, 59)
    let ofDay = second * 1000 + fields.millisecond
    guard let offset = fields.offset else { return .local(dayNumber: day, millisecondOfDay: ofDay) }
    return .instant(
      Timestamp(milliseconds: Int64(day) * 86_400_000 + Int64(ofDay) - Int64(offset) * 60_000))
  }

  private static func take(_ step: Step, _ cursor: inout TextCursor, _ fields: inout Fields) -> Bool {
    func number(_ count: Int = 2) -> Int? { step.isFixed ? cursor.digits(count) : cursor.oneOrTwoDigits() }
    func set(_ field: WritableKeyPath<Fields, Int>, _ value: Int?) -> Bool {
      guard let value else { return false }
      fields[keyPath: field] = value
      return true
    }
    switch step.part {
    case .literal(let byte): return cursor.take(Unicode.Scalar(byte))
    case .year: return set(\.year, number(4))
    case .shortYear: return set(\.year, number().map { 2000 + $0 })
    case .month: return set(\.month, number())
    case .monthName: return set(\.month, cursor.monthName())
    case .day: return set(\.day, number())
    case .hour, .halfDayHour: return set(\.hour, number())
    case .minute: return set(\.minute, number())
    case .second: return set(\.second, number())
    case .fraction: return set(\.millisecond, cursor.fraction())
    case .halfDay:
      fields.isAfternoon = cursor.halfDay()
      return fields.isAfternoon != nil
    case .zone:
      fields.offset = cursor.zone()
      return fields.offset != nil
    }
  }
}

extension TextCursor {
  fileprivate mutating func oneOrTwoDigits() -> Int? {
    guard let first = digits(1) else { return nil }
    return digits(1).map { first * 10 + $0 } ?? first
  }

  private mutating func takeAny(_ a: Unicode.Scalar, _ b: Unicode.Scalar) -> Bool { take(a) || take(b) }

  fileprivate mutating func halfDay() -> Bool? {
    let isMorning = takeAny("A", "a")
    guard isMorning || takeAny("P", "p"), takeAny("M", "m") else { return nil }
    return !isMorning
  }

  /// January is 1. Three letters, in any case.
  fileprivate mutating func monthName() -> Int? {
    for month in 0..<12 {
      var cursor = self
      let (a, b, c) = Self.months[month]
      if cursor.takeLetter(a), cursor.takeLetter(b), cursor.takeLetter(c) {
        self = cursor
        return month + 1
      }
    }
    return nil
  }

  private mutating func takeLetter(_ letter: Unicode.Scalar) -> Bool {
    takeAny(letter, Unicode.Scalar(UInt8(letter.value & 0x5F)))
  }

  private static let months: [(Unicode.Scalar, Unicode.Scalar, Unicode.Scalar)] = [
    ("j", "a", "n"), ("f", "e", "b"), ("m", "a", "r"), ("a", "p", "r"), ("m", "a", "y"), ("j", "u", "n"),
    ("j", "u", "l"), ("a", "u", "g"), ("s", "e", "p"), ("o", "c", "t"), ("n", "o", "v"), ("d", "e", "c"),
  ]
}

extension TimePattern.Problem: CustomStringConvertible {
  package var description: String { message }
}

/// The rule for all years to come, as a TZif file's last line gives it: `CET-1CEST,M3.5.0,M10.5.0/3`.
/// Source: POSIX.1-2017 §8.3 (TZ), with RFC 8536 §3.3.1's hours of -167…167.
struct PosixZoneRule: Sendable, Hashable {
  /// A day of the year and a local time on it.
  struct Day: Sendable, Hashable {
    enum Form: Sendable, Hashable {
      /// `Mm.w.d`: the w-th (5: last) weekday d (0 = Sunday) of month m.
      case monthWeekDay(Int, Int, Int)
      /// `Jn`: 1…365, 29 February never counted.
      case julian(Int)
      /// `n`: 0…365, 29 February counted.
      case ordinal(Int)
    }
    var form: Form
    var secondOfDay: Int
  }

  /// Seconds east of Greenwich.
  var standardOffset: Int
  var summer: Summer?

  struct Summer: Sendable, Hashable {
    var offset: Int
    var start: Day
    var end: Day
  }

  init?(_ text: String) {
    var scanner = Scanner(rest: Array(text.utf8)[...])
    guard scanner.name(), let west = scanner.time() else { return nil }
    standardOffset = -west
    guard !scanner.rest.isEmpty else { return }
    guard scanner.name() else { return nil }
    var offset = standardOffset + 3600
    if scanner.rest.first != UInt8(ascii: ",") {
      guard let west = scanner.time() else { return nil }
      offset = -west
    }
    guard scanner.skip(","), let start = scanner.day(), scanner.skip(","), let end = scanner.day(),
      scanner.rest.isEmpty
    else { return nil }
    summer = Summer(offset: offset, start: start, end: end)
  }

  /// The year's changes, Unix seconds, oldest first. Empty where there is no summer time.
  func changes(in year: Int) -> [ZoneTable.Change] {
    guard let summer else { return [] }
    let start = Self.localSeconds(of: summer.start, in: year) - Int64(standardOffset)
    let end = Self.localSeconds(of: summer.end, in: year) - Int64(summer.offset)
    return [
      ZoneTable.Change(startSeconds: start, offsetSeconds: Int32(summer.offset)),
      ZoneTable.Change(startSeconds: end, offsetSeconds: Int32(standardOffset)),
    ].sorted { $0.startSeconds < $1.startSeconds }
  }

  private static func localSeconds(of day: Day, in year: Int) -> Int64 {
    let first = ZoneTable.dayNumber(year: year, month: 1, day: 1)
    let number: Int
    switch day.form {
    case .ordinal(let n): number = first + n
    case .julian(let n): number = first + n - 1 + (ZoneTable.isLeap(year) && n > 59 ? 1 : 0)
    case .monthWeekDay(let month, let week, let weekday):
      let start = ZoneTable.dayNumber(year: year, month: month, day: 1)
      let end =
        month == 12
        ? first + (ZoneTable.isLeap(year) ? 366 : 365)
        : ZoneTable.dayNumber(year: year, month: month + 1, day: 1)
      // 1970-01-01 was a Thursday (4, Sunday being 0).
      let startWeekday = ((start % 7) + 11) % 7
      var candidate = start + (weekday - startWeekday + 7) % 7 + (week - 1) * 7
      while candidate >= end { candidate -= 7 }
      number = candidate
    }
    return Int64(number) * 86_400 + Int64(day.secondOfDay)
  }

  private struct Scanner {
    var rest: ArraySlice<UInt8>

    mutating func skip(_ character: Character) -> Bool {
      guard let first = rest.first, first == character.asciiValue else { return false }
      rest = rest.dropFirst()
      return true
    }

    /// `CET`, or `<+0330>`.
    mutating func name() -> Bool {
      if skip("<") {
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
        rest = rest[(end + 1)...]
        return true
      }
      let letters = rest.prefix { (65...90).contains($0) || (97...122).contains($0) }
      rest = rest.dropFirst(letters.count)
      return letters.count >= 3
    }

    mutating func number() -> Int? {
      let digits = rest.prefix { (48...57).contains($0) }
      guard !digits.isEmpty, digits.count <= 4 else { return nil }
      rest = rest.dropFirst(digits.count)
      return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    mutating func time() -> Int? {
      let sign = skip("-") ? -1 : 1
      if sign == 1 { _ = skip("+") }
      guard let hours = number(), hours <= 167 else { return nil }
      var seconds = hours * 3600
      for unit in [60, 1] where skip(":") {
        guard let value = number(), value < 60 else { return nil }
        seconds += value * unit
      }
      return sign * seconds
    }

    mutating func day() -> Day? {
      let form: Day.Form
      if skip("M") {
        guard let month = number(), (1...12).contains(month), skip("."), let week = number(),
          (1...5).contains(week),
          skip("."), let weekday = number(), weekday <= 6
        else { return nil }
        form = .monthWeekDay(month, week, weekday)
      } else if skip("J") {
        guard let n = number(), (1...365).contains(n) else { return nil }
        form = .julian(n)
      } else {
        guard let n = number(), n <= 365 else { return nil }
        form = .ordinal(n)
      }
      guard skip("/") else { return Day(form: form, secondOfDay: 7200) }
      guard let time = time() else { return nil }
      return Day(form: form, secondOfDay: time)
    }
  }
}

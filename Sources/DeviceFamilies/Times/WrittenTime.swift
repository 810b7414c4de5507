package import GardenCore
import PayloadJSON

/// A time as a message writes it.
package enum WrittenTime: Sendable, Hashable {
  /// With a zone, or counted from 1970.
  case instant(Timestamp)
  /// A date and time of day without a zone. `dayNumber`: days since 1970-01-01.
  case local(dayNumber: Int, millisecondOfDay: Int)

  /// Reads `2024-03-13T13:06:51.665Z`, `2023-07-14 10:40:24+03:00`, `…+0300`, `…+03`, the same without a zone, and
  /// digits counted from 1970 (``init(sinceEpoch:)``). `nil` for all else: phrases, times of day, `@0.146508s`.
  package init?(_ text: Span<UInt8>) {
    guard var cursor = TextCursor(text) else { return nil }
    if case .value(let number, unit: nil) = NumberText.read(text) {
      self.init(sinceEpoch: number)
      return
    }
    guard let year = cursor.digits(4), cursor.take("-"), let month = cursor.digits(2), cursor.take("-"),
      let day = cursor.digits(2), cursor.take("T") || cursor.take(" "), let hour = cursor.digits(2),
      cursor.take(":"), let minute = cursor.digits(2), hour < 24, minute < 60,
      let dayNumber = Self.dayNumber(year: year, month: month, day: day)
    else { return nil }
    var seconds = 0
    var milliseconds = 0
    if cursor.take(":") {
      guard let value = cursor.digits(2), value <= 60 else { return nil }
      seconds = min(value, 59)
      if cursor.take(".") {
        guard let value = cursor.fraction() else { return nil }
        milliseconds = value
      }
    }
    let ofDay = ((hour * 60 + minute) * 60 + seconds) * 1000 + milliseconds
    if cursor.isAtEnd {
      self = .local(dayNumber: dayNumber, millisecondOfDay: ofDay)
      return
    }
    guard let offset = cursor.zone(), cursor.isAtEnd else { return nil }
    let instant = Int64(dayNumber) * 86_400_000 + Int64(ofDay) - Int64(offset) * 60_000
    self = .instant(Timestamp(milliseconds: instant))
  }

  /// Without a zone of its own it is the calendar's.
  package func moment(in calendar: SiteCalendar) -> Timestamp {
    switch self {
    case .instant(let moment): moment
    case .local(let day, let milliseconds):
      calendar.moment(dayNumber: day, secondOfDay: milliseconds / 1000)
        + .milliseconds(milliseconds % 1000)
    }
  }

  /// Seconds, milliseconds, microseconds or nanoseconds since 1970, told apart by size: seconds stay below 10¹¹
  /// until the year 5138.
  package init?(sinceEpoch number: Double) {
    guard number >= 0, number < 1e20 else { return nil }
    var milliseconds = number
    switch number {
    case ..<1e11: milliseconds *= 1000
    case ..<1e14: break
    case ..<1e17: milliseconds /= 1000
    default: milliseconds /= 1_000_000
    }
    self = .instant(Timestamp(milliseconds: Int64(milliseconds.rounded())))
  }

  /// Days since 1970-01-01 of a Gregorian date; `nil` where there is no such date.
  /// Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  package static func dayNumber(year: Int, month: Int, day: Int) -> Int? {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    let y = month <= 2 ? year - 1 : year
    let era = (y >= 0 ? y : y - 399) / 400
    let yoe = y - era * 400
    let doy = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let number = era * 146_097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719_468
    return SiteCalendar.civil(fromDay: number).day == day ? number : nil
  }
}

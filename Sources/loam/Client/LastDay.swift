import ArgumentParser
import GardenCore

/// A day on the command line: `monday`, `mon` (the next one, today not counted), `2026-12-24`.
struct LastDay: ExpressibleByArgument {
  private enum Day {
    /// 0: Monday.
    case weekday(Int)
    case date(PastDate)
  }
  private let day: Day

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  init?(argument: String) {
    let word = argument.lowercased()
    let found = word.utf8.count < 3 ? nil : Self.weekdays.firstIndex { $0.hasPrefix(word) }
    if let found {
      day = .weekday(found)
    } else if argument.utf8.count == 10, let date = PastDate(argument: argument) {
      day = .date(date)
    } else {
      return nil
    }
  }

  /// Its last moment.
  func end(in calendar: SiteCalendar, now: Timestamp) -> Timestamp {
    switch day {
    case .date(let date): return date.moment(in: calendar) + .days(1)
    case .weekday(let weekday):
      let today = calendar.local(now)
      let ahead = (weekday - today.weekday + 6) % 7 + 1
      return calendar.moment(dayNumber: today.dayNumber + ahead + 1, secondOfDay: 0)
    }
  }
}

import ArgumentParser
import DeviceFamilies
import GardenCore

/// A moment on the command line: `2026-06-01`, `2026-06-01T08:00`, with or without a zone; without one, the garden's.
struct PastDate: ExpressibleByArgument {
  private let time: WrittenTime

  init?(argument: String) {
    let isDay = argument.utf8.count == 10
    guard let time = WrittenTime((isDay ? argument + "T00:00" : argument).utf8Span.span) else { return nil }
    self.time = time
  }

  func moment(in calendar: SiteCalendar) -> Timestamp { time.moment(in: calendar) }
}

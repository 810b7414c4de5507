extension SiteCalendar {
  /// `07:05`, with its date where that is another day.
  package func text(_ time: Timestamp, seenFrom now: Timestamp) -> String {
    let local = local(time)
    return local.dayNumber == self.local(now).dayNumber ? local.time : "\(local.date) \(local.time)"
  }
}

extension SiteCalendar.LocalTime {
  /// `2026-03-01`.
  package var date: String { "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))" }
  /// `07:05`.
  package var time: String {
    "\(Self.digits(secondOfDay / 3600, 2)):\(Self.digits(secondOfDay / 60 % 60, 2))"
  }
  /// `07:05:09`.
  package var timeWithSeconds: String { "\(time):\(Self.digits(secondOfDay % 60, 2))" }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}

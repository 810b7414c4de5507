/// The site's local time as a table of UTC offsets, given from outside: the core knows no time-zone database.
package struct SiteCalendar: Sendable, Hashable {
  /// From `start` on, local time is UTC plus `offsetSeconds`.
  package struct Rule: Sendable, Hashable {
    package var start: Timestamp
    package var offsetSeconds: Int32
    package init(start: Timestamp, offsetSeconds: Int32) {
      self.start = start
      self.offsetSeconds = offsetSeconds
    }
  }

  /// A date and time of day in the site's zone. `month` 1…12, `day` 1…31, `weekday` 0 = Monday … 6 = Sunday.
  package struct LocalTime: Sendable, Hashable {
    package var year: Int
    package var month: Int
    package var day: Int
    package var weekday: Int
    package var secondOfDay: Int
    /// Days since 1970-01-01 in local time.
    package var dayNumber: Int
  }

  /// Oldest first, never empty; the first rule also covers all time before it.
  package private(set) var rules: [Rule]

  package init(rules: [Rule]) {
    self.rules = rules.isEmpty ? [Rule(start: Timestamp(milliseconds: 0), offsetSeconds: 0)] : rules
  }

  package static let utc = SiteCalendar(rules: [])

  package func offsetSeconds(at time: Timestamp) -> Int {
    var offset = rules[0].offsetSeconds
    for rule in rules.dropFirst() {
      if rule.start > time { break }
      offset = rule.offsetSeconds
    }
    return Int(offset)
  }

  package func local(_ time: Timestamp) -> LocalTime {
    let seconds = Int(time.seconds) + offsetSeconds(at: time)
    let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    let (year, month, dayOfMonth) = Self.civil(fromDay: day)
    return LocalTime(
      year: year, month: month, day: dayOfMonth, weekday: ((day % 7) + 10) % 7,
      secondOfDay: seconds - day * 86_400, dayNumber: day)
  }

  /// The moment at which the local clock shows that day and time. Where the time does not exist (spring), the
  /// first moment after the gap; where it comes twice (autumn), the first of the two that is later than `earlier`.
  package func moment(dayNumber: Int, secondOfDay: Int, after earlier: Timestamp? = nil) -> Timestamp {
    let local = Int64(dayNumber * 86_400 + secondOfDay)
    var best: Timestamp?
    for (i, rule) in rules.enumerated() {
      let candidate = Timestamp(seconds: local - Int64(rule.offsetSeconds))
      let starts = i == 0 || candidate >= rule.start
      let ends = i + 1 < rules.count && candidate >= rules[i + 1].start
      let isLater = earlier.map { candidate > $0 } ?? true
      if starts && !ends && isLater { best = best.map { min($0, candidate) } ?? candidate }
    }
    if let best { return best }
    for (before, rule) in zip(rules, rules.dropFirst()) {
      let early = Timestamp(seconds: local - Int64(before.offsetSeconds))
      let late = Timestamp(seconds: local - Int64(rule.offsetSeconds))
      if early >= rule.start && late < rule.start { return rule.start }
    }
    return Timestamp(seconds: local - Int64(rules[rules.count - 1].offsetSeconds))
  }

  /// Gregorian date of a day number. Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  package static func civil(fromDay day: Int) -> (year: Int, month: Int, day: Int) {
    let z = day + 719_468
    let era = (z >= 0 ? z : z - 146_096) / 146_097
    let doe = z - era * 146_097
    let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100)
    let mp = (5 * doy + 2) / 153
    let month = mp < 10 ? mp + 3 : mp - 9
    return (yoe + era * 400 + (month <= 2 ? 1 : 0), month, doy - (153 * mp + 2) / 5 + 1)
  }
}

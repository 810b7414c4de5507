/// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7) and ISO 8601 in UTC.
enum HTTPDate {
  static func text(_ seconds: Int64) -> String {
    let parts = Parts(seconds)
    let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][Int(((parts.days % 7) + 7) % 7)]
    let month = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ][parts.month - 1]
    return "\(weekday), \(two(parts.day)) \(month) \(parts.year) \(parts.time) GMT"
  }

  /// `2026-11-21T10:48:50Z`.
  static func iso(_ seconds: Int64) -> String {
    let parts = Parts(seconds)
    return "\(parts.year)-\(two(parts.month))-\(two(parts.day))T\(parts.time)Z"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Civil date of a day number in the proleptic Gregorian calendar.
  private struct Parts {
    var days: Int64
    var year: Int
    var month: Int
    var day: Int
    var time: String

    init(_ seconds: Int64) {
      days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
      let second = Int(seconds - days * 86_400)
      time = "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
      // Years that begin in March put the leap day at their end.
      let shifted = Int(days) + 719_468
      let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
      let dayOfEra = shifted - era * 146_097
      let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
      let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
      let shiftedMonth = (5 * dayOfYear + 2) / 153
      day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
      month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
      year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }
  }
}

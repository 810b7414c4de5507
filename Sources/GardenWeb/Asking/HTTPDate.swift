internal import GardenCore

/// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
enum HTTPDate {
  static func text(_ seconds: Int64) -> String {
    let local = SiteCalendar.utc.local(Timestamp(seconds: seconds))
    let weekday = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][local.weekday]
    let month = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ][local.month - 1]
    return "\(weekday), \(two(local.day)) \(month) \(local.year) \(time(local)) GMT"
  }

  private static func time(_ local: SiteCalendar.LocalTime) -> String {
    let second = local.secondOfDay
    return "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

import GardenCore

/// Numbers and times as firmware writes them.
enum Spelling {
  /// Fixed decimals, as C's `%.*f`.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int64((min(max(value, -1e9), 1e9) * scale).rounded())
    let digits = String(scaled.magnitude)
    let sign = scaled < 0 ? "-" : ""
    guard decimals > 0 else { return sign + digits }
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
  }

  /// Without trailing zeros, as JavaScript and `%g` write it.
  static func short(_ value: Double, _ decimals: Int) -> String {
    var text = fixed(value, decimals)
    guard text.contains(".") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text == "-0" ? "0" : text
  }

  /// `2026-11-21T00:06:33` in the calendar's zone; `separator` stands between date and time.
  static func time(_ time: Timestamp, _ calendar: SiteCalendar, separator: String = "T") -> String {
    let local = calendar.local(time)
    let second = local.secondOfDay
    let date = "\(local.year)-\(two(local.month))-\(two(local.day))"
    return date + separator + "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
  }

  /// `2026-11-21T00:06:33.123Z`.
  static func utc(_ time: Timestamp) -> String {
    let milliseconds = String(1000 + (time.milliseconds % 1000 + 1000) % 1000).dropFirst()
    return self.time(time, .utc) + "." + milliseconds + "Z"
  }

  private static func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
}

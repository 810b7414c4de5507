import GardenCore
package import LoamKit

extension History {
  /// CSV (RFC 4180), a line a point, times in UTC. All cells are numbers and times: nothing that a spreadsheet would take for a formula.
  package var table: String {
    var text = "time,seconds,mean,lowest,highest\r\n"
    for point in points {
      let at = point.at.seconds
      text += "\(Self.iso(at)),\(at),\(point.mean),\(point.low),\(point.high)\r\n"
    }
    return text
  }

  /// `2026-11-21T10:48:50Z` (ISO 8601).
  private static func iso(_ seconds: Int64) -> String {
    let local = SiteCalendar.utc.local(Timestamp(seconds: seconds))
    let second = local.secondOfDay
    let time = [second / 3600, second / 60 % 60, second % 60].map(two).joined(separator: ":")
    return "\(local.year)-\(two(local.month))-\(two(local.day))T\(time)Z"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

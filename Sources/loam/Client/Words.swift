import Bridge
import FoundationEssentials
import GardenCore
import GardenTerminal
import HostSystem
import Hub
import LoamKit
import ProgramConfig
import Synchronization

/// How values are written on a terminal.
enum Words {
  static func number(_ value: Double) -> String {
    guard value.magnitude < 1e9 else { return "\(value)" }
    let tenths = Int((value * 10).rounded())
    let whole = "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10)"
    return value == value.rounded() ? whole : "\(whole).\(tenths.magnitude % 10)"
  }

  /// With its unit, as notifications write it: `35%`, `21.5 °C`.
  static func number(_ value: Double, unit: String?) -> String {
    guard let unit else { return number(value) }
    return number(value) + (unit == "%" ? "" : " ") + unit
  }

  /// The same with all its digits.
  static func measured(_ value: Double, unit: String?) -> String {
    let digits = value == value.rounded() ? number(value) : "\(value)"
    return digits + (unit.map { $0 == "%" ? "%" : " \($0)" } ?? "")
  }

  /// Of this machine, until it is known where the garden is.
  private static let present = Mutex(Startup.calendar())
  static var calendar: SiteCalendar { present.withLock { $0 } }

  /// From now on times are the garden's. Where this machine's are others, whoever reads along is told.
  static func go(by garden: SiteCalendar, _ zone: String?) {
    let (mine, now) = (calendar, HostClock.now().moment.wall)
    present.withLock { $0 = garden }
    guard garden.offsetSeconds(at: now) != mine.offsetSeconds(at: now),
      HostTerminal.isTerminal(HostTerminal.output)
    else { return }
    StandardError.write("note: times are the garden's\(zone.map { " (\($0))" } ?? "")")
  }

  /// Date and time in the garden, or a dash.
  static func date(_ time: EpochSeconds?) -> String {
    guard let time else { return "–" }
    let local = calendar.local(Timestamp(seconds: time.seconds))
    return "\(local.date) \(local.time)"
  }

  /// "3 min", "2 h", "5 d"; from whole seconds.
  static func age(_ seconds: Int64) -> String {
    switch seconds {
    case ..<0: "in the future"
    case ..<120: "\(seconds) s"
    case ..<7200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) d"
    }
  }

  static func ago(_ seconds: Int64) -> String { seconds < 0 ? "in the future" : "\(age(seconds)) ago" }

  static func table(_ head: [String], _ rows: [[String]]) {
    for line in lines(head, rows) { print(line) }
  }

  /// Columns as wide as their widest cell.
  static func lines(_ head: [String]?, _ rows: [[String]]) -> [String] {
    let rows = (head.map { [$0] } ?? []) + rows
    var widths: [Int] = []
    for row in rows {
      for (i, cell) in row.enumerated() {
        if i == widths.count { widths.append(0) }
        widths[i] = max(widths[i], TextWidth.columns(cell))
      }
    }
    return rows.map { row in
      let cells = row.enumerated().map { i, cell in
        cell + String(repeating: " ", count: widths[i] - TextWidth.columns(cell))
      }
      var line = cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}

/// What a command prints with `--json`.
enum PrettyJSON {
  static func print(_ document: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    Swift.print(String(decoding: try encoder.encode(document), as: UTF8.self))
  }
}

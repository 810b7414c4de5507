package import GardenCore
import StoreTypes

extension LeaseTrail {
  /// The last eight digits of the id: enough to name a lease in a list.
  package var shortID: String { String(lease.description.suffix(8)) }

  /// The whole trail for people, a line each: local time, distance from the first line, what happened.
  ///
  /// Distances are those of the monotonic clock; `~` stands before one that crosses a boot and is the wall clock's. Where the
  /// wall clock was moved in between, the line says by how much.
  package func text(calendar: SiteCalendar) -> [String] {
    guard let first = lines.first else { return [] }
    var text = [title]
    var day: Int?
    var previous = first
    for (place, line) in lines.enumerated() {
      if place == LeaseLogBounds().firstLines, dropped > 0 {
        text.append("  … \(dropped) lines were dropped here, the log of one lease is bounded")
      }
      let local = calendar.local(line.event.at)
      if local.dayNumber != day { text.append("  " + local.date) }
      day = local.dayNumber
      if let moved = Self.clockMoved(from: previous, to: line) {
        text.append("  \(Self.gap)the clock was moved by \(Self.seconds(moved, signed: true))")
      }
      let distance = Self.distance(from: first, to: line)
      let time = local.timeWithSeconds + "  " + Self.padded(distance, to: 12, fromLeft: true)
      let by = line.event.by.map { "  (\($0))" } ?? ""
      text.append("  \(time)  \(Self.padded(line.event.kind.words, to: 10))  \(line.event.text)\(by)")
      previous = line
    }
    return text
  }

  private var title: String {
    let subjects = [actuator.isEmpty ? nil : actuator, plant.map { "plant \($0)" }]
    return "lease \(lease): \(subjects.compactMap(\.self).joined(separator: ", "))"
  }

  private static let gap = String(repeating: " ", count: 24)

  static func distance(from first: LeaseLine, to line: LeaseLine) -> String {
    if first.boot == line.boot {
      return seconds(line.event.uptime - first.event.uptime, signed: true)
    }
    return "~" + seconds(line.event.at - first.event.at, signed: true)
  }

  /// How far the wall clock went beyond the monotonic one, where that is more than two seconds.
  static func clockMoved(from before: LeaseLine, to after: LeaseLine) -> Duration? {
    guard before.boot == after.boot else { return nil }
    let moved = (after.event.at - before.event.at) - (after.event.uptime - before.event.uptime)
    return abs(moved.milliseconds) > 2_000 ? moved : nil
  }

  /// `+0.4 s`, `+75.0 s`, `+12 min 5 s`, `-3600 s`.
  static func seconds(_ duration: Duration, signed: Bool) -> String {
    let milliseconds = duration.milliseconds
    let sign = milliseconds < 0 ? "-" : signed ? "+" : ""
    let size = milliseconds.magnitude
    if size < 120_000 { return "\(sign)\(size / 1000).\(size % 1000 / 100) s" }
    if size < 7_200_000 { return "\(sign)\(size / 60_000) min \(size % 60_000 / 1000) s" }
    return "\(sign)\(size / 3_600_000) h \(size % 3_600_000 / 60_000) min"
  }

  private static func padded(_ text: String, to width: Int, fromLeft: Bool = false) -> String {
    let room = String(repeating: " ", count: max(0, width - text.count))
    return fromLeft ? room + text : text + room
  }
}

extension LeaseEvent.Kind {
  /// As it is stored, with spaces.
  var words: String { String(rawValue.map { $0 == "_" ? " " : $0 }) }
}

extension LeaseTrail {
  /// One row of a list.
  package struct Summary: Sendable, Hashable {
    package var began: Timestamp
    /// From the first to the last line; `nil` where the clocks of two boots lie between.
    package var lasted: Duration?
    /// Who asked; `nil`: the rule.
    package var by: DeviceID?
    /// The newest line that says how it stands: refused, ended, proved, unproved.
    package var status: String
    package var isProved: Bool
  }

  package var summary: Summary {
    let marks: Set<LeaseEvent.Kind> = [.refused, .ended, .proved, .unproved, .trouble]
    let last = lines.last { marks.contains($0.event.kind) } ?? lines.last
    let isSameBoot = lines.first?.boot == lines.last?.boot
    let lasted = lines.first.flatMap { first in
      isSameBoot ? lines.last.map { $0.event.uptime - first.event.uptime } : nil
    }
    return Summary(
      began: lines.first?.event.at ?? Timestamp(milliseconds: 0), lasted: lasted,
      by: lines.first?.event.by, status: last.map { "\($0.event.kind.words): \($0.event.text)" } ?? "",
      isProved: lines.contains { $0.event.kind == .proved })
  }
}

import FoundationEssentials
import GardenCore
import GardenImport
import GardenStore
import HostSystem

/// A history that another program keeps, as it is taken over.
struct ForeignPast {
  /// Rows and hours that are written in one transaction.
  private static let rowsAtOnce = 5000
  private static let hour: Int64 = 3_600_000

  let history: any ForeignHistory
  private(set) var plan: PastImport
  private(set) var unreadable = UnreadableLines()
  /// Waits to be written.
  private var rows: [HistoryRow] = []
  private var hours: [HourKey: HistorySpan] = [:]

  private struct HourKey: Hashable {
    var target: ImportTarget
    var start: Int64
  }

  static func open(_ path: String, calendar: SiteCalendar) throws(ForeignHistoryError) -> any ForeignHistory {
    let head: [UInt8]
    do throws(HostError) {
      head = try HostFileReader(path, followsLink: true).read(HomeAssistantHistory.mark.count)
    } catch {
      throw .unreadable(path: path, detail: error.isNoFile ? "no such file" : error.text)
    }
    return head == HomeAssistantHistory.mark
      ? try HomeAssistantHistory(path) : try TextHistory(path, calendar: calendar)
  }

  init(_ history: any ForeignHistory, plan: PastImport) {
    self.history = history
    self.plan = plan
  }

  /// - Parameters:
  ///   - store: `nil`: it is only counted.
  ///   - raw: older values are taken together by the hour, as the store itself does.
  ///   - mayTake: by what the store has already.
  mutating func run(
    into store: GardenStore?, readingsFrom raw: Timestamp, mayTake: (PastImport.Taken) -> Bool = { _ in true }
  ) throws {
    unreadable = try history.forEach { value in
      guard let taken = plan.take(value), mayTake(taken) else { return }
      add(taken, readingsFrom: raw)
      if rows.count + hours.count >= Self.rowsAtOnce { try write(to: store) }
    }
    try write(to: store)
  }

  private mutating func add(_ taken: PastImport.Taken, readingsFrom raw: Timestamp) {
    guard taken.kind == .hour || taken.at < raw else {
      rows.append(
        HistoryRow(
          sensor: taken.target.sensor, quantity: taken.target.quantity, value: taken.value, at: taken.at,
          measuredAt: taken.at))
      return
    }
    let start = taken.at.milliseconds / Self.hour * Self.hour
    let one = HistorySpan(
      start: Timestamp(milliseconds: start), count: 1, lowest: taken.value, highest: taken.value,
      mean: taken.value)
    let key = HourKey(target: taken.target, start: start)
    hours[key] = hours[key].map { $0.together(with: one) } ?? one
  }

  private mutating func write(to store: GardenStore?) throws {
    try store?.append(rows)
    let waiting = hours.map {
      ImportedHour(sensor: $0.key.target.sensor, quantity: $0.key.target.quantity, span: $0.value)
    }
    // The order in which series come about decides in which order their hours are read.
    try store?.put(
      waiting.sorted {
        ($0.span.start, $0.sensor, $0.quantity.rawValue) < ($1.span.start, $1.sensor, $1.quantity.rawValue)
      })
    rows.removeAll(keepingCapacity: true)
    hours.removeAll(keepingCapacity: true)
  }

  /// Which names were taken for what, and what was left out.
  func report(skipped: Int = 0) -> [String] {
    var lines: [String] = []
    let pairs = zip(history.series, plan.targets)
    for (series, target) in pairs {
      if let target {
        lines.append("\(Self.shown(series.name)) is \(target.sensor), \(target.quantity.name)")
      }
    }
    let others = pairs.compactMap { $1 == nil ? Self.shown($0.name) : nil }
    if !others.isEmpty {
      let named = others.prefix(Self.namesMax).joined(separator: ", ")
      let more = others.count > Self.namesMax ? " and \(others.count - Self.namesMax) more" : ""
      lines.append("of no sensor of the config: \(named)\(more); --map NAME=SENSOR.QUANTITY takes one")
    }
    let held = plan.held > 0 ? ", \(plan.held) of them held between two changes" : ""
    lines.append("\(plan.taken - skipped) values taken\(held)")
    for drop in ImportDrop.allCases where plan.dropped[drop, default: 0] > 0 {
      lines.append("\(plan.dropped[drop, default: 0]) left out: \(drop.rawValue)")
    }
    if skipped > 0 { lines.append("\(skipped) left out: the store has its own from then on") }
    if let first = unreadable.first {
      lines.append("\(unreadable.count) lines cannot be read; the first is line \(first)")
    } else if unreadable.count > 0 {
      lines.append(
        "\(unreadable.count) cells cannot be read: they hold what Home Assistant does not write there")
    }
    return lines
  }

  private static let namesMax = 20

  /// A name of a stranger's file.
  private static func shown(_ name: String) -> String {
    SniffResult.harmless(name.count > 64 ? "\(name.prefix(64))…" : name)
  }
}

extension HistorySpan {
  fileprivate func together(with other: HistorySpan) -> HistorySpan {
    HistorySpan(
      start: start, count: count + other.count, lowest: min(lowest, other.lowest),
      highest: max(highest, other.highest),
      mean: (mean * Double(count) + other.mean * Double(other.count)) / Double(count + other.count))
  }
}

import FoundationEssentials
import GardenCore
import GardenImport
import GardenStore
import GardenTerminal
import HostSystem
import StoreTypes

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
    var shown: [PastImport.Taken] = []
    unreadable = try history.forEach { value in
      shown.removeAll(keepingCapacity: true)
      plan.take(value) { shown.append($0) }
      for taken in shown where mayTake(taken) {
        add(taken, readingsFrom: raw)
        if rows.count + hours.count >= Self.rowsAtOnce { try write(to: store) }
      }
    }
    plan.finish()
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
        lines.append("\(Self.shown(series)) is \(target.sensor), \(target.quantity.name)")
      }
    }
    let others = pairs.compactMap { $1 == nil ? Self.shown($0) : nil }
    if !others.isEmpty {
      lines.append("of no sensor of the config: \(Self.some(others)); --map NAME=SENSOR.QUANTITY takes one")
    }
    let held = plan.held > 0 ? ", \(plan.held) of them held between two changes" : ""
    lines.append("\(plan.taken - skipped) values taken\(held)")
    for drop in ImportDrop.allCases {
      guard let counts = plan.dropped[drop] else { continue }
      let named = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "\(Self.shown(history.series[$0.key])) \($0.value)" }
      let sum = counts.values.reduce(0, +)
      lines.append("\(sum) left out: \(drop)\(drop == .stranger ? "" : ": " + Self.some(named))")
      for series in drop == .fraction ? counts.keys.sorted() : [] {
        guard let target = plan.targets[series] else { continue }
        let map = "--map '\(Self.shown(history.series[series]))=\(target.sensor).moisture"
        lines.append(
          "  it is never above 1.5: \(map):fraction' takes it as 0…1, \(map):percent' as it stands")
      }
    }
    if skipped > 0 { lines.append("\(skipped) left out: the store has its own from then on") }
    if let first = unreadable.first {
      let why = unreadable.why.map { ": \(TextWidth.harmless(String($0.prefix(200))))" } ?? ""
      let count = unreadable.count == 1 ? "1 line" : "\(unreadable.count) lines"
      lines.append("\(count) cannot be read; the first is line \(first)\(why)")
    } else if unreadable.count > 0 {
      lines.append(
        "\(unreadable.count) cells cannot be read: they hold what Home Assistant does not write there")
    }
    return lines
  }

  private static let namesMax = 20

  private static func some(_ names: [String]) -> String {
    let more = names.count > namesMax ? " and \(names.count - namesMax) more" : ""
    return names.prefix(namesMax).joined(separator: ", ") + more
  }

  /// A name of a stranger's file.
  private static func shown(_ name: String) -> String {
    TextWidth.harmless(name.count > 64 ? "\(name.prefix(64))…" : name)
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

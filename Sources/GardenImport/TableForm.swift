import DeviceFamilies
import GardenCore

/// A table as spreadsheets, Home Assistant's export and InfluxDB's queries write it (RFC 4180; also with `;` or tabs).
///
/// Either a line a value, with a column for the name (`entity_id`, `name`, `sensor`, `series`) and one for the value (`state`, `value`,
/// `_value`, `mean`); or a line a moment, with a column for each series. One column is the time. Behind `;` a number may have a comma.
struct TableForm: LineForm {
  private let calendar: SiteCalendar
  private let separator: UInt8
  private let head: [String]
  private let time: Int
  /// Of a line a value; `nil`: a line a moment.
  private let place: (name: Int, value: Int, unit: Int?)?

  private static let times = [
    "_time", "time", "timestamp", "last_updated", "last_changed", "datetime", "date", "ts", "zeit", "datum",
    "start",
  ]
  private static let names = [
    "entity_id", "statistic_id", "series", "name", "sensor", "topic", "_field", "_measurement",
  ]
  private static let values = ["_value", "state", "value", "mean", "wert"]
  private static let units = ["unit", "unit_of_measurement", "einheit"]
  /// Columns of InfluxDB's own in a line a moment.
  private static let others: Set<String> = ["", "result", "table", "_start", "_stop"]

  init?(head line: ArraySlice<UInt8>, calendar: SiteCalendar) {
    let separators = [",", ";", "\t"].map { UInt8(ascii: $0) }
    let separator =
      separators.max { a, b in line.count { $0 == a } < line.count { $0 == b } } ?? separators[0]
    guard let cells = try? Self.cells(line, separator), cells.count > 1 else { return nil }
    let words = cells.map { $0.lowercased() }
    func column(_ candidates: [String]) -> Int? {
      candidates.lazy.compactMap { words.firstIndex(of: $0) }.first
    }
    guard let time = column(Self.times) else { return nil }
    self.calendar = calendar
    self.separator = separator
    self.time = time
    head = cells
    if let name = column(Self.names), let value = column(Self.values) {
      place = (name, value, column(Self.units))
    } else {
      place = nil
    }
  }

  func isHead(_ line: ArraySlice<UInt8>) -> Bool { (try? Self.cells(line, separator)) == head }

  func values(of line: ArraySlice<UInt8>) throws(LineFault) -> [WrittenValue] {
    let cells = try Self.cells(line, separator)
    guard cells.indices.contains(time) else { throw .cells }
    guard let at = WrittenTime(cells[time].utf8Span.span)?.moment(in: calendar) else {
      throw .time(cells[time])
    }
    if let place {
      guard cells.indices.contains(place.name), cells.indices.contains(place.value) else { throw .cells }
      let unit = place.unit.flatMap { cells.indices.contains($0) ? cells[$0] : nil }
      return [WrittenValue(name: cells[place.name], at: at, text: number(cells[place.value]), unit: unit)]
    }
    guard cells.count <= head.count else { throw .cells }
    return cells.indices.compactMap { column in
      guard column != time, !Self.others.contains(head[column]), !cells[column].isEmpty else { return nil }
      return WrittenValue(name: head[column], at: at, text: number(cells[column]), unit: nil)
    }
  }

  private func number(_ cell: String) -> String {
    separator == UInt8(ascii: ";") ? cell.replacing(",", with: ".") : cell
  }

  private static func cells(_ line: ArraySlice<UInt8>, _ separator: UInt8) throws(LineFault) -> [String] {
    let quote = UInt8(ascii: "\"")
    var cells: [String] = []
    var cell: [UInt8] = []
    var isQuoted = false
    var at = line.startIndex
    while at < line.endIndex {
      let byte = line[at]
      let next = at + 1 < line.endIndex ? line[at + 1] : 0
      switch (byte, isQuoted) {
      case (quote, true) where next == quote:
        cell.append(quote)
        at += 1
      case (quote, _): isQuoted.toggle()
      case (separator, false):
        cells.append(trimmed(cell))
        cell.removeAll(keepingCapacity: true)
      default: cell.append(byte)
      }
      at += 1
    }
    if isQuoted { throw .quotationMark }
    return cells + [trimmed(cell)]
  }

  /// Without blanks around it, and without the mark with which spreadsheets begin a file.
  private static func trimmed(_ cell: [UInt8]) -> String {
    var text = cell[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    while text.first == UInt8(ascii: " ") { text = text.dropFirst() }
    while text.last == UInt8(ascii: " ") { text = text.dropLast() }
    return String(decoding: text, as: UTF8.self)
  }
}

package import GardenCore
import DeviceFamilies
import HostSystem
import PayloadJSON

/// A history in a text file: a table, or InfluxDB's line protocol.
package struct TextHistory: ForeignHistory {
  /// More are passed over.
  static let seriesMax = 10_000

  package private(set) var series: [String] = []
  private let path: String
  private let form: any LineForm
  private var places: [String: Int] = [:]

  /// - Parameter calendar: of times without a zone.
  package init(_ path: String, calendar: SiteCalendar) throws(ForeignHistoryError) {
    self.path = path
    form = try Self.form(of: path, calendar)
    var found: [String] = []
    var places: [String: Int] = [:]
    do {
      _ = try Self.read(path, form) { value in
        guard places[value.name] == nil, found.count < Self.seriesMax else { return }
        places[value.name] = found.count
        found.append(value.name)
      }
    } catch {
      throw .unreadable(path: path, detail: "\(error)")
    }
    series = found
    self.places = places
  }

  package func forEach(_ body: (ForeignValue) throws -> Void) throws -> UnreadableLines {
    try Self.read(path, form) { value in
      guard let place = places[value.name] else { return }
      try body(ForeignValue(series: place, at: value.at, content: Self.content(value)))
    }
  }

  private static func content(_ value: WrittenValue) -> ForeignValue.Content {
    switch NumberText.read(value.text) {
    case .value(let number, nil): .number(number, unit: value.unit)
    case .value(let number, let unit?): .number(number, unit: FieldUnit(unit).rawValue)
    case .none, .unavailable: .none
    case .notANumber, .doubled: .text
    }
  }

  private static func form(
    of path: String, _ calendar: SiteCalendar
  ) throws(ForeignHistoryError) -> any LineForm {
    do throws(HostError) {
      let lines = try LineReader(path)
      while let line = try lines.next() {
        if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
        if let table = TableForm(head: line, calendar: calendar) { return table }
        if let protocolForm = LineProtocolForm(first: line) { return protocolForm }
        break
      }
    } catch {
      throw .unreadable(path: path, detail: error.text)
    }
    throw .unknownForm(
      path: path, detail: "its first line is neither a table's head with a column of times nor line protocol")
  }

  private static func read(
    _ path: String, _ form: any LineForm, _ body: (WrittenValue) throws -> Void
  ) throws -> UnreadableLines {
    let lines = try LineReader(path)
    var unreadable = UnreadableLines()
    while let line = try lines.next() {
      if line.isEmpty || line.first == UInt8(ascii: "#") || form.isHead(line) { continue }
      let values: [WrittenValue]
      do throws(LineFault) {
        values = try form.values(of: line)
      } catch {
        unreadable.count += 1
        if unreadable.first == nil { (unreadable.first, unreadable.why) = (lines.number, "\(error)") }
        continue
      }
      for value in values { try body(value) }
    }
    return unreadable
  }
}

/// A value as it stands in a line.
struct WrittenValue {
  var name: String
  var at: Timestamp
  var text: String
  var unit: String?
}

/// How a line of a text file is read.
protocol LineForm: Sendable {
  /// The head of a table, which may stand there again.
  func isHead(_ line: ArraySlice<UInt8>) -> Bool
  func values(of line: ArraySlice<UInt8>) throws(LineFault) -> [WrittenValue]
}

/// Why no value can be found in a line.
enum LineFault: Error, CustomStringConvertible {
  case time(String)
  case quotationMark
  case cells
  case notProtocol

  var description: String {
    switch self {
    case .time(let text):
      "its time '\(text)' may be read in two ways, or in none; 2026-06-13T08:00 and seconds since 1970 are read in one"
    case .quotationMark: "a quotation mark has no end"
    case .cells: "its cells are not those of the head"
    case .notProtocol: "it is not of the form 'measurement,tag=value field=value time'"
    }
  }
}

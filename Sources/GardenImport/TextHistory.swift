package import GardenCore
import HostSystem
import PayloadJSON

/// A history in a text file: a table, or InfluxDB's line protocol.
package struct TextHistory: ForeignHistory {
  /// More are passed over.
  static let seriesMax = 10_000

  package private(set) var series: [ForeignSeries] = []
  private let path: String
  private let form: any LineForm
  private var places: [String: Int] = [:]

  /// - Parameter calendar: of times without a zone.
  package init(_ path: String, calendar: SiteCalendar) throws(ForeignHistoryError) {
    self.path = path
    form = try Self.form(of: path, calendar)
    var found: [ForeignSeries] = []
    var places: [String: Int] = [:]
    do {
      _ = try Self.read(path, form) { value in
        guard places[value.name] == nil, found.count < Self.seriesMax else { return }
        places[value.name] = found.count
        found.append(ForeignSeries(name: value.name, unit: value.unit))
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
    case .value(let number, let unit?): .number(number, unit: "\(unit)")
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
      guard let values = form.values(of: line) else {
        unreadable.count += 1
        unreadable.first = unreadable.first ?? lines.number
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
  /// `nil`: no value can be found in it.
  func values(of line: ArraySlice<UInt8>) -> [WrittenValue]?
}

import GardenCore
import PayloadJSON

/// Where a message says when it was measured, and how it writes it.
package struct TimeMapping: Sendable, Hashable {
  package enum Form: Sendable, Hashable {
    /// A date and time as ISO 8601 writes them, or a number since 1970 whose size tells its unit.
    case automatic
    /// Numbers since 1970 in units of so many nanoseconds.
    case sinceEpoch(nanoseconds: Int64)
    case pattern(TimePattern)
  }
  /// Empty: the whole payload of ``topic``.
  package var path: FieldPath
  /// The topic on which the time comes alone; `nil`: it stands in the sensor's own messages.
  package var topic: String?
  package var form: Form
  /// Minutes east of UTC for times that name no zone. `nil`: the site's zone.
  package var offsetMinutes: Int?

  package init(
    path: FieldPath, topic: String? = nil, form: Form = .automatic, offsetMinutes: Int? = nil
  ) {
    self.path = path
    self.topic = topic
    self.form = form
    self.offsetMinutes = offsetMinutes
  }

  /// `nil`: the message has no time, none that can be read, or none that can be true.
  func read(_ root: FieldRoot, _ context: DecodeContext) -> Timestamp? {
    let found = root.field(at: path)
    let written = found.flatMap { self.written($0) }
    let time = MeasurementTime.believed(zoned(written), context)
    root.trace?.noteTime(path.steps.isEmpty ? nil : path.text, found, time)
    return time
  }

  private func written(_ found: FoundField) -> WrittenTime? {
    switch form {
    case .automatic:
      if let number = found.json?.double { return WrittenTime(sinceEpoch: number) }
      var written: WrittenTime?
      found.withText { written = WrittenTime($0) }
      return written
    case .sinceEpoch(let unit):
      guard case .value(let number, unit: nil) = found.number else { return nil }
      return WrittenTime(number, nanoseconds: unit)
    case .pattern(let pattern):
      var written: WrittenTime?
      found.withText { written = pattern.read($0) }
      return written
    }
  }

  private func zoned(_ written: WrittenTime?) -> WrittenTime? {
    guard let offsetMinutes, case .local(let day, let millisecond) = written else { return written }
    let milliseconds = Int64(day) * 86_400_000 + Int64(millisecond) - Int64(offsetMinutes) * 60_000
    return .instant(Timestamp(milliseconds: milliseconds))
  }
}

extension WrittenTime {
  /// A number since 1970 in units of so many nanoseconds.
  init?(_ number: Double, nanoseconds unit: Int64) {
    let milliseconds = number * Double(unit) / 1e6
    guard milliseconds >= 0, milliseconds < 1e15 else { return nil }
    self = .instant(Timestamp(milliseconds: Int64(milliseconds.rounded())))
  }
}

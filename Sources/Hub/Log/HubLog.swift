import GardenCore

/// A line for the log of the process.
package struct LogEntry: Sendable, Hashable {
  package enum Level: Sendable, Hashable { case debug, info, notice, warning, error, critical }

  package var level: Level
  package var text: String
  /// Whose line it is: of one source only so many are written.
  package var source: String?
}

/// Lines that were said in a turn.
struct HubLog {
  private var lines: [LogEntry] = []

  mutating func takeNext() -> LogEntry? { lines.isEmpty ? nil : lines.removeFirst() }

  mutating func say(_ level: LogEntry.Level, _ text: String, source: String? = nil) {
    lines.append(LogEntry(level: level, text: text, source: source))
  }

  /// What the garden says.
  mutating func say(_ line: LogLine) {
    let level: LogEntry.Level =
      switch line.level {
      case .info: .info
      case .notice: .notice
      case .warning: .warning
      case .alarm: .critical
      }
    say(level, "\(line.subject): \(line.text)", source: line.subject)
  }

  mutating func info(_ text: String, source: String? = nil) { say(.info, text, source: source) }
  mutating func notice(_ text: String, source: String? = nil) { say(.notice, text, source: source) }
  mutating func warning(_ text: String, source: String? = nil) { say(.warning, text, source: source) }
  mutating func error(_ text: String, source: String? = nil) { say(.error, text, source: source) }
  mutating func critical(_ text: String, source: String? = nil) { say(.critical, text, source: source) }
}

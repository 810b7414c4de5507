/// A line for the log: one thing, one line, with the name of what it is about.
package struct LogLine: Sendable, Hashable {
  package enum Level: UInt8, Sendable, Hashable { case info = 0, notice, warning, alarm }
  package var level: Level
  /// `sensor basil-probe`, `plant basil`, `valve bed`, `device anna-phone`.
  package var subject: String
  package var text: String
  package init(_ level: Level, _ subject: String, _ text: String) {
    self.level = level
    self.subject = subject
    self.text = text
  }
}

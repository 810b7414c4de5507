import HostSystem
import LoamKit
package import Logging

/// One event, one line on stderr, at the rate of ``LogRate`` where it has one. Under systemd with the journal's priority in front, else with the
/// level in words.
package struct LineLogHandler: LogHandler {
  package var logLevel: Logger.Level = .info
  package var metadata: Logger.Metadata = [:]
  let rate: LogRate?
  private let isJournal: Bool
  private let isJSON: Bool

  package init(isJournal: Bool, isJSON: Bool = false, rate: LogRate? = LogRate()) {
    self.isJournal = isJournal
    self.isJSON = isJSON
    self.rate = rate
  }

  /// As this machine wants it. `rate` nil: for a program whose own bounds keep its log small.
  package init(level: Logger.Level = .info, isJSON: Bool = false, rate: LogRate? = LogRate()) {
    let journal = HostProgram.variable("JOURNAL_STREAM") ?? ""
    self.init(isJournal: !journal.isEmpty, isJSON: isJSON, rate: rate)
    logLevel = level
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    guard rate?.admits(event, at: HostClock.uptimeMilliseconds()) ?? true else { return }
    let facts = metadata.merging(event.metadata ?? [:]) { $1 }
    write(event.level, "\(event.message)", facts.mapValues { "\($0)" })
  }

  /// How many lines were left out since the start.
  package var omitted: Int { rate?.omitted ?? 0 }

  /// Says how much was left out, and of what.
  package func tellOmitted() {
    for kind in rate?.takeOmitted() ?? [] {
      write(kind.level, "log: \(kind.count) more like this were left out: \(kind.sample)", [:])
    }
  }

  private func write(_ level: Logger.Level, _ message: String, _ facts: [String: String]) {
    HostTerminal.write(line(level: level, message: message, facts: facts), to: 2)
  }

  func line(level: Logger.Level, message: String, facts: [String: String]) -> String {
    if isJSON {
      var fields = facts.mapValues(Self.onOneLine)
      fields["level"] = level.rawValue
      fields["message"] = Self.onOneLine(message)
      return Self.object(fields) + "\n"
    }
    let words = facts.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    let text = Self.onOneLine(message + words)
    return isJournal ? "<\(Self.priority(level))>\(text)\n" : "\(level.rawValue): \(text)\n"
  }

  private static func object(_ fields: [String: String]) -> String {
    String(decoding: JSON.object(fields.mapValues(JSON.text)).bytes, as: UTF8.self)
  }

  /// Text from outside never breaks a line or moves a cursor.
  private static func onOneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? " " : $0 }))
  }

  /// Priorities of `sd-daemon(3)`.
  private static func priority(_ level: Logger.Level) -> Int {
    switch level {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}

import Foundation
package import Logging

/// One event, one line on stderr. Under systemd with the journal's priority in front, else with the level in words.
package struct LineLogHandler: LogHandler {
  package var logLevel: Logger.Level = .info
  package var metadata: Logger.Metadata = [:]
  private let isJournal: Bool
  private let isJSON: Bool

  package init(isJournal: Bool, isJSON: Bool = false) {
    self.isJournal = isJournal
    self.isJSON = isJSON
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    let facts = metadata.merging(event.metadata ?? [:]) { $1 }
      .sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    if isJSON {
      write(["level": "\(event.level)", "message": "\(event.message)\(facts)"])
      return
    }
    let text = Self.onOneLine("\(event.message)\(facts)")
    let line = isJournal ? "<\(Self.priority(event.level))>\(text)\n" : "\(event.level): \(text)\n"
    FileHandle.standardError.write(Data(line.utf8))
  }

  private func write(_ fields: [String: String]) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let line = try? encoder.encode(fields) else { return }
    FileHandle.standardError.write(line + Data("\n".utf8))
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

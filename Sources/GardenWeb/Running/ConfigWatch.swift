internal import BridgeConfig
internal import HostSystem
package import ProgramConfig
internal import Synchronization

/// Notices that the config file is another than the last one that was read.
package final class ConfigWatch: Sendable {
  private let source: ConfigSource
  private let report: @Sendable (String) -> Void
  private let last: Mutex<Seen>

  private struct Seen {
    var parts: [String]
    var facts: [FileFacts?]
  }

  /// - Parameters:
  ///   - parts: files that the config included when it was read.
  ///   - report: told what is wrong with a config that was not taken over, for the log.
  package init(
    _ source: ConfigSource, including parts: [String] = [], report: @escaping @Sendable (String) -> Void
  ) {
    self.source = source
    self.report = report
    last = Mutex(Seen(parts: parts, facts: source.facts(including: parts)))
  }

  /// - Parameter isAsked: reads it also where it looks the same: a file that it names may be another.
  package func look(isAsked: Bool) -> ConfigChange {
    let isOther = last.withLock { last in
      let facts = source.facts(including: last.parts)
      defer { last.facts = facts }
      return last.facts != facts
    }
    guard isAsked || isOther else { return .none }
    do {
      let settings = try source.read(for: .web)
      last.withLock { last in
        guard last.parts != settings.included else { return }
        last = Seen(parts: settings.included, facts: source.facts(including: settings.included))
      }
      return .changed(settings)
    } catch {
      report("the config was not taken over; nothing has changed\n\(error.text)")
      return .wrong
    }
  }
}

internal import BridgeConfig
internal import HostSystem
package import ProgramConfig
internal import Synchronization

/// Notices that the config file is another than the last one that was read.
package final class ConfigWatch: Sendable {
  private let source: ConfigSource
  private let report: @Sendable (String) -> Void
  private let last: Mutex<FileFacts?>

  /// - Parameter report: told what is wrong with a config that was not taken over, for the log.
  package init(_ source: ConfigSource, report: @escaping @Sendable (String) -> Void) {
    self.source = source
    self.report = report
    last = Mutex(source.facts)
  }

  /// - Parameter isAsked: reads it also where it looks the same: a file that it names may be another.
  package func look(isAsked: Bool) -> ConfigChange {
    let facts = source.facts
    let isOther = last.withLock { last in
      defer { last = facts }
      return last != facts
    }
    guard isAsked || isOther else { return .none }
    do {
      return .changed(try source.read(for: .web))
    } catch {
      report("the config was not taken over; nothing has changed\n\(error.text)")
      return .wrong
    }
  }
}

import GardenCore
import HostSystem
import Logging
import Synchronization

/// How many lines of one kind the log takes, whoever causes them: `burst` at once, then one each `pause`. What is left out is
/// counted, and said once a minute.
///
/// Of one kind is what one statement says of one source. Bounded: beyond `kindsMax` all others are one kind.
package final class LogRate: Sendable {
  static let burst = 30
  /// Milliseconds.
  static let pause: Int64 = 10_000
  static let kindsMax = 256

  struct Omitted: Equatable {
    var level: Logger.Level
    /// The first of them.
    var sample: String
    var count: Int
  }

  private struct Kind {
    var lines: TokenBucket
    var omitted: Omitted?

    init(at now: Uptime) {
      lines = TokenBucket(burst: Double(LogRate.burst), perSecond: 1000 / Double(LogRate.pause), at: now)
    }
  }

  private struct State {
    var kinds: [String: Kind] = [:]
    var total = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// Lines left out since the start.
  var omitted: Int { state.withLock(\.total) }

  /// Whether the line is written.
  func admits(_ event: LogEvent, at uptime: Int64) -> Bool {
    let name = "\(event.file):\(event.line) \(event.source)"
    let now = Uptime(milliseconds: uptime)
    return state.withLock { state in
      let key = Self.key(for: name, in: &state, at: now)
      var kind = state.kinds[key] ?? Kind(at: now)
      defer { state.kinds[key] = kind }
      guard kind.lines.take(at: now) == 0 else {
        state.total += 1
        kind.omitted =
          kind.omitted ?? Omitted(level: event.level, sample: String("\(event.message)".prefix(80)), count: 0)
        kind.omitted?.count += 1
        return false
      }
      return true
    }
  }

  private static func key(for name: String, in state: inout State, at now: Uptime) -> String {
    guard state.kinds[name] == nil, state.kinds.count >= kindsMax else { return name }
    state.kinds = state.kinds.filter { !$0.value.lines.isFull(at: now) || $0.value.omitted != nil }
    return state.kinds.count < kindsMax ? name : ""
  }

  /// What was left out since it was asked last, by kind.
  func takeOmitted() -> [Omitted] {
    state.withLock { state in
      let names = state.kinds.filter { $0.value.omitted != nil }.keys.sorted()
      return names.compactMap { name in
        defer { state.kinds[name]?.omitted = nil }
        return state.kinds[name]?.omitted
      }
    }
  }
}

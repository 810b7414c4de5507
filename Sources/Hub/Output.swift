package import MQTTTypes

extension Hub {
  /// What a bridge does. Whatever leaves for the broker comes behind the transaction that it rests on, and waits for it.
  package enum Output: Sendable {
    case log(LogEntry)
    /// Answered by ``Hub/Input/stored(_:)`` before the next one is asked for.
    case store(StoreErrand)
    case publish(MQTTPublication, Parcel)
    case subscribe([MQTTSubscription])
    case unsubscribe([String])
    /// With which words the next link begins, before anybody is asked anything.
    case beginNextLook(saying: [MQTTPublication])
    case goOnline
    /// Leaves the broker, or stays where it is, and tries again after the pause.
    case stayAway(Duration)
    /// Answered by ``Hub/Input/found(_:)``, whenever that is.
    case lookUp(Errand)
    case survey
    /// Much was held that is not needed any more.
    case releaseMemory
    /// The turn is over: acknowledgements and publications leave.
    case flush
  }

  /// By which a publication is known until its end is told.
  package enum Parcel: Sendable, Hashable {
    case document(Int64)
    /// What closes; the device by its place in the config.
    case closing(Int?)
    /// Any other command or order: it is not waited for.
    case order
    case state
  }
}

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

  mutating func info(_ text: String, source: String? = nil) { say(.info, text, source: source) }
  mutating func notice(_ text: String, source: String? = nil) { say(.notice, text, source: source) }
  mutating func warning(_ text: String, source: String? = nil) { say(.warning, text, source: source) }
  mutating func error(_ text: String, source: String? = nil) { say(.error, text, source: source) }
  mutating func critical(_ text: String, source: String? = nil) { say(.critical, text, source: source) }
}

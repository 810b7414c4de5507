extension Hub {
  /// What a bridge does. Whatever leaves for the broker comes behind the transaction that it rests on, and waits for it.
  package enum Output: Sendable {
    case log(LogEntry)
    /// Answered by ``Hub/Input/stored(_:)`` before the next one is asked for.
    case store(StoreErrand)
    case broker(BrokerErrand)
    /// Answered by ``Hub/Input/found(_:)``, whenever that is.
    case lookUp(Lookup)
    case survey
    /// Much was held that is not needed any more.
    case releaseMemory
    /// The turn is over: acknowledgements and publications leave.
    case flush
  }
}

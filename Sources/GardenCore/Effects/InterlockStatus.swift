/// Why nobody knows what an interlock says.
package enum InterlockDoubt: UInt8, Sendable, Hashable, CaseIterable {
  case neverHeard = 0, silent, ageUnknown, unreadable, noValue, clock

  package var words: String {
    switch self {
    case .neverHeard: "nothing was heard yet"
    case .silent: "its last word is too old"
    case .ageUnknown: "only a retained word of unknown age"
    case .unreadable: "what it sends is neither of its words"
    case .noValue: "its sensors give no value"
    case .clock: "the clock is not set"
    }
  }
}

/// Where an interlock stands.
package enum InterlockStatus: Sendable, Hashable {
  case clear
  case blocks
  /// It has cleared, and goes on blocking until then.
  case lingers(until: Uptime)
  case unknown(InterlockDoubt)
}

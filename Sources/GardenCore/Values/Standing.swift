/// Where a quantity of a plant or place stands.
package enum Status: UInt8, Sendable, Hashable { case unknown = 0, low, fine, high }

/// Why something is unknown.
package enum UnknownReason: UInt8, Sendable, Hashable, CaseIterable {
  /// No sensor measures it.
  case noSensor = 0
  /// Configured, but nothing has come yet.
  case neverHeard
  /// The last value is too old.
  case silent
  /// Its availability topic says offline.
  case offline
  /// Values come, all are refused.
  case unreadable
  /// Fewer usable probes than the quorum, or they contradict each other.
  case noQuorum
  /// Only a retained value of unknown age.
  case ageUnknown
  /// The clock is not believable yet.
  case clock
  /// The broker refuses the subscription to its topic, and nothing comes.
  case refused
  /// What it says over time cannot be: see ``Finding``.
  case suspect
}

import GardenCore

/// What is wrong with a probe. Chances are per message; spans count from the probe's first day.
package struct ProbeFaults: Sendable, Hashable {
  /// A message is lost.
  package var drops = 0.0
  /// A message comes twice within a second.
  package var repeats = 0.0
  /// A message comes after its successor.
  package var reorders = 0.0
  /// A value jumps far away for one message.
  package var spikes = 0.0
  /// The message repeats the old moisture beside a new temperature.
  package var caches = 0.0
  /// Percent points of moisture that the probe is off by, more each day.
  package var driftPerDay = 0.0
  package var joinsWithZeros = false
  /// The value does not move although the soil dries.
  package var stuck: [Range<Duration>] = []
  /// Nothing is sent.
  package var silent: [Range<Duration>] = []
  /// The sensing part is off: the family's sentinel is sent.
  package var unplugged: [Range<Duration>] = []

  package init() {}

  package static let none = ProbeFaults()
}

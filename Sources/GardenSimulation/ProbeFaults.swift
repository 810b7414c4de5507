package import GardenCore

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

  /// A mix as houses have it: most probes lose and repeat a little, one in three has a real fault.
  package static func mixed(days: Int, random: inout SplitMix64) -> ProbeFaults {
    var faults = ProbeFaults()
    faults.drops = random.unit() * 0.05
    faults.repeats = random.unit() * 0.05
    faults.reorders = random.unit() * 0.02
    faults.caches = random.unit() < 0.3 ? 0.4 : 0
    faults.joinsWithZeros = random.unit() < 0.2
    switch random.next() % 12 {
    case 0: faults.spikes = 0.02
    case 1: faults.stuck = [span(days: days, hoursMax: 72, random: &random)]
    case 2: faults.silent = [span(days: days, hoursMax: 120, random: &random)]
    case 3: faults.unplugged = [span(days: days, hoursMax: 48, random: &random)]
    case 4: faults.driftPerDay = (random.unit() - 0.5) * 1.2
    default: break
    }
    return faults
  }

  private static func span(days: Int, hoursMax: Int, random: inout SplitMix64) -> Range<Duration> {
    let start = Int(random.unit() * Double(days * 24))
    return .hours(start)..<(.hours(start + 1 + Int(random.unit() * Double(hoursMax))))
  }
}

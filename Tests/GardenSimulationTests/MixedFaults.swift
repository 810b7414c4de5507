import GardenCore
import GardenSimulation

extension ProbeFaults {
  /// A mix as houses have it: most probes lose and repeat a little, one in three has a real fault.
  static func mixed(days: Int, random: inout SplitMix64) -> ProbeFaults {
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

import BridgeConfig
import GardenCore

/// What gardens cost where they run. The figures are upper bounds: above what `make bench` measures of memory, and the budget of the card.
struct FleetNeeds {
  private var gardens = 0
  private var plants = 0
  private var sensors = 0
  private var subscriptions = 0

  /// Resident memory of a bridge without plants, and of each plant with a probe.
  private static let bridgeBytes = 24_000_000
  private static let plantBytes = 11_000
  /// Written to the card for a reading that is kept.
  private static let readingBytes = 200
  /// A probe that reports every ten minutes.
  private static let readingsPerDay = 144

  mutating func add(_ settings: BridgeSettings, subscriptions: Int) {
    gardens += 1
    plants += settings.plan.plants.count
    sensors += settings.plan.sensors.count
    self.subscriptions += subscriptions
  }

  var lines: [String] {
    let memory = gardens * Self.bridgeBytes + plants * Self.plantBytes
    let card = sensors * Self.readingsPerDay * Self.readingBytes
    return [
      "\(gardens) gardens, \(plants) plants, \(sensors) sensors, \(subscriptions) subscriptions",
      """
      they need at most: \(Self.megabytes(memory)) MB of memory, \(gardens) connections to brokers, and \(Self.megabytes(card)) MB a day \
      written to disk, with a reading of each sensor every ten minutes
      """,
    ]
  }

  private static func megabytes(_ bytes: Int) -> Int { (bytes + 999_999) / 1_000_000 }
}

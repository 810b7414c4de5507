import GardenCore

/// Waterings that the history does not have yet. One that does not take them keeps no valve closed: they wait, and it is said once.
struct WateringsToWrite {
  /// The newest.
  private static let countMax = 500
  private static let pause: Duration = .seconds(60)

  private var waiting: [WateringRecord] = []
  private var areLate = false
  /// When those that could not be written are tried again.
  private(set) var due: Uptime?

  /// - Returns: how many had to go.
  mutating func put(_ records: [WateringRecord]) -> Int {
    waiting += records
    let surplus = max(0, waiting.count - Self.countMax)
    waiting.removeFirst(surplus)
    return surplus
  }

  mutating func next(isPossible: Bool, at now: Moment) -> [WateringRecord]? {
    due = isPossible ? nil : now.uptime + Self.pause
    return isPossible ? waiting : nil
  }

  mutating func answered(_ count: Int, _ failure: String?, _ log: inout HubLog, at now: Moment) {
    guard let failure else {
      waiting.removeFirst(min(count, waiting.count))
      return areLate = false
    }
    if !areLate { log.error("store: \(failure); waterings wait for the history") }
    areLate = true
    due = now.uptime + Self.pause
  }
}

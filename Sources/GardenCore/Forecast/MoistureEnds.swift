/// The ends of a probe's scale in its own soil: where it stands when the water has drained, and its driest day. A day, because a probe that is pulled
/// out reads nothing for hours.
struct MoistureEnds: Sendable, Hashable {
  /// Waterings of which one was seen to drain.
  private static let wateringsMin = 2
  /// Ends that lie closer together say nothing of the soil, points.
  private static let rangeMin = 8.0
  /// How much the last watering counts against those before it, 0…1.
  private static let trust = 0.3

  private(set) var waterings = 0
  /// Percent; `nil`: no water was seen to drain.
  private(set) var drained: Double?
  /// The mean of a day, percent.
  private(set) var driest: Double?

  /// Half a day after water.
  mutating func takeDrained(_ mean: Double) {
    waterings += 1
    drained = drained.map { $0 + (mean - $0) * Self.trust } ?? mean
  }

  mutating func take(_ day: Double) { driest = min(driest ?? day, day) }

  /// Both, where they say something.
  var known: (drained: Double, driest: Double)? {
    guard waterings >= Self.wateringsMin, let drained, let driest, drained - driest >= Self.rangeMin else {
      return nil
    }
    return (drained, driest)
  }

  /// The limit that such a plant would have in this soil, whole percent; `nil`: not known yet.
  func limit(for thirst: PlantThirst) -> Double? {
    known.map { ($0.drained - ($0.drained - $0.driest) * thirst.depletion).rounded() }
  }
}

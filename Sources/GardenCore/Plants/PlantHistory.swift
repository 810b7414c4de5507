/// What somebody wants to know of a plant's past.
package struct HistoryQuestion: Sendable, Hashable {
  /// Of an answer that is not a table.
  package static let pointsMax = 400
  /// A question that names no number.
  package static let pointsUsual = 240

  package var plant: PlantID
  /// One of ``quantities``.
  package var quantity: Quantity
  package var from: Timestamp
  /// After `from`.
  package var to: Timestamp
  /// 2 to ``pointsMax``; of a table more.
  package var points: Int

  package init(
    plant: PlantID, quantity: Quantity, from: Timestamp, to: Timestamp,
    points: Int = HistoryQuestion.pointsUsual
  ) {
    self.plant = plant
    self.quantity = quantity
    self.from = from
    self.to = to
    self.points = points
  }

  /// What of a plant has a history.
  package static let quantities = Quantity.evaluated
}

/// A probe's part in a plant's value.
package struct HistoryShare: Sendable, Hashable {
  /// Its id in the config.
  package var sensor: String
  /// > 0.
  package var weight: Double
}

extension GardenPlan {
  /// The probes whose values make a plant's; empty where it has none. `nil`: no such plant.
  package func historyShares(of plant: PlantID, _ quantity: Quantity) -> [HistoryShare]? {
    plants.first { $0.id == plant }.map { historyShares(of: $0, quantity) }
  }

  func historyShares(of plant: PlantPlan, _ quantity: Quantity) -> [HistoryShare] {
    plant.shares.compactMap { share in
      let position = Int(share.sensor.position)
      guard share.quantities.contains(quantity), sensors.indices.contains(position), share.weight > 0,
        share.weight.isFinite
      else { return nil }
      return HistoryShare(sensor: sensors[position].id, weight: share.weight)
    }
  }
}

/// A plant's past in steps of equal length, which begin at whole multiples of it since 1970 (UTC).
package struct PlantHistory: Sendable, Hashable {
  /// A step in which something was measured; the others are gaps.
  package struct Point: Sendable, Hashable {
    package var start: Timestamp
    /// The probes' means, by their weights.
    package var mean: Double
    /// Of any of them.
    package var lowest: Double
    package var highest: Double

    package init(start: Timestamp, mean: Double, lowest: Double, highest: Double) {
      self.start = start
      self.mean = mean
      self.lowest = lowest
      self.highest = highest
    }
  }

  /// Seconds.
  package var step: Int64
  /// Rising.
  package var points: [Point]
  /// Rising.
  package var waterings: [WateringRecord]

  package init(step: Int64, points: [Point] = [], waterings: [WateringRecord] = []) {
    self.step = step
    self.points = points
    self.waterings = waterings
  }

  /// Lengths of steps that people read well, seconds.
  package static let steps: [Int64] = [
    60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 14_400, 21_600, 43_200, 86_400, 2 * 86_400, 4 * 86_400,
    8 * 86_400, 16 * 86_400, 32 * 86_400, 64 * 86_400, 128 * 86_400,
  ]

  /// The shortest step of at least `shortest` seconds of which no more than `count` touch the time asked for.
  package static func step(from: Timestamp, to: Timestamp, count: Int, shortest: Int64 = 0) -> Int64 {
    let fits = steps.first { step in
      step >= shortest && floor(to.seconds - 1, step) / step - floor(from.seconds, step) / step < count
    }
    return fits ?? steps[steps.count - 1]
  }

  package static func floor(_ seconds: Int64, _ step: Int64) -> Int64 {
    seconds - (seconds % step + step) % step
  }

  /// The same in the next longer step, for what would be too much; `nil`: there is none.
  ///
  /// A mean of means: steps with many readings and with few count the same.
  package var coarser: PlantHistory? {
    guard let longer = Self.steps.first(where: { $0 > step && $0 % step == 0 }) else { return nil }
    var merged: [Point] = []
    var parts = 0.0
    for point in points {
      let start = Timestamp(seconds: Self.floor(point.start.seconds, longer))
      guard let last = merged.last, last.start == start else {
        merged.append(
          Point(start: start, mean: point.mean, lowest: point.lowest, highest: point.highest))
        parts = 1
        continue
      }
      parts += 1
      let i = merged.count - 1
      merged[i].mean += (point.mean - merged[i].mean) / parts
      merged[i].lowest = min(merged[i].lowest, point.lowest)
      merged[i].highest = max(merged[i].highest, point.highest)
    }
    return PlantHistory(step: longer, points: merged, waterings: waterings)
  }
}

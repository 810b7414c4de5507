/// A value that goes to another level from one reading to the next, and stays there. Plain bits.
struct StepWatch: Sendable, Hashable, Codable {
  /// How far it may go from there by the next reading.
  private static let stays: Float = 6
  /// After a longer pause any value is possible, minutes.
  private static let pauseMax: Int32 = 26 * 60

  struct Step: Sendable, Hashable {
    var from: Float
    var to: Float
    var minute: Int32
  }

  /// No value is so low.
  private static let none: Float = -1000

  private var value = none
  private(set) var minute: Int32 = 0
  private var from = none

  var last: Float? { value == Self.none ? nil : value }

  /// - Returns: how it stands to the reading before, and the step that this reading confirms.
  mutating func take(_ value: Float, minute: Int32, atLeast least: Float) -> (
    before: Float?, pause: Int32, step: Step?
  ) {
    defer { (self.value, self.minute) = (value, minute) }
    guard let last else { return (nil, 0, nil) }
    let pause = minute - self.minute
    var step: Step?
    if from != Self.none, abs(value - last) <= Self.stays {
      step = Step(from: from, to: last, minute: self.minute)
    }
    from = abs(value - last) >= least && pause <= Self.pauseMax ? last : Self.none
    return (last, pause, step)
  }
}

/// Steps of the last hours, in which two that changed places are found. Of a garden few are kept.
struct Exchanges: Sendable, Hashable {
  private static let count = 16
  /// Points between where one was and where the other came to.
  private static let near: Float = 3
  private static let within: Int32 = 12 * 60

  struct Mover: Hashable {
    var sensor: Int
    var quantity: Quantity
    var step: StepWatch.Step
  }

  private var recent: [Mover] = []

  /// - Returns: who went the other way.
  mutating func take(_ mover: Mover) -> Mover? {
    defer {
      recent.append(mover)
      if recent.count > Self.count { recent.removeFirst() }
    }
    return recent.last { other in
      (other.sensor != mover.sensor || other.quantity != mover.quantity)
        && mover.step.minute - other.step.minute <= Self.within
        && abs(other.step.from - mover.step.to) <= Self.near
        && abs(other.step.to - mover.step.from) <= Self.near
    }
  }
}

/// The values that a slider can take: from `min` in equal steps to `max`.
struct SliderGrid {
  /// A slider with more steps is not published.
  static let stepsMax = 10_000.0
  var min: Double
  var max: Double
  var step: Double

  func check(_ value: Double?, _ requested: Double? = nil) throws(DocumentError) {
    try DocumentError.unless(min < max, at: "/max", "not above min")
    try DocumentError.unless(
      (max - min) / step <= Self.stepsMax, at: "/step", "not 1 to \(Int(Self.stepsMax)) steps")
    for (key, value) in [("value", value), ("requested", requested)] {
      let isInside = value.map { min <= $0 && $0 <= max } ?? true
      try DocumentError.unless(isInside, at: "/" + key, "outside \(min)…\(max)")
    }
  }
}

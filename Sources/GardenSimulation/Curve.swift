import GardenCore

/// The two curves that nature needs, from arithmetic alone: the same bits on every machine, unlike a C library's.
enum Curve {
  /// e^x for `-700 … 700`, to about 1e-13.
  static func exponential(_ x: Double) -> Double {
    let bounded = min(max(x, -700), 700)
    let small = bounded / 1024
    var term = 1.0
    var sum = 1.0
    for n in 1...8 {
      term *= small / Double(n)
      sum += term
    }
    for _ in 0..<10 { sum *= sum }
    return sum
  }

  /// Sine of an angle in turns (1 = 360°), to about 1e-9.
  static func sine(turns: Double) -> Double {
    var t = turns - turns.rounded()
    if t > 0.25 { t = 0.5 - t }
    if t < -0.25 { t = -0.5 - t }
    let x = t * 2 * Double.pi
    let y = x * x
    return x * (1 - y / 6 * (1 - y / 20 * (1 - y / 42 * (1 - y / 72 * (1 - y / 110)))))
  }

  /// The share of a difference that is gone after `duration` with the time constant `constant`.
  static func share(gone duration: Duration, constant: Duration) -> Double {
    guard constant > .zero else { return 1 }
    return 1 - exponential(-Double(duration.milliseconds) / Double(constant.milliseconds))
  }
}

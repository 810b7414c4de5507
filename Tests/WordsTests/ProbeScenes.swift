import GardenCore

extension Scene {
  /// Probes whose every message is right; by what is told of them.
  static let suspects: [Scene] = [
    suspect("stands still") {
      $0.dries(for: 48)
      $0.basil(45, for: .days(4))
    },
    suspect("two probes with one id") {
      for _ in 0..<15 {
        $0.basil(21, for: .minutes(5))
        $0.basil(58, for: .minutes(5))
      }
    },
    suspect("leaps to and fro") {
      for hour in 0..<100 { $0.basil([50, 30, 63, 41][hour % 4], for: .minutes(15)) }
    },
    suspect("follows a lamp") {
      for hour in 0..<6 * 24 { $0.basil((8..<20).contains(hour % 24) ? 62 : 50, for: .hours(1)) }
    },
    suspect("out of the soil") {
      $0.dries(for: 48)
      $0.basil(1.2, for: .hours(6))
    },
    suspect("another unit") {
      $0.dries(for: 48)
      $0.basil(0.45, for: .hours(6))
    },
    suspect("the wrong way round") {
      for hour in 0..<3 * 72 { $0.basil(40 + Double(hour % 72) / 3, for: .hours(1)) }
    },
    suspect("swapped with its battery") {
      $0.hold("garden/basil", #"{"soil":41,"battery":88}"#, for: .hours(26))
      $0.hold("garden/basil", #"{"soil":88,"battery":41}"#, for: .hours(2))
    },
    Scene("suspect: two that changed places", Gardens.two, "SENSOR_TROUBLE") {
      for (one, other, turns) in [(41, 70, 156), (70, 41, 12)] {
        for _ in 0..<turns {
          $0.hold("garden/fern", #"{"m":\#(one)}"#, for: .minutes(5))
          $0.hold("garden/fern-2", #"{"m":\#(other)}"#, for: .minutes(5))
        }
      }
    },
    suspect("a battery that empties fast") {
      for day in 0..<6 {
        $0.hold(
          "garden/basil", #"{"soil":\#(50 - day),"battery":\#(70 - 8 * day)}"#, for: .days(1),
          every: .hours(1))
      }
    },
  ]

  private static func suspect(
    _ what: String, _ happens: @escaping @Sendable (inout Wire) throws -> Void
  ) -> Scene {
    Scene("suspect: \(what)", Gardens.basil, "SENSOR_TROUBLE", happens)
  }
}

extension Wire {
  fileprivate mutating func dries(for hours: Int) {
    for hour in 0..<hours { basil(50 - Double(hour) / 10, for: .hours(1)) }
  }
}

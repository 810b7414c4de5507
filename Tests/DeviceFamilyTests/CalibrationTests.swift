import DeviceFamilies
import GardenCore
import Testing

@Suite struct CalibrationTests {
  /// Reproducible: the seed is the test's argument.
  private struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  /// A sound calibration of 2…8 points, rising or falling.
  private func calibration(seed: Int) -> Calibration {
    var random = Random(state: UInt64(seed) &* 977 &+ 3)
    var raw = Double.random(in: -500...500, using: &random)
    var value = Double.random(in: -50...50, using: &random)
    let sign: Double = Bool.random(using: &random) ? 1 : -1
    var points: [Calibration.Point] = []
    for _ in 0..<Int.random(in: 2...8, using: &random) {
      points.append(Calibration.Point(raw: raw, value: value))
      raw += Double.random(in: 0.5...300, using: &random)
      value += sign * Double.random(in: 0.1...40, using: &random)
    }
    return Calibration(points.shuffled(using: &random))
  }

  @Test(arguments: 0..<200) func `each point means what it says`(seed: Int) {
    let calibration = calibration(seed: seed)
    #expect(calibration.isSound)
    for point in calibration.points { #expect(calibration.value(point.raw) == point.value) }
  }

  @Test(arguments: 0..<200) func `values rise or fall throughout, beyond the ends too`(seed: Int) {
    let calibration = calibration(seed: seed)
    let low = calibration.points[0].raw - 400
    let values = (0..<400).map { calibration.value(low + Double($0) * 7.5) }
    let rises = calibration.points[1].value > calibration.points[0].value
    #expect(zip(values, values.dropFirst()).allSatisfy { rises ? $0 < $1 : $0 > $1 })
  }

  @Test(arguments: 0..<200) func `the calibration with its columns swapped leads back`(seed: Int) {
    let calibration = calibration(seed: seed)
    let inverse = Calibration(calibration.points.map { Calibration.Point(raw: $0.value, value: $0.raw) })
    for step in 0..<100 {
      let raw = calibration.points[0].raw - 100 + Double(step) * 13
      #expect(abs(inverse.value(calibration.value(raw)) - raw) < 1e-6 * max(1, abs(raw)))
    }
  }

  @Test func `two points are the ends of the scale, whichever is larger`() {
    #expect(Calibration(dry: 720, wet: 260).value(490) == 50)
    #expect(Calibration(dry: 260, wet: 720).value(490) == 50)
    #expect(Calibration(dry: 720, wet: 260).value(766) == -10)
  }

  @Test func `points that contradict one another are refused`() {
    func isSound(_ points: (Double, Double)...) -> Bool {
      Calibration(points.map { Calibration.Point(raw: $0.0, value: $0.1) }).isSound
    }
    #expect(isSound((1, 0), (2, 50), (3, 100)) && isSound((1, 100), (2, 50), (3, 0)))
    #expect(!isSound((1, 0)) && !isSound())
    #expect(!isSound((1, 0), (1, 100)), "one raw value, two meanings")
    #expect(!isSound((1, 0), (2, 0)), "two raw values, one meaning")
    #expect(!isSound((1, 0), (2, 60), (3, 50)), "a turn")
    #expect(!isSound((1, 0), (.infinity, 50)) && !isSound((1, 0), (2, .nan)))
  }
}

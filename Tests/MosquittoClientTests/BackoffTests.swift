import MosquittoClient
import Testing

@Suite struct BackoffTests {
  /// Chance at one of its ends, for ever.
  struct Constant: RandomNumberGenerator {
    /// Not 0: `Double.random(in:)` throws that word away, and asks for another one.
    static let lowest = Constant(word: 1)
    static let highest = Constant(word: .max)
    private let word: UInt64
    private init(word: UInt64) { self.word = word }
    mutating func next() -> UInt64 { word }
  }

  @Test func `the longest pause doubles up to the ceiling, from the fifth on`() {
    var backoff = Backoff(floor: .seconds(1), ceiling: .seconds(60))
    var highest = Constant.highest
    var pauses: [Duration] = []
    for _ in 0..<11 { pauses.append(backoff.next(using: &highest)) }
    let seconds = pauses.map { Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18 }
    let longest: [Double] = [2, 2, 2, 2, 4, 8, 16, 32, 60, 60, 60]
    #expect(pauses.count == longest.count)
    for (pause, expected) in zip(seconds, longest) { #expect(abs(pause - expected) < 0.01) }
    backoff.reset()
    let afterwards = backoff.next(using: &highest)
    #expect(afterwards < .seconds(3))
  }

  @Test func `every pause lies between floor and ceiling, and they differ`() {
    var backoff = Backoff(floor: .seconds(1), ceiling: .seconds(60))
    var random = SystemRandomNumberGenerator()
    var seen: Set<Duration> = []
    for _ in 0..<1000 {
      let pause = backoff.next(using: &random)
      #expect(pause >= .seconds(1) && pause <= .seconds(60))
      seen.insert(pause)
    }
    #expect(seen.count > 900)
    #expect(seen.contains { $0 < .seconds(10) })
  }
}

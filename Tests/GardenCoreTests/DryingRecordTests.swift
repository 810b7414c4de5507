import GardenCore
import Testing

/// A probe in a pot that loses half a point an hour, and is watered back to 60 %.
private struct DryingPot {
  static let start = Timestamp(seconds: 1_780_000_000 / 3600 * 3600)
  var record = DryingRecord()
  var hour = 0
  var moisture = 60.0
  var limit: Double? = 30

  var now: Timestamp { Self.start + .hours(hour) }

  /// Two readings an hour.
  mutating func dry(hours: Int, by pace: Double = 0.5) {
    for _ in 0..<hours {
      record.take(moisture, limit: limit, at: now + .minutes(10))
      record.take(moisture - pace / 2, limit: limit, at: now + .minutes(40))
      moisture -= pace
      hour += 1
    }
  }

  mutating func water(to percent: Double = 60) { moisture = percent }

  /// Hours from now, and to which the record owes an answer.
  var left: (earliest: Double, likely: Double, latest: Double)? {
    guard case .dry(let earliest, let likely, let latest) = record.forecast else { return nil }
    func hours(_ time: Timestamp) -> Double { Double((time - now).milliseconds) / 3_600_000 }
    return (hours(earliest), hours(likely), hours(latest))
  }
}

@Suite("When a plant gets dry, by what its probe has taught")
struct DryingRecordTests {
  @Test func `before a whole dry-down nothing is known, and after it the next one is told`() throws {
    var pot = DryingPot()
    #expect(pot.record.forecast == .unknown(.learning))
    pot.dry(hours: 55)
    #expect(pot.record.forecast == .unknown(.learning))
    pot.dry(hours: 10)
    pot.water()
    pot.dry(hours: 41)
    let left = try #require(pot.left)
    // 39.5 % at half a point an hour.
    #expect(abs(left.likely - 19) <= 2 && left.earliest < 19 && left.latest > 19)
    #expect(left.latest <= 10 * max(left.earliest, 1))
  }

  @Test func `each dry-down that went as foretold makes the next one surer`() throws {
    var pot = DryingPot()
    var widths: [Double] = []
    for _ in 0..<8 {
      pot.dry(hours: 40)
      if let left = pot.left { widths.append(left.latest - left.earliest) }
      pot.dry(hours: 25)
      pot.water()
    }
    let (first, last) = (try #require(widths.first), try #require(widths.last))
    #expect(widths.count == 7 && last < first / 2)
  }

  @Test func `soil that does not dry has no date, and a plant without a limit none either`() {
    var pot = DryingPot()
    pot.dry(hours: 65)
    pot.water()
    pot.dry(hours: 20)
    pot.dry(hours: 80, by: 0)
    #expect(pot.record.forecast == .unknown(.steady))
    pot.limit = nil
    pot.dry(hours: 2)
    #expect(pot.record.forecast == .unknown(.learning))
  }

  @Test func `while water sinks in there is no date, least of all that of before`() throws {
    var pot = DryingPot()
    pot.dry(hours: 65)
    let dry = try #require(pot.left)
    #expect(dry.likely == dry.earliest && dry.likely <= 1)
    pot.water()
    pot.dry(hours: 1)
    #expect(pot.record.forecast == .unknown(.soaking))
    pot.dry(hours: 3)
    #expect(try #require(pot.left).likely > 30)
  }

  @Test func `a limit that is moved moves the date at once`() throws {
    var pot = DryingPot()
    pot.dry(hours: 65)
    pot.water()
    pot.dry(hours: 41)
    let before = try #require(pot.left).likely
    pot.record.limitMoved(to: 35)
    let after = try #require(pot.left).likely
    #expect(abs(before - after - 10) <= 2)
  }

  @Test func `water before the limit teaches nothing wrong`() throws {
    var pot = DryingPot()
    pot.dry(hours: 65)
    for _ in 0..<5 {
      pot.water()
      pot.dry(hours: 32)
    }
    pot.water()
    pot.dry(hours: 41)
    #expect(abs(try #require(pot.left).likely - 19) <= 2)
  }

  @Test func `a gap begins anew, and a clock that is set back takes nothing twice`() throws {
    var pot = DryingPot()
    pot.dry(hours: 65)
    pot.water()
    pot.dry(hours: 41)
    let known = pot.record
    pot.hour -= 24
    pot.dry(hours: 20, by: 0)
    #expect(pot.record.forecast == known.forecast && pot.record.knownUntil == known.knownUntil)
    pot.hour += 24
    pot.moisture = 45
    pot.dry(hours: 3)
    #expect(pot.left.map { abs($0.likely - 29) <= 3 } == true)
  }

  @Test func `a clock that was a year ahead costs one dry-down and no more`() throws {
    var pot = DryingPot()
    pot.dry(hours: 65)
    pot.hour += 24 * 365
    pot.water()
    pot.dry(hours: 3)
    pot.hour -= 24 * 365
    pot.dry(hours: 39)
    // 39 %.
    #expect(abs(try #require(pot.left).likely - 18) <= 2)
  }

  @Test func `a probe that flickers is not taken for watered after a start`() {
    var lived = DryingRecord()
    for hour in 0..<72 {
      lived.take(41 + Double(hour % 2) / 10, limit: 30, at: DryingPot.start + .hours(hour))
    }
    var record = DryingRecord()
    record.recall(lived)
    #expect(record.knownUntil == lived.knownUntil)
    for (i, percent) in [41.0, 41.5, 41, 44, 44, 44].enumerated() {
      let water = record.take(percent, limit: 30, at: DryingPot.start + .hours(72) + .minutes(i * 5))
      #expect(water == nil)
    }
  }

  @Test func `soil at its limit is dry within the hour at the soonest`() throws {
    var pot = DryingPot()
    pot.dry(hours: 65)
    pot.water()
    pot.dry(hours: 60)
    let left = try #require(pot.left)
    #expect(left.likely >= 0 && left.latest >= left.likely)
    pot.dry(hours: 3)
    // Its plant says so already.
    #expect(pot.left.map { $0.latest <= 0 } == true)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `whatever a probe says, a forecast is in its order and not too wide`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var record = DryingRecord()
    var time = DryingPot.start
    var moisture = 50.0
    for _ in 0..<20_000 {
      switch random.next() % 50 {
      case 0: time = time + .hours(Int(random.next() % 9))
      case 1: moisture = random.unit() * 100
      case 2: time = time - .minutes(Int(random.next() % 200))
      case 3: record.limitMoved(to: random.unit() * 60)
      default: moisture -= random.unit()
      }
      time = time + .minutes(Int(random.next() % 40))
      moisture = min(max(moisture, 0), 100)
      record.take(moisture, limit: 30, at: time)
      if case .dry(let earliest, let likely, let latest) = record.forecast {
        let since = record.knownUntil ?? time
        #expect(earliest <= likely && likely <= latest && since <= earliest)
        // Times are whole minutes.
        #expect(latest - since <= max(earliest - since, .hours(1)) * 10 + .minutes(6))
      }
    }
  }
}

import GardenCore
import GardenSimulation
import Testing

@Suite struct ScaledClockTests {
  let clock = ScaledClock(
    start: Moment(wall: Timestamp(seconds: 1_795_219_200), uptime: Uptime(milliseconds: 77_000)), speed: 300)

  @Test func `a second is five minutes on both clocks`() {
    let later = clock.moment(atReal: Uptime(milliseconds: 78_000))
    #expect(later.wall == Timestamp(seconds: 1_795_219_500))
    #expect(later.uptime == Uptime(milliseconds: 77_000 + 300_000))
  }

  @Test(arguments: [0, 1, 299, 300, 301, 86_400_000, 3_153_600_000] as [Int64])
  func `a sleeper wakes when the deadline is reached and not a millisecond before`(after: Int64) {
    let deadline = clock.start.uptime + .milliseconds(after)
    let real = clock.realUptime(of: deadline)
    #expect(clock.moment(atReal: real).uptime >= deadline)
    #expect(clock.moment(atReal: real + .milliseconds(-1)).uptime < deadline)
  }

  @Test func `the far end of time does not trap`() {
    _ = clock.realUptime(of: Uptime(milliseconds: .max / 4))
    _ = clock.realUptime(of: Uptime(milliseconds: .min / 4))
  }
}

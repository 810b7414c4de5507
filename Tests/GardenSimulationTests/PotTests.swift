import GardenCore
import Testing

@testable import GardenSimulation

@Suite struct PotTests {
  @Test func `a pot dries exponentially towards its residual and never below it`() {
    var pot = SimulatedPot(moisture: 70, residual: 8, dryingTime: .days(4))
    var last = pot.moisture
    var losses: [Double] = []
    for _ in 0..<60 {
      for _ in 0..<288 { pot.pass(.minutes(5), air: 20, sunlight: 0) }
      losses.append(last - pot.moisture)
      last = pot.moisture
    }
    #expect(pot.moisture >= 8 && pot.moisture < 8.1)
    #expect(zip(losses, losses.dropFirst()).allSatisfy { $0 > $1 })
    // e^-1 of the difference is left after one time constant.
    let firstFourDays: Double = losses[0...3].reduce(0, +)
    let expected: Double = 62 * (1 - 0.36788)
    #expect(abs(firstFourDays - expected) < 0.1)
  }

  @Test(arguments: [(30.0, 0.0), (20.0, 1.0)])
  func `warmth and sun dry faster`(air: Double, sunlight: Double) {
    var shaded = SimulatedPot(moisture: 60)
    var bright = SimulatedPot(moisture: 60)
    for _ in 0..<100 {
      shaded.pass(.minutes(5), air: 20, sunlight: 0)
      bright.pass(.minutes(5), air: air, sunlight: sunlight)
    }
    #expect(bright.moisture < shaded.moisture - 1)
  }

  @Test func `water is not at the probe at once and the excess drains`() {
    var pot = SimulatedPot(moisture: 20, capacity: 70)
    pot.pour(litres: 2)
    #expect(pot.moisture == 20)
    pot.pass(.minutes(5), air: 20, sunlight: 0)
    #expect(pot.moisture > 20 && pot.moisture < 50)
    for _ in 0..<12 { pot.pass(.minutes(5), air: 20, sunlight: 0) }
    #expect(pot.moisture > 70)
    for _ in 0..<288 { pot.pass(.minutes(5), air: 20, sunlight: 0) }
    #expect(pot.moisture < 71 && pot.moisture > 45)
  }

  @Test func `the curves agree with the tables`() {
    #expect(abs(Curve.exponential(1) - 2.718281828459045) < 1e-12)
    #expect(abs(Curve.exponential(-10) - 4.5399929762484854e-5) < 1e-15)
    #expect(abs(Curve.sine(turns: 1.0 / 12) - 0.5) < 1e-7)
    #expect(abs(Curve.sine(turns: -0.25) + 1) < 1e-6)
    #expect(abs(Curve.sine(turns: 7.5)) < 1e-9)
  }

  @Test func `nights are dark and colder than afternoons`() {
    let weather = Weather(seed: 4)
    let midnight = Timestamp(seconds: 1_795_219_200)
    #expect(weather.sunlight(at: midnight) == 0)
    #expect(weather.sunlight(at: midnight + .hours(12)) > 0.2)
    var swing = 0.0
    for day in 0..<30 {
      let morning = midnight + .days(day)
      swing += weather.temperature(at: morning + .hours(15)) - weather.temperature(at: morning + .hours(3))
    }
    #expect(swing / 30 > 4)
  }
}

import GardenCore
import GardenSimulation
import Testing

@Suite("A season of showers")
struct RainSeasonTests {
  @Test func `a forecast that knows saves a quarter of the runs, and no plant waits longer than its bound`() {
    var plain = RainSeason { _, _ in nil }
    var knowing = RainSeason { weather, now in weather.rainOfDay(from: now) }
    plain.run()
    knowing.run()
    #expect(plain.waits.count > 60, "\(plain.waits.count)")
    #expect(
      Double(knowing.waits.count) <= 0.75 * Double(plain.waits.count),
      "\(knowing.waits.count) of \(plain.waits.count)")
    #expect(knowing.longest <= RainSeason.bound, "\(knowing.longest)")
  }

  @Test func `a forecast that always lies saves nothing, and costs no more than its bound`() {
    var lying = RainSeason { _, _ in 25 }
    lying.run()
    #expect(!lying.waits.isEmpty)
    #expect(lying.longest <= RainSeason.bound, "\(lying.longest)")
    #expect(lying.longest > RainSeason.delayMax - .minutes(1))
  }
}

/// Pots under the open sky, each with a probe and a valve, for ninety days of which it rains on four of ten.
private struct RainSeason {
  static let delayMax: Duration = .hours(24)
  /// The rule looks at a plant once a minute or when its probe speaks; what a noisy value denies just then waits for one that does not.
  static let bound = delayMax + Evidence.alone
  private static let pots = 6
  private static let days = 90
  private static let start = Timestamp(seconds: 1_780_300_800)

  /// From the moment that a plant got dry until water was let in, of each run.
  private(set) var waits: [Duration] = []
  private var garden: Garden
  private var simulation: SimulatedGarden
  private var now = Moment(wall: start, uptime: Uptime(milliseconds: 60_000))
  private let forecast: (Weather, Timestamp) -> Double?

  var longest: Duration { waits.max() ?? .zero }

  init(forecast: @escaping (Weather, Timestamp) -> Double?) {
    self.forecast = forecast
    let valve = SimulatedValve.Character(litresPerMinute: 0.4)
    let world = SimulatedWorld(
      weather: Weather(seed: 11, showers: 0.4),
      pots: (0..<Self.pots).map {
        Self.bed(moisture: 40 + Double($0) * 5, dryingTime: .days(2) + .hours(8) * $0)
      },
      valves: (0..<Self.pots).map { SimulatedValve(valve, seed: UInt64($0)) },
      plumbing: (0..<Self.pots).map { SimulatedWorld.Plumbing(valve: $0, pots: [$0]) }, at: Self.start)
    simulation = SimulatedGarden(
      world: world,
      placements: (0..<Self.pots).map {
        .init(
          site: .pot($0),
          probe: SimulatedProbe(
            quantities: [.moisture], period: .minutes(10), seed: UInt64($0), at: Self.start), hasClock: false)
      },
      machines: (0..<Self.pots).map { .valve($0) })
    var plan = GardenPlan(
      sensors: (0...Self.pots).map { SensorPlan(id: "probe-\($0)") },
      plants: (0..<Self.pots).map { i in
        var plant = PlantPlan(
          id: "pot-\(i)", name: "Pot \(i)", shares: [SensorShare(sensor: SensorIndex(i))],
          watering: WateringPlan(
            valve: ActuatorIndex(i), duration: .minutes(2), durationMax: .minutes(5), isAutomatic: true,
            pause: .hours(1)))
        plant.waitsForRain = true
        return plant
      },
      actuators: (0..<Self.pots).map {
        ActuatorPlan(id: "valve-\($0)", name: "Valve \($0)", kind: .valve(hasDeviceTimer: true))
      })
    plan.rain = RainPlan(sensor: SensorIndex(Self.pots), atLeast: 3, delayMax: Self.delayMax)
    garden = Garden(
      plan: plan, memory: GardenMemory(), boot: BootID(UniqueID(high: 1, low: 1)), seed: 3, at: now)
    act { $0.start(at: $1, into: &$2) }
    act { $0.handle(.link(isUp: true), at: $1, into: &$2) }
  }

  private static func bed(moisture: Double, dryingTime: Duration) -> SimulatedPot {
    var pot = SimulatedPot(moisture: moisture, dryingTime: dryingTime)
    pot.catchment = 0.08
    return pot
  }

  mutating func run() {
    for minute in stride(from: 5, through: Self.days * 24 * 60, by: 5) {
      now = Moment(
        wall: Self.start + .minutes(minute), uptime: Uptime(milliseconds: 60_000) + .minutes(minute))
      for happened in simulation.step(to: now) {
        act { $0.handle(happened.event, at: $1, into: &$2) }
      }
      if minute % 60 == 0, let rain = forecast(simulation.world.weather, now.wall) {
        let reading = Reading(sensor: SensorIndex(Self.pots), quantity: .rain, value: rain)
        act { $0.handle(.reading(reading), at: $1, into: &$2) }
      }
      act { $0.handle(.tick, at: $1, into: &$2) }
    }
  }

  private mutating func act(_ step: (inout Garden, Moment, inout [Effect]) -> Void) {
    var effects: [Effect] = []
    step(&garden, now, &effects)
    for case .command(let command) in effects {
      guard case .open = command.action,
        let plant = garden.snapshot(of: "pot-\(command.actuator.position)", at: now)
      else { continue }
      waits.append(now.wall - plant.moisture.since)
    }
    simulation.feel(effects, at: now.wall)
  }
}

extension Weather {
  /// What falls within the day that begins then, mm: the forecast of somebody who knows.
  fileprivate func rainOfDay(from start: Timestamp) -> Double {
    (0..<48).reduce(0) { $0 + rain(at: start + .minutes(30) * $1) / 2 }
  }
}

import GardenCore
import GardenSimulation
import MQTTTypes

/// Who stands where, how dry it is at the start, and what is wrong with each probe.
enum DemoLayout {
  /// By the name of the plant in the demo's config.
  enum Pot: String, CaseIterable {
    case basil, fern, tomato, chili, orchid, rosemary, lemon, cactus

    var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  static let zigbeeValve = 0
  static let dripLine = 1
  static let greenhouse = 0

  /// Fern and tomato begin below their limits and basil just above, so that the first seconds have something to show.
  static func world(seed: UInt64, calendar: SiteCalendar, at now: Timestamp) -> SimulatedWorld {
    let pots = [
      SimulatedPot(moisture: 35.8, dryingTime: .days(2), soakTime: .minutes(15)),
      SimulatedPot(moisture: 38, dryingTime: .days(4)),
      SimulatedPot(moisture: 43, dryingTime: .days(2), soakTime: .minutes(15)),
      SimulatedPot(moisture: 33, dryingTime: .days(3)),
      SimulatedPot(moisture: 24, dryingTime: .days(7)),
      SimulatedPot(moisture: 26, dryingTime: .days(5)),
      SimulatedPot(moisture: 44, dryingTime: .days(4)),
      SimulatedPot(moisture: 17, residual: 3, dryingTime: .days(14)),
    ]
    let valves = [
      SimulatedValve(
        .init(delay: .seconds(15), reportDelay: .seconds(10), litresPerMinute: 0.025), seed: seed ^ 0xA1),
      SimulatedValve(
        .init(delay: .seconds(2), reportDelay: .seconds(1), litresPerMinute: 0.02), seed: seed ^ 0xA2),
    ]
    return SimulatedWorld(
      weather: Weather(seed: seed, calendar: calendar, meanTemperature: 15), pots: pots,
      places: [SimulatedPlace(temperature: 15, setpoint: 14)], valves: valves,
      plumbing: [
        .init(valve: zigbeeValve, pots: [Pot.basil.place]),
        .init(valve: dripLine, pots: [Pot.tomato.place]),
      ],
      placeOfPot: [nil, nil, greenhouse, greenhouse, nil, nil, nil, nil], at: now)
  }

  static func devices(
    seed: UInt64, calendar: SiteCalendar, baseTopic: String, at now: Timestamp
  ) -> [any SimulatedDevice] {
    let both: [Quantity] = [.moisture, .temperature]
    func probe(_ pot: Pot, _ quantities: [Quantity], minutes: Int, _ faults: ProbeFaults = .none)
      -> PottedProbe
    {
      PottedProbe(
        pot: pot.place,
        probe: SimulatedProbe(
          quantities: quantities, period: .minutes(minutes), faults: faults,
          seed: seed &+ UInt64(pot.place) &* 101 &+ UInt64(minutes), at: now))
    }
    let flora = probe(.orchid, both + [.light, .conductivity], minutes: 4)
    let mac = "C4:7C:8D:65:B6:63"
    return [
      Zigbee2MQTTStation(
        basil: probe(.basil, both, minutes: 8, basilFaults), fern: probe(.fern, both, minutes: 9),
        valve: zigbeeValve, place: greenhouse, at: now),
      PlainProbe(
        topic: "garden/fern/moisture", probe: probe(.fern, [.moisture], minutes: 10, secondFernFaults)),
      TasmotaProbe(
        topic: "greenhouse-tomato", probe: probe(.tomato, both, minutes: 5, tomatoFaults), calendar: calendar),
      TasmotaValve(topic: "greenhouse-valve", valve: dripLine, at: now),
      ESPHomeNode(
        prefix: "greenhouse-node", probe: probe(.chili, [.moisture], minutes: 7, chiliFaults),
        place: greenhouse),
      MiFloraGateway(name: "TheengsGateway", mac: mac, probe: flora, hearing: 0.95, seed: seed ^ 0xB1),
      MiFloraGateway(name: "OpenMQTTGateway", mac: mac, probe: flora, hearing: 0.5, seed: seed ^ 0xB2),
      RTL433Receiver(
        probe: probe(.rosemary, [.moisture], minutes: 6), id: "006b58", calendar: calendar, seed: seed ^ 0xB3),
      TheThingsStackServer(
        topic: "v3/demo-garden@ttn/devices/lemon-lse01",
        probe: probe(.lemon, both + [.conductivity], minutes: 20)),
      HomemadeJSONProbe(
        topic: "garden/windowsill/cactus", probe: probe(.cactus, both, minutes: 15, cactusFaults)),
      Gardener(
        baseTopic: baseTopic,
        pots: Dictionary(uniqueKeysWithValues: Pot.allCases.map { ($0.rawValue, $0.place) })),
    ]
  }

  private static var basilFaults: ProbeFaults {
    var faults = ProbeFaults()
    faults.joinsWithZeros = true
    faults.caches = 0.3
    return faults
  }

  private static var secondFernFaults: ProbeFaults {
    var faults = ProbeFaults()
    faults.unplugged = [.hours(1)..<(.hours(3))]
    faults.silent = daily(from: 3, hours: 12)
    return faults
  }

  private static var tomatoFaults: ProbeFaults {
    var faults = ProbeFaults()
    faults.unplugged = daily(from: 2, hours: 1)
    return faults
  }

  private static var chiliFaults: ProbeFaults {
    var faults = ProbeFaults()
    faults.unplugged = daily(from: 5, hours: 1)
    return faults
  }

  private static var cactusFaults: ProbeFaults {
    var faults = ProbeFaults()
    faults.stuck = [.hours(24)..<(.hours(48))]
    return faults
  }

  /// The same hours of each day of the demo, for as long as anyone will look.
  private static func daily(from hour: Int, hours: Int) -> [Range<Duration>] {
    (0..<60).map { day in .hours(day * 24 + hour)..<(.hours(day * 24 + hour + hours)) }
  }
}

import GardenCore
@testable import GardenSimulation

/// A house with many plants by seed, its plan and its simulation together: what month-long tests and benchmarks drive.
///
/// Most plants have a probe, some have two, some none; five hang on valves of which one is half deaf and one has no
/// timer; a greenhouse has a heater; three people answer as people do.
struct Household: Sendable {
  let plan: GardenPlan
  let simulation: SimulatedGarden

  init(plants: Int = 20, days: Int = 31, seed: UInt64, at now: Moment) {
    var builder = HouseholdBuilder(days: days, seed: seed, at: now.wall)
    for i in 0..<plants { builder.addPlant(i) }
    builder.addGreenhouse()
    builder.addPeople()
    plan = builder.plan
    simulation = builder.simulation(seed: seed, at: now.wall)
  }

  /// Central European Time with the changes of 2026 and 2027: months over a change are worth simulating.
  static let calendar = SiteCalendar(rules: [
    .init(start: Timestamp(seconds: 0), offsetSeconds: 3600),
    .init(start: Timestamp(seconds: 1_774_746_000), offsetSeconds: 7200),
    .init(start: Timestamp(seconds: 1_792_890_000), offsetSeconds: 3600),
    .init(start: Timestamp(seconds: 1_806_195_600), offsetSeconds: 7200),
    .init(start: Timestamp(seconds: 1_824_944_400), offsetSeconds: 3600),
  ])
}

private struct HouseholdBuilder {
  let days: Int
  let now: Timestamp
  var random: SplitMix64
  var plan: GardenPlan
  var pots: [SimulatedPot] = []
  var placeOfPot: [Int?] = []
  var valves: [SimulatedValve] = []
  var plumbing: [SimulatedWorld.Plumbing] = []
  var placements: [SimulatedGarden.Placement] = []
  var machines: [SimulatedGarden.Machine] = []
  var people: [SimulatedPerson] = []
  var potOfPlant: [PlantID: Int] = [:]
  var wateredByValve: [PlantID] = []

  init(days: Int, seed: UInt64, at now: Timestamp) {
    self.days = days
    self.now = now
    random = SplitMix64(seed: seed)
    plan = GardenPlan(site: SitePlan(name: "simulated", calendar: Household.calendar))
  }

  mutating func addPlant(_ i: Int) {
    let id = "plant-\(i)"
    let limit = 20 + (random.unit() * 25).rounded()
    pots.append(
      SimulatedPot(
        moisture: limit + random.unit() * 40, dryingTime: .hours(36 + Int(random.unit() * 160)),
        soakTime: .minutes(10 + Int(random.unit() * 50))))
    placeOfPot.append(i % 4 == 0 ? 0 : nil)
    potOfPlant[id] = i
    let probes = i % 10 == 9 ? 0 : (i % 7 == 3 ? 2 : 1)
    var shares: [SensorShare] = []
    for n in 0..<probes { shares.append(addProbe("\(id)-probe-\(n)", site: .pot(i))) }
    var plant = PlantPlan(id: id, name: "Plant \(i)", shares: shares, quorum: min(probes, 1))
    plant.moisture = BandPlan(below: limit, above: 90, deadband: 5, dwell: .minutes(10))
    plant.temperature = BandPlan(below: 4, above: 38, deadband: 1, dwell: .minutes(20))
    plant.wateringInterval = .days(3 + Int(random.next() % 10))
    if i % 4 == 0, probes > 0 {
      plant.watering = WateringPlan(
        valve: addValve(i, pot: i), duration: .minutes(8), durationMax: .minutes(25),
        untilMoisture: limit + 30,
        isAutomatic: i % 8 == 0)
      wateredByValve.append(id)
    }
    plan.plants.append(plant)
  }

  mutating func addGreenhouse() {
    let share = addProbe("greenhouse-probe", site: .place(0), quantities: [.temperature])
    machines.append(.heater(place: 0))
    plan.actuators.append(
      ActuatorPlan(
        id: "heater", name: "Heater", kind: .thermostat(range: 5...30, step: 0.5, line: nil),
        answerWithin: .seconds(30)))
    plan.places.append(
      PlacePlan(
        id: "greenhouse", name: "Greenhouse", shares: [share],
        temperature: BandPlan(below: 9, above: 32, deadband: 1, dwell: .minutes(10)),
        thermostat: ActuatorIndex(plan.actuators.count - 1)))
  }

  mutating func addPeople() {
    plan.people = [
      PersonPlan(
        id: "anna", name: "Anna",
        devices: [
          DevicePlan(id: "anna-phone", name: "Phone", role: .operator),
          DevicePlan(id: "anna-watch", name: "Watch", role: .actor),
        ], quiet: QuietHours(fromSecondOfDay: 22 * 3600, toSecondOfDay: 7 * 3600), notificationsPerDay: 8),
      PersonPlan(
        id: "wei", name: "Wei", devices: [DevicePlan(id: "wei-phone", name: "Phone", role: .tuner)],
        quiet: QuietHours(fromSecondOfDay: 13 * 3600, toSecondOfDay: 14 * 3600), notificationsPerDay: 5),
      PersonPlan(
        id: "guest", name: "Guest", devices: [DevicePlan(id: "guest-display", name: "Display", role: .viewer)]
      ),
    ]
    let sliders = sliders
    for (n, person) in plan.people.enumerated() {
      var temper = SimulatedPerson.Temper()
      temper.fidgetsPerDay = [1.5, 0.7, 0.2][n]
      people.append(
        SimulatedPerson(
          devices: person.devices.map(\.id), temper: temper, sliders: sliders, wateredByValve: wateredByValve,
          seed: random.next(), at: now))
    }
  }

  func simulation(seed: UInt64, at now: Timestamp) -> SimulatedGarden {
    let world = SimulatedWorld(
      weather: Weather(seed: seed, calendar: Household.calendar, meanTemperature: 14), pots: pots,
      places: [SimulatedPlace()], valves: valves, plumbing: plumbing, placeOfPot: placeOfPot, at: now)
    return SimulatedGarden(
      world: world, placements: placements, machines: machines, people: people, potOfPlant: potOfPlant)
  }

  private mutating func addProbe(
    _ id: String, site: SimulatedGarden.Placement.Site, quantities: [Quantity] = [.moisture, .temperature]
  ) -> SensorShare {
    let faults = ProbeFaults.mixed(days: days, random: &random)
    let probe = SimulatedProbe(
      quantities: quantities, period: .minutes(20 + Int(random.next() % 40)), faults: faults,
      seed: random.next(), at: now)
    placements.append(.init(site: site, probe: probe, hasClock: random.unit() < 0.5))
    plan.sensors.append(SensorPlan(id: id))
    return SensorShare(sensor: SensorIndex(plan.sensors.count - 1))
  }

  private mutating func addValve(_ i: Int, pot: Int) -> ActuatorIndex {
    let hasTimer = i != 4
    valves.append(
      SimulatedValve(
        .init(
          hasTimer: hasTimer, delay: .seconds(1 + i), deafness: i == 12 ? 0.4 : 0, litresPerMinute: 0.08),
        seed: random.next()))
    plumbing.append(.init(valve: valves.count - 1, pots: [pot]))
    machines.append(.valve(valves.count - 1))
    plan.actuators.append(
      ActuatorPlan(id: "valve-\(i)", name: "Valve \(i)", kind: .valve(hasDeviceTimer: hasTimer)))
    return ActuatorIndex(plan.actuators.count - 1)
  }

  private var sliders: [SimulatedPerson.Slider] {
    plan.plants.prefix(6).map { plant in
      .init(id: "\(plant.id)-dry-below", unit: "%", range: plant.dryRange, step: plant.dryStep)
    } + [.init(id: "heater-setpoint", unit: "°C", range: 5...30, step: 0.5)]
  }
}

import GardenCore
@testable import GardenSimulation

/// Something that the simulation does to a garden at a moment.
struct SimulatedEvent: Sendable, Hashable {
  var at: Moment
  var event: Event
}

/// World, probes and people together, in the terms of the core: events come out, effects go in.
struct SimulatedGarden: Sendable, Hashable {
  /// A probe and what it is stuck into.
  struct Placement: Sendable, Hashable {
    enum Site: Sendable, Hashable {
      case pot(Int)
      case place(Int)
    }
    var site: Site
    var probe: SimulatedProbe
    /// The messages carry the time of measurement.
    var hasClock: Bool
    init(site: Site, probe: SimulatedProbe, hasClock: Bool) {
      self.site = site
      self.probe = probe
      self.hasClock = hasClock
    }
  }

  /// What stands behind an actuator of the plan, by ``ActuatorIndex``.
  enum Machine: Sendable, Hashable {
    case valve(Int)
    case heater(place: Int)
  }

  var world: SimulatedWorld
  /// By ``SensorIndex``.
  private(set) var placements: [Placement]
  private(set) var machines: [Machine]
  private(set) var people: [SimulatedPerson]
  /// Pot of each plant.
  let potOfPlant: [PlantID: Int]
  private var reports: [HeaterReport] = []

  private struct HeaterReport: Sendable, Hashable {
    var actuator: Int
    var at: Timestamp
    var value: Double
  }

  init(
    world: SimulatedWorld, placements: [Placement], machines: [Machine] = [], people: [SimulatedPerson] = [],
    potOfPlant: [PlantID: Int] = [:]
  ) {
    self.world = world
    self.placements = placements
    self.machines = machines
    self.people = people
    self.potOfPlant = potOfPlant
  }

  /// Lets time pass up to `now` and returns what happened, in order of time. Steps of some minutes or less.
  mutating func step(to now: Moment) -> [SimulatedEvent] {
    var happened: [(at: Timestamp, event: Event)] = []
    for spoke in world.pass(to: now.wall) { happened.append((spoke.report.at, valveEvent(spoke))) }
    for i in reports.indices.reversed() where reports[i].at <= now.wall {
      let report = reports.remove(at: i)
      happened.append(
        (report.at, .setpoint(ActuatorIndex(report.actuator), SetpointReport(value: report.value))))
    }
    for i in placements.indices { probe(i, until: now.wall, into: &happened) }
    for i in people.indices { act(i, until: now.wall, into: &happened) }
    guard !happened.isEmpty else { return [] }
    let order = happened.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
    return order.map {
      SimulatedEvent(at: moment(min($0.element.at, now.wall), now), event: $0.element.event)
    }
  }

  /// Carries out what the garden asked for: rings phones, moves valves and heaters.
  mutating func feel(_ effects: [Effect], at now: Timestamp) {
    for effect in effects {
      switch effect {
      case .notify(let notice): for i in people.indices { people[i].see(notice, at: now) }
      case .command(let command): move(command, at: now)
      default: break
      }
    }
  }

  private mutating func move(_ command: ActuatorCommand, at now: Timestamp) {
    let actuator = Int(command.actuator.position)
    guard machines.indices.contains(actuator) else { return }
    switch (machines[actuator], command.action) {
    case (.valve(let v), .open(let runs)): world.valves[v].open(runs: runs, at: now)
    case (.valve(let v), .close): world.valves[v].close(at: now)
    case (.heater(let place), .setpoint(let value)):
      let taken = world.places[place].take(setpoint: value)
      reports.append(HeaterReport(actuator: actuator, at: now + .seconds(4), value: taken))
    default: break
    }
  }

  private func valveEvent(_ spoke: SimulatedWorld.ValveSpoke) -> Event {
    let actuator = machines.firstIndex(of: .valve(spoke.valve)) ?? 0
    let report = ValveReport(isOpen: spoke.report.isOpen, litres: spoke.report.litres)
    return .valve(ActuatorIndex(actuator), report)
  }

  private mutating func probe(
    _ i: Int, until now: Timestamp, into happened: inout [(at: Timestamp, event: Event)]
  ) {
    let site = placements[i].site
    let world = world
    let reports = placements[i].probe.reports(until: now) { quantity in
      switch site {
      case .pot(let pot): world.truth(quantity, pot: pot)
      case .place(let place): world.places[place].temperature
      }
    }
    for report in reports {
      for sample in report.samples { happened.append((report.sentAt, event(sample, of: report, sensor: i))) }
    }
  }

  private func event(_ sample: ProbeReport.Sample, of report: ProbeReport, sensor: Int) -> Event {
    guard let value = sample.value, !report.isJoining else {
      return .refused(SensorIndex(sensor), sample.quantity, .noValue)
    }
    return .reading(
      Reading(
        sensor: SensorIndex(sensor), quantity: sample.quantity, value: value,
        measuredAt: placements[sensor].hasClock ? report.measuredAt : nil, mayBeCached: sample.isCached))
  }

  private mutating func act(
    _ i: Int, until now: Timestamp, into happened: inout [(at: Timestamp, event: Event)]
  ) {
    for (at, action) in people[i].commands(until: now) {
      switch action {
      case .send(let command): happened.append((at, .command(command)))
      case .pour(let plant, let litres):
        if let pot = potOfPlant[plant] { world.pots[pot].pour(litres: litres) }
      }
    }
  }

  private func moment(_ wall: Timestamp, _ now: Moment) -> Moment {
    Moment(wall: wall, uptime: now.uptime + (wall - now.wall), isWallTrusted: now.isWallTrusted)
  }
}

package import GardenCore

/// The physical truth: weather, soil, air and water. Knows nothing of sensors, messages and rules.
package struct SimulatedWorld: Sendable, Hashable {
  package struct Plumbing: Sendable, Hashable {
    package var valve: Int
    package var pots: [Int]
    package init(valve: Int, pots: [Int]) {
      self.valve = valve
      self.pots = pots
    }
  }

  package let weather: Weather
  package var pots: [SimulatedPot]
  package var places: [SimulatedPlace]
  package var valves: [SimulatedValve]
  package let plumbing: [Plumbing]
  /// Which place a pot stands in; `nil`: outside.
  package let placeOfPot: [Int?]
  package private(set) var now: Timestamp

  /// The longest step that the equations are solved in.
  package static let stepMax: Duration = .minutes(5)

  package init(
    weather: Weather, pots: [SimulatedPot], places: [SimulatedPlace] = [], valves: [SimulatedValve] = [],
    plumbing: [Plumbing] = [], placeOfPot: [Int?] = [], at now: Timestamp
  ) {
    self.weather = weather
    self.pots = pots
    self.places = places
    self.valves = valves
    self.plumbing = plumbing
    self.placeOfPot = pots.indices.map { $0 < placeOfPot.count ? placeOfPot[$0] : nil }
    self.now = now
  }

  /// A valve told its state.
  package struct ValveSpoke: Sendable, Hashable {
    package var valve: Int
    package var report: SimulatedValve.Report
  }

  /// Lets time pass up to `end`; a time that is not later does nothing.
  package mutating func pass(to end: Timestamp) -> [ValveSpoke] {
    var spoken: [ValveSpoke] = []
    while now < end {
      let next = min(end, now + Self.stepMax)
      spoken.append(contentsOf: passOnce(to: next))
      now = next
    }
    return spoken
  }

  package func truth(_ quantity: Quantity, pot: Int) -> Double {
    switch quantity {
    case .moisture: pots[pot].moisture
    case .temperature: pots[pot].temperature
    case .light: weather.sunlight(at: now) * 45_000
    case .conductivity: 180 + pots[pot].moisture * 9
    case .battery: 87
    case .humidity: 55
    case .raw: pots[pot].moisture
    case .flow, .volume, .power, .rain: 0
    }
  }

  private mutating func passOnce(to next: Timestamp) -> [ValveSpoke] {
    let span = next - now
    let outside = weather.temperature(at: next)
    let sun = weather.sunlight(at: next)
    for i in places.indices { places[i].pass(span, outside: outside, sunlight: sun) }
    var spoken: [ValveSpoke] = []
    for i in valves.indices {
      let (litres, reports) = valves[i].pass(from: now, to: next)
      if litres > 0 { share(litres, of: i) }
      for report in reports { spoken.append(ValveSpoke(valve: i, report: report)) }
    }
    let rain = weather.rain(at: next) * Double(span.milliseconds) / 3_600_000
    for i in pots.indices {
      // A millimetre is a litre on each square metre.
      if rain > 0, placeOfPot[i] == nil { pots[i].pour(litres: rain * pots[i].catchment) }
      let air = placeOfPot[i].map { places[$0].temperature } ?? outside
      pots[i].pass(span, air: air, sunlight: sun)
    }
    return spoken
  }

  private mutating func share(_ litres: Double, of valve: Int) {
    for line in plumbing where line.valve == valve {
      for pot in line.pots { pots[pot].pour(litres: litres / Double(line.pots.count)) }
    }
  }
}

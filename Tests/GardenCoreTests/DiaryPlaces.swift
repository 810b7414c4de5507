import GardenCore

/// The lines of a diary about a room and its thermostat.
///
/// ```
/// place greenhouse cold_below 12 thermostat trv
/// day 1 08:00  trv says 18
/// day 1 08:00  air greenhouse 8 for 1h
/// day 1 09:05  set trv 21.5 by anna
/// ```
struct DiaryPlaces {
  private var places: [PlacePlan] = []
  private var thermostats: [ActuatorPlan] = []

  mutating func add(_ words: [String]) {
    let below = words.firstIndex(of: "cold_below").flatMap { Double(words[$0 + 1]) }
    let device = words.last ?? ""
    thermostats.append(
      ActuatorPlan(id: device, name: device, kind: .thermostat(range: 5...30, step: 0.5, line: nil)))
    places.append(
      PlacePlan(
        id: words[1], name: words[1], shares: [],
        temperature: BandPlan(below: below, deadband: 1, dwell: .minutes(10))))
  }

  /// Behind what the plants have.
  func complete(_ plan: inout GardenPlan) {
    for (place, thermostat) in zip(places, thermostats) {
      var place = place
      place.shares = [SensorShare(sensor: SensorIndex(plan.sensors.count), quantities: [.temperature])]
      place.thermostat = ActuatorIndex(plan.actuators.count)
      plan.sensors.append(SensorPlan(id: "\(place.id)-air"))
      plan.actuators.append(thermostat)
      plan.places.append(place)
    }
  }

  /// `false`: not one of these lines.
  func play(_ words: [String], on stage: inout Stage) -> Bool {
    if words[0] == "air", let place = places.firstIndex(where: { $0.id == words[1] }) {
      let sensor = stage.garden.plan.sensors.firstIndex { $0.id == "\(places[place].id)-air" } ?? 0
      let length = words.firstIndex(of: "for").map { Diary.length(words[$0 + 1]) } ?? .zero
      stage.holds(Double(words[2]) ?? .nan, .temperature, for: length, sensor: sensor)
      return true
    }
    if words[0] == "set", let value = Double(words[2]) {
      let head = stage.head(words[4])
      stage.command(.move(head, control: "\(words[1])-setpoint", value: value, unit: "°C", base: nil))
      return true
    }
    if words.count == 3, words[1] == "says", let value = Double(words[2]),
      let device = stage.garden.plan.actuators.firstIndex(where: { $0.id == words[0] })
    {
      stage.send(.setpoint(ActuatorIndex(device), SetpointReport(value: value)))
      return true
    }
    return false
  }
}

extension ActivitySnapshot.Phase {
  /// As a diary tells it.
  var told: String {
    switch self {
    case .stopped(let by): "stopped by \(by ?? "nobody")"
    case .unheated(let failure): "failed \(failure)"
    default: "\(self)"
    }
  }
}

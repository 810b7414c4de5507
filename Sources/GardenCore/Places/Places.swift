/// Evaluates rooms and greenhouses: out of range with hysteresis and dwell, told once per episode.
package struct Places: Sendable, Hashable {
  private var evaluators: [BandEvaluator]
  /// What the last news said, per place; unknown keeps it: silence closes no episode.
  private var told: [Status]
  /// Per place its temperature probes, and per sensor the places that read it.
  private(set) var probes: [[Probe]] = []
  private(set) var readers: [[Int]] = []

  package init(plan: GardenPlan, at now: Moment) {
    evaluators = plan.places.map { _ in BandEvaluator(since: now.wall) }
    told = plan.places.map { _ in .unknown }
  }

  /// Works out which probes count for which place, after the plan changed.
  mutating func connect(_ plan: GardenPlan, _ sensors: inout Sensors) {
    probes = plan.places.map { $0.shares.compactMap { Probe($0, sensorCount: plan.sensors.count) } }
    readers = [[Int]](repeating: [], count: sensors.count)
    for (i, probes) in probes.enumerated() {
      for probe in probes where probe.mask & Quantity.temperature.bit != 0 {
        sensors[probe.sensor].wanted |= Quantity.temperature.bit
        if !readers[probe.sensor].contains(i) { readers[probe.sensor].append(i) }
      }
    }
  }

  /// Evaluates a place by what its probes say.
  mutating func evaluate(_ place: Int, _ sensors: Sensors, _ controls: Controls, _ turn: inout Turn) {
    evaluate(
      place: place, value: temperature(of: place, sensors, at: turn.now), controls: controls, &turn)
  }

  func temperature(of place: Int, _ sensors: Sensors, at now: Moment) -> Double? {
    var waiting = Waiting(at: now)
    return Fusion.of(.temperature, probes: probes[place], sensors: sensors.all, quorum: 1, &waiting).value
  }

  package func status(of place: Int) -> Status { evaluators[place].status }
  package func since(of place: Int) -> Timestamp { evaluators[place].since }

  /// Takes the fused temperature of a place, °C; `nil`: unknown. To be called when it changes and on ticks.
  package mutating func evaluate(place: Int, value: Double?, controls: Controls, _ turn: inout Turn) {
    let band = turn.plan.places[place].temperature
    _ = evaluators[place].evaluate(value, against: band, at: turn.now)
    let status = evaluators[place].status
    guard status != .unknown, status != told[place] else { return }
    let isFirst = told[place] == .unknown
    told[place] = status
    let id = turn.plan.places[place].id
    if status == .fine {
      if let control = Self.control(place, turn.plan) {
        turn.news.append(.closes(key: NoticeKey.setpoint(control), .cancelled))
      }
      return
    }
    turn.log(.notice, "place \(id)", status == .low ? "is below its range" : "is above its range")
    // Without a thermostat there is nothing to move.
    guard let control = Self.control(place, turn.plan),
      Self.subject(place, value, isLow: status == .low, controls, turn.plan) != nil
    else { return }
    let matter = Matter.setpoint(control, ofPlace: id)
    // An episode that was open at the start goes on, asked or answered as it was.
    if isFirst, turn.memory.reminder(matter.key) != nil { return }
    turn.news.append(.closes(key: matter.key, .superseded))
    turn.news.append(.opens(matter))
  }

  /// The slider by which people answer; `nil` without a thermostat.
  private static func control(_ place: Int, _ plan: GardenPlan) -> ControlID? {
    guard let thermostat = plan.places[place].thermostat,
      plan.actuators.indices.contains(Int(thermostat.position))
    else { return nil }
    return "\(plan.actuators[Int(thermostat.position)].id)-setpoint"
  }

  /// What people read of a place as it stands; `nil`: it is gone, or has no thermostat.
  func subject(
    of id: String, _ sensors: Sensors, _ controls: Controls, _ plan: GardenPlan, at now: Moment
  ) -> NoticeSubject? {
    guard let i = plan.places.firstIndex(where: { $0.id == id }) else { return nil }
    let band = plan.places[i].temperature
    let value = temperature(of: i, sensors, at: now)
    let isLow: Bool
    switch (status(of: i), value, band.below) {
    case (.low, _, _): isLow = true
    case (.high, _, _): isLow = false
    case (_, let value?, let below?): isLow = value < below + band.deadband
    case (_, _, let below): isLow = below != nil
    }
    return Self.subject(i, value, isLow: isLow, controls, plan)
  }

  /// The slider notification of a place; `nil` without a thermostat.
  package static func subject(
    _ place: Int, _ value: Double?, isLow: Bool, _ controls: Controls, _ plan: GardenPlan
  ) -> NoticeSubject? {
    let room = plan.places[place]
    guard let control = control(place, plan),
      let limit = isLow ? room.temperature.below : room.temperature.above,
      let snapshot = controls.snapshot(of: control)
    else { return nil }
    return .setpoint(snapshot, placeName: room.name, value: value, limit: limit, isLow: isLow, facts: nil)
  }

  /// When the dwell of a waiting change is over; `nil`: nothing waits.
  package func nextDeadline(plan: GardenPlan) -> Uptime? {
    zip(evaluators, plan.places).compactMap { $0.deadline($1.temperature) }.min()
  }

  /// The new plan is in force: places keep their episode by id.
  package mutating func adopt(_ plan: GardenPlan, from old: GardenPlan, at now: Moment) {
    let before = self
    self = Places(plan: plan, at: now)
    for (i, place) in plan.places.enumerated() {
      guard let j = old.places.firstIndex(where: { $0.id == place.id }), j < before.evaluators.count else {
        continue
      }
      evaluators[i] = before.evaluators[j]
      told[i] = before.told[j]
    }
  }
}

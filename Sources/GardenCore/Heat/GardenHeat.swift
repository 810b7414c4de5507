/// How heaters and the rest of the garden hear of each other.
extension Garden {
  /// Weighs every heater anew. Whatever happened, heat follows in the same turn.
  mutating func judgeHeaters(at now: Moment, into effects: inout [Effect]) {
    for h in heaters.heaters.indices { judgeHeater(h, at: now, into: &effects) }
  }

  mutating func judgeHeater(_ h: Int, at now: Moment, into effects: inout [Effect]) {
    let heater = heaters.heaters[h]
    let ask = HeatAsk(
      temperature: heatTemperature(h, at: now),
      setpoint: controls.target(ofHeater: heater.position) ?? heater.plan.setpoint, isHeld: isHeld(heater.id),
      isBarred: openingBar != nil)
    withHeaters(at: now, into: &effects) { heaters, plan, random, effects, news in
      heaters.judge(
        h, ask, plan: plan, at: now, random: &random, effects: &effects, news: &news)
    }
  }

  /// Emergency stop and maintenance hold heat off as they hold water.
  private func isHeld(_ heater: String) -> Bool {
    waterings.interlocks.holds.contains { $0.valve == nil || $0.valve == heater }
  }

  /// Only what was measured lately counts: a greenhouse warms faster than a battery probe falls silent.
  func heatTemperature(_ h: Int, at now: Moment) -> Double? {
    Fusion.of(
      .temperature, probes: heatProbes[h], sensors: sensors, quorum: 1, at: now.uptime,
      within: heaters.heaters[h].plan.blindAfter
    ).value
  }

  /// Runs `body` on the heaters, keeps what they remember, and takes their news to people.
  mutating func withHeaters(
    at now: Moment, into effects: inout [Effect],
    _ body: (inout Heaters, GardenPlan, inout SplitMix64, inout [Effect], inout [HeatNews]) -> Void
  ) {
    guard !heaters.isEmpty else { return }
    let mark = effects.count
    var news: [HeatNews] = []
    body(&heaters, plan, &random, &effects, &news)
    absorb(effects, from: mark)
    for case .trouble(let id, let trouble) in news {
      let key = NoticeKey.heater(id)
      closeReminder(key, trouble == nil ? .cancelled : .superseded, by: nil, at: now, into: &effects)
      guard trouble != nil else { continue }
      openReminder(key, .heater, subject: id, quantity: nil, at: now, into: &effects)
    }
  }

  /// Live values of power meters tell whether a relay lies.
  mutating func heaterPowerMeasured(_ reading: Reading, at now: Moment, into effects: inout [Effect]) {
    guard !reading.wasRetained, heaters.heaters.contains(where: { $0.powerMeter == reading.sensor }) else {
      return
    }
    withHeaters(at: now, into: &effects) { heaters, plan, _, effects, news in
      heaters.powerMeasured(
        reading.sensor, reading.value, plan: plan, at: now, effects: &effects, news: &news)
    }
    judgeHeaters(at: now, into: &effects)
  }

  mutating func heaterReported(
    _ actuator: ActuatorIndex, _ report: ValveReport, at now: Moment, into effects: inout [Effect]
  ) {
    withHeaters(at: now, into: &effects) { heaters, plan, _, effects, news in
      heaters.report(report, of: actuator, plan: plan, at: now, effects: &effects, news: &news)
    }
  }

  /// The command did not leave, because the store could not keep its lease: it is over at once.
  mutating func heatNotDurable(
    _ actuator: ActuatorIndex, _ lease: UniqueID?, at now: Moment, into effects: inout [Effect]
  ) {
    withHeaters(at: now, into: &effects) { heaters, plan, _, effects, news in
      heaters.notDurable(actuator, lease, plan: plan, at: now, effects: &effects, news: &news)
    }
  }

  func isHeater(_ actuator: ActuatorIndex) -> Bool {
    let i = Int(actuator.position)
    guard plan.actuators.indices.contains(i), case .heater = plan.actuators[i].kind else { return false }
    return true
  }

  mutating func startHeaters(at now: Moment, into effects: inout [Effect]) {
    for kept in memory.heaters where !plan.hasHeater(kept.id) {
      if kept.phase != .off {
        effects.append(
          .log(
            LogLine(
              .alarm, "heater \(kept.id)", "not in the configuration any more; it was not proved off")))
      }
      remember(.noHeater(id: kept.id), into: &effects)
    }
    withHeaters(at: now, into: &effects) { heaters, plan, _, effects, news in
      heaters.start(plan: plan, at: now, effects: &effects, news: &news)
    }
  }

  mutating func adoptHeaters(at now: Moment, into effects: inout [Effect]) {
    let memory = memory.heaters
    let mark = effects.count
    var news: [HeatNews] = []
    heaters.adopt(plan, memory: memory, at: now, effects: &effects, news: &news)
    absorb(effects, from: mark)
    connectHeaters()
    judgeHeaters(at: now, into: &effects)
  }

  /// Works out which probes count for which heater.
  mutating func connectHeaters() {
    heatProbes = heaters.heaters.map { heater in
      heater.plan.shares.compactMap { Probe($0, sensorCount: sensors.count) }
    }
    heatReaders = [[Int]](repeating: [], count: sensors.count)
    for (h, probes) in heatProbes.enumerated() {
      for probe in probes where probe.mask & Quantity.temperature.bit != 0 {
        sensors[probe.sensor].wanted |= Quantity.temperature.bit
        if !heatReaders[probe.sensor].contains(h) { heatReaders[probe.sensor].append(h) }
      }
    }
  }

  func heaterDeadlines(_ next: inout Earliest) {
    heaters.addDeadlines(to: &next)
    for h in heaters.heaters.indices {
      let within = heaters.heaters[h].plan.blindAfter
      for probe in heatProbes[h] {
        next.addLook(at: sensors[probe.sensor].countsUntil(.temperature, within: within))
      }
    }
  }

  func heaterSubject(_ reminder: ReminderMemory) -> NoticeSubject? {
    guard let h = heaters.position(of: reminder.subject) else { return nil }
    let heater = heaters.heaters[h]
    let place = heater.place.flatMap { id in plan.places.first { $0.id == id }?.name }
    return heater.memory.trouble.map {
      .heater(
        name: heater.actuator.name, $0, placeName: place, value: heater.ask.temperature,
        target: heater.ask.setpoint)
    }
  }

  /// What may freeze, overheat or burn a house is said at night too.
  func heaterUrgency(_ reminder: ReminderMemory) -> Notice.Urgency {
    guard let h = heaters.position(of: reminder.subject) else { return .active }
    switch heaters.heaters[h].memory.trouble {
    case .stuckOn, .didNotSwitchOn, .blind: return .timeSensitive
    case .noEffect, nil: return .active
    }
  }
}

extension SensorState {
  /// Until when the last value counts for somebody who believes no value older than `age`; `nil`: it does not count.
  ///
  /// A value from before the start does not: how old it is follows from the wall clock alone, and that may have been set back.
  func countsUntil(_ quantity: Quantity, within age: Duration) -> Uptime? {
    let channel = channels[Int(quantity.rawValue)]
    guard let freshUntil = channel.freshUntil, let arrived = channel.acceptedAt else { return nil }
    // Freshness runs from the measurement, so the measurement's time follows from it.
    return min(freshUntil, freshUntil + (age - plan.silentAfter), arrived + age)
  }
}

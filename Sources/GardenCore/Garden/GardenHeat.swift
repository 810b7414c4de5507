/// How heaters and the rest of the garden hear of each other.
extension Garden {
  /// Weighs every heater anew. Whatever happened, heat follows in the same turn.
  mutating func judgeHeaters() {
    for h in heaters.heaters.indices { judgeHeater(h) }
  }

  mutating func judgeHeater(_ h: Int) {
    let heater = heaters.heaters[h]
    let ask = HeatAsk(
      temperature: heatTemperature(h, at: turn.now), knownUntil: heatKnownUntil(h),
      setpoint: controls.target(ofHeater: heater.position) ?? heater.plan.setpoint, isHeld: isHeld(heater.id),
      isBarred: turn.bar != nil)
    heaters.judge(h, ask, &turn)
    route()
  }

  /// Emergency stop and maintenance hold heat off as they hold water.
  private func isHeld(_ heater: String) -> Bool {
    waterings.interlocks.holds.contains { $0.valve == nil || $0.valve == heater }
  }

  /// Only what was measured lately counts: a greenhouse warms faster than a battery probe falls silent.
  func heatTemperature(_ h: Int, at now: Moment) -> Double? {
    Fusion.of(
      .temperature, probes: heatProbes[h], sensors: sensors.all, quorum: 1, at: now.uptime,
      within: heaters.heaters[h].plan.blindAfter
    ).value
  }

  /// When the first of its probes' values grows too old.
  private func heatKnownUntil(_ h: Int) -> Uptime? {
    let within = heaters.heaters[h].plan.blindAfter
    return heatProbes[h].lazy.compactMap { sensors[$0.sensor].countsUntil(.temperature, within: within) }
      .filter { $0 > turn.now.uptime }.min()
  }

  mutating func heaterTroubleTurned(_ id: String, _ trouble: HeatTrouble?) {
    let key = NoticeKey.heater(id)
    closeReminder(key, trouble == nil ? .cancelled : .superseded, by: nil)
    guard trouble != nil else { return }
    openReminder(key, .heater, subject: id)
  }

  /// Live values of power meters tell whether a relay lies.
  mutating func heaterPowerMeasured(_ reading: Reading) {
    guard !reading.wasRetained, heaters.heaters.contains(where: { $0.powerMeter == reading.sensor }) else {
      return
    }
    heaters.powerMeasured(reading.sensor, reading.value, &turn)
    route()
    judgeHeaters()
  }

  mutating func heaterReported(_ actuator: ActuatorIndex, _ report: ValveReport) {
    heaters.report(report, of: actuator, &turn)
    route()
  }

  /// The command did not leave, because the store could not keep its lease: it is over at once.
  mutating func heatNotDurable(_ actuator: ActuatorIndex, _ lease: UniqueID?) {
    heaters.notDurable(actuator, lease, &turn)
    route()
  }

  func isHeater(_ actuator: ActuatorIndex) -> Bool {
    let i = Int(actuator.position)
    guard plan.actuators.indices.contains(i), case .heater = plan.actuators[i].kind else { return false }
    return true
  }

  mutating func startHeaters() {
    for kept in memory.heaters where !plan.hasHeater(kept.id) {
      if kept.phase != .off {
        turn.log(
          .alarm, "heater \(kept.id)", "not in the configuration any more; it was not proved off")
      }
      turn.remember(.noHeater(id: kept.id))
    }
    heaters.start(&turn)
    route()
  }

  mutating func adoptHeaters() {
    heaters.adopt(&turn)
    route()
    connectHeaters()
    judgeHeaters()
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

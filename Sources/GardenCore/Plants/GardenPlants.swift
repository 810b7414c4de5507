/// What readings mean for a plant.
extension Garden {
  mutating func judgeAll(_ p: Int, at now: Moment, into effects: inout [Effect]) {
    for quantity in PlantState.judgedQuantities { judge(p, quantity, at: now, into: &effects) }
  }

  mutating func judge(_ p: Int, _ quantity: Quantity, at now: Moment, into effects: inout [Effect]) {
    let fusion = fused(p, quantity, at: now)
    let band = plants[p].bands[Int(quantity.rawValue)]
    let turn = plants[p].judged[Int(quantity.rawValue)].judge(fusion, against: band, at: now)
    judged(p, quantity, turn, fusion.value, at: now, into: &effects)
  }

  /// The dry limit was moved: judged at once, without deadband and dwell.
  mutating func dryLimitMoved(_ p: Int, to limit: Double?, at now: Moment, into effects: inout [Effect]) {
    guard plants[p].dryBelow != limit else { return }
    plants[p].dryBelow = limit
    let fusion = fused(p, .moisture, at: now)
    let turn = plants[p].judged[0].judgeAfresh(fusion, against: plants[p].bands[0], at: now)
    judged(p, .moisture, turn, fusion.value, at: now, into: &effects)
    refresh(p, at: now, into: &effects)
  }

  /// After a start: the values of before are judged as far as they still count; nobody hears of it.
  mutating func resume(_ p: Int, at now: Moment, into effects: inout [Effect]) {
    plants[p].hasOpenReminder = memory.reminders.contains {
      $0.kind == .water && $0.subject == plants[p].plan.id
    }
    if plants[p].judged[0].settled == .low { plants[p].spellLow = lastKnownMoisture(p) }
    judgeAll(p, at: now, into: &effects)
    refresh(p, at: now, into: &effects)
  }

  func fused(_ p: Int, _ quantity: Quantity, at now: Moment) -> Fusion {
    Fusion.of(
      quantity, probes: plants[p].probes, sensors: sensors,
      quorum: quantity == .moisture ? plants[p].plan.quorum : 1, at: now.uptime)
  }

  private mutating func judged(
    _ p: Int, _ quantity: Quantity, _ turn: JudgedQuantity.Turn, _ value: Double?, at now: Moment,
    into effects: inout [Effect]
  ) {
    if quantity == .moisture {
      let before = plants[p].toldRun
      plants[p].toldRun = value
      if before != value { tellRun(of: p, at: now, into: &effects) }
      moistureJudged(p, turn, value, at: now, into: &effects)
    }
    guard turn.hasTurned else { return }
    rememberPlant(p, into: &effects)
    climateTurned(p, quantity, turn, at: now, into: &effects)
  }

  private mutating func moistureJudged(
    _ p: Int, _ turn: JudgedQuantity.Turn, _ value: Double?, at now: Moment, into effects: inout [Effect]
  ) {
    guard let value else { return }
    if turn.hasTurned && turn.from == .low { leftDrySpell(p, value, at: now, into: &effects) }
    if turn.hasTurned && turn.to == .low { plants[p].spellLow = value }
    if plants[p].judged[0].standing == .low { plants[p].spellLow = min(plants[p].spellLow ?? value, value) }
    soakObserved(p, value, at: now, into: &effects)
    if plants[p].judged[0].standing == .low {
      if turn.hasTurned { considerRule(p, at: now, into: &effects) }
      considerDryness(p, at: now, into: &effects)
    } else if plants[p].hasOpenReminder && isJudgedByProbe(p)
      && plants[p].judged[0].deadline(plants[p].bands[0]) == nil
    {
      // Opened by the calendar while no probe was usable; a usable probe says that no water is needed.
      closeReminder(
        NoticeKey.water(plants[p].plan.id), .cancelled, by: nil, at: now, into: &effects)
    }
  }

  /// A rise out of the dry spell is water, whoever gave it; a limit that moved or a slow drift is not.
  private mutating func leftDrySpell(
    _ p: Int, _ value: Double, at now: Moment, into effects: inout [Effect]
  ) {
    let rise = value - (plants[p].spellLow ?? value)
    plants[p].spellLow = nil
    let key = NoticeKey.water(plants[p].plan.id)
    let wasAnswered = !plants[p].hasOpenReminder && plants[p].kept.soak != nil
    guard rise >= plants[p].plan.riseThatConfirms else {
      closeReminder(key, .cancelled, by: nil, at: now, into: &effects)
      return
    }
    if !wasAnswered {
      if !plants[p].isWatering { effects.append(.watered(seenRecord(p, at: now))) }
      plants[p].kept.lastWatering = max(plants[p].kept.lastWatering ?? now.wall, now.wall)
      rememberPlant(p, into: &effects)
      effects.append(.log(LogLine(.info, "plant \(plants[p].plan.id)", "the probe saw water")))
    }
    closeReminder(key, .done, by: nil, at: now, into: &effects)
    closeReminder(NoticeKey.noRise(plants[p].plan.id), .done, by: nil, at: now, into: &effects)
  }

  /// Moisture as the probes last said it, however long ago: the bottom from which a rise is measured after a restart.
  private func lastKnownMoisture(_ p: Int) -> Double? {
    var sum = 0.0
    var weight = 0.0
    for probe in plants[p].probes where probe.mask & Quantity.moisture.bit != 0 {
      guard let value = sensors[probe.sensor].channels[Int(Quantity.moisture.rawValue)].value else {
        continue
      }
      sum += value * probe.weight
      weight += probe.weight
    }
    return weight > 0 ? sum / weight : nil
  }

  /// Writes what of the plant survives, and raises its revision. The values behind it go along: after a kill an older
  /// value must not speak against what was judged since.
  mutating func rememberPlant(_ p: Int, into effects: inout [Effect]) {
    plants[p].kept.revision += 1
    plants[p].kept.standings = PlantState.judgedQuantities.compactMap { quantity in
      let judged = plants[p].judged[Int(quantity.rawValue)]
      return judged.settled == .unknown ? nil : judged.asMemory(quantity)
    }
    remember(.plant(plants[p].kept), into: &effects)
    for probe in plants[p].probes where sensors[probe.sensor].isUnsaved {
      sensors[probe.sensor].isUnsaved = false
      remember(.sensor(sensors[probe.sensor].asMemory), into: &effects)
    }
  }
}

/// What readings mean for a plant.
extension Garden {
  mutating func judgeAll(_ p: Int) {
    for quantity in PlantState.judgedQuantities { judge(p, quantity) }
  }

  mutating func judge(_ p: Int, _ quantity: Quantity) {
    let fusion = fused(p, quantity, at: turn.now)
    let band = plants[p].bands[Int(quantity.rawValue)]
    let change = plants[p].judged[Int(quantity.rawValue)].judge(fusion, against: band, at: turn.now)
    judged(p, quantity, change, fusion.value)
  }

  /// The dry limit was moved: judged at once, without deadband and dwell.
  mutating func dryLimitMoved(_ p: Int, to limit: Double?) {
    guard plants[p].dryBelow != limit else { return }
    plants[p].dryBelow = limit
    let fusion = fused(p, .moisture, at: turn.now)
    let change = plants[p].judged[0].judgeAfresh(fusion, against: plants[p].bands[0], at: turn.now)
    judged(p, .moisture, change, fusion.value)
    refresh(p)
  }

  /// After a start: the values of before are judged as far as they still count; nobody hears of it.
  mutating func resume(_ p: Int) {
    plants[p].hasOpenReminder = memory.reminders.contains {
      $0.kind == .water && $0.subject == plants[p].plan.id
    }
    if plants[p].judged[0].settled == .low { plants[p].spellLow = lastKnownMoisture(p) }
    judgeAll(p)
    refresh(p)
  }

  func fused(_ p: Int, _ quantity: Quantity, at now: Moment) -> Fusion {
    Fusion.of(
      quantity, probes: plants[p].probes, sensors: sensors.all,
      quorum: quantity == .moisture ? plants[p].plan.quorum : 1, at: now.uptime)
  }

  private mutating func judged(
    _ p: Int, _ quantity: Quantity, _ change: JudgedQuantity.Change, _ value: Double?
  ) {
    if quantity == .moisture {
      let before = plants[p].toldRun
      plants[p].toldRun = value
      if before != value { tellRun(of: p) }
      moistureJudged(p, change, value)
    }
    guard change.hasTurned else { return }
    rememberPlant(p)
    climateTurned(p, quantity, change)
  }

  private mutating func moistureJudged(_ p: Int, _ change: JudgedQuantity.Change, _ value: Double?) {
    guard let value else { return }
    if change.hasTurned && change.from == .low { leftDrySpell(p, value) }
    if change.hasTurned && change.to == .low { plants[p].spellLow = value }
    if plants[p].judged[0].standing == .low { plants[p].spellLow = min(plants[p].spellLow ?? value, value) }
    soakObserved(p, value)
    if plants[p].judged[0].standing == .low {
      if change.hasTurned { considerRule(p) }
      considerDryness(p)
    } else if plants[p].hasOpenReminder && isJudgedByProbe(p)
      && plants[p].judged[0].deadline(plants[p].bands[0]) == nil
    {
      // Opened by the calendar while no probe was usable; a usable probe says that no water is needed.
      closeReminder(NoticeKey.water(plants[p].plan.id), .cancelled, by: nil)
    }
  }

  /// A rise out of the dry spell is water, whoever gave it; a limit that moved or a slow drift is not.
  private mutating func leftDrySpell(_ p: Int, _ value: Double) {
    let rise = value - (plants[p].spellLow ?? value)
    plants[p].spellLow = nil
    let key = NoticeKey.water(plants[p].plan.id)
    let wasAnswered = !plants[p].hasOpenReminder && plants[p].kept.soak != nil
    guard rise >= plants[p].plan.riseThatConfirms else {
      closeReminder(key, .cancelled, by: nil)
      return
    }
    if !wasAnswered {
      if !plants[p].isWatering { turn.effects.append(.watered(seenRecord(p, at: turn.now))) }
      plants[p].kept.lastWatering = max(plants[p].kept.lastWatering ?? turn.now.wall, turn.now.wall)
      rememberPlant(p)
      turn.log(.info, "plant \(plants[p].plan.id)", "the probe saw water")
    }
    closeReminder(key, .done, by: nil)
    closeReminder(NoticeKey.noRise(plants[p].plan.id), .done, by: nil)
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
  mutating func rememberPlant(_ p: Int) {
    plants[p].kept.revision += 1
    plants[p].kept.standings = PlantState.judgedQuantities.compactMap { quantity in
      let judged = plants[p].judged[Int(quantity.rawValue)]
      return judged.settled == .unknown ? nil : judged.asMemory(quantity)
    }
    turn.remember(.plant(plants[p].kept))
    for probe in plants[p].probes { sensors.saveNow(probe.sensor, &turn) }
  }
}

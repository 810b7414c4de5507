/// What readings mean for a plant.
extension Plants {
  mutating func evaluateAll(_ p: Int, _ sensors: inout Sensors, _ turn: inout Turn) {
    for quantity in Quantity.evaluated { evaluate(p, quantity, &sensors, &turn) }
  }

  mutating func evaluate(_ p: Int, _ quantity: Quantity, _ sensors: inout Sensors, _ turn: inout Turn) {
    let fusion = fused(p, quantity, sensors, at: turn.now)
    let band = self[p].bands[Int(quantity.rawValue)]
    let change = self[p].evaluated[Int(quantity.rawValue)].evaluate(fusion, against: band, at: turn.now)
    evaluated(p, quantity, change, fusion.value, &sensors, &turn)
  }

  /// The dry limit was moved: evaluated at once, without deadband and dwell.
  mutating func dryLimitMoved(_ p: Int, to limit: Double?, _ sensors: inout Sensors, _ turn: inout Turn) {
    self[p].dryBelow = limit
    dryLimitMoved(p)
    let fusion = fused(p, .moisture, sensors, at: turn.now)
    let change = self[p].evaluated[0].evaluateAfresh(fusion, against: self[p].bands[0], at: turn.now)
    evaluated(p, .moisture, change, fusion.value, &sensors, &turn)
  }

  /// After a start: the values of before are evaluated as far as they still count; nobody hears of it.
  mutating func resume(_ p: Int, _ sensors: inout Sensors, _ turn: inout Turn) {
    if self[p].evaluated[0].settled == .low {
      self[p].spellLow = lastKnownMoisture(p, sensors)
      self[p].driedAt = turn.now.uptime
    }
    evaluateAll(p, &sensors, &turn)
  }

  private func fused(_ p: Int, _ quantity: Quantity, _ sensors: Sensors, at now: Moment) -> Fusion {
    var waiting = Waiting(at: now)
    return Fusion.of(
      quantity, probes: self[p].probes, sensors: sensors.all,
      quorum: quantity == .moisture ? self[p].plan.quorum : 1, &waiting)
  }

  private mutating func evaluated(
    _ p: Int, _ quantity: Quantity, _ change: EvaluatedQuantity.Change, _ value: Double?,
    _ sensors: inout Sensors, _ turn: inout Turn
  ) {
    if quantity == .moisture {
      let before = self[p].toldRun
      self[p].toldRun = value
      if before != value, self[p].isWatering { turn.news.append(.moistureChanged(p)) }
      if let value { moistureEvaluated(p, change, value, &sensors, &turn) }
      let moist = self[p].moistAt
      if self[p].toldMoist != moist {
        self[p].toldMoist = moist
        turn.news.append(.getsMoist(p, at: moist))
      }
    }
    guard change.hasTurned else { return }
    remember(p, &sensors, &turn)
    // One notice per plant, quantity and episode. Dry has its own.
    let matter = Matter.climate(self[p].plan.id, quantity)
    turn.news.append(.closes(key: matter.key, .cancelled))
    if change.to == .high || (change.to == .low && quantity != .moisture) {
      turn.news.append(.opens(matter))
    }
  }

  private mutating func moistureEvaluated(
    _ p: Int, _ change: EvaluatedQuantity.Change, _ value: Double, _ sensors: inout Sensors,
    _ turn: inout Turn
  ) {
    let isWater = learnDrying(p, value, at: turn.now)
    if isWater { sawWater(p, within: Self.soaksIn, &sensors, &turn) }
    if change.hasTurned && change.from == .low { leftDrySpell(p, value, &sensors, &turn) }
    if change.hasTurned && change.to == .low {
      self[p].spellLow = value
      self[p].driedAt = turn.now.uptime
    }
    if self[p].evaluated[0].status == .low { self[p].spellLow = min(self[p].spellLow ?? value, value) }
    soakObserved(p, value, &sensors, &turn)
    if self[p].evaluated[0].status == .low {
      if change.hasTurned { turn.news.append(.turnedDry(p)) }
      considerDryness(p, &turn)
    } else if self[p].hasOpenReminder && isEvaluatedByProbe(p)
      && self[p].evaluated[0].deadline(self[p].bands[0]) == nil
    {
      // Opened by the calendar while no probe was usable; a usable probe says that no water is needed.
      turn.news.append(.closes(key: NoticeKey.water(self[p].plan.id), .cancelled))
    }
  }

  /// A rise out of the dry spell is water, whoever gave it; a limit that moved or a slow drift is not.
  private mutating func leftDrySpell(
    _ p: Int, _ value: Double, _ sensors: inout Sensors, _ turn: inout Turn
  ) {
    let rise = value - (self[p].spellLow ?? value)
    self[p].spellLow = nil
    guard rise >= self[p].plan.riseThatConfirms else {
      return turn.news.append(.closes(key: NoticeKey.water(self[p].plan.id), .cancelled))
    }
    // The dry spell lasts for its dwell after the rise.
    sawWater(p, within: self[p].plan.moisture.dwell + .hours(1), &sensors, &turn)
  }

  /// Water soaks in for so long: what rises within it was given already, whoever said so.
  private static let soaksIn: Duration = .hours(6)

  /// The probe shows water. It answers the reminder, and is written down unless `within` that time water was given that is known of.
  private mutating func sawWater(
    _ p: Int, within: Duration, _ sensors: inout Sensors, _ turn: inout Turn
  ) {
    // A date that lies ahead is that of a wrong clock.
    let isKnown = self[p].kept.lastWatering.map { (.zero..<within).contains(turn.now.wall - $0) } ?? false
    let wasAnswered = !self[p].hasOpenReminder && self[p].kept.soak != nil
    if !wasAnswered && !isKnown {
      if !self[p].isWatering { turn.effects.append(.watered(seenRecord(p, at: turn.now))) }
      self[p].kept.lastWatering = max(self[p].kept.lastWatering ?? turn.now.wall, turn.now.wall)
      remember(p, &sensors, &turn)
      turn.log(.info, "plant \(self[p].plan.id)", "the probe saw water")
    }
    turn.news.append(.closes(key: NoticeKey.water(self[p].plan.id), .done))
    turn.news.append(.closes(key: NoticeKey.noRise(self[p].plan.id), .done))
  }

  /// Moisture as the probes last said it, however long ago: the bottom from which a rise is measured after a restart.
  private func lastKnownMoisture(_ p: Int, _ sensors: Sensors) -> Double? {
    var sum = 0.0
    var weight = 0.0
    for probe in self[p].probes where probe.mask & Quantity.moisture.bit != 0 {
      guard let value = sensors[probe.sensor].channels[Int(Quantity.moisture.rawValue)].value else {
        continue
      }
      sum += value * probe.weight
      weight += probe.weight
    }
    return weight > 0 ? sum / weight : nil
  }
}

// After "done": the probe's rise confirms the water; without one a person hears of it.
extension Plants {
  /// `at`: when the person watered. Where no probe is usable there is nothing to wait for.
  mutating func beginSoak(
    _ p: Int, wateredAt at: Timestamp, _ sensors: inout Sensors, _ turn: inout Turn
  ) {
    guard let present = self[p].evaluated[0].value else {
      self[p].kept.soak = nil
      self[p].soakEnds = nil
      return
    }
    // The answer may come late: the rise may be over already.
    let before = min(present, self[p].spellLow ?? present)
    // Soil that is full cannot show a rise.
    guard before + self[p].plan.riseThatConfirms <= 100 else { return }
    self[p].kept.soak = SoakMemory(
      startedAt: at, until: turn.now.wall + self[p].plan.soakTime, moistureBefore: before)
    self[p].soakEnds = turn.now.uptime + self[p].plan.soakTime
    soakObserved(p, present, &sensors, &turn)
  }

  /// A run that gave water is a watering: it answers the reminder, and the probe is asked to confirm it.
  mutating func runEnded(
    _ p: Int, _ at: Timestamp, _ hadWater: Bool, _ sensors: inout Sensors, _ turn: inout Turn
  ) {
    self[p].kept.lastRunEndedAt = at
    if hadWater {
      self[p].kept.lastWatering = max(self[p].kept.lastWatering ?? at, at)
      if self[p].isDry { beginSoak(p, wateredAt: at, &sensors, &turn) }
      turn.news.append(.closes(key: NoticeKey.water(self[p].plan.id), .done))
    }
    remember(p, &sensors, &turn)
  }

  /// A rise confirms the water and takes back the doubt.
  private mutating func soakObserved(
    _ p: Int, _ value: Double, _ sensors: inout Sensors, _ turn: inout Turn
  ) {
    guard let soak = self[p].kept.soak,
      value >= soak.moistureBefore + self[p].plan.riseThatConfirms
    else { return }
    endSoak(p, &sensors, &turn)
    turn.log(.info, "plant \(self[p].plan.id)", "the probe confirms the watering")
    turn.news.append(.closes(key: NoticeKey.noRise(self[p].plan.id), .done))
    if let watering = self[p].plan.watering {
      turn.news.append(.valveTroubleOver(watering.valve, .didNotReachSoil))
    }
  }

  mutating func soakEnded(_ p: Int, _ sensors: inout Sensors, _ turn: inout Turn) {
    guard let ends = self[p].soakEnds, ends <= turn.now.uptime else { return }
    let id = self[p].plan.id
    let isDoubtful = self[p].evaluated[0].value != nil
    let wasRun = self[p].kept.soak?.startedAt == self[p].kept.lastRunEndedAt
    endSoak(p, &sensors, &turn)
    // Unknown is neither a rise nor the lack of one.
    guard isDoubtful else { return }
    turn.log(.notice, "plant \(id)", "watered, but the probe saw no rise")
    if wasRun, let watering = self[p].plan.watering {
      turn.news.append(.valveTrouble(watering.valve, .didNotReachSoil, plant: id))
    } else {
      turn.news.append(.opens(.noRise(id)))
    }
  }

  private mutating func endSoak(_ p: Int, _ sensors: inout Sensors, _ turn: inout Turn) {
    self[p].kept.soak = nil
    self[p].soakEnds = nil
    remember(p, &sensors, &turn)
  }
}

// When a plant is to be watered by people.
extension Plants {
  /// A dry plant is one episode until water came. After an answer "done" the same spell may ask again only when water had its time.
  private mutating func considerDryness(_ p: Int, _ turn: inout Turn) {
    var waiting = Waiting(at: turn.now)
    if isWaterDue(p, turn, &waiting) { askForWater(p, &turn) }
  }

  /// The interval is the fallback where no probe is usable.
  mutating func considerCalendar(_ p: Int, _ sensors: Sensors, _ turn: inout Turn) {
    var waiting = Waiting(at: turn.now)
    if mayAsk(p), isCalendarDue(p, sensors, turn, &waiting) { askForWater(p, &turn) }
  }

  /// The dry plant is to be watered by people.
  func isWaterDue(_ p: Int, _ turn: Turn, _ waiting: inout Waiting) -> Bool {
    guard mayAsk(p), self[p].isSurelyDry(&waiting), !waitsForRain(p, &waiting) else { return false }
    guard let askAt = nextQuestion(p, turn.plan) else { return true }
    return waiting.now.isWallTrusted && waiting.isDue(askAt)
  }

  /// The rule waters a dry plant where the config says so. Unknown never waters.
  func mayRuleWater(_ p: Int, _ waiting: inout Waiting) -> Bool {
    self[p].plan.watering?.isAutomatic == true && !self[p].isWatering && self[p].isSurelyDry(&waiting)
      && !waitsForRain(p, &waiting)
  }

  /// Nobody is asked, and no water runs.
  func mayAsk(_ p: Int) -> Bool { !self[p].hasOpenReminder && !self[p].isWatering }

  /// When the present dry spell may ask (again); `nil`: at once.
  func nextQuestion(_ p: Int, _ plan: GardenPlan) -> Timestamp? {
    let dryFrom = self[p].evaluated[0].settledSince
    var wait: Timestamp?
    if let last = self[p].kept.lastWatering, isSpellAnswered(p) {
      wait = last + max(self[p].plan.soakTime, plan.reminders.repeatAfter)
    }
    if let watering = self[p].plan.watering, watering.isAutomatic {
      // The rule waters first; people are asked where that does not help.
      let byRule =
        dryFrom + rainDelay(of: p) + max(self[p].plan.soakTime, watering.durationMax + .hours(1))
      wait = max(wait ?? byRule, byRule)
    }
    return wait
  }

  /// Water was given in the present dry spell, as far as anybody says.
  func isSpellAnswered(_ p: Int) -> Bool {
    guard let last = self[p].kept.lastWatering else { return false }
    return last > self[p].evaluated[0].settledSince || self[p].kept.soak != nil
  }

  private mutating func askForWater(_ p: Int, _ turn: inout Turn) {
    self[p].question = PlantState.Question(dueSince: turn.now.wall)
    turn.news.append(.opens(.water(self[p].plan.id)))
  }
}

/// What readings mean for a plant.
extension Plants {
  mutating func evaluateAll(_ p: Int, _ sensors: inout Sensors, _ turn: inout Turn) {
    for quantity in Quantity.evaluated { evaluate(p, quantity, &sensors, &turn) }
  }

  /// - Parameter isReading: a reading has just come; else time has passed, or what is known of a probe has changed.
  mutating func evaluate(
    _ p: Int, _ quantity: Quantity, isReading: Bool = false, _ sensors: inout Sensors, _ turn: inout Turn
  ) {
    let fusion = fused(p, quantity, sensors, at: turn.now)
    var smooth: Double?
    if quantity == .moisture {
      judgeWater(p, fusion, isReading, &sensors, &turn)
      smooth = steady(p, at: turn.now)
    }
    let band = self[p].bands[Int(quantity.rawValue)]
    let change = self[p].evaluated[Int(quantity.rawValue)].evaluate(
      fusion, smooth: smooth, against: band, at: turn.now)
    evaluated(p, quantity, change, fusion, &sensors, &turn)
  }

  /// The dry limit was moved: evaluated at once, without deadband and dwell.
  mutating func dryLimitMoved(_ p: Int, to limit: Double?, _ sensors: inout Sensors, _ turn: inout Turn) {
    self[p].dryBelow = limit
    dryLimitMoved(p)
    let fusion = fused(p, .moisture, sensors, at: turn.now)
    let change = self[p].evaluated[0].evaluateAfresh(fusion, against: self[p].bands[0], at: turn.now)
    evaluated(p, .moisture, change, fusion, &sensors, &turn)
  }

  /// After a start: the values of before are evaluated as far as they still count; nobody hears of it.
  mutating func resume(_ p: Int, _ sensors: inout Sensors, _ turn: inout Turn) {
    if self[p].evaluated[0].settled == .low { self[p].driedAt = turn.now.uptime }
    resumeDrying(p, sensors)
    evaluateAll(p, &sensors, &turn)
  }

  private func fused(_ p: Int, _ quantity: Quantity, _ sensors: Sensors, at now: Moment) -> Fusion {
    var waiting = Waiting(at: now)
    return Fusion.of(
      quantity, probes: self[p].probes, sensors: sensors.all,
      quorum: quantity == .moisture ? self[p].plan.quorum : 1, &waiting)
  }

  private mutating func evaluated(
    _ p: Int, _ quantity: Quantity, _ change: EvaluatedQuantity.Change, _ fusion: Fusion,
    _ sensors: inout Sensors, _ turn: inout Turn
  ) {
    if quantity == .moisture {
      let before = self[p].toldRun
      self[p].toldRun = fusion.value
      if before != fusion.value, self[p].isWatering { turn.news.append(.moistureChanged(p)) }
      if case .value(_, let evidence, _) = fusion { moistureEvaluated(p, change, evidence, &sensors, &turn) }
    }
    let band = self[p].bands[Int(quantity.rawValue)]
    let denial = self[p].evaluated[Int(quantity.rawValue)].denial(band)
    if self[p].denials[Int(quantity.rawValue)] != denial {
      self[p].denials[Int(quantity.rawValue)] = denial
      turn.news.append(.denied(p, quantity, denial))
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
    _ p: Int, _ change: EvaluatedQuantity.Change, _ evidence: Evidence, _ sensors: inout Sensors,
    _ turn: inout Turn
  ) {
    // A limit that moved or a slow drift is no water; of water the reminder has heard.
    if change.hasTurned && change.from == .low {
      turn.news.append(.closes(key: NoticeKey.water(self[p].plan.id), .cancelled))
      endDoubt(p, &turn)
    }
    if change.hasTurned && change.to == .low { self[p].driedAt = turn.now.uptime }
    if let soak = self[p].kept.soak,
      evidence.span.lowerBound >= soak.moistureBefore + self[p].plan.riseThatConfirms
    {
      soakConfirmed(p, &sensors, &turn)
    }
    if self[p].evaluated[0].status == .low {
      if change.hasTurned { turn.news.append(.turnedDry(p)) }
      considerDryness(p, &turn)
    } else if self[p].question != nil && isEvaluatedByProbe(p)
      && self[p].evaluated[0].deadline(self[p].bands[0]) == nil
    {
      // Opened by the calendar while no probe was usable; a usable probe says that no water is needed.
      turn.news.append(.closes(key: NoticeKey.water(self[p].plan.id), .cancelled))
    }
  }

  /// Water soaks in for so long: what rises within it was given already, whoever said so.
  private static let soaksIn: Duration = .hours(6)

  /// The judge is asked once for each reading, by the reading's own time; a tick asks it whether a rise has lasted.
  private mutating func judgeWater(
    _ p: Int, _ fusion: Fusion, _ isReading: Bool, _ sensors: inout Sensors, _ turn: inout Turn
  ) {
    // The clock of a Pi that has not heard the time is no measure of anything.
    guard turn.now.isWallTrusted else { return }
    guard case .value(let value, _, let at) = fusion else {
      if fusion == .unknown(.suspect) { loseWater(p) }
      return
    }
    let water =
      isReading ? learnDrying(p, value, at: at ?? turn.now.wall) : waterStands(p, at: turn.now.wall)
    if let water { sawWater(p, water, &sensors, &turn) }
    if isReading, drying[p].water.isGone { takeBackWater(p, &sensors, &turn) }
  }

  /// The probe shows water. It answers the reminder, and is written down unless water was given of late that is known of.
  private mutating func sawWater(_ p: Int, _ water: Water, _ sensors: inout Sensors, _ turn: inout Turn) {
    // A date that lies ahead is that of a wrong clock.
    let isKnown =
      self[p].kept.lastWatering.map { (.zero..<Self.soaksIn).contains(turn.now.wall - $0) } ?? false
    let wasAnswered = !self[p].hasOpenReminder && self[p].kept.soak != nil
    if !wasAnswered && !isKnown {
      if !self[p].isWatering {
        let record = seenRecord(p, water)
        self[p].seen = PlantState.Seen(
          record: record.id, at: water.since, before: self[p].kept.lastWatering,
          drySince: self[p].isDry ? self[p].moisture.settledSince : nil)
        turn.effects.append(.watered(record))
      }
      self[p].kept.lastWatering = max(self[p].kept.lastWatering ?? water.since, water.since)
      remember(p, &sensors, &turn)
      turn.log(.info, "plant \(self[p].plan.id)", "the probe saw water")
    }
    if self[p].kept.soak != nil { soakConfirmed(p, &sensors, &turn) }
    turn.news.append(.closes(key: NoticeKey.water(self[p].plan.id), .done))
    endDoubt(p, &turn)
  }

  /// The soil got wetter, however late: nobody doubts the water any more.
  private func endDoubt(_ p: Int, _ turn: inout Turn) {
    turn.news.append(.closes(key: NoticeKey.noRise(self[p].plan.id), .done))
    if let watering = self[p].plan.watering {
      turn.news.append(.valveTroubleOver(watering.valve, .didNotReachSoil))
    }
  }
}

// After "done": the probe's rise confirms the water; without one a person hears of it.
extension Plants {
  /// Where no probe is usable there is nothing to wait for.
  ///
  /// - Parameters:
  ///   - at: when the person watered, or the run ended.
  ///   - from: percent when the run began.
  mutating func beginSoak(
    _ p: Int, wateredAt at: Timestamp, from: Double? = nil, _ sensors: inout Sensors, _ turn: inout Turn
  ) {
    // The answer may come late: the rise may have been seen already.
    guard let present = self[p].evaluated[0].value, !drying[p].water.isSoaking else {
      self[p].kept.soak = nil
      self[p].soakEnds = nil
      return
    }
    let before = min(present, from ?? drying[p].water.risesFrom ?? present)
    // Soil that is full cannot show a rise.
    guard before + self[p].plan.riseThatConfirms <= 100 else { return }
    self[p].kept.soak = SoakMemory(
      startedAt: at, until: turn.now.wall + self[p].plan.soakTime, moistureBefore: before)
    self[p].soakEnds = turn.now.uptime + self[p].plan.soakTime
  }

  /// A run that gave water is a watering: it answers the reminder, and the probe is asked to confirm it.
  mutating func runEnded(
    _ p: Int, _ at: Timestamp, _ hadWater: Bool, _ from: Double?, _ sensors: inout Sensors,
    _ turn: inout Turn
  ) {
    self[p].kept.lastRunEndedAt = at
    if hadWater {
      self[p].kept.lastWatering = max(self[p].kept.lastWatering ?? at, at)
      if self[p].isDry { beginSoak(p, wateredAt: at, from: from, &sensors, &turn) }
      turn.news.append(.closes(key: NoticeKey.water(self[p].plan.id), .done))
    }
    remember(p, &sensors, &turn)
  }

  /// A rise confirms the water and takes back the doubt.
  private mutating func soakConfirmed(_ p: Int, _ sensors: inout Sensors, _ turn: inout Turn) {
    endSoak(p, &sensors, &turn)
    turn.log(.info, "plant \(self[p].plan.id)", "the probe confirms the watering")
    endDoubt(p, &turn)
  }

  mutating func soakEnded(_ p: Int, _ sensors: inout Sensors, _ turn: inout Turn) {
    guard let ends = self[p].soakEnds, ends <= turn.now.uptime else { return }
    // The value denies what would be said: another reading decides, or its standing alone.
    if let value = self[p].moisture.value, let before = self[p].kept.soak?.moistureBefore,
      value >= before + self[p].plan.riseThatConfirms, let alone = self[p].moisture.aloneAt, alone > ends
    {
      self[p].soakEnds = alone
      return
    }
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
    guard doesCalendarTurn(p, sensors, turn, &waiting) else { return }
    if mayAsk(p) { return askForWater(p, &turn) }
    turn.news.append(.closes(key: NoticeKey.water(self[p].plan.id), .cancelled))
  }

  /// The calendar asks, or takes its question back, because the interval was made longer. What a probe asked it leaves alone.
  func doesCalendarTurn(_ p: Int, _ sensors: Sensors, _ turn: Turn, _ waiting: inout Waiting) -> Bool {
    guard !self[p].isWatering, let isDue = isCalendarDue(p, sensors, turn, &waiting) else { return false }
    return mayAsk(p) ? isDue : !isDue && self[p].moisture.settled != .low
  }

  /// The dry plant is to be watered by people.
  func isWaterDue(_ p: Int, _ turn: Turn, _ waiting: inout Waiting) -> Bool {
    guard mayAsk(p), self[p].isSurelyDry(&waiting), !waitsForRain(p, &waiting) else { return false }
    guard let askAt = nextQuestion(p, turn.plan) else { return true }
    return waiting.now.isWallTrusted && waiting.isDue(askAt)
  }

  /// The rule waters a dry plant where the config says so. Unknown never waters.
  func mayRuleWater(_ p: Int, _ sensors: Sensors, _ waiting: inout Waiting) -> Bool {
    self[p].plan.watering?.isAutomatic == true && !self[p].isWatering && self[p].isSurelyDry(&waiting)
      && self[p].probes.allSatisfy { sensors[$0.sensor].maySwitch(&waiting) }
      && !waitsForRain(p, &waiting)
  }

  /// Nobody is asked, and no water runs.
  func mayAsk(_ p: Int) -> Bool { !self[p].hasOpenReminder && !self[p].isWatering }

  /// When the present dry spell may ask (again); `nil`: at once.
  func nextQuestion(_ p: Int, _ plan: GardenPlan) -> Timestamp? {
    let dryFrom = self[p].evaluated[0].settledSince
    var wait: Timestamp?
    if let last = self[p].kept.lastWatering {
      let soak = self[p].plan.soakTime
      // Water that took long to be sure soaks in from then on.
      let soaked = max(last, drying[p].lastWater?.sureAt ?? last) + soak
      if self[p].isSpellAnswered {
        wait = max(soaked, last + plan.reminders.repeatAfter)
      } else if self[p].plan.moisture.dwell > .zero {
        wait = soaked
      }
    }
    if let watering = self[p].plan.watering, watering.isAutomatic {
      // The rule waters first; people are asked where that does not help.
      let byRule =
        dryFrom + rainDelay(of: p) + max(self[p].plan.soakTime, watering.durationMax + .hours(1))
      wait = max(wait ?? byRule, byRule)
    }
    return wait
  }

  private mutating func askForWater(_ p: Int, _ turn: inout Turn) {
    self[p].question = PlantState.Question(dueSince: turn.now.wall)
    turn.news.append(.opens(.water(self[p].plan.id)))
  }
}

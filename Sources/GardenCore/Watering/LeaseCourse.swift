// What a run is told by meters and probes, and how it goes on after a restart.
extension Lease {
  /// Litres of a run; remembered with its next step. A meter's first value has measured nothing yet: without a second one nobody
  /// knows whether water ran.
  ///
  /// - Parameter share: of the meter's water, where others have it as well.
  mutating func credit(_ litres: Double, of meter: Meter, share: Double = 1, at now: Uptime) {
    if litres > 0 || creditedAt != nil { self.litres = (self.litres ?? 0) + litres * share }
    counter = meter.counter ?? counter
    flow = meter.counter == nil ? meter.flow.map { $0 * share } : nil
    // It flows still: it did all the while that nobody counted.
    if let away = uncounted, let flow, flow > 0, meter.isWet == true {
      self.litres = (self.litres ?? 0) + flow * Double((away + (now - resumedAt)).milliseconds) / 60_000
    }
    uncounted = nil
    creditedAt = now
    let ran = Double((now - runningSince).milliseconds) / 60_000
    pace =
      meter.flow.map { $0 * share } ?? (ran > 0 && memory.phase == .running ? (self.litres ?? 0) / ran : nil)
  }

  /// The first sign of water in a run: it is running, whatever the valve says.
  mutating func saw(_ evidence: LeaseEvidence, _ meter: Meter, _ turn: inout Turn) {
    guard !memory.evidence.contains(evidence) else { return }
    memory.evidence.insert(evidence)
    let what =
      evidence == .power ? "power" : meter.flow.map { "flow \($0.tenths) l/min" } ?? "the counter rises"
    trail(.evidence, "\(what), by \(meter.id)", &turn)
    if let valve = turn.valve(memory.actuator) {
      for over in [ValveTrouble.noFlow, .didNotOpen] { turn.news.append(.valveTroubleOver(valve, over)) }
    }
    if memory.phase == .opening { runs(from: turn.now.uptime) }
    remember(&turn)
  }

  /// It is open, by the valve's word or by a meter.
  mutating func runs(from now: Uptime) {
    memory.phase = .running
    runningSince = now
    memory.trouble = nil
    owesUpdate = true
    hasBegun = true
  }

  /// When the absence of water is named; `nil`: it was seen, or nothing can see it.
  var noFlowAt: Uptime? {
    guard memory.phase == .running, evidence.hasCorroboration,
      !memory.evidence.contains(evidence.openEvidence)
    else {
      return nil
    }
    return runningSince + evidence.within
  }

  /// The soil gets wetter: a weak sign, for it comes late and goes on after the water has stopped. It proves no closing.
  mutating func sawRise(_ value: Double?, _ turn: inout Turn) {
    let memory = memory
    guard let value, let first = memory.moistureAtStart, !memory.evidence.contains(.rise),
      let plant = turn.plan.plants.first(where: { $0.id == memory.plant }),
      value >= first + plant.riseThatConfirms
    else { return }
    self.memory.evidence.insert(.rise)
    trail(.evidence, "moisture rose from \(first.tenths) to \(value.tenths) %", &turn)
    remember(&turn)
  }

  /// The final state of the activity. Only water that was seen to flow and a valve that proved closed make it whole.
  mutating func finish(isProved: Bool, _ interlocks: Interlocks, _ turn: inout Turn) {
    // It was moist enough when it was told to close; whether it is now, the probe tells.
    if memory.end == .moisture, !isMoist { memory.end = .time }
    let memory = self.memory
    let isWhole = memory.end == .time || memory.end == .moisture || memory.end == .volume
    let ran = self.ran
    if !isProved {
      self.memory.trouble = memory.trouble ?? .didNotClose
    } else if isWhole && !ran {
      self.memory.trouble = memory.trouble ?? .didNotOpen
    } else if memory.end != .failure && memory.trouble != .tooLittle && memory.trouble != .noFlow {
      self.memory.trouble = nil
    }
    if isProved && isWhole && memory.interruption == nil && self.memory.trouble == nil {
      self.memory.progress = 1
    }
    if !isProved { self.memory.until = wall(of: turn.now.uptime, at: turn.now) }
    self.memory.activityEndedAt = turn.now.wall
    removeAt = turn.now.uptime + WateringLimits.dismissal
    endedAt = turn.now.uptime
    step(.end, &turn)
    tellWater(&turn)
    if memory.untilLitres != nil, self.memory.trouble == nil, let valve = turn.valve(memory.actuator) {
      turn.news.append(.valveTroubleOver(valve, .tooLittle))
    }
    turn.log(
      .info, valve: memory.actuator, "run of \(memory.plant) is over: \(endWords(interlocks))")
  }

  /// What it gave, for the plant and the history: at its end, and again where more of it became known.
  func tellWater(isCorrection: Bool = false, _ turn: inout Turn) {
    let hadWater = memory.trouble == .noFlow ? memory.evidence.contains(.water) : ran
    let at = isCorrection ? memory.until : nil
    turn.news.append(
      .runEnded(memory.plant, at: at ?? turn.now.wall, hadWater: hadWater, from: memory.moistureAtStart))
    var record = record(at: turn.now)
    record.isCorrection = isCorrection
    turn.effects.append(.watered(record))
    guard memory.phase == .closed, let valve = turn.valve(memory.actuator) else { return }
    if overrun?.isSeen == true {
      turn.news.append(.valveTrouble(valve, .closedLate, plant: memory.plant))
    } else if turn.memory.reminder(NoticeKey.valve(memory.actuator))?.trouble == .closedLate {
      turn.news.append(.valveTroubleOver(valve, .closedLate))
    }
  }

  /// More of it is known than when its activity ended: that stays ended, and tells it.
  mutating func correct(_ turn: inout Turn) {
    if removeAt != nil {
      countStep(.update, at: turn.now)
      turn.effects.append(.publish(.activity(snapshot)))
    }
    remember(&turn)
    tellWater(isCorrection: true, &turn)
  }

  /// Its activity keeps the clock that it began with: devices hold it to its 8 hours, and take no step that is older than the last.
  mutating func correct(_ correct: ClockWatch.Correction, _ turn: inout Turn) {
    var openedAt = correct(memory.openedAt)
    guard openedAt != memory.openedAt else { return }
    // The run's own clock is the better one.
    if memory.boot == turn.boot, !memory.hasCrossedBoots {
      openedAt = turn.now.wall - (turn.now.uptime - memory.opened)
    }
    let shift = openedAt - memory.openedAt
    let activity = memory.activity
    memory.openedAt = openedAt
    memory.endsAt = memory.endsAt + shift
    memory.until = memory.until.map { $0 + shift }
    memory.activity = activity
    memory.activityEndedAt = activity.endedAt.map { correct($0) }
    turn.remember(.lease(memory))
  }

  /// After a restart. What is left of it; `nil`: the clock cannot say.
  mutating func resume(_ boot: BootID, at now: Moment) -> Duration? {
    updatedAt = now.uptime + (.zero - ActivitySteps.gapMin)
    resumedAt = now.uptime
    endedAt = now.uptime
    runningSince = now.uptime
    closedFrom = now.uptime
    if memory.phase == .closing, now.isWallTrusted, let until = memory.until {
      uncounted = min(max(.zero, now.wall - until), .days(1))
    }
    if let ended = memory.activityEndedAt {
      let since = now.isWallTrusted ? max(.zero, now.wall - ended) : .zero
      removeAt = now.uptime + max(.zero, WateringLimits.dismissal - since)
    }
    let wasOtherBoot = memory.boot != boot
    let left = wasOtherBoot ? leftAcrossBoots(now) : self.left(at: now)
    if wasOtherBoot {
      let duration = self.duration
      // Where nobody knows how long it was, the run is ended below with the progress that is known.
      // A clock that says "a year later" must not take the end from devices that still show the run.
      memory.ends = now.uptime + max(.zero, left ?? memory.left)
      let opened = memory.ends + (.zero - duration)
      let moved = opened - memory.opened
      memory.renewal?.started.milliseconds += moved.milliseconds
      memory.opened = opened
      memory.boot = boot
      memory.hasCrossedBoots = true
    }
    return left
  }

  private func leftAcrossBoots(_ now: Moment) -> Duration? {
    // A second or two of lead comes from rounding of steps; more means that the clock went back.
    guard now.isWallTrusted, now.wall >= memory.lastUpdateAt - .seconds(2) else { return nil }
    return min(memory.endsAt - now.wall, memory.left, duration)
  }

  /// A flow without a counter cannot say what ran meanwhile: at the run's own mean, so that it rather ends too early.
  mutating func creditAway(left: Duration) {
    guard memory.phase == .running, memory.counter == nil, let litres, litres > 0 else {
      return
    }
    let ran = (duration - memory.left).milliseconds
    let away = (memory.left - left).milliseconds
    if ran > 0, away > 0 { self.litres = litres + litres * Double(away) / Double(ran) }
  }
}

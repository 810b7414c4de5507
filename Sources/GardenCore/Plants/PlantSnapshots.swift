/// When a plant's snapshot is published: at once where its state turned, else at a calm pace.
extension Plants {
  /// Value changes of one plant are published at most this often; while water runs to it, people watch.
  static let valuePause: Duration = .minutes(1)
  static let wateredPause: Duration = .seconds(10)
  /// A new measurement of an unchanged value, and a new refusal, show up this late at most.
  static let agePause: Duration = .minutes(15)

  /// Publishes the plant if what a display shows has changed. Allocates nothing otherwise.
  mutating func refresh(
    _ p: Int, _ sensors: Sensors, _ waterings: Waterings, _ turn: inout Turn
  ) {
    let present = shownPlant(p, sensors, waterings, turn, at: turn.now)
    guard let old = self[p].shown, present.state == old.state else {
      return publish(p, present, sensors, waterings, &turn)
    }
    guard turn.showsValues else { return }
    let due: Uptime
    if present.differsVisibly(from: old) {
      due = self[p].publishedAt + (self[p].isWatering ? Self.wateredPause : Self.valuePause)
    } else if present.measuredAt != old.measuredAt || present.refusals != old.refusals {
      due = self[p].publishedAt + Self.agePause
    } else {
      self[p].publishDue = nil
      return
    }
    self[p].publishDue = due
    if due <= turn.now.uptime { publish(p, present, sensors, waterings, &turn) }
  }

  private mutating func publish(
    _ p: Int, _ present: ShownPlant, _ sensors: Sensors, _ waterings: Waterings, _ turn: inout Turn
  ) {
    self[p].shown = present
    self[p].publishedAt = turn.now.uptime
    self[p].publishDue = nil
    turn.effects.append(.publish(.plant(snapshot(of: p, sensors, waterings, turn, at: turn.now))))
    turn.news.append(.plantShown(p))
  }

  /// Publishes it unless it was shown just so.
  mutating func show(_ p: Int, _ sensors: Sensors, _ waterings: Waterings, _ turn: inout Turn) {
    let present = shownPlant(p, sensors, waterings, turn, at: turn.now)
    guard turn.showsValues, self[p].shown != present else { return }
    publish(p, present, sensors, waterings, &turn)
  }

  private func shownPlant(
    _ p: Int, _ sensors: Sensors, _ waterings: Waterings, _ turn: Turn, at now: Moment
  ) -> ShownPlant {
    var battery: Double?
    var isBatteryLow = false
    var refusals: UInt64 = 0
    for probe in self[p].probes {
      let percent = sensors[probe.sensor].channels[Int(Quantity.battery.rawValue)].value
      if let percent { battery = min(battery ?? percent, percent) }
      if sensors[probe.sensor].isBatteryLow { isBatteryLow = true }
      refusals &+= sensors[probe.sensor].refusalCount
    }
    func status(_ i: Int) -> UInt8 { self[p].evaluated[i].status.rawValue }
    func reason(_ i: Int) -> UInt8 { self[p].evaluated[i].reason?.rawValue ?? 255 }
    return ShownPlant(
      state: ShownPlant.State(
        statuses: SIMD4(status(0), status(1), status(2), status(3)),
        reasons: SIMD4(reason(0), reason(1), reason(2), reason(3)),
        last: lastWatering(p).seconds, next: next(p, sensors, turn, at: now).known,
        forecast: forecast(p),
        neverWatered: self[p].kept.lastWatering == nil, hasOpenReminder: self[p].hasOpenReminder,
        isWatering: self[p].isWatering, isBatteryLow: isBatteryLow,
        valve: valveStatus(of: p, waterings, turn.plan),
        dryBelow: self[p].dryBelow),
      moisture: self[p].evaluated[0].value, temperature: self[p].evaluated[1].value,
      light: self[p].evaluated[2].value, conductivity: self[p].evaluated[3].value, battery: battery,
      measuredAt: self[p].evaluated[0].measuredAt, refusals: refusals)
  }

  func snapshot(
    of p: Int, _ sensors: Sensors, _ waterings: Waterings, _ turn: Turn, at now: Moment
  ) -> PlantSnapshot {
    let plant = self[p]
    let shown = shownPlant(p, sensors, waterings, turn, at: now)
    func limited(_ i: Int) -> Evaluation {
      var evaluation = plant.evaluated[i].evaluation
      evaluation.below = plant.bands[i].below
      evaluation.above = plant.bands[i].above
      return evaluation
    }
    func optional(_ i: Int, _ band: BandPlan?) -> Evaluation? {
      plant.evaluated[i].status == .unknown && band == nil ? nil : limited(i)
    }
    return PlantSnapshot(
      id: plant.plan.id, name: plant.plan.name, moisture: limited(0), temperature: limited(1),
      light: optional(2, plant.plan.light),
      conductivity: optional(3, plant.plan.conductivity), batteryPercent: shown.battery,
      isBatteryLow: shown.state.isBatteryLow, lastWatering: lastWatering(p),
      next: next(p, sensors, turn, at: now), forecast: forecast(p),
      neverWatered: plant.kept.lastWatering == nil, dryBelow: plant.dryBelow,
      hasOpenReminder: plant.hasOpenReminder, isWatering: plant.isWatering, revision: plant.kept.revision,
      sensors: plant.probes.map { sensors[$0.sensor].snapshot(at: now) },
      because: because(p, sensors, waterings, turn, at: now), dryLine: plant.plan.dryLine,
      watering: plant.plan.watering.map { wateringSnapshot(p, $0, waterings, turn.plan, at: now) },
      kind: plant.plan.kind)
  }

  /// `nil`: it has none, or nothing is known of it.
  func valveStatus(of p: Int, _ waterings: Waterings, _ plan: GardenPlan) -> ValveStatus? {
    guard let watering = self[p].plan.watering else { return nil }
    return waterings.status(
      of: self[p].plan.id, valve: plan.actuators[Int(watering.valve.position)].id)
  }

  /// What keeps the rule from watering the dry plant.
  private func held(_ p: Int, _ waterings: Waterings, at now: Moment) -> Reason? {
    if let until = rainEnds(p, at: now) { return Reason(.rain, until: until) }
    return self[p].isDry && !waterings.interlocks.refusals.isEmpty
      ? waterings.interlocks.refusals[self[p].plan.id]?.why : nil
  }

  private func wateringSnapshot(
    _ p: Int, _ watering: WateringPlan, _ waterings: Waterings, _ plan: GardenPlan, at now: Moment
  ) -> WateringSnapshot {
    let usual = RunAmount(nil, nil, watering, plan)
    return WateringSnapshot(
      valve: plan.actuators[Int(watering.valve.position)].id, duration: usual.duration,
      durationMax: usual.longest, litres: usual.litres, isAutomatic: watering.isAutomatic,
      valveState: valveStatus(of: p, waterings, plan),
      endsAt: waterings.runEnds(of: self[p].plan.id),
      held: held(p, waterings, at: now))
  }
}

// The rule behind a plant's evaluation, in words for `explain`.
extension Plants {
  func because(_ p: Int, _ sensors: Sensors, _ waterings: Waterings, _ turn: Turn, at now: Moment) -> String {
    let plant = self[p]
    let moisture = plant.moisture
    var text: String
    switch moisture.status {
    case .unknown:
      text = "moisture is unknown (\(moisture.reason?.words ?? "no value yet"))"
      text += "; the calendar decides: every \(plant.plan.wateringInterval.words)"
    case .low:
      let isAtEnd = moisture.value == plant.dryBelow
      text = "moisture \(moisture.value.percent(beside: plant.dryBelow)) is \(isAtEnd ? "at" : "below")"
      text += " \(plant.dryBelow.percent)"
    case .high:
      let above = plant.plan.moisture.above
      text = "moisture \(moisture.value.percent(beside: above)) is"
      text += " \(moisture.value == above ? "at" : "above") \(above.percent)"
    case .fine:
      text = "moisture \(moisture.value.percent(beside: plant.dryBelow)) is fine"
      if let below = plant.dryBelow { text += ", dry below \(Optional(below).percent)" }
    }
    for probe in plant.probes {
      guard let finding = sensors[probe.sensor].judge.finding else { continue }
      text +=
        "; sensor \(sensors[probe.sensor].plan.id): \(finding.words(turn.plan.site.calendar, seenFrom: now.wall))"
    }
    if let forecast = forecast(p) { text += "; \(forecast.words(turn.plan.site.calendar))" }
    if moisture.status == .low, let below = plant.dryBelow, let value = moisture.value, value >= below,
      !plant.band(of: .moisture).isLow(value)
    {
      let end = below + plant.plan.moisture.deadband
      text = "moisture \(moisture.value.percent(beside: end)) was below \(plant.dryBelow.percent)"
      text += " and is not yet above \(Optional(end).percent)"
    }
    if plant.dryBelow != plant.plan.moisture.below {
      text += "; the limit was moved by a slider, the config says \(plant.plan.moisture.below.percent)"
    }
    if let line = plant.plan.dryLine {
      text += " (config line \(line.line)\(line.file.map { " of \($0)" } ?? ""): \(line.key))"
    }
    if let at = reminderAt(p, turn, at: now) {
      let when = turn.plan.site.calendar.text(at, seenFrom: now.wall)
      let after =
        "after \(plant.plan.moisture.dwell.words) dry and the digest window of \(turn.plan.reminders.digestWindow.words)"
      text +=
        moisture.waitsForProof
        ? "; one reading has said so: reminder \(after) with a second one, without one at \(when)"
        : "; reminder at \(when), \(after)"
    }
    if let ends = drying[p].ends.known, let limit = drying[p].ends.limit(for: plant.plan.thirst ?? .medium) {
      text +=
        "; its soil holds \(Optional(ends.drained.rounded()).percent) after draining and was \(Optional(ends.driest.rounded()).percent)"
      text +=
        " on its driest day: for \((plant.plan.thirst ?? .medium).rawValue) thirst that is dry_below: \(Optional(limit).percent)"
    }
    if plant.plan.waitsForRain, let rain, rain.expected != nil {
      text += "; \(rain.words)"
      if let until = rainEnds(p, at: now) {
        text += ", until \(turn.plan.site.calendar.text(until, seenFrom: now.wall))"
      }
    }
    if plant.kept.soak != nil { text += "; watered, waiting for the probe to rise" }
    return text
  }

  /// When a reminder to water will be sent, if nothing changes; `nil`: none is on its way.
  func reminderAt(_ p: Int, _ turn: Turn, at now: Moment) -> Timestamp? {
    if let open = turn.memory.reminder(NoticeKey.water(self[p].plan.id)) {
      return open.state == .due && open.wakeAt > now.wall ? open.wakeAt : nil
    }
    guard now.isWallTrusted, let counts = willBeDry(p) else { return nil }
    let dry = now.wall + max(counts - now.uptime, .zero)
    let ask = self[p].isDry ? nextQuestion(p, turn.plan) : nil
    let rained = rainEnds(p, at: now) ?? dry
    return max(dry, ask ?? dry, rained) + turn.plan.reminders.digestWindow
  }

  /// From when on dryness counts, if it stays so.
  private func willBeDry(_ p: Int) -> Uptime? {
    if let counts = self[p].dryCounts { return counts }
    let band = self[p].band(of: .moisture)
    guard let value = self[p].moisture.value, band.isLow(value), let turns = self[p].moisture.deadline(band),
      let known = self[p].moisture.knownSinceUptime
    else { return nil }
    return max(turns, known + band.dwell)
  }
}

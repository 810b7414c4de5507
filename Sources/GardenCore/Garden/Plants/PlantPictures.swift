/// When a plant's picture is published: at once where its state turned, else at a calm pace.
extension Garden {
  /// Value changes of one plant are published at most this often.
  static let valuePause: Duration = .minutes(1)
  /// A new measurement of an unchanged value, and a new refusal, show up this late at most.
  static let agePause: Duration = .minutes(15)

  /// Publishes the plant if what a display shows has changed. Allocates nothing otherwise.
  mutating func refresh(_ p: Int) {
    let present = shownPlant(p, at: turn.now)
    guard let old = plants[p].shown else { return publish(p, present) }
    if present.state != old.state { return publish(p, present) }
    let due: Uptime
    if present.differsVisibly(from: old) {
      due = plants[p].publishedAt + Self.valuePause
    } else if present.measuredAt != old.measuredAt || present.refusals != old.refusals {
      due = plants[p].publishedAt + Self.agePause
    } else {
      plants[p].publishDue = nil
      return
    }
    if turn.now.uptime >= due { publish(p, present) } else { plants[p].publishDue = due }
  }

  private mutating func publish(_ p: Int, _ present: ShownPlant) {
    plants[p].shown = present
    plants[p].publishedAt = turn.now.uptime
    plants[p].publishDue = nil
    turn.effects.append(.publish(.plant(picture(of: p, at: turn.now))))
    if plants[p].isWatering { waterings.factsChanged(facts(p, at: turn.now)) }
  }

  private func shownPlant(_ p: Int, at now: Moment) -> ShownPlant {
    let dates = wateringDates(p, at: now)
    var battery: Double?
    var isBatteryLow = false
    var refusals: UInt64 = 0
    for probe in plants[p].probes {
      let percent = sensors[probe.sensor].channels[Int(Quantity.battery.rawValue)].value
      if let percent { battery = min(battery ?? percent, percent) }
      if sensors[probe.sensor].isBatteryLow { isBatteryLow = true }
      refusals &+= sensors[probe.sensor].refusalCount
    }
    func standing(_ i: Int) -> Standing { plants[p].judged[i].standing }
    func reason(_ i: Int) -> UnknownReason? { plants[p].judged[i].reason }
    return ShownPlant(
      state: ShownPlant.State(
        standings: (standing(0), standing(1), standing(2), standing(3)),
        reasons: (reason(0), reason(1), reason(2), reason(3)),
        last: dates.last.seconds, next: nextWatering(p, at: now)?.seconds,
        neverWatered: plants[p].kept.lastWatering == nil, hasOpenReminder: plants[p].hasOpenReminder,
        isWatering: plants[p].isWatering, isBatteryLow: isBatteryLow, valve: valveStanding(of: p),
        dryBelow: plants[p].dryBelow),
      moisture: plants[p].judged[0].value, temperature: plants[p].judged[1].value,
      light: plants[p].judged[2].value, conductivity: plants[p].judged[3].value, battery: battery,
      measuredAt: plants[p].judged[0].measuredAt, refusals: refusals)
  }

  func picture(of p: Int, at now: Moment) -> PlantPicture {
    let plant = plants[p]
    let shown = shownPlant(p, at: now)
    let dates = wateringDates(p, at: now)
    func limited(_ i: Int) -> Judgement {
      var judgement = plant.judged[i].judgement
      judgement.below = plant.bands[i].below
      judgement.above = plant.bands[i].above
      return judgement
    }
    func optional(_ i: Int, _ band: BandPlan?) -> Judgement? {
      plant.judged[i].standing == .unknown && band == nil ? nil : limited(i)
    }
    return PlantPicture(
      id: plant.plan.id, name: plant.plan.name, moisture: limited(0), temperature: limited(1),
      light: optional(2, plant.plan.light),
      conductivity: optional(3, plant.plan.conductivity), batteryPercent: shown.battery,
      isBatteryLow: shown.state.isBatteryLow, lastWatering: dates.last,
      nextWatering: nextWatering(p, at: now),
      neverWatered: plant.kept.lastWatering == nil, dryBelow: plant.dryBelow,
      hasOpenReminder: plant.hasOpenReminder, isWatering: plant.isWatering, revision: plant.kept.revision,
      sensors: plant.probes.map { sensors[$0.sensor].picture(at: now.uptime) }, because: because(p, at: now),
      dryLine: plant.plan.dryLine, watering: plant.plan.watering.map { wateringPicture(p, $0) },
      kind: plant.plan.kind)
  }

  /// `nil`: it has none, or nothing is known of it.
  func valveStanding(of p: Int) -> ValveStanding? {
    guard let watering = plants[p].plan.watering else { return nil }
    return waterings.standing(
      of: plants[p].plan.id, valve: plan.actuators[Int(watering.valve.position)].id)
  }

  private func wateringPicture(_ p: Int, _ watering: WateringPlan) -> WateringPicture {
    let usual = RunAmount(nil, nil, watering, plan)
    return WateringPicture(
      valve: plan.actuators[Int(watering.valve.position)].id, duration: usual.duration,
      durationMax: min(watering.durationMax, WateringLimits.runMax), litres: usual.litres,
      isAutomatic: watering.isAutomatic, valveState: valveStanding(of: p),
      endsAt: waterings.runEnds(of: plants[p].plan.id))
  }
}

extension Garden {
  /// The next uptime at which a tick would change anything; `nil`: only an event can. What is due already is due now: after a
  /// restart, a clock that was put right or a late turn nothing waits for something else to happen. A tick settles all of it,
  /// so that the moment after it lies ahead.
  ///
  /// Times of the wall clock are converted with its present offset, so a caller that sleeps should look again after a minute at
  /// the latest.
  package mutating func nextDeadline(after now: Moment) -> Uptime? {
    settleTimes(at: now)
    var next = Earliest(after: now, lookedAt: turn.lookedAt)
    if clock.hasMoved(at: now) { next.add(now.uptime) }
    next.add(sensors.nextDeadline)
    next.add(plants.next)
    reminders.addDeadlines(turn, now, to: &next)
    next.add(waterings.wake)
    next.add(countdowns.wake)
    waterings.interlocks.addDeadlines(plan: plan, to: &next)
    controls.addDeadlines(to: &next)
    next.add(places.nextDeadline(plan: plan))
    for heater in heaters.heaters { next.add(heater.wake) }
    return next.uptime
  }

  /// Works out when those sensors and plants are due of which something changed.
  mutating func settleTimes(at now: Moment) {
    for s in sensors.settleTimes(turn, at: now) { for p in readers[s] { plants.touch(p) } }
    for p in plants.takeUnsettled() {
      var next = Earliest(after: now, lookedAt: turn.lookedAt)
      plantDeadlines(p, now, &next)
      plants.wake(p, at: next.uptime)
      nextWaterings.set(p, to: nextWatering(p, at: now))
    }
  }

  private func plantDeadlines(_ p: Int, _ now: Moment, _ next: inout Earliest) {
    for quantity in PlantState.judgedQuantities {
      next.add(plants[p].judged[Int(quantity.rawValue)].deadline(plants[p].bands[Int(quantity.rawValue)]))
    }
    next.addLook(at: plants[p].dryCounts)
    next.add(plants[p].soakEnds)
    next.add(plants[p].publishDue)
    if !plants[p].hasOpenReminder && !plants[p].isWatering {
      next.add(dryQuestionDue(p, at: now))
      next.add(calendarDue(p, at: now))
    }
    if let watering = plants[p].plan.watering, watering.isAutomatic, plants[p].isDry {
      next.addLook(at: plants[p].kept.lastRunEndedAt.map { $0 + watering.pause })
    }
    next.addLook(at: wateringDates(p, at: now).next)
    if let shown = plants[p].shown, shown.state.next != nextWatering(p, at: now)?.seconds {
      next.add(now.uptime)
    }
  }
}

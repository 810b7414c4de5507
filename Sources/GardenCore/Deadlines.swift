extension Garden {
  /// The next uptime at which a tick would change anything; `nil`: only an event can. Times of the wall clock are converted with
  /// its present offset, so a caller that sleeps should look again after a minute at the latest.
  package func nextDeadline(after now: Moment) -> Uptime? {
    var next = Earliest(after: now)
    for s in sensors.indices where sensors[s].wanted != 0 { sensorDeadlines(s, &next) }
    for p in plants.indices { plantDeadlines(p, now, &next) }
    reminderDeadlines(now, &next)
    next.add(waterings.nextDeadline(at: now))
    next.add(countdowns.nextDeadline(at: now))
    next.add(waterings.interlocks.nextDeadline(plan: plan, after: now.uptime))
    next.add(controls.nextDeadline(at: now))
    next.add(places.nextDeadline(plan: plan))
    heaterDeadlines(&next)
    return next.uptime
  }

  private func sensorDeadlines(_ s: Int, _ next: inout Earliest) {
    for channel in sensors[s].channels { next.add(channel.freshUntil) }
    if sensors[s].isUnsavedFirst { next.addNow() }
    if sensors[s].isUnsaved { next.add(sensorsSavedAt + Self.savePause) }
    next.add(sensors[s].offlineSince.map { $0 + Self.offlinePatience })
    next.add(sensors[s].listeningSince + sensors[s].plan.silentAfter)
    next.add(link.since + Self.linkPatience)
    next.add(max(link.since, startedAt) + min(sensors[s].plan.silentAfter, Self.linkPatience))
    next.add(sensors[s].troubleEndedAt.map { $0 + Self.troublePause })
  }

  private func plantDeadlines(_ p: Int, _ now: Moment, _ next: inout Earliest) {
    for quantity in PlantState.judgedQuantities {
      next.add(plants[p].judged[Int(quantity.rawValue)].deadline(plants[p].bands[Int(quantity.rawValue)]))
    }
    next.add(plants[p].dryCounts)
    next.add(plants[p].soakEnds)
    next.add(plants[p].publishDue)
    if !plants[p].hasOpenReminder {
      next.add(calendarCounts(p, from: now))
      if plants[p].judged[0].standing == .low { next.add(nextQuestion(p)) }
    }
    if let watering = plants[p].plan.watering, watering.isAutomatic, plants[p].judged[0].standing == .low {
      next.add(plants[p].kept.lastRunEndedAt.map { $0 + watering.pause })
    }
    next.add(wateringDates(p, at: now).next)
    let last = plants[p].kept.lastWatering ?? plants[p].kept.addedAt
    next.add(last + plants[p].plan.wateringInterval)
  }

  private func reminderDeadlines(_ now: Moment, _ next: inout Earliest) {
    guard !memory.reminders.isEmpty, now.isWallTrusted else { return }
    for reminder in memory.reminders {
      next.add(reminder.wakeAt)
      if reminder.state == .sent {
        next.add(reminder.sentAt.map { $0 + plan.reminders.expiresAfter })
        next.add(reminder.wakeAt + Self.repeatWaitsMax)
      }
    }
    let calendar = plan.site.calendar
    let today = calendar.local(now.wall).dayNumber
    next.add(calendar.moment(dayNumber: today + 1, secondOfDay: 0))
    for person in plan.people {
      guard let quiet = person.quiet else { continue }
      next.add(calendar.moment(dayNumber: today, secondOfDay: quiet.toSecondOfDay))
      next.add(calendar.moment(dayNumber: today + 1, secondOfDay: quiet.toSecondOfDay))
    }
  }
}

/// The earliest of several moments that still lie ahead.
struct Earliest {
  let now: Moment
  private(set) var uptime: Uptime?

  init(after now: Moment) { self.now = now }

  mutating func add(_ moment: Uptime?) {
    guard let moment, moment > now.uptime else { return }
    uptime = uptime.map { min($0, moment) } ?? moment
  }

  mutating func add(_ moment: Timestamp?) {
    guard let moment, moment > now.wall else { return }
    add(now.uptime + (moment - now.wall))
  }

  /// Something is waiting already.
  mutating func addNow() { add(Uptime(milliseconds: now.uptime.milliseconds + 1)) }
}

extension Garden {
  /// A Pi has no battery clock: what was dated before the network told the time is dated anew.
  mutating func watchClock() {
    if clock.hasMoved(at: turn.now) {
      turn.lookedAt = Uptime(milliseconds: .min)
      sensors.markAll()
      plants.markAll()
    }
    guard let correct = clock.see(turn.now) else { return }
    sensors.correct(correct, at: turn.now)
    for p in plants.indices {
      plants[p].kept.addedAt = correct(plants[p].kept.addedAt)
      plants[p].kept.lastWatering = plants[p].kept.lastWatering.map { correct($0) }
      plants[p].kept.lastRunEndedAt = plants[p].kept.lastRunEndedAt.map { correct($0) }
      if let soak = plants[p].kept.soak, correct(soak.startedAt) != soak.startedAt {
        plants[p].kept.soak?.startedAt = correct(soak.startedAt)
        plants[p].kept.soak?.until = soak.until + correct.shift
      }
      for q in plants[p].judged.indices { plants[p].judged[q].shift { correct($0) } }
      judgeAll(p)
      rememberPlant(p)
    }
    for var reminder in memory.reminders where correct(reminder.dueSince) != reminder.dueSince {
      reminder.dueSince = correct(reminder.dueSince)
      reminder.wakeAt = reminder.wakeAt + correct.shift
      // What was told keeps its pace; what waits has waited for the clock.
      if reminder.state != .sent {
        reminder.wakeAt = min(reminder.wakeAt, turn.now.wall + plan.reminders.digestWindow)
      }
      reminder.sentAt = reminder.sentAt.map { correct($0) }
      turn.remember(.reminder(reminder))
      publishReminder(reminder)
    }
    bringBackReminders()
  }

  /// A matter that began in the future was dated by a clock that was ahead, in an earlier run: it begins now.
  mutating func bringBackReminders() {
    guard turn.now.isWallTrusted else { return }
    for var reminder in memory.reminders where reminder.dueSince > turn.now.wall + plan.site.clockSkew {
      let ahead = reminder.dueSince - turn.now.wall
      reminder.dueSince = turn.now.wall
      reminder.wakeAt = reminder.wakeAt - ahead
      reminder.sentAt = reminder.sentAt.map { $0 - ahead }
      turn.remember(.reminder(reminder))
    }
  }
}

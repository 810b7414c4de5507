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
    reminders.correct(correct, &turn)
    route()
  }
}

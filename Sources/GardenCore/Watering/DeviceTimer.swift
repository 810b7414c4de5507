// A device's own timer may be shorter than a lease. Then the open is repeated before the timer ends the run, each time for what
// is left or for the longest that the timer takes. So the device closes by itself at the latest when the lease ends, and, where
// nobody repeats it, earlier.

extension Lease {
  /// What an open command asks of the device.
  func openRuns(at now: Moment) -> Duration {
    let left = left(at: now)
    return hasDeviceTimer ? min(left, timerMax ?? left) : left
  }

  /// The open of now was sent.
  mutating func timerStarted(at now: Moment) {
    let runs = openRuns(at: now)
    timerEnds = hasDeviceTimer && runs < left(at: now) ? now.uptime + runs : nil
  }

  /// When the open is to be repeated: at three quarters of the timer. `nil`: the timer lasts to the lease's end, or has run out;
  /// a valve that closed by itself is not opened on a guess.
  func renewsAt(_ now: Moment) -> Uptime? {
    guard let timerEnds, let timerMax, now.uptime < timerEnds else { return nil }
    return timerEnds + (.zero - timerMax / 4)
  }

  /// After a restart in the same boot a running lease does not know when its timer was last set.
  var outlivesTimer: Bool { hasDeviceTimer && timerMax.map { $0 < duration } == true }
}

extension Waterings {
  /// A run outlives its device's timer.
  mutating func renewTimer(_ i: Int, _ turn: inout Turn) {
    guard leases[i].memory.phase == .running, let due = leases[i].renewsAt(turn.now) else { return }
    if turn.isDue(due) { sendOpen(i, &turn) }
  }

  /// A device says how long it will run by its own timer. More than its lease has: it took the length in another unit, or is another
  /// model than the config says. Named once a run: the bridge closes it in time, but nothing else would.
  mutating func compareTimer(_ remaining: Duration?, _ id: String, _ turn: inout Turn) {
    guard let remaining, let i = holder(of: id), leases[i].isLive, !leases[i].saidTimer else { return }
    let left = leases[i].left(at: turn.now)
    guard leases[i].hasDeviceTimer, remaining > left + WateringLimits.timerTolerance else { return }
    leases[i].saidTimer = true
    turn.log(
      .warning, valve: id,
      "its own timer runs \(remaining.wholeSeconds) s, its run only \(left.wholeSeconds) s: is 'part' its true model?"
    )
  }
}

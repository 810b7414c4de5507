import GardenCore

/// What the bridge does by the clock, and a config that waits for its moment.
struct Schedule {
  var chores: Chores
  var clock: ClockWatch
  let calendars: Calendars
  private var pending: PendingReload?

  init(_ calendars: Calendars, clockPatience: Duration, at now: Moment) {
    self.calendars = calendars
    chores = Chores(now: now)
    clock = ClockWatch(patience: clockPatience, at: now)
  }

  mutating func await(_ reload: PendingReload) { pending = reload }

  mutating func takeReload(in garden: Garden, at now: Moment) -> PendingReload? {
    guard let waiting = pending, waiting.isReady(in: garden, at: now) else { return nil }
    pending = nil
    return waiting
  }

  var nextDeadline: Uptime? { .earliest(chores.nextDeadline, pending?.until) }
}

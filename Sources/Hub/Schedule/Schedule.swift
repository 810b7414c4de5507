import GardenCore

/// What the bridge does by the clock, and a config that waits for its moment.
struct Schedule {
  var chores: Chores
  var clock: ClockWatch
  let calendars: Calendars
  var pending: PendingReload?

  init(_ calendars: Calendars, clockPatience: Duration, at now: Moment) {
    self.calendars = calendars
    chores = Chores(now: now)
    clock = ClockWatch(patience: clockPatience, at: now)
  }

  var nextDeadline: Uptime? { .earliest(chores.nextDeadline, pending?.until) }
}

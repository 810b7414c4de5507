/// The earliest of several moments. Those that are over count as now, on both clocks.
struct Earliest {
  let now: Moment
  /// When a tick last looked at everything.
  let lookedAt: Uptime
  private(set) var uptime: Uptime?

  init(after now: Moment, lookedAt: Uptime) {
    self.now = now
    self.lookedAt = lookedAt
  }

  /// Something waits for that moment until a tick does it.
  mutating func add(_ moment: Uptime?) {
    guard let moment else { return }
    let due = max(moment, now.uptime)
    uptime = uptime.map { min($0, due) } ?? due
  }

  mutating func add(_ moment: Timestamp?) { add(moment.map(onUptime)) }

  /// From that moment on everything is judged otherwise: nothing is left of it once a tick has looked.
  mutating func addLook(at moment: Uptime?) {
    guard let moment, moment > lookedAt else { return }
    add(moment)
  }

  mutating func addLook(at moment: Timestamp?) { addLook(at: moment.map(onUptime)) }

  private func onUptime(_ moment: Timestamp) -> Uptime { now.uptime + (moment - now.wall) }
}

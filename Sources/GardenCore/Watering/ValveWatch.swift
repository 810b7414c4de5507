/// What a valve last said of itself in this process, lease or not. Only live reports count.
struct ValveWatch: Sendable, Hashable {
  var id: String
  var isOpen: Bool?
  var isShortOfWater: Bool?
  var isLeaking: Bool?
  /// Retained word of an open valve was logged.
  var saidRetainedOpen = false
  /// Flow and litres of its own reports.
  var own: Meter
  /// It is being closed without a lease.
  var closing: IdleClosing?
  /// It is told to close now and then: only its own word says that it is closed.
  var seal: ValveSeal?

  init(id: String) {
    self.id = id
    own = Meter(id: id, kind: .water)
    own.countsRuns = true
  }
}

/// Closing of a valve that no lease holds: repeated like that of a lease until it is proved.
struct IdleClosing: Sendable, Hashable {
  var since: Uptime
  var sent = 0
  var sentAt: Uptime
  /// When the valve said closed since then.
  var saidAt: Uptime?
  /// From the plan: its meters prove it without its word.
  var isProvedByMeters = false
  /// People were told, here or by a leak.
  var told: ValveTrouble?
  /// From the plan: after it people are told.
  var bound: Duration = .seconds(60)
  /// From the plan: see ``EvidencePlan/quiet``.
  var quiet: Duration = .seconds(60)

  var againAt: Uptime { sentAt + WateringLimits.closeWait(after: sent) }
}

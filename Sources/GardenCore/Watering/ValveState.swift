/// One valve in this process, lease or not. Only live reports count.
struct ValveState: Sendable, Hashable {
  var id: String
  var drive = Switch()
  /// People were told that it is not proved closed, or that it leaks; `nil`: not since it was told to close.
  var told: ValveTrouble?
  var isShortOfWater: Bool?
  var isLeaking: Bool?
  /// Retained word of an open valve was logged.
  var saidRetainedOpen = false
  /// Flow and litres of its own reports.
  var own: Meter
  /// Somebody opened it at the valve itself, as the config allows, and it is open since.
  var openedByHandAt: Uptime?
  /// It is told to close now and then: only its own word says that it is closed.
  var reassertion: CloseReassertion?

  init(id: String) {
    self.id = id
    own = Meter(id: id, kind: .water)
    own.countsRuns = true
  }
}

extension ValveTrouble {
  /// Over as soon as closing is proved.
  var isUnproved: Bool { self == .didNotClose || self == .stuckOpen || self == .stateLies }
}

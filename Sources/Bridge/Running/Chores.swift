import GardenCore

/// What the bridge does by the clock, beside the garden's own deadlines.
struct Chores {
  /// Clockless devices take the hub's status as their clock; older than three of these they count the hub as dead.
  static let statusInterval: Duration = .seconds(60)
  static let historyInterval: Duration = .seconds(60)

  static let compactionInterval: Duration = .seconds(3600)
  /// Pause between two steps of one compaction: each is bounded, and messages go between them.
  static let compactionStep: Duration = .seconds(1)

  /// By then everything has been published once.
  static let startLasts: Duration = .seconds(5)

  /// `nil`: the start is over.
  private var startEnds: Uptime?
  private var statusAt: Uptime
  private var compactionAt: Uptime
  private var historyAt: Uptime
  private var dayNumber: Int64

  init(now: Moment) {
    startEnds = now.uptime + Self.startLasts
    statusAt = now.uptime + Self.statusInterval
    historyAt = now.uptime + Self.historyInterval
    compactionAt = now.uptime + Self.compactionInterval
    dayNumber = now.wall.seconds / 86_400
  }

  var nextDeadline: Uptime {
    let next = min(statusAt, historyAt, compactionAt)
    return startEnds.map { min($0, next) } ?? next
  }

  /// Once.
  mutating func isStartOver(at now: Moment) -> Bool {
    guard let due = startEnds, due <= now.uptime else { return false }
    startEnds = nil
    return true
  }

  mutating func isCompactionDue(at now: Moment) -> Bool {
    Self.turn(&compactionAt, by: Self.compactionInterval, at: now)
  }

  mutating func compactAgain(at now: Moment) { compactionAt = now.uptime + Self.compactionStep }

  mutating func isStatusDue(at now: Moment) -> Bool { Self.turn(&statusAt, by: Self.statusInterval, at: now) }

  mutating func isHistoryDue(at now: Moment) -> Bool {
    Self.turn(&historyAt, by: Self.historyInterval, at: now)
  }

  mutating func isNewDay(at now: Moment) -> Bool {
    guard now.wall.seconds / 86_400 != dayNumber else { return false }
    dayNumber = now.wall.seconds / 86_400
    return true
  }

  private static func turn(_ due: inout Uptime, by interval: Duration, at now: Moment) -> Bool {
    guard due <= now.uptime else { return false }
    due = now.uptime + interval
    return true
  }
}

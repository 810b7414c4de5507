import GardenCore

/// What the bridge does by the clock, beside the garden's own deadlines.
struct Chores {
  /// Clockless devices take the bridge's status as their clock; older than three of these they count the bridge as dead.
  static let statusInterval: Duration = .seconds(60)
  /// Each batch of readings costs the card four blocks besides the readings' own bytes.
  static let historyInterval: Duration = .minutes(5)
  /// Whoever asks for the history gets readings that are no older.
  static let historyAge: Duration = .seconds(60)

  /// A bridge that is started anew each hour keeps its history within bounds as well.
  static let compactionDelay: Duration = .seconds(20)
  static let compactionInterval: Duration = .seconds(3600)
  /// Pause between two pieces of one compaction: each is short, and messages go between them.
  static let compactionPause: Duration = .milliseconds(100)
  /// After a compaction that could not begin.
  static let compactionRetry: Duration = .seconds(60)

  /// A garden's documents have all left by then.
  static let publishingLasts: Duration = .seconds(5)

  /// Everything is being published; `nil`: it has been.
  private var publishingEnds: Uptime?
  /// The history is to teach what the plants did before.
  var isToLearn = true
  private var statusAt: Uptime
  private var compactionAt: Uptime
  private var historyAt: Uptime
  private var dayNumber: Int64

  init(now: Moment) {
    publishingEnds = now.uptime + Self.publishingLasts
    statusAt = now.uptime + Self.statusInterval
    historyAt = now.uptime + Self.historyInterval
    compactionAt = now.uptime + Self.compactionDelay
    dayNumber = now.wall.seconds / 86_400
  }

  var nextDeadline: Uptime {
    let next = min(statusAt, historyAt, compactionAt)
    return publishingEnds.map { min($0, next) } ?? next
  }

  /// The whole garden goes to the broker, anew.
  mutating func everythingIsPublished(at now: Moment) { publishingEnds = now.uptime + Self.publishingLasts }

  /// Once each time.
  mutating func isPublishingOver(at now: Moment) -> Bool {
    guard let due = publishingEnds, due <= now.uptime else { return false }
    publishingEnds = nil
    return true
  }

  /// After the start, and when it is known how long ago things were.
  func isLearningDue(at now: Moment) -> Bool { isToLearn && publishingEnds == nil && now.isWallTrusted }

  mutating func isCompactionDue(at now: Moment) -> Bool {
    Self.turn(&compactionAt, by: Self.compactionInterval, at: now)
  }

  mutating func compactAgain(after pause: Duration, at now: Moment) { compactionAt = now.uptime + pause }

  mutating func isStatusDue(at now: Moment) -> Bool { Self.turn(&statusAt, by: Self.statusInterval, at: now) }

  mutating func isHistoryDue(at now: Moment) -> Bool {
    Self.turn(&historyAt, by: Self.historyInterval, at: now)
  }

  /// Somebody asks: what waits is written, unless it is quite new.
  mutating func isHistoryWanted(at now: Moment) -> Bool {
    guard historyAt - now.uptime <= Self.historyInterval - Self.historyAge else { return false }
    historyAt = now.uptime + Self.historyInterval
    return true
  }

  mutating func isNewDay(at now: Moment) -> Bool {
    guard now.wall.seconds / 86_400 != dayNumber else { return false }
    dayNumber = now.wall.seconds / 86_400
    return true
  }

  /// The day that it knows is over then.
  var dayEnds: Timestamp { Timestamp(seconds: (dayNumber + 1) * 86_400) }

  private static func turn(_ due: inout Uptime, by interval: Duration, at now: Moment) -> Bool {
    guard due <= now.uptime else { return false }
    due = now.uptime + interval
    return true
  }
}

/// What a rule of time is asked with: has this moment come? Where it has not, the earliest such moment is kept: what the rules that were
/// asked say changes by time alone no sooner than then.
///
/// So a rule stands once, as a question that changes nothing. Who acts asks it at this moment; who looks for the next deadline asks the
/// same question as of the last tick, and so misses nothing that came due since.
struct Waiting {
  let now: Moment
  /// What had come by then has been acted upon.
  private let lookedAt: Uptime
  private(set) var next: Uptime?

  /// To act at this moment.
  init(at now: Moment) { self.init(after: now, lookedAt: now.uptime) }

  /// To find the next deadline. `lookedAt`: when a tick last looked at everything.
  init(after now: Moment, lookedAt: Uptime) {
    self.now = now
    self.lookedAt = lookedAt
  }

  mutating func isDue(_ moment: Uptime) -> Bool {
    if moment <= lookedAt { return true }
    add(moment)
    return false
  }

  /// Of the wall clock, with its present offset.
  mutating func isDue(_ moment: Timestamp) -> Bool { isDue(now.uptime + (moment - now.wall)) }

  /// Something waits for that moment until a tick does it. What is over counts as now.
  mutating func add(_ moment: Uptime?) {
    guard let moment else { return }
    let due = max(moment, now.uptime)
    next = next.map { min($0, due) } ?? due
  }

  /// The same of the wall clock, with its present offset.
  mutating func add(_ moment: Timestamp) { add(now.uptime + (moment - now.wall)) }

  /// A rule answered that something is to be done.
  mutating func addNow() { add(now.uptime) }
}

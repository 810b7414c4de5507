import GardenCore

/// Finds out whether the broker gives retained messages to a subscription with a wildcard, which is how devices ask for the garden
/// (MQTT 3.1.1 §3.8.4). RabbitMQ's store of them knows whole topics only.
///
/// Our status is retained before anything else. Some seconds after a link came about it is asked for once more, by a wildcard; where it does
/// not come, everything is published again whenever a device says hello, and for those that never do so each quarter of an hour.
struct RetainedTrial {
  /// By then the broker has our status.
  static let begins: Duration = .seconds(5)
  static let answersWithin: Duration = .seconds(10)
  /// A device says hello and subscribes, in either order.
  static let patience: Duration = .seconds(1)
  /// However many devices say hello.
  static let pause: Duration = .seconds(10)
  static let interval: Duration = .minutes(15)

  enum Step: Equatable {
    case ask
    /// The answer is there, or will not come any more; `isNews`: the broker forgets, and that was not known.
    case ended(isNews: Bool)
    case publish
  }

  private enum State: Equatable {
    case idle
    case waiting(Uptime)
    case asked
    case granted(until: Uptime)
    case answered
  }

  /// Matches the topic of our status alone, since nothing else in our tree ends so.
  let filter: String
  private(set) var isForgetful = false
  private var state = State.idle
  private var publishedAt: Uptime?
  private var publishDue: Uptime?

  init(root: String) { filter = root + "/+/status" }

  mutating func linkCameAbout(at now: Uptime) {
    state = .waiting(now + Self.begins)
    published(at: now)
  }

  mutating func linkBroke() {
    state = .idle
    publishDue = nil
  }

  mutating func granted(at now: Uptime) {
    if state == .asked { state = .granted(until: now + Self.answersWithin) }
  }

  /// Who may not ask finds nothing out.
  mutating func refused() {
    if state == .asked { state = .answered }
  }

  /// Our status came, marked as retained.
  mutating func heard() {
    switch state {
    case .asked, .granted:
      state = .answered
      isForgetful = false
    case .idle, .waiting, .answered: break
    }
  }

  /// A device that was not there said hello.
  mutating func greeted(at now: Uptime) {
    guard isForgetful else { return }
    let soon = max(now + Self.patience, publishedAt.map { $0 + Self.pause } ?? now)
    publishDue = min(publishDue ?? soon, soon)
  }

  /// Everything was published, for whatever reason.
  mutating func published(at now: Uptime) {
    publishedAt = now
    publishDue = isForgetful ? now + Self.interval : nil
  }

  var nextDeadline: Uptime? {
    let step: Uptime? =
      switch state {
      case .waiting(let due), .granted(until: let due): due
      case .answered: Uptime(milliseconds: 0)
      case .idle, .asked: nil
      }
    return .earliest(step, publishDue)
  }

  mutating func takeDue(at now: Uptime) -> Step? {
    switch state {
    case .waiting(let due) where due <= now:
      state = .asked
      return .ask
    case .granted(let due) where due <= now:
      let isNews = !isForgetful
      isForgetful = true
      state = .idle
      return .ended(isNews: isNews)
    case .answered:
      state = .idle
      if !isForgetful { publishDue = nil }
      return .ended(isNews: false)
    default: break
    }
    guard let due = publishDue, due <= now else { return nil }
    published(at: now)
    return .publish
  }
}

/// The life of one activity: create, update, end. A surface takes each step through it, and so do the tests of the bridge's
/// sender; what it refuses is not shown and not sent.
///
/// Source: third seed article; Apple, "Displaying live data with Live Activities".
public struct ActivityLifecycle: Sendable, Hashable {
  /// Seconds after its start during which an activity takes updates: 8 h.
  public static let updates: Int64 = 28_800
  /// Seconds after its start when it is gone from the screen at the latest: 12 h. Another limit than ``updates``.
  public static let onScreen: Int64 = 43_200
  /// Seconds after its end that it stays at most, and where nothing else is said: 4 h.
  public static let afterEnd: Int64 = 14_400
  /// Bytes of a step at most.
  public static let payloadBytesMax = DocumentLimits.large

  /// How an activity is.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// No start was taken.
    case notStarted
    /// Its content is fresh.
    case active
    /// Its stale date is over: to be shown as old. An update makes it active again.
    case stale
    /// It had its last content, or its 8 hours are over. Nothing returns from here.
    case ended
    /// Gone from the screen.
    case dismissed
  }

  /// Why a step was refused.
  public enum Refusal: String, Error, Sendable, Hashable, CaseIterable {
    /// An update or an end before the start.
    case notStarted
    /// A second start.
    case startedAlready
    /// A step after the end.
    case ended
    /// Not later than the last step, in time or in number: late, or the same again.
    case notLater
    /// An update when the 8 hours are over, or an end when the 12 hours are: the bridge was away meanwhile.
    case updatesOver
    /// A step of another activity.
    case anotherActivity
    /// The progress fell.
    case fallsBack
  }

  /// Which activity it is; `nil` before the start.
  public private(set) var id: MessageID?
  /// When it started.
  public private(set) var started: EpochSeconds?
  /// The content as last taken.
  public private(set) var content: ActivityContent?
  /// When it ended.
  public private(set) var ended: EpochSeconds?
  private var timestamp: EpochSeconds?
  private var sequence = 0
  private var staleDate: EpochSeconds?
  private var dismissal: EpochSeconds?

  /// Before the start.
  public init() {}

  /// For a latecomer: as the retained snapshot has it.
  public init(_ document: ActivityState) {
    id = document.id
    started = document.started
    content = document.contentState
    timestamp = document.timestamp
    sequence = document.seq
    staleDate = document.staleDate
    if document.state == .ended { ended = document.timestamp }
  }

  /// Takes the next step, or refuses it and stays as it was.
  public mutating func take(_ step: ActivityMessage) throws(Refusal) {
    if let id, id != step.activity.id { throw .anotherActivity }
    if ended != nil { throw .ended }
    if step.aps.event == .start {
      guard started == nil else { throw .startedAlready }
      id = step.activity.id
      started = step.aps.timestamp
    } else {
      guard let started else { throw .notStarted }
      let limit = step.aps.event == .end ? Self.onScreen : Self.updates
      guard step.aps.timestamp < started.advanced(by: limit) else { throw .updatesOver }
    }
    if let timestamp {
      guard step.aps.timestamp > timestamp, step.activity.seq > sequence else { throw .notLater }
    }
    if let content, step.aps.contentState.progress < content.progress { throw .fallsBack }
    content = step.aps.contentState
    timestamp = step.aps.timestamp
    sequence = step.activity.seq
    staleDate = step.aps.staleDate
    if step.aps.event == .end {
      ended = step.aps.timestamp
      dismissal = step.aps.dismissalDate
    }
  }

  /// How it is at that moment.
  public func state(at now: EpochSeconds) -> State {
    guard let started, let goneAt else { return .notStarted }
    if now >= goneAt { return .dismissed }
    if ended != nil || now >= started.advanced(by: Self.updates) { return .ended }
    if let staleDate, now >= staleDate { return .stale }
    return .active
  }

  /// When it is gone from the screen at the latest; `nil` before the start.
  public var goneAt: EpochSeconds? {
    guard let started else { return nil }
    let latest = started.advanced(by: Self.onScreen)
    guard let ended else { return latest }
    let longest = ended.advanced(by: Self.afterEnd)
    return min(latest, min(dismissal ?? longest, longest))
  }
}

/// How an ended activity goes from the screen.
public enum ActivityDismissal: Sendable, Hashable {
  /// At once.
  case immediate
  /// When the system thinks fit, 4 h after the end at the latest.
  case `default`
  /// So many seconds after the end, 4 h at most.
  case after(seconds: Int64)

  /// The `dismissal-date` of the end; `nil`: left out. Never beyond the 12 h of the whole.
  public func date(ended: EpochSeconds, started: EpochSeconds) -> EpochSeconds? {
    let latest = started.advanced(by: ActivityLifecycle.onScreen)
    switch self {
    case .immediate: return ended
    case .default: return nil
    case .after(let seconds):
      return min(ended.advanced(by: min(max(0, seconds), ActivityLifecycle.afterEnd)), latest)
    }
  }
}

extension ActivityLifecycle.Refusal: CustomStringConvertible {
  /// A sentence for a log.
  public var description: String {
    switch self {
    case .notStarted: "the activity has not started"
    case .startedAlready: "the activity has started already"
    case .ended: "the activity has ended"
    case .notLater: "the step is not later than the last one"
    case .updatesOver: "the time for updates is over"
    case .anotherActivity: "the step is of another activity"
    case .fallsBack: "the progress falls"
    }
  }
}

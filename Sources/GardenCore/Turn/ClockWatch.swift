/// Notices when the wall clock is set, lost or believable again, and by how much it had been wrong.
struct ClockWatch: Sendable, Hashable {
  /// When what this process has dated begins, by the present clock.
  private var since: Timestamp
  /// The same as it was before the clock was lost in the midst of a session; `nil`: it was not.
  private var sinceBeforeLoss: Timestamp?
  private(set) var last: Moment
  /// When it last counted as moved: small steps add up.
  private(set) var steady: Moment

  init(at now: Moment) {
    since = now.wall
    last = now
    steady = now
  }

  /// It was set, lost or put right since the last look.
  func hasMoved(at now: Moment) -> Bool {
    now.isWallTrusted != steady.isWallTrusted || Self.isSet(by: now.shift(since: steady))
  }

  /// Less is the ordinary correction of a clock that runs.
  private static func isSet(by shift: Duration) -> Bool {
    shift > .seconds(2) || shift < .seconds(-2)
  }

  /// The correction to apply to what was dated; `nil`: nothing happened.
  ///
  /// - Parameter skew: what lies no further ahead may be dated by another clock that is right.
  mutating func see(_ now: Moment, skew: Duration) -> Correction? {
    defer { last = now }
    if hasMoved(at: now) { steady = now }
    // What was dated before the clock was lost was right.
    if last.isWallTrusted, !now.isWallTrusted {
      (sinceBeforeLoss, since) = (since, now.wall)
      return nil
    }
    let shift = now.shift(since: last)
    let isFound = !last.isWallTrusted && now.isWallTrusted
    guard isFound || Self.isSet(by: shift) else { return nil }
    let dated = since...max(since, now.wall - shift)
    since = since + shift
    if isFound, let before = sinceBeforeLoss { (since, sinceBeforeLoss) = (before, nil) }
    return Correction(dated: dated, shift: shift, at: now, skew: skew, keepsPace: !isFound)
  }

  /// Whatever the clock does, what this process has dated keeps its age: it moves along, and back again after a clock that was wrong for
  /// a moment. What is older stays where it is. What lies ahead even so was dated by a clock that is over, in an earlier process: it
  /// counts as of now, or a pause, a reminder or a day's sum would last until the old time comes again.
  struct Correction: Hashable {
    private var dated: ClosedRange<Timestamp>?
    private(set) var shift = Duration.zero
    private var now: Moment
    private var skew: Duration
    /// Nothing has waited for it: the clock was believed all the while.
    private(set) var keepsPace = true

    /// A process begins: it has dated nothing yet.
    init(at now: Moment, skew: Duration) {
      self.now = now
      self.skew = skew
    }

    init(dated: ClosedRange<Timestamp>, shift: Duration, at now: Moment, skew: Duration, keepsPace: Bool) {
      self.dated = dated
      self.shift = shift
      self.now = now
      self.skew = skew
      self.keepsPace = keepsPace
    }

    /// - Parameter lead: how far ahead of its time such a date may lie; zero where it tells what happened.
    func callAsFunction(_ time: Timestamp, lead: Duration = .zero) -> Timestamp {
      var time = time
      if let dated, time >= dated.lowerBound, time <= dated.upperBound + lead { time = time + shift }
      return now.isWallTrusted && time > now.wall + lead + skew ? now.wall : time
    }
  }
}

extension Moment {
  /// How far the wall clock was set between two moments.
  fileprivate func shift(since before: Moment) -> Duration {
    (wall - before.wall) - (uptime - before.uptime)
  }
}

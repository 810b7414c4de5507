/// Notices when the wall clock becomes believable or is set back, and by how much it had been wrong.
struct ClockWatch: Sendable, Hashable {
  /// Since then the clock has not been believable, if it is not.
  private var first: Moment
  private(set) var last: Moment
  /// When it last counted as moved: small steps add up.
  private(set) var steady: Moment

  init(at now: Moment) {
    first = now
    last = now
    steady = now
  }

  /// It was set, lost or put right since the last look.
  func hasMoved(at now: Moment) -> Bool {
    let shift = (now.wall - steady.wall) - (now.uptime - steady.uptime)
    return now.isWallTrusted != steady.isWallTrusted || shift > Self.drift || shift < .zero - Self.drift
  }

  /// Less is the ordinary correction of a clock that runs.
  private static let drift: Duration = .seconds(2)

  /// The correction to apply to times that were written while the clock was not believable; `nil`: nothing happened.
  mutating func see(_ now: Moment) -> Correction? {
    defer { last = now }
    let since = steady
    if hasMoved(at: now) { steady = now }
    let shift = (now.wall - last.wall) - (now.uptime - last.uptime)
    // Set back, and believed: what was dated since it was set before was dated by a clock that is over, and so was what lies ahead of now.
    // Without that a pause, a reminder or a snooze would last until the old time comes again.
    if last.isWallTrusted, now.isWallTrusted, shift < .zero - Self.drift {
      return Correction(from: min(since.wall, now.wall), to: last.wall, shift: shift, keepsPace: true)
    }
    // A clock may also be lost in the midst of a session: what was dated before was right.
    if last.isWallTrusted && !now.isWallTrusted { first = now }
    guard !last.isWallTrusted && now.isWallTrusted else { return nil }
    return Correction(from: first.wall, to: last.wall, shift: shift, keepsPace: false)
  }

  struct Correction: Hashable {
    var from: Timestamp
    var to: Timestamp
    var shift: Duration
    /// Nothing has waited for it: the clock was believed all the while.
    var keepsPace: Bool

    /// Moves a time of while the clock was not believed; others are left alone.
    func callAsFunction(_ time: Timestamp) -> Timestamp {
      time >= from && time <= to ? time + shift : time
    }
  }
}

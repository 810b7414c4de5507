/// How one valve or relay is driven, whoever wants it: open until a moment, or closed until that is proved. Of a heater, open means on.
///
/// Nothing else tells a valve or a relay anything. Leases, masters and heaters keep the why: who wants it, until when, and what
/// follows when it does not obey. One that is closed is told again after 1, 2, 4, 8 and 16 seconds and then each minute, until its
/// owner calls ``proved()``.
struct Switch: Sendable, Hashable {
  enum Want: Sendable, Hashable {
    /// Nobody has told it anything, or it was opened by somebody else since.
    case nothing
    case open
    case closed(isProved: Bool)
  }

  private(set) var want = Want.nothing
  /// Since when that is wanted: only what was seen after it counts.
  private(set) var since: Uptime
  /// How often it was told so, and when it was last.
  private(set) var sent = 0
  private(set) var sentAt = Uptime(milliseconds: 0)
  /// When it said, live, what is wanted; `nil`: it has not, or it said the contrary since.
  private(set) var saidAt: Uptime?
  /// Its last live word.
  private(set) var isOpen: Bool?

  init(at now: Uptime = Uptime(milliseconds: 0)) { since = now }

  /// Wanted closed, and that is not proved.
  var isClosing: Bool { want == .closed(isProved: false) }
  var isProvedClosed: Bool { want == .closed(isProved: true) }
  /// When it is told again to close.
  var closeAgainAt: Uptime { sentAt + WateringLimits.closeWait(after: sent) }

  /// `runs`: after so long the device shall close by itself, where it can. `actuator` nil: the plan has it no more.
  mutating func open(
    _ actuator: ActuatorIndex?, for runs: Duration, lease: UniqueID? = nil, _ turn: inout Turn
  ) {
    if want != .open { begin(.open, at: turn.now.uptime) }
    send(.open(runs: runs), to: actuator, lease: lease, &turn)
  }

  /// The first close.
  mutating func close(_ actuator: ActuatorIndex?, _ turn: inout Turn) {
    begin(.closed(isProved: false), at: turn.now.uptime)
    send(.close, to: actuator, &turn)
  }

  mutating func closeAgain(_ actuator: ActuatorIndex?, _ turn: inout Turn) {
    if !isClosing { begin(.closed(isProved: false), at: turn.now.uptime) }
    send(.close, to: actuator, &turn)
  }

  /// What was sent went into the void: tries and waits begin anew.
  mutating func startOver() { sent = 0 }

  /// It left by itself what it was told: that counts as told once, now.
  mutating func lost(at now: Uptime) {
    sent = 1
    sentAt = now
  }

  /// A live word.
  mutating func heard(isOpen: Bool, at now: Uptime) {
    self.isOpen = isOpen
    switch want {
    case .open: saidAt = isOpen ? saidAt ?? now : nil
    case .closed(isProved: false): saidAt = isOpen ? nil : saidAt ?? now
    case .closed(isProved: true): if isOpen { want = .nothing }
    case .nothing: break
    }
  }

  /// Its word, or the meters, prove that it is closed.
  mutating func proved() {
    want = .closed(isProved: true)
    isOpen = false
  }

  /// Told once; nobody waits for an answer.
  static func sayClosed(_ actuator: ActuatorIndex, _ turn: inout Turn) {
    turn.effects.append(.command(ActuatorCommand(actuator: actuator, action: .close)))
  }

  private mutating func begin(_ want: Want, at now: Uptime) {
    self.want = want
    since = now
    sent = 0
    saidAt = nil
  }

  private mutating func send(
    _ action: ActuatorCommand.Action, to actuator: ActuatorIndex?, lease: UniqueID? = nil, _ turn: inout Turn
  ) {
    sent += 1
    sentAt = turn.now.uptime
    guard let actuator else { return }
    turn.effects.append(.command(ActuatorCommand(actuator: actuator, action: action, lease: lease)))
  }
}

/// What one call of the garden works with: the moment it is, the plan, what must be remembered, and what goes out.
///
/// The garden keeps one and lends it to its machines, so that nothing is handed down by hand and nothing is held twice.
package struct Turn: Sendable, Hashable {
  package var now: Moment
  package var plan: GardenPlan
  package let boot: BootID
  package var link = BrokerLink()
  /// Set: nothing may be opened or switched on.
  package var bar: OpeningBar?
  /// What must survive a restart, whole: the sum of every ``Effect/remember(_:)`` that went out.
  package var memory: GardenMemory
  /// Chance is part of the state: the same events give the same effects.
  var dice: SplitMix64
  /// In the order in which they leave.
  package var effects: [Effect] = []
  /// What the machines told the rest of the garden since the last piece was taken, in order; ``Garden/drain()`` takes it.
  package var news: [News] = []
  /// What was told before that, last first.
  private var laterNews: [News] = []
  package var counters = GardenCounters()
  /// Displays follow values that only move; without them what turned alone is published.
  var showsValues = true
  /// When this garden began to listen.
  let startedAt: Uptime
  /// Something happened on which it may rest who is told what.
  var mayMoveReminders = true
  /// When a tick last looked at everything that changes by time alone.
  var lookedAt = Uptime(milliseconds: .min)
  /// The earliest moment for which a rule waits that was asked; see ``isDue(_:)``.
  var waits: Uptime?

  package init(plan: GardenPlan, memory: GardenMemory, boot: BootID, seed: UInt64, at now: Moment) {
    self.plan = plan
    self.memory = memory
    self.boot = boot
    dice = SplitMix64(seed: seed)
    self.now = now
    startedAt = now.uptime
  }

  /// Appends the change to what goes out and to ``memory``, so that the two never differ.
  mutating func remember(_ change: MemoryChange) {
    memory.apply(change)
    effects.append(.remember(change))
    switch change {
    case .sensor, .plant, .answered, .forgetAnswered: break
    default: mayMoveReminders = true
    }
  }

  /// Tells that something changed, however often it did.
  mutating func tellOnce(_ change: News) {
    if news.last != change { news.append(change) }
  }

  /// The next piece of news: what came of the last one goes before what was told together with it.
  mutating func nextNews() -> News? {
    while let told = news.popLast() { laterNews.append(told) }
    return laterNews.popLast()
  }

  mutating func log(_ level: LogLine.Level, _ subject: String, _ text: String) {
    effects.append(.log(LogLine(level, subject, text)))
  }

  mutating func log(_ level: LogLine.Level, valve: String, _ text: String) {
    log(level, "valve \(valve)", text)
  }

  mutating func log(_ level: LogLine.Level, heater: String, _ text: String) {
    log(level, "heater \(heater)", text)
  }

  /// `nil`: the plan has no such valve.
  func valve(_ id: String) -> ActuatorIndex? {
    plan.actuators.firstIndex { $0.id == id && $0.isValve }.map { ActuatorIndex($0) }
  }

  /// What is known of a device is kept for the devices of the config only.
  mutating func know(_ device: DeviceID, _ change: (inout DeviceMemory) -> Void) {
    guard plan.device(device) != nil else { return }
    let before = memory.devices.first { $0.id == device }
    var known = before ?? DeviceMemory(id: device)
    change(&known)
    if known != before { remember(.device(known)) }
  }

  /// Once a day at most, and only when there is something to forget. Not by a clock that was set less than an hour ago: were it set back,
  /// what came before would be new again.
  mutating func forgetOldAnswers(clockSince steady: Uptime) {
    guard now.isWallTrusted, now.uptime - steady > .hours(1), let oldest = memory.answered.first,
      oldest.at < now.wall - (GardenMemory.answersKeptFor + .days(1))
    else { return }
    remember(.forgetAnswered(before: now.wall - GardenMemory.answersKeptFor))
  }
}

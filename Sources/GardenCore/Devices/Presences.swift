/// Who is there: each device's own word, its last will and its heartbeat. Nothing of it survives a restart: the broker says it again.
struct Presences: Sendable, Hashable {
  private struct Presence: Sendable, Hashable {
    var report: PresenceReport?
    var heardAt = Uptime(milliseconds: 0)
    /// Sessions that others have followed. What still comes of them comes late.
    var over: [UniqueID] = []
    var shown: DeviceSnapshot?
    /// What the log knows.
    var said: Reachability?
    /// How often a change of it is shown: as fast as a device may send.
    var pace = TokenBucket(
      burst: RateGate.burst, perSecond: RateGate.perSecond, at: Uptime(milliseconds: 0))
    /// It changed faster than that: what it is by then is shown then.
    var showAt: Uptime?
    /// What its app said before it was known.
    var context: AppReport?
    /// It left: what it was still sent on that day, for the case that it comes back. Nothing else is kept.
    var spent: GlancesSpent?

    /// When the silence of a device that said how often it speaks counts as its absence. As MQTT's own keep-alive: after one and a half times.
    var end: Uptime? {
      guard let report, report.isOnline, let every = report.every else { return nil }
      return heardAt + every + every / 2
    }

    mutating func close(_ session: UniqueID) {
      over.append(session)
      if over.count > Presences.overMax { over.removeFirst() }
    }
  }

  private struct GlancesSpent: Sendable, Hashable {
    var day: Int
    var count: Int
  }

  private static let overMax = 8
  private var presences: [DeviceID: Presence] = [:]

  /// No silence counts before, and nothing is shown late; `nil`: none does. Asked after every reading.
  private(set) var wake: Uptime?

  /// A device spoke, or its last will did. `report` nil: it took back what it had said. None is too many: a will that went unheard would
  /// leave a device that is gone among those that are there.
  mutating func heard(_ report: PresenceReport?, from device: DeviceID, _ turn: inout Turn) {
    guard turn.plan.device(device) != nil else { return }
    var presence = presences[device] ?? Presence()
    if let report {
      // A will that comes after the device is back, or a document of before: it says nothing about now.
      if presence.over.contains(report.session) { return }
      if let present = presence.report, present.session != report.session {
        guard report.isOnline || !present.isOnline else { return }
        presence.close(present.session)
      }
    }
    presence.report = report
    presence.heardAt = turn.now.uptime
    presences[device] = presence
    wake(by: presence.end)
    show(device, &turn)
  }

  private mutating func wake(by due: Uptime?) {
    guard let due else { return }
    wake = wake.map { min($0, due) } ?? due
  }

  /// What it said of itself stays known.
  mutating func greeted(by device: DeviceID, _ profile: DeviceProfile, _ turn: inout Turn) {
    let spent = presences[device]?.spent
    turn.know(device) {
      $0.profile = profile
      if let spent { ($0.glanceDay, $0.glancesSent) = (spent.day, spent.count) }
    }
    presences[device]?.spent = nil
    if let early = presences[device]?.context { said(early, by: device, &turn) }
    show(device, &turn)
  }

  /// What its app wants the others of its person to know; `nil`: nothing any more. Of two the higher revision counts.
  mutating func said(_ context: AppReport?, by device: DeviceID, _ turn: inout Turn) {
    guard turn.plan.device(device) != nil else { return }
    guard let known = turn.memory.devices.first(where: { $0.id == device }) else {
      presences[device, default: Presence()].context = context
      return
    }
    presences[device]?.context = nil
    if let context, let before = known.context, context.revision <= before.revision { return }
    turn.know(device) { $0.context = context }
  }

  /// It left for good: it must say hello to be known again.
  mutating func left(_ device: DeviceID, _ turn: inout Turn) {
    if let known = turn.memory.devices.first(where: { $0.id == device }), let day = known.glanceDay {
      presences[device, default: Presence()].spent = GlancesSpent(day: day, count: known.glancesSent)
    }
    presences[device]?.report = nil
    presences[device]?.context = nil
    turn.remember(.noDevice(id: device))
    show(device, &turn)
  }

  /// Whoever left the config is forgotten; the others are shown.
  mutating func adopt(_ turn: inout Turn) {
    for device in turn.memory.devices where turn.plan.device(device.id) == nil {
      turn.remember(.noDevice(id: device.id))
    }
    presences = presences.filter { turn.plan.device($0.key) != nil }
    showAll(&turn)
  }

  /// After a hello, a new link, or as time passes.
  /// What was dated by a clock that is over is dated anew.
  mutating func correct(_ correct: ClockWatch.Correction) {
    for device in presences.keys {
      guard let since = presences[device]?.shown?.since else { continue }
      presences[device]?.shown?.since = correct(since)
    }
  }

  mutating func showAll(_ turn: inout Turn) {
    for person in turn.plan.people { for device in person.devices { show(device.id, &turn) } }
  }

  /// Those whose silence counts by now, and those that changed too fast.
  mutating func settle(_ turn: inout Turn) {
    let now = turn.now.uptime
    guard let due = wake, due <= now else { return }
    for (device, presence) in presences.sorted(by: { $0.key < $1.key }) {
      let isSilent = presence.end.map { $0 <= now } ?? false
      if isSilent { presences[device]?.report?.isOnline = false }
      if isSilent || presence.showAt.map({ $0 <= now }) ?? false { show(device, &turn) }
    }
    wake = presences.values.flatMap { [$0.end, $0.showAt] }.compactMap(\.self).min()
  }

  func reachability(of device: DeviceID, _ turn: Turn) -> Reachability {
    guard turn.memory.devices.contains(where: { $0.id == device }) else { return .notReachable }
    guard turn.link.isUp, let report = presences[device]?.report, report.isOnline, report.isInFront ?? true
    else { return .backgroundOnly }
    return .immediatelyReachable
  }

  /// What people are shown; each device as it was published last.
  var snapshots: [DeviceSnapshot] { presences.values.compactMap(\.shown).sorted { $0.id < $1.id } }

  /// Of a person's devices that are told, those that ring: of phone and watch only one, where it is known which is used.
  func ringing(among devices: [DeviceID], _ turn: Turn) -> [DeviceID] {
    turn.plan.people.flatMap { person in
      let own = person.devices.map(\.id).filter(devices.contains)
      let carried = own.filter { [.phone, .watch].contains(kind(of: $0, turn)) }
      let inFront = carried.filter { isOnline($0) && presences[$0]?.report?.isInFront == true }
      let worn = carried.filter { isOnline($0) && kind(of: $0, turn) == .watch }
      let ringing = inFront.isEmpty ? (worn.isEmpty ? carried : worn) : inFront
      return own.filter { !carried.contains($0) || ringing.contains($0) }
    }
  }

  private func isOnline(_ device: DeviceID) -> Bool { presences[device]?.report?.isOnline ?? false }

  private func kind(of device: DeviceID, _ turn: Turn) -> DeviceKind? {
    turn.memory.devices.first { $0.id == device }?.profile.kind
  }

  mutating func show(_ device: DeviceID, _ turn: inout Turn) {
    guard let plan = turn.plan.device(device) else { return }
    let reachability = reachability(of: device, turn)
    var snapshot = DeviceSnapshot(
      id: device, name: plan.name, kind: kind(of: device, turn), reachability: reachability,
      since: turn.now.wall)
    var presence = presences[device] ?? Presence()
    defer { presences[device] = presence }
    presence.showAt = nil
    if let shown = presence.shown, shown.reachability == reachability { snapshot.since = shown.since }
    guard snapshot != presence.shown else { return }
    guard presence.pace.take(at: turn.now.uptime) == 0 else {
      presence.showAt = turn.now.uptime + .seconds(1)
      return wake(by: presence.showAt)
    }
    presence.shown = snapshot
    // A broken link is said once, not of each device.
    if turn.link.isUp {
      if let said = presence.said, said != reachability {
        turn.log(.info, "device \(device)", reachability.sentence)
      }
      presence.said = reachability
    }
    turn.effects.append(.publish(.device(snapshot)))
  }
}

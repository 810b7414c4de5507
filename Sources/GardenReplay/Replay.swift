package import GardenCore
import GardenSimulation

/// A garden that lives through a past: the very rules of the bridge, on a clock of the past's own.
///
/// What happened goes in, in order of time; what the garden decided is written down in ``account``. The same past and the same plan give the
/// same account, on every machine.
package struct Replay: Sendable {
  package private(set) var account: ReplayAccount
  private let plan: GardenPlan
  private var garden: Garden
  private var now: Moment
  private var resolution: PastResolution?
  /// By actuator; `nil`: no valve.
  private var valves: [SimulatedValve?]
  /// When the next valve moves or speaks.
  private var valvesDue: Timestamp?
  private var effects: [Effect] = []
  /// Which actuators the past itself tells of; `nil`: it is a history, and tells of none.
  private let speaking: Set<ActuatorIndex>?
  /// The notifications by what devices call them: the garden of the past gave them other ids.
  private var notes: [ReminderName: UniqueID] = [:]

  /// - Parameters:
  ///   - start: of the past. Nothing is known of the garden before it.
  ///   - speaking: of a recording, the actuators that speak in it: no simulated one takes their place, and interlocks, heaters and meters
  ///     count. `nil`: a history, which knows nothing of all that.
  package init(plan: GardenPlan, from start: Timestamp, speaking: Set<ActuatorIndex>? = nil) {
    self.plan = plan
    self.speaking = speaking
    now = Moment(wall: start, uptime: Uptime(milliseconds: 0))
    let plain = speaking.map { plan.forRecording($0) } ?? plan.forPast(.readings)
    garden = Garden(
      plan: plain, memory: GardenMemory(), boot: BootID(UniqueID(high: 1, low: 0)), seed: 1, at: now)
    garden.hideValues()
    account = ReplayAccount(plan: plain, isLived: speaking != nil)
    valves = plan.actuators.enumerated().map { place, actuator in
      guard case .valve(let hasTimer) = actuator.kind,
        speaking?.contains(ActuatorIndex(place)) != true
      else { return nil }
      return SimulatedValve(
        .init(hasTimer: hasTimer, delay: .seconds(1), reportDelay: .zero, litresPerMinute: 0), seed: 0)
    }
    garden.start(at: now, into: &effects)
    carry()
    garden.handle(.link(isUp: true), at: now, into: &effects)
    for v in valves.indices where valves[v] != nil {
      garden.handle(.valve(ActuatorIndex(v), ValveReport(isOpen: false)), at: now, into: &effects)
    }
    carry()
  }

  /// Lets the time up to `time` pass, and then that happen. A time that has passed is now.
  package mutating func take(_ event: Event, at time: Timestamp, _ resolution: PastResolution = .readings) {
    pass(to: time)
    if speaking == nil, self.resolution != resolution {
      self.resolution = resolution
      garden.adopt(plan.forPast(resolution), at: now, into: &effects)
      carry()
    }
    if case .reading(let reading) = event {
      account.count(resolution)
      garden.take(reading, at: now, into: &effects)
    } else {
      garden.handle(event, at: now, into: &effects)
    }
    carry()
  }

  /// A person's command. Its notification, and the revision of its slider, had other ids and numbers in the garden that was lived in: what is meant
  /// is what this garden sent by then under that name, and the slider as it stands.
  package mutating func take(_ command: Command, about name: ReminderName?, at time: Timestamp) {
    pass(to: time)
    take(.command(command.about(name.flatMap { notes[$0] ?? notes[$0.newest] })), at: time)
  }

  /// The past is over; to be called once.
  package mutating func finish(at end: Timestamp) {
    pass(to: end)
    account.finish(at: now.wall, refused: garden.counters)
  }

  /// When a plant gets dry, as the garden would say now; `nil`: see `Garden.forecast(of:)`.
  package func forecast(of plant: PlantID) -> DryForecast? { garden.forecast(of: plant) }

  private mutating func pass(to time: Timestamp) {
    while let next = nextMoment(), next <= time {
      move(to: next)
      hearValves()
      garden.handle(.tick, at: now, into: &effects)
      carry()
    }
    if time > now.wall { move(to: time) }
  }

  /// What is due has been looked at: at least a millisecond passes.
  private mutating func nextMoment() -> Timestamp? {
    var next = valvesDue
    if let due = garden.nextDeadline(after: now) {
      let at = now.wall + (due - now.uptime)
      next = min(next ?? at, at)
    }
    return next.map { max($0, now.wall + .milliseconds(1)) }
  }

  private mutating func move(to time: Timestamp) {
    now = Moment(wall: time, uptime: now.uptime + (time - now.wall))
  }

  private mutating func hearValves() {
    guard let due = valvesDue, due <= now.wall else { return }
    for v in valves.indices {
      guard let next = valves[v]?.nextAt, next <= now.wall else { continue }
      for report in valves[v]?.pass(from: next, to: now.wall).reports ?? [] {
        garden.handle(
          .valve(ActuatorIndex(v), ValveReport(isOpen: report.isOpen)), at: now, into: &effects)
      }
    }
    settleValves()
  }

  private mutating func settleValves() { valvesDue = valves.compactMap { $0?.nextAt }.min() }

  private mutating func carry() {
    guard !effects.isEmpty else { return }
    for effect in effects {
      if case .command(let command) = effect { obey(command) }
      if case .notify(let notice) = effect {
        let name = ReminderName(key: notice.key, revision: notice.revision)
        for name in [name, name.newest] { notes[name] = notice.id }
      }
      account.take(effect, at: now.wall)
    }
    effects.removeAll(keepingCapacity: true)
  }

  private mutating func obey(_ command: ActuatorCommand) {
    let v = Int(command.actuator.position)
    guard valves.indices.contains(v) else { return }
    switch command.action {
    case .open(let runs): valves[v]?.open(runs: runs, at: now.wall)
    case .close: valves[v]?.close(at: now.wall)
    case .setpoint: break
    }
    settleValves()
  }
}

/// A notification as devices know it, whoever sent it.
package struct ReminderName: Sendable, Hashable {
  package var key: String
  /// `nil`: the newest.
  package var revision: Int?

  package init(key: String, revision: Int?) {
    self.key = key
    self.revision = revision
  }

  var newest: Self { Self(key: key, revision: nil) }
}

extension Command {
  /// The same about that notification; `nil`: about whatever is open.
  fileprivate func about(_ note: UniqueID?) -> Command {
    switch self {
    case .answer(let head, let plant, _, let answer): .answer(head, plant: plant, note: note, answer)
    case .water(let head, let plant, let duration, let litres, _):
      .water(head, plant: plant, duration: duration, litres: litres, note: note)
    case .move(let head, let control, let value, let unit, _):
      .move(head, control: control, value: value, unit: unit, base: nil)
    default: self
    }
  }
}

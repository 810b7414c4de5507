/// What stands between a wish for water and an open valve: holds of people, conditions outside, limits of a day, supplies.
///
/// Everything here fails toward closed: what is not known blocks the rule, what was reserved counts as used, and a hold ends only
/// when somebody releases it.
package struct Interlocks: Sendable, Hashable {
  package internal(set) var holds: [HoldMemory]
  /// In the order of ``GardenPlan/interlocks``.
  var states: [InterlockState]
  var days: [ValveDayMemory]
  /// End of the last run in this boot, per valve: a pause holds whatever the wall clock does.
  var lastEnds: [String: Uptime] = [:]
  /// Why the rule may not water, per plant; said once until it changes.
  var refusals: [PlantID: RuleRefusal] = [:]

  /// Per interlock its sensors, and per sensor whether one reads it.
  private var probes: [[Probe]] = []
  private var readers: [Bool] = []

  /// Nothing is held, nothing is known.
  init() {
    holds = []
    states = []
    days = []
  }

  init(plan: GardenPlan, memory: GardenMemory, at now: Moment) {
    holds = memory.holds
    days = memory.valveDays
    states = plan.interlocks.map { interlock in
      InterlockState(interlock, kept: memory.interlocks.first { $0.id == interlock.id }, at: now)
    }
    for i in days.indices {
      guard let ended = days[i].endedAt else { continue }
      // A time in the future counts as now: a clock that was wrong must not lock a valve for a year.
      let passed = now.isWallTrusted ? max(.zero, now.wall - ended) : .zero
      lastEnds[days[i].valve] = now.uptime + (.zero - passed)
    }
  }

  /// Emergency stop: neither water nor heat.
  package var isStopped: Bool { holds.contains { $0.kind == .emergency } }

  func hold(on valve: String) -> HoldMemory? {
    holds.first { $0.valve == nil } ?? holds.first { $0.valve == valve }
  }

  package func status(_ i: Int, plan: GardenPlan, at now: Moment) -> InterlockStatus {
    guard states.indices.contains(i), plan.interlocks.indices.contains(i) else {
      return .unknown(.neverHeard)
    }
    var waiting = Waiting(at: now)
    return states[i].status(plan.interlocks[i], &waiting)
  }

  /// The new plan is in force: what has the same id keeps what is known of it.
  mutating func adopt(_ plan: GardenPlan, memory: GardenMemory, at now: Moment) {
    let before = states
    states = plan.interlocks.map { interlock in
      before.first { $0.id == interlock.id }
        ?? InterlockState(interlock, kept: memory.interlocks.first { $0.id == interlock.id }, at: now)
    }
    func isValve(_ id: String) -> Bool { plan.actuators.contains { $0.id == id && $0.isValve } }
    lastEnds = lastEnds.filter { isValve($0.key) }
    refusals = refusals.filter { entry in plan.plants.contains { $0.id == entry.key } }
  }

  /// Asks what changes by time alone: interlocks, and the rule that was refused.
  func ask(plan: GardenPlan, _ waiting: inout Waiting) {
    for (state, interlock) in zip(states, plan.interlocks) { _ = state.status(interlock, &waiting) }
    for refusal in refusals.values { _ = waiting.isDue(refusal.askAgainAt) }
  }
}

// Holds of people: kept across restarts, until somebody releases them.
extension Interlocks {
  /// The emergency stop. `false`: it was stopped already.
  mutating func stop(by device: DeviceID?, _ turn: inout Turn) -> Bool {
    guard !isStopped else { return false }
    keep(HoldMemory(valve: nil, kind: .emergency, by: device, since: turn.now.wall), &turn)
    turn.log(
      .alarm, "garden", "emergency stop by \(device ?? "a signal"): everything is closed until released")
    return true
  }

  /// `false`: it was locked already.
  mutating func lock(_ valve: String, by device: DeviceID, _ turn: inout Turn) -> Bool {
    guard !holds.contains(where: { $0.valve == valve }) else { return false }
    keep(HoldMemory(valve: valve, kind: .maintenance, by: device, since: turn.now.wall), &turn)
    turn.log(.notice, valve: valve, "locked for maintenance by \(device)")
    return true
  }

  mutating func correct(_ correct: ClockWatch.Correction, _ turn: inout Turn) {
    for i in holds.indices where correct(holds[i].since) != holds[i].since {
      holds[i].since = correct(holds[i].since)
      turn.remember(.hold(holds[i]))
    }
    for i in states.indices { states[i].since = correct(states[i].since) }
    let calendar = turn.plan.site.calendar
    for i in days.indices {
      let before = days[i]
      // A day's sum goes where its last run goes. A run that is on ends at the earliest now.
      let ended = before.endedAt ?? turn.now.wall - correct.shift
      let moved = calendar.local(correct(ended)).dayNumber - calendar.local(ended).dayNumber
      days[i].endedAt = before.endedAt.map { correct($0) }
      days[i].dayNumber += moved
      if turn.now.isWallTrusted {
        days[i].dayNumber = min(days[i].dayNumber, calendar.local(turn.now.wall).dayNumber)
      }
      if days[i] != before { turn.remember(.valveDay(days[i])) }
    }
  }

  private mutating func keep(_ hold: HoldMemory, _ turn: inout Turn) {
    holds.append(hold)
    turn.remember(.hold(hold))
  }

  /// `valve` nil: the emergency stop. What was released; `nil`: nothing was held.
  mutating func release(_ valve: String?, by device: DeviceID, _ turn: inout Turn) -> HoldMemory? {
    guard let i = holds.firstIndex(where: { $0.valve == valve }) else { return nil }
    turn.remember(.noHold(valve: valve))
    turn.log(.notice, valve.map { "valve \($0)" } ?? "garden", "released by \(device)")
    return holds.remove(at: i)
  }
}

// Interlocks that read sensors.
extension Interlocks {
  /// Works out which sensors count, after the plan changed.
  mutating func connect(_ plan: GardenPlan, _ sensors: inout Sensors) {
    readers = [Bool](repeating: false, count: sensors.count)
    probes = plan.interlocks.map { interlock in
      guard case .value(let shares, _, _, _, _) = interlock.input else { return [] }
      return shares.compactMap { Probe($0, sensorCount: plan.sensors.count) }
    }
    for probe in probes.joined() {
      readers[probe.sensor] = true
      sensors[probe.sensor].wanted |= probe.mask
    }
  }

  /// Whether what this sensor says changes no interlock. Allocates nothing.
  func isSettled(_ sensor: Int, _ sensors: Sensors, _ turn: Turn) -> Bool {
    guard readers[sensor] else { return true }
    for i in turn.plan.interlocks.indices where probes[i].contains(where: { $0.sensor == sensor }) {
      let value = value(i, sensors, turn)
      if !states[i].isSettled(value, turn.plan.interlocks[i], at: turn.now) { return false }
    }
    return true
  }

  /// What each interlock reads at this moment, by its position; `nil`: nothing usable.
  func values(_ sensors: Sensors, _ turn: Turn) -> [Double?] {
    turn.plan.interlocks.indices.map { value($0, sensors, turn) }
  }

  private func value(_ i: Int, _ sensors: Sensors, _ turn: Turn) -> Double? {
    guard case .value(_, let quantity, _, _, _) = turn.plan.interlocks[i].input else { return nil }
    var waiting = Waiting(at: turn.now)
    return Fusion.of(quantity, probes: probes[i], sensors: sensors.all, quorum: 1, &waiting).value
  }
}

// What people see of them.
extension Interlocks {
  func snapshot(_ plan: GardenPlan) -> HoldSnapshot {
    HoldSnapshot(
      holds: holds, locked: plan.actuators.filter { $0.isValve && $0.limits.isLocked }.map(\.id),
      interlocks: zip(plan.interlocks, states).map { interlock, state in
        InterlockSnapshot(
          id: interlock.id, name: interlock.name, status: state.shown ?? .unknown(.neverHeard),
          since: state.since)
      })
  }
}

extension Reason {
  init(_ hold: HoldMemory) {
    self.init(hold.kind == .emergency ? .emergencyStop : .maintenance, by: hold.by)
  }
}

/// What kept the rule from watering a plant.
struct RuleRefusal: Sendable, Hashable {
  static let pause: Duration = .seconds(60)
  var why: Reason
  /// When the rule is asked again.
  var askAgainAt: Uptime
}

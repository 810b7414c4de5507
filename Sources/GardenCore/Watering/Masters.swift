/// The master valves of supplies: open while runs need them, closed as soon as none does.
struct Masters: Sendable, Hashable {
  private var states: [MasterState] = []

  /// A master that does not open, however often it was told, with the positions of the runs that need it.
  struct Failure {
    var valve: String
    var supply: String
    var runs: [Int]
  }

  var valves: [String] { states.map(\.valve) }

  func contains(_ valve: String) -> Bool { states.contains { $0.valve == valve } }

  /// Somebody other than a lease has the right to this open valve: of two bridges the one in charge, or a run that needs this master.
  func keepsOpen(_ valve: String, _ turn: Turn) -> Bool {
    turn.bar == .otherBridge || contains(valve)
  }

  /// Somebody closed it at once.
  mutating func remove(_ valve: String) { states.removeAll { $0.valve == valve } }

  /// Opens the masters that runs need and closes those that none needs. After every step.
  mutating func drive(
    _ leases: [Lease], _ valves: inout Valves, isStopped: Bool, _ turn: inout Turn
  ) -> [Failure] {
    turn.plan.supplies.compactMap { supply in
      guard let master = supply.master else { return nil }
      let valve = turn.plan.actuators[Int(master.position)]
      let runs = drive(supply, valve, leases, &valves, isStopped: isStopped, &turn)
      return runs.map { Failure(valve: valve.id, supply: supply.id, runs: $0) }
    }
  }

  /// When a run's valve may open: it waits for its master. `nil`: at once.
  mutating func opensAt(
    _ lease: Lease, _ leases: [Lease], _ valves: inout Valves, isStopped: Bool, _ turn: inout Turn
  ) -> Uptime? {
    guard let (supply, master) = Self.supply(of: lease.memory.actuator, turn.plan) else { return nil }
    // A master that does not open is given up by the next ``drive(_:_:isStopped:_:)``, and the run ends with it.
    guard drive(supply, master, leases, &valves, isStopped: isStopped, &turn) == nil else {
      return turn.now.uptime
    }
    guard supply.order == .masterFirst, let state = states.first(where: { $0.valve == master.id }) else {
      return nil
    }
    let due = state.firstOpenAt + supply.lead
    return turn.isDue(due) ? nil : due
  }

  /// By this much a run is longer, so that the wait for its master takes no water from it.
  static func lead(of valve: String, _ valves: Valves, _ plan: GardenPlan) -> Duration {
    guard let (supply, master) = supply(of: valve, plan), supply.order == .masterFirst else { return .zero }
    let isOpening = valves.position(master.id).map { valves[$0].drive.want == .open } ?? false
    return isOpening ? .zero : supply.lead
  }

  private static func supply(of valve: String, _ plan: GardenPlan) -> (SupplyPlan, ActuatorPlan)? {
    for supply in plan.supplies {
      guard let master = supply.master,
        supply.valves.contains(where: { plan.actuators[Int($0.position)].id == valve })
      else { continue }
      return (supply, plan.actuators[Int(master.position)])
    }
    return nil
  }

  /// The runs whose master does not open, however often it was told; `nil`: all is well.
  private mutating func drive(
    _ supply: SupplyPlan, _ master: ActuatorPlan, _ leases: [Lease], _ valves: inout Valves, isStopped: Bool,
    _ turn: inout Turn
  ) -> [Int]? {
    let now = turn.now.uptime
    let served = supply.valves.map { turn.plan.actuators[Int($0.position)].id }
    let users = leases.indices.filter { leases[$0].isLive && served.contains(leases[$0].memory.actuator) }
    let known = states.firstIndex { $0.valve == master.id }
    guard let until = users.map({ leases[$0].memory.ends }).max() else {
      if let known { letGo(known, isStopped ? .zero : supply.lag, &valves, &turn) }
      return nil
    }
    if known == nil {
      let wait = supply.order == .valveFirst ? supply.lead : .zero
      states.append(MasterState(valve: master.id, openDueAt: now + wait, answerWithin: master.answerWithin))
    }
    let m = known ?? states.count - 1
    states[m].closeAt = nil
    guard turn.isDue(states[m].openDueAt) else { return nil }
    let needed = until + supply.lag
    let state = states[m]
    let drive = valves[valves.watch(master.id)].drive
    if drive.want != .open || (needed > state.promisedUntil && state.renewAt.map { turn.isDue($0) } ?? true) {
      open(m, until: needed, master.timerMax, &valves, &turn)
    } else if drive.saidAt == nil, turn.isDue(drive.sentAt + state.answerWithin) {
      guard drive.sent >= WateringLimits.openAttemptsMax else {
        open(m, until: needed, master.timerMax, &valves, &turn)
        return nil
      }
      return users
    }
    return nil
  }

  /// A master whose timer is shorter than the need is opened anew in time, as a run's valve is.
  private mutating func open(
    _ m: Int, until: Uptime, _ timerMax: Duration?, _ valves: inout Valves, _ turn: inout Turn
  ) {
    let now = turn.now.uptime
    let runs = min(until - now, timerMax ?? until - now)
    let w = valves.watch(states[m].valve)
    if valves[w].drive.want != .open || valves[w].drive.sent == 0 { states[m].firstOpenAt = now }
    states[m].promisedUntil = now + runs
    states[m].renewAt = runs < until - now ? now + runs * 3 / 4 : nil
    valves[w].drive.open(turn.valve(states[m].valve), for: runs, &turn)
  }

  /// No run needs it: closed after `lag`, and closing goes on until it says so.
  private mutating func letGo(_ m: Int, _ lag: Duration, _ valves: inout Valves, _ turn: inout Turn) {
    let at = min(states[m].closeAt ?? turn.now.uptime + lag, turn.now.uptime + lag)
    states[m].closeAt = at
    guard turn.isDue(at) else { return }
    valves.beginClosing(valves.watch(states.remove(at: m).valve), &turn)
  }

  /// Its runs were ended: it is closed at once.
  mutating func giveUp(_ valve: String, _ valves: inout Valves, _ turn: inout Turn) {
    if let m = states.firstIndex(where: { $0.valve == valve }) { letGo(m, .zero, &valves, &turn) }
  }

  /// A valve spoke, live.
  func heard(_ w: Int, isOpen: Bool, _ valves: inout Valves, _ turn: inout Turn) {
    let (valve, drive) = (valves[w].id, valves[w].drive)
    guard drive.want == .open, contains(valve) else { return }
    if isOpen, drive.saidAt == nil, let index = turn.valve(valve) {
      turn.news.append(.valveTroubleOver(index, .didNotOpen))
    } else if !isOpen, drive.saidAt != nil {
      turn.log(.notice, valve: valve, "closed while a run needs it")
      valves[w].drive.lost(at: turn.now.uptime)
    }
  }

  static func isMaster(_ valve: String, _ plan: GardenPlan) -> Bool {
    plan.supplies.contains { $0.master.map { plan.actuators[Int($0.position)].id == valve } ?? false }
  }

  /// What was sent into the void is sent anew, and a run waits for its master once more.
  mutating func openAgain(_ valves: inout Valves, _ turn: inout Turn) {
    for m in states.indices {
      let w = valves.watch(states[m].valve)
      guard valves[w].drive.want == .open, valves[w].drive.saidAt == nil else { continue }
      valves[w].drive.startOver()
      open(m, until: states[m].promisedUntil, nil, &valves, &turn)
    }
  }

  /// The new plan is in force: a valve that is no master any more is closed.
  mutating func adopt(_ leases: [Lease], _ valves: inout Valves, _ turn: inout Turn) {
    for m in states.indices.reversed() where !Self.isMaster(states[m].valve, turn.plan) {
      let valve = states.remove(at: m).valve
      if leases.holder(of: valve) == nil, turn.valve(valve) != nil {
        valves.beginClosing(valves.watch(valve), &turn)
      }
    }
  }

  /// The bridge goes down: a master without a timer of its own is closed.
  func suspend(_ turn: inout Turn) {
    for master in states {
      guard let valve = turn.valve(master.valve),
        turn.plan.actuators[Int(valve.position)].kind == .valve(hasDeviceTimer: false)
      else { continue }
      Switch.sayClosed(valve, &turn)
    }
  }
}

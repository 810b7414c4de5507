/// When closing is believed: the valve's own live word, and every independent sign that the plan names.
extension Waterings {
  /// The valve said closed. Proved at once where its meters agree; else they get their time.
  mutating func heardClosed(_ i: Int, _ turn: inout Turn) {
    if leases[i].closedSaidAt == nil {
      leases[i].closedSaidAt = turn.now.uptime
      leases[i].memory.evidence.insert(.closedWord)
      story(i, .reported, "closed", &turn)
      remember(i, &turn)
    }
    proveIfStill(i, &turn)
  }

  /// Its word is there and nothing contradicts it any more.
  mutating func proveIfStill(_ i: Int, _ turn: inout Turn) {
    let id = leases[i].memory.actuator
    guard leases[i].memory.phase == .closing,
      let witness = proof(of: id, since: leases[i].closingSince, said: leases[i].closedSaidAt, &turn)
    else { return }
    if witness == .agrees { leases[i].memory.evidence.insert(.still) }
    let word = leases[i].closedSaidAt == nil ? "by its meter" : "by its word"
    let isBoth = witness == .agrees && leases[i].closedSaidAt != nil
    story(i, .proved, isBoth ? "by its word and its meter" : word, &turn)
    seal(id, leases[i].memory, by: witness, &turn)
    proved(i, &turn)
  }

  /// What proves that a valve is closed; `nil`: nothing yet. Of a valve that never says closed its meters are the whole proof.
  mutating func proof(of id: String, since start: Uptime, said: Uptime?, _ turn: inout Turn) -> Testimony? {
    guard let said else {
      guard !reportsClosed(id, turn), testimony(of: id, since: start, said: start, turn) == .agrees else {
        return nil
      }
      valves[watch(id)].isOpen = false
      return .agrees
    }
    let witness = testimony(of: id, since: start, said: said, turn)
    return witness == .contradicts || witness == .waits ? nil : witness
  }

  func reportsClosed(_ id: String, _ turn: Turn) -> Bool {
    turn.valve(id).map { turn.plan.actuators[Int($0.position)].evidence.reportsClosed } ?? true
  }

  /// A valve that says open for ever says so of its last run: it counts where a run of ours waits for it, or water is seen.
  func meansOpen(_ id: String, _ turn: Turn) -> Bool {
    if reportsClosed(id, turn) { return true }
    if let i = holder(of: id), leases[i].memory.phase != .closing { return true }
    return witnesses(of: id, turn).contains { $0?.isWet == true }
  }

  /// Why its word is not enough; `nil`: it has not said closed, or a meter has yet to speak.
  func doubt(_ i: Int, _ turn: Turn) -> String? {
    let lease = leases[i]
    guard let said = lease.closedSaidAt,
      testimony(of: lease.memory.actuator, since: lease.closingSince, said: said, turn) == .contradicts
    else { return nil }
    let seen = witnesses(of: lease.memory.actuator, turn).compactMap { $0?.waterWords }.first
    return "said closed, but \(seen ?? "its meter counts on")"
  }

  /// A report or a reading may be the word that others waited for.
  mutating func proveAll(_ turn: inout Turn) {
    for i in leases.indices.reversed() { proveIfStill(i, &turn) }
    for w in valves.indices where valves[w].closing != nil { proveIdle(w, &turn) }
  }

  /// What a valve's meters say of its being closed.
  enum Testimony: Hashable {
    /// It has none, or they see another valve's water too.
    case none
    case agrees
    /// They have said nothing since the close began and get a little time; then the valve's word counts alone.
    case waits
    case contradicts
  }

  func testimony(of id: String, since start: Uptime, said: Uptime, _ turn: Turn) -> Testimony {
    guard let valve = turn.valve(id) else { return .none }
    let plan = turn.plan.actuators[Int(valve.position)].evidence
    var result = Testimony.none
    for meter in witnesses(of: id, turn) {
      switch meter?.isStill(since: start, at: turn.now.uptime, quiet: plan.quiet) {
      case true?: if result != .waits { result = .agrees }
      case false?: return .contradicts
      case nil: if turn.now.uptime - said < plan.quiet { result = .waits }
      }
    }
    return result
  }

  /// The meters that can testify for this valve alone; `nil` for one that never spoke.
  func witnesses(of id: String, _ turn: Turn) -> [Meter?] {
    guard let valve = turn.valve(id) else { return [] }
    let plan = turn.plan.actuators[Int(valve.position)].evidence
    var found: [Meter?] = []
    for kind in [Meter.Kind.water, .power] {
      guard let sensor = plan.meter(kind), turn.plan.sensors.indices.contains(Int(sensor.position)) else {
        continue
      }
      let m = knownMeter(turn.plan.sensors[Int(sensor.position)].id, kind)
      let isShared = turn.plan.actuators.contains {
        $0.id != id && $0.isValve && $0.evidence.meter(kind) == sensor && isBusy($0.id)
      }
      if !isShared { found.append(m.map { meters[$0] }) }
    }
    if plan.reportsFlow { found.append(valves.first { $0.id == id }?.own) }
    return found
  }

  /// Water of that valve may be running, by a lease or by its own word.
  func isBusy(_ valve: String) -> Bool { holder(of: valve) != nil || isOpen(valve) == true }

  /// What people are told when closing was not proved in time.
  func unprovedTrouble(_ valve: String, saidClosed: Bool, _ turn: Turn) -> ValveTrouble {
    let seesWater = witnesses(of: valve, turn).contains { $0?.isWet == true }
    if saidClosed { return .stateLies }
    return seesWater || isOpen(valve) == true && reportsClosed(valve, turn) ? .stuckOpen : .didNotClose
  }

  /// A liar whose own word was believed while another valve on its meter ran would go on unseen: who closes in vain closes them all.
  mutating func closeNeighbours(of id: String, _ turn: inout Turn) {
    for m in meters.indices where meters[m].isWet == true {
      let neighbours = turn.plan.actuators.indices.filter { passes($0, m, turn.plan) }
      guard neighbours.contains(where: { turn.plan.actuators[$0].id == id }) else { continue }
      for a in neighbours where turn.plan.actuators[a].id != id && !isBusy(turn.plan.actuators[a].id) {
        turn.effects.append(.command(ActuatorCommand(actuator: ActuatorIndex(a), deed: .close)))
      }
    }
  }

  /// When closing may be proved, or the lack of water seen, without a further message.
  func evidenceDueAt(_ i: Int, after now: Uptime) -> Uptime? {
    let lease = leases[i]
    if lease.memory.phase == .running { return noFlowAt(i) }
    guard lease.memory.phase == .closing,
      let said = lease.closedSaidAt ?? (lease.evidence.reportsClosed ? nil : lease.closingSince)
    else { return nil }
    return testimonyDueAt(since: lease.closingSince, said: said, quiet: lease.evidence.quiet, after: now)
  }

  /// When silence of a meter will speak; past moments are settled and would only spin the loop.
  func testimonyDueAt(since start: Uptime, said: Uptime, quiet: Duration, after now: Uptime) -> Uptime? {
    var due = said + quiet > now ? said + quiet : nil
    func sooner(_ meter: Meter) {
      guard let at = meter.stillAt(since: start, quiet: quiet), at > now else { return }
      due = min(due ?? at, at)
    }
    for meter in meters { sooner(meter) }
    for valve in valves { sooner(valve.own) }
    return due
  }

  // MARK: open, and no water

  /// When the absence of water is named; `nil`: it was seen, or nothing can see it.
  private func noFlowAt(_ i: Int) -> Uptime? {
    let lease = leases[i]
    guard lease.memory.phase == .running, lease.evidence.hasWitness,
      !lease.memory.evidence.contains(lease.evidence.openSign)
    else { return nil }
    return lease.runningSince + lease.evidence.within
  }

  /// Open long enough, and no meter saw water: pump and tap are looked after by a person, the valve is closed.
  mutating func awaitWater(_ i: Int, _ turn: inout Turn) {
    guard let due = noFlowAt(i), turn.now.uptime >= due else { return }
    tell(i, .noFlow, &turn)
    close(i, .failure, trouble: .noFlow, &turn)
  }
}

extension EvidencePlan {
  /// A counter that does not rise for this long is still, and a meter that says nothing for this long after the valve's word says nothing.
  var quiet: Duration { within / 2 }
  /// What shows that water came: the meter in the pipe, else the pump's power.
  var openSign: LeaseEvidence { measuresWater ? .water : .power }
}

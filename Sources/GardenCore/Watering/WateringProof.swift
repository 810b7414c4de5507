/// When closing is believed: the valve's own live word, and every independent sign that the plan names.
extension Waterings {
  /// What proves that a valve is closed; `nil`: nothing yet. Of a valve that never says closed its meters are the whole proof.
  func proof(_ w: Int, _ turn: inout Turn) -> Testimony? {
    let drive = valves[w].drive
    guard let said = drive.saidAt else {
      let isAlone = !reportsClosed(valves[w].id, turn)
      return isAlone && testimony(w, said: drive.since, &turn) == .agrees ? .agrees : nil
    }
    let witness = testimony(w, said: said, &turn)
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
  func doubt(_ i: Int, _ turn: inout Turn) -> String? {
    let id = leases[i].memory.actuator
    guard let w = valves.firstIndex(where: { $0.id == id }), let said = valves[w].drive.saidAt,
      testimony(w, said: said, &turn) == .contradicts
    else { return nil }
    let seen = witnesses(of: id, turn).compactMap { $0?.waterWords }.first
    return "said closed, but \(seen ?? "its meter counts on")"
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

  private func testimony(_ w: Int, said: Uptime, _ turn: inout Turn) -> Testimony {
    guard let valve = turn.valve(valves[w].id) else { return .none }
    let plan = turn.plan.actuators[Int(valve.position)].evidence
    let since = valves[w].drive.since
    var result = Testimony.none
    for meter in witnesses(of: valves[w].id, turn) {
      if let still = meter?.stillAt(since: since, quiet: plan.quiet), still > turn.now.uptime {
        turn.wait(until: still)
      }
      switch meter?.isStill(since: since, at: turn.now.uptime, quiet: plan.quiet) {
      case true?: if result != .waits { result = .agrees }
      case false?: return .contradicts
      case nil: if !turn.isDue(said + plan.quiet) { result = .waits }
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
  func unprovedTrouble(_ w: Int, _ turn: Turn) -> ValveTrouble {
    let id = valves[w].id
    if valves[w].drive.saidAt != nil { return .stateLies }
    let seesWater = witnesses(of: id, turn).contains { $0?.isWet == true }
    return seesWater || isOpen(id) == true && reportsClosed(id, turn) ? .stuckOpen : .didNotClose
  }

  /// A liar whose own word was believed while another valve on its meter ran would go on unseen: who closes in vain closes them all.
  mutating func closeNeighbours(of id: String, _ turn: inout Turn) {
    for m in meters.indices where meters[m].isWet == true {
      let neighbours = turn.plan.actuators.indices.filter { passes($0, m, turn.plan) }
      guard neighbours.contains(where: { turn.plan.actuators[$0].id == id }) else { continue }
      for a in neighbours where turn.plan.actuators[a].id != id && !isBusy(turn.plan.actuators[a].id) {
        Switch.sayClosed(ActuatorIndex(a), &turn)
      }
    }
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
    guard let due = noFlowAt(i), turn.isDue(due) else { return }
    leases[i].tell(.noFlow, &turn)
    close(i, .failure, trouble: .noFlow, &turn)
  }
}

extension EvidencePlan {
  /// A counter that does not rise for this long is still, and a meter that says nothing for this long after the valve's word says nothing.
  var quiet: Duration { within / 2 }
  /// What shows that water came: the meter in the pipe, else the pump's power.
  var openSign: LeaseEvidence { measuresWater ? .water : .power }
}

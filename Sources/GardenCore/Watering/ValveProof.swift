/// When closing is believed: the valve's own live word, and all independent evidence that the plan names.
extension Valves {
  /// What proves that a valve is closed; `nil`: nothing yet. Of a valve that never says closed its meters are the whole proof.
  func proof(_ w: Int, _ leases: [Lease], _ turn: inout Turn) -> Corroboration? {
    let drive = self[w].drive
    guard let said = drive.saidAt else {
      let isAlone = !reportsClosed(self[w].id, turn)
      return isAlone && corroboration(w, said: drive.since, leases, &turn) == .agrees ? .agrees : nil
    }
    let corroboration = corroboration(w, said: said, leases, &turn)
    return corroboration == .contradicts || corroboration == .waits ? nil : corroboration
  }

  /// When its water had stopped, now that this is proved: by its word, and later where a meter of its own saw water after that.
  func stopped(_ w: Int, _ leases: [Lease], _ turn: Turn) -> (at: Uptime, sawWater: Uptime?) {
    let meters = ownMeters(of: self[w].id, leases, turn).compactMap(\.self)
    let sawWater = meters.compactMap(\.wetAt).max()
    guard let said = self[w].drive.saidAt else {
      return (max(self[w].drive.since, meters.compactMap(\.dryFrom).max() ?? turn.now.uptime), sawWater)
    }
    let later = meters.filter { $0.wetAt.map { $0 > said } ?? false }.map { $0.dryFrom ?? turn.now.uptime }
    return (max(said, later.max() ?? said), sawWater)
  }

  /// A meter of its own sees water now that it must have stopped.
  func runsOn(_ w: Int, within: Duration, _ leases: [Lease], _ turn: Turn) -> Bool {
    ownMeters(of: self[w].id, leases, turn).contains {
      guard let meter = $0, meter.kind == .water, meter.isWet == true, let wetAt = meter.wetAt else {
        return false
      }
      return wetAt >= self[w].drive.since + within
    }
  }

  /// Whether water flows through it, as far as its own meters tell since it was last told something.
  func flows(_ id: String, _ leases: [Lease], _ turn: Turn) -> Bool? {
    guard let w = position(id) else { return nil }
    let meters = ownMeters(of: id, leases, turn).filter { $0?.kind != .power }
    if meters.contains(where: { $0?.isWet == true }) { return true }
    guard let valve = turn.valve(id), !meters.isEmpty else { return nil }
    let plan = turn.plan.actuators[Int(valve.position)]
    let (now, since) = (turn.now.uptime, self[w].drive.since)
    // What a meter said before the valve can have moved, or long ago, says nothing of now. A counter that rose in this run has told
    // how long its silence may be.
    let moved = since + plan.answerWithin / 2
    let isDry = meters.allSatisfy { meter in
      guard let meter, meter.isStill(since: since, at: now, quiet: plan.evidence.quiet) == true else {
        return false
      }
      return meter.hasRisenInRun || meter.saidAt >= moved && now - meter.saidAt <= plan.evidence.within
    }
    return isDry ? false : nil
  }

  func reportsClosed(_ id: String, _ turn: Turn) -> Bool {
    turn.valve(id).map { turn.plan.actuators[Int($0.position)].evidence.reportsClosed } ?? true
  }

  /// A valve that says open for ever says so of its last run: it counts where a run of ours waits for it, or water is seen.
  func meansOpen(_ id: String, _ leases: [Lease], _ turn: Turn) -> Bool {
    if reportsClosed(id, turn) { return true }
    if let i = leases.holder(of: id), leases[i].memory.phase != .closing { return true }
    return ownMeters(of: id, leases, turn).contains { $0?.isWet == true }
  }

  /// Why its word is not enough; `nil`: it has not said closed, or a meter has yet to speak.
  func doubt(_ id: String, _ leases: [Lease], _ turn: inout Turn) -> String? {
    guard let w = position(id), let said = self[w].drive.saidAt,
      corroboration(w, said: said, leases, &turn) == .contradicts
    else { return nil }
    let seen = ownMeters(of: id, leases, turn).compactMap { $0?.waterWords }.first
    return "said closed, but \(seen ?? "its meter counts on")"
  }

  /// What a valve's meters say of its being closed.
  enum Corroboration: Hashable {
    /// It has none, or they see another valve's water too.
    case none
    case agrees
    /// They have said nothing since the close began and get a little time; then the valve's word counts alone.
    case waits
    case contradicts
  }

  private func corroboration(_ w: Int, said: Uptime, _ leases: [Lease], _ turn: inout Turn) -> Corroboration {
    guard let valve = turn.valve(self[w].id) else { return .none }
    let plan = turn.plan.actuators[Int(valve.position)].evidence
    let since = self[w].drive.since
    var result = Corroboration.none
    for meter in ownMeters(of: self[w].id, leases, turn) {
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

  /// The meters that measure this valve alone; `nil` for one that never reported.
  private func ownMeters(of id: String, _ leases: [Lease], _ turn: Turn) -> [Meter?] {
    guard let valve = turn.valve(id) else { return [] }
    let plan = turn.plan.actuators[Int(valve.position)].evidence
    var found: [Meter?] = []
    for kind in [Meter.Kind.water, .power] {
      guard let sensor = plan.meter(kind), turn.plan.sensors.indices.contains(Int(sensor.position)) else {
        continue
      }
      let m = knownMeter(turn.plan.sensors[Int(sensor.position)].id, kind)
      let isShared = turn.plan.actuators.contains {
        $0.id != id && $0.isValve && $0.evidence.meter(kind) == sensor && isBusy($0.id, leases)
      }
      if !isShared { found.append(m.map { meters[$0] }) }
    }
    if plan.reportsFlow { found.append(position(id).map { self[$0].own }) }
    return found
  }

  /// Water of that valve may be running, by a lease or by its own word.
  func isBusy(_ valve: String, _ leases: [Lease]) -> Bool {
    leases.holder(of: valve) != nil || isOpen(valve) == true
  }

  /// The bound of closing, or the end of an activity's life if that comes first. `nil`: people know.
  func unprovedAt(_ w: Int, _ leases: [Lease], _ turn: Turn) -> Uptime? {
    guard self[w].told == nil, let valve = turn.valve(self[w].id) else { return nil }
    let plan = turn.plan.actuators[Int(valve.position)]
    var due = self[w].drive.since + WateringLimits.closeProofWithin(plan)
    if runsOn(w, within: plan.evidence.within, leases, turn) { due = min(due, turn.now.uptime) }
    guard let i = leases.holder(of: self[w].id), leases[i].memory.activityEndedAt == nil else { return due }
    return min(due, leases[i].memory.activity.started + ActivityLimits.updates)
  }

  /// What people are told when closing was not proved in time.
  func unprovedTrouble(_ w: Int, _ leases: [Lease], _ turn: Turn) -> ValveTrouble {
    let id = self[w].id
    if self[w].drive.saidAt != nil { return .stateLies }
    let seesWater = ownMeters(of: id, leases, turn).contains { $0?.isWet == true }
    return seesWater || isOpen(id) == true && reportsClosed(id, turn) ? .stuckOpen : .didNotClose
  }

  /// A liar whose own word was believed while another valve on its meter ran would go on unseen: who closes in vain closes them all.
  func closeNeighbours(of id: String, _ leases: [Lease], _ turn: inout Turn) {
    for m in meters.indices where meters[m].isWet == true {
      let neighbours = turn.plan.actuators.indices.filter { passes($0, m, turn.plan) }
      guard neighbours.contains(where: { turn.plan.actuators[$0].id == id }) else { continue }
      for a in neighbours where turn.plan.actuators[a].id != id && !isBusy(turn.plan.actuators[a].id, leases)
      {
        Switch.sayClosed(ActuatorIndex(a), &turn)
      }
    }
  }
}

extension EvidencePlan {
  /// A counter that does not rise for this long is still, and a meter that says nothing for this long after the valve's word says nothing.
  var quiet: Duration { within / 2 }
  /// What shows that water came: the meter in the pipe, else the pump's power.
  var openEvidence: LeaseEvidence { measuresWater ? .water : .power }
}

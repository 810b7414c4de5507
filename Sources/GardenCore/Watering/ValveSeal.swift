/// A closing was proved by the valve's word alone, and the valve has no timer of its own. If that word was wrong nobody can know it;
/// but a valve that had hung, or did not hear the first close right, hears the next one. So close is said again, for an hour.
///
/// It ends as soon as anybody moves the valve: a run of ours, or a live report of open. A start tells every idle valve to close, and
/// begins anew for those whose last run is still shown.
struct ValveSeal: Sendable, Hashable {
  /// The run whose story tells of it; `nil`: the valve was closed without a run.
  var lease: LeaseMemory?
  /// When the word was believed.
  var since: Uptime
  var after: [Duration]
  var sent = 0
  var sentAt = Uptime(milliseconds: 0)

  /// When close is said again; `nil`: not any more.
  var dueAt: Uptime? { sent < after.count ? since + after[sent] : nil }
}

extension Valves {
  /// Closing of that valve was just proved.
  mutating func seal(_ w: Int, _ lease: LeaseMemory? = nil, by witness: Testimony, _ turn: inout Turn) {
    guard let valve = turn.valve(self[w].id) else { return }
    let plan = turn.plan.actuators[Int(valve.position)]
    let isAlone = witness == .none && plan.kind == .valve(hasDeviceTimer: false)
    self[w].seal =
      isAlone ? ValveSeal(lease: lease, since: turn.now.uptime, after: WateringLimits.sealsAfter(plan)) : nil
  }

  mutating func askSeals(_ leases: [Lease], masters: [String], _ turn: inout Turn) {
    for w in indices { askSeal(w, leases, isMaster: masters.contains(self[w].id), &turn) }
  }

  /// Without a link it waits for it, and while another bridge is in charge for the end of that.
  private mutating func askSeal(_ w: Int, _ leases: [Lease], isMaster: Bool, _ turn: inout Turn) {
    guard let seal = self[w].seal, let due = seal.dueAt, turn.link.carries, turn.bar != .otherBridge,
      turn.isDue(due)
    else { return }
    let id = self[w].id
    let isTaken = leases.holder(of: id) != nil || self[w].drive.isClosing || isMaster
    guard !isTaken, let valve = turn.valve(id) else { return self[w].seal = nil }
    // What fell due meanwhile is said once.
    while let due = self[w].seal?.dueAt, due <= turn.now.uptime { self[w].seal?.sent += 1 }
    self[w].seal?.sentAt = turn.now.uptime
    if let lease = seal.lease {
      turn.effects.append(
        .story(
          LeaseEvent(
            lease: lease.id, actuator: id, plant: lease.plant, kind: .closeSent,
            text: "close, said again: nothing but its word tells that it is closed", at: turn.now)))
    }
    Switch.sayClosed(valve, &turn)
  }

  /// It was told to close just now and says open: that is its answer, not a hand.
  func answersSeal(_ w: Int, _ turn: Turn) -> Bool {
    guard let seal = self[w].seal, seal.sent > 0, let valve = turn.valve(self[w].id) else { return false }
    return turn.now.uptime - seal.sentAt <= turn.plan.actuators[Int(valve.position)].answerWithin
  }
}

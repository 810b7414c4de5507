/// A closing was proved by the valve's word alone, and the valve has no timer of its own. If that word was wrong nobody can know it;
/// but a valve that had hung, or did not hear the first close right, hears the next one. So close is said again, for an hour.
///
/// It ends as soon as anybody moves the valve: a run of ours, or a live report of open. A start tells every idle valve to close, and
/// begins anew for those whose last run is still shown.
struct CloseReassertion: Sendable, Hashable {
  /// The run whose trail tells of it; `nil`: the valve was closed without a run.
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
  mutating func reassert(
    _ w: Int, _ lease: LeaseMemory? = nil, by corroboration: Corroboration, _ turn: inout Turn
  ) {
    guard let valve = turn.valve(self[w].id) else { return }
    let plan = turn.plan.actuators[Int(valve.position)]
    let isAlone = corroboration == .none && plan.kind == .valve(hasDeviceTimer: false)
    self[w].reassertion =
      isAlone
      ? CloseReassertion(lease: lease, since: turn.now.uptime, after: WateringLimits.reassertsAfter(plan))
      : nil
  }

  mutating func askReassertions(_ leases: [Lease], masters: [String], _ turn: inout Turn) {
    for w in indices { askReassertion(w, leases, isMaster: masters.contains(self[w].id), &turn) }
  }

  /// Without a link it waits for it, and while another bridge is in charge for the end of that.
  private mutating func askReassertion(_ w: Int, _ leases: [Lease], isMaster: Bool, _ turn: inout Turn) {
    guard let reassertion = self[w].reassertion, let due = reassertion.dueAt, turn.link.carries,
      turn.bar != .otherBridge,
      turn.isDue(due)
    else { return }
    let id = self[w].id
    let isTaken = leases.holder(of: id) != nil || self[w].drive.isClosing || isMaster
    guard !isTaken, let valve = turn.valve(id) else { return self[w].reassertion = nil }
    // What fell due meanwhile is said once.
    while let due = self[w].reassertion?.dueAt, due <= turn.now.uptime { self[w].reassertion?.sent += 1 }
    self[w].reassertion?.sentAt = turn.now.uptime
    if let lease = reassertion.lease {
      turn.effects.append(
        .trail(
          LeaseEvent(
            lease: lease.id, actuator: id, plant: lease.plant, kind: .closeSent,
            text: "close, said again: nothing but its word tells that it is closed", at: turn.now)))
    }
    Switch.sayClosed(valve, &turn)
  }

  /// It was told to close just now and says open: that is its answer, not a hand.
  func answersReassertion(_ w: Int, _ turn: Turn) -> Bool {
    guard let reassertion = self[w].reassertion, reassertion.sent > 0, let valve = turn.valve(self[w].id)
    else { return false }
    return turn.now.uptime - reassertion.sentAt <= turn.plan.actuators[Int(valve.position)].answerWithin
  }
}

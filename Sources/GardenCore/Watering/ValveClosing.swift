/// Closing: told again and again until it is proved, and said to people where it is not. It is one thing for a valve whose run is over
/// and for one that no lease holds.
extension Waterings {
  /// From the first wait on. What people were told of it stays told. `told`: they know that it is not closed.
  mutating func beginClosing(_ w: Int, told: ValveTrouble? = nil, _ turn: inout Turn) {
    if let i = holder(of: valves[w].id) { closeStory(i, number: 1, &turn) }
    valves.beginClosing(w, told: told, &turn)
  }

  mutating func closeAgain(_ w: Int, _ turn: inout Turn) {
    if let i = holder(of: valves[w].id) { closeStory(i, number: valves[w].drive.sent + 1, &turn) }
    valves[w].drive.closeAgain(turn.valve(valves[w].id), &turn)
  }

  /// Closing may go on for days: after the first dozen every power of two is told.
  private func closeStory(_ i: Int, number n: Int, _ turn: inout Turn) {
    guard turn.valve(leases[i].memory.actuator) != nil, n <= 12 || n.nonzeroBitCount == 1 else { return }
    let why = valves.doubt(leases[i].memory.actuator, leases, &turn).map { ": \($0)" } ?? ""
    leases[i].story(.closeSent, n == 1 ? "close" : "close again, number \(n)\(why)", &turn)
  }

  /// It said closed. Where it was told to, that is the proof if its meters agree; else they get their time.
  mutating func heardClosed(_ w: Int, _ turn: inout Turn) {
    let isFirst = valves[w].drive.saidAt == nil
    valves[w].drive.heard(isOpen: false, at: turn.now.uptime)
    guard valves[w].drive.isClosing else { return }
    if isFirst, let i = holder(of: valves[w].id) {
      leases[i].memory.evidence.insert(.closedWord)
      leases[i].story(.reported, "closed", &turn)
      leases[i].remember(&turn)
    }
    prove(w, &turn)
  }

  /// A report or a reading may be the word that others waited for.
  mutating func proveAll(_ turn: inout Turn) {
    for w in valves.indices.reversed() where valves[w].drive.isClosing { prove(w, &turn) }
  }

  /// Its word is there and nothing contradicts it any more, or its meters alone prove it.
  mutating func prove(_ w: Int, _ turn: inout Turn) {
    guard valves[w].drive.isClosing, let witness = valves.proof(w, leases, &turn) else { return }
    let hasSaid = valves[w].drive.saidAt != nil
    let (id, told) = (valves[w].id, valves[w].told)
    valves[w].drive.proved()
    valves[w].told = nil
    let i = holder(of: id)
    if let i {
      if witness == .agrees { leases[i].memory.evidence.insert(.still) }
      let isBoth = witness == .agrees && hasSaid
      let how = isBoth ? "by its word and its meter" : hasSaid ? "by its word" : "by its meter"
      leases[i].story(.proved, how, &turn)
    }
    valves.seal(w, i.map { leases[$0].memory }, by: witness, &turn)
    if i == nil { turn.log(.info, valve: id, "closed") }
    if let told, told.isUnproved, let valve = turn.valve(id) {
      turn.news.append(.valveTroubleOver(valve, told))
      if i != nil { turn.log(.notice, valve: id, "is proved closed after all") }
    }
    if let i { proved(i, &turn) }
  }

  /// Repeats the close, and tells people once the bound is over.
  mutating func askClosing(_ w: Int, _ turn: inout Turn) {
    prove(w, &turn)
    guard valves[w].drive.isClosing, turn.valve(valves[w].id) != nil else { return }
    if turn.isDue(valves[w].drive.closeAgainAt) {
      closeAgain(w, &turn)
      if valves[w].drive.saidAt != nil { valves.closeNeighbours(of: valves[w].id, leases, &turn) }
    }
    if let due = unprovedAt(w, turn), turn.isDue(due) { unproved(w, &turn) }
  }

  /// The bound of closing, or the end of an activity's life if that comes first. `nil`: people know.
  private func unprovedAt(_ w: Int, _ turn: Turn) -> Uptime? {
    guard valves[w].told == nil, let valve = turn.valve(valves[w].id) else { return nil }
    let bound = WateringLimits.closeProofWithin(turn.plan.actuators[Int(valve.position)])
    let due = valves[w].drive.since + bound
    guard let i = holder(of: valves[w].id), leases[i].memory.activityEndedAt == nil else { return due }
    return min(due, leases[i].memory.activity.started + ActivityLimits.updates)
  }

  private mutating func unproved(_ w: Int, _ turn: inout Turn) {
    let id = valves[w].id
    let trouble = valves.unprovedTrouble(w, leases, turn)
    valves[w].told = trouble
    guard let i = holder(of: id) else {
      if let valve = turn.valve(id) { turn.news.append(.valveTrouble(valve, trouble, plant: nil)) }
      return turn.log(.alarm, valve: id, trouble.text)
    }
    if trouble == .didNotClose && !leases[i].ran && leases[i].hasDeviceTimer {
      if leases[i].memory.trouble == nil {
        leases[i].memory.trouble = .didNotOpen
        leases[i].tell(.didNotOpen, &turn)
      }
      leases[i].story(.unproved, "it never answered; its own timer closes it", &turn)
    } else {
      leases[i].memory.trouble = trouble
      leases[i].tell(trouble, &turn)
      leases[i].story(.unproved, "closing is not proved; it is repeated", &turn)
    }
    valves[w].told = leases[i].memory.trouble
    if leases[i].memory.activityEndedAt == nil {
      finish(i, isProved: false, &turn)
    } else {
      leases[i].remember(&turn)
    }
  }
}

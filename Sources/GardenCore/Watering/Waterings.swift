/// All runs of water, each inside a lease: its end holds on the monotonic clock, is remembered before the valve opens,
/// and closing is repeated until the valve itself says that it is closed.
///
/// The caller checks role, repeats and age of a command, remembers and acknowledges outcomes, and tells people the
/// ``News``. One run per valve and per plant at a time.
package struct Waterings: Sendable, Hashable {
  /// Oldest first: live ones, unproved ones, and closed ones whose activity is still shown (at most one per plant).
  var leases: [Lease]
  var valves = Valves()
  var masters = Masters()
  /// End of the last run in this boot, per plant: the pause holds whatever the wall clock does.
  var lastEnds: [PlantID: Uptime] = [:]
  package internal(set) var interlocks = Interlocks()
  /// The next uptime at which time alone changes anything; `nil`: only an event can.
  package internal(set) var wake: Uptime?
  /// Leases of an earlier life go on from ``start(facts:alarms:_:)``: before it their clocks and waits are not those of this life.
  var isResumed: Bool

  /// `memory`: as remembered; nothing happens before ``start(facts:alarms:_:)``.
  package init(memory: [LeaseMemory]) {
    leases = memory.map { Lease(memory: $0) }
    isResumed = memory.isEmpty
  }

  /// All that must survive.
  package var memory: [LeaseMemory] { leases.map(\.memory) }

  /// The activities that should be retained, as last published.
  package var snapshots: [Snapshot] {
    leases.filter { !$0.hasLeftTheScreens }.map { .activity($0.snapshot) }
  }

  /// Water of that plant is on its way, running, or not yet proved closed.
  package func isWatering(_ plant: PlantID) -> Bool { run(of: plant) != nil }

  /// The activity of the plant's run that has not got its final state.
  package func run(of plant: PlantID) -> UniqueID? { present(plant)?.activity.id }

  private func present(_ plant: PlantID) -> LeaseMemory? {
    leases.first { $0.memory.plant == plant && $0.memory.activityEndedAt == nil }?.memory
  }

  /// What the valve last said, live, in this process.
  package func isOpen(_ valve: String) -> Bool? { valves.isOpen(valve) }

  /// What is known of a valve, for the words of its trouble.
  func sight(of valve: String, _ turn: Turn) -> ValveSight {
    let last = leases.last { $0.memory.actuator == valve }
    let (isHeld, drive) = (holder(of: valve) != nil, valves.position(valve).map { valves[$0].drive })
    // A lease goes only once its valve is proved closed. So that is known after a restart, and while it is told to close once more.
    let isGone = !isHeld && drive?.isOpen != true && !Masters.isMaster(valve, turn.plan)
    return ValveSight(
      isHeld: isHeld, isProvedClosed: isGone || drive?.isProvedClosed == true,
      flows: valves.flows(valve, leases, turn), overrun: last?.overrun, litres: last?.litres)
  }

  /// How the plant's valve is: by its run as long as that is not proved closed, else by the valve's last word.
  func status(of plant: PlantID, valve: String) -> ValveStatus? {
    switch leases.first(where: { $0.memory.plant == plant && $0.memory.phase != .closed })?.memory.phase {
    case .opening: return .opening
    case .running: return .open
    case .closing: return .closing
    case .closed, nil: return isOpen(valve).map { $0 ? .open : .closed }
    }
  }

  /// When the plant's run is meant to end; `nil`: none is on its way or running.
  func runEnds(of plant: PlantID) -> Timestamp? {
    leases.first { $0.memory.plant == plant && $0.isLive }?.expectedEnd
  }

  /// Name or dates of a plant changed: the next step of its activity shows it.
  package mutating func factsChanged(_ facts: PlantFacts) {
    for i in leases.indices where leases[i].memory.plant == facts.id { leases[i].facts = facts }
  }

  /// What "water now" would do at this moment; `nil`: no valve may open.
  func offer(_ watering: WateringPlan, _ plan: GardenPlan) -> WaterOffer? {
    let valve = plan.actuators[Int(watering.valve.position)]
    let usual = RunAmount(nil, nil, watering, plan)
    guard valve.isValve, usual.refusal == nil, interlocks.held(valve) == nil else { return nil }
    return WaterOffer(duration: usual.duration, litres: usual.litres)
  }

  /// Who asked for the plant's run; `nil`: the rule, or none is on.
  func asker(of plant: PlantID) -> DeviceID? { present(plant)?.by }

  func holder(of valve: String) -> Int? { leases.holder(of: valve) }
}

// As time passes.
extension Waterings {
  /// After every step, and as time passes: every rule is asked until none of them acts any more.
  package mutating func settle(_ turn: inout Turn) {
    wake = isAtWork ? turn.settle { ask(&$0) } : nil
  }

  private mutating func ask(_ turn: inout Turn) {
    settleFlows(&turn)
    endForbiddenRuns(&turn)
    for i in leases.indices.reversed() { ask(i, &turn) }
    for w in valves.indices where valves[w].drive.isClosing && holder(of: valves[w].id) == nil {
      askClosing(w, &turn)
    }
    valves.askReassertions(leases, masters: masters.valves, &turn)
    for m in valves.meters.indices { valves.evaluateLeak(m, leases, &turn) }
    driveMasters(&turn)
    interlocks.countUse(leases, &turn)
  }

  private var isAtWork: Bool {
    !leases.isEmpty || !valves.meters.isEmpty || !masters.valves.isEmpty
      || valves.indices.contains { valves[$0].drive.isClosing || valves[$0].reassertion?.dueAt != nil }
  }

  /// The link to the broker is up (again): what was sent into the void is sent anew, closing first.
  package mutating func linkCameUp(_ turn: inout Turn) {
    defer { settle(&turn) }
    masters.openAgain(&valves, &turn)
    // What was told at the start may have gone into the void.
    if turn.link.ups <= 1 { closeIdleValves([:], &turn) }
    for w in valves.indices where valves[w].drive.isClosing {
      valves[w].drive.startOver()
      closeAgain(w, &turn)
    }
    valves.askReassertions(leases, masters: masters.valves, &turn)
    for i in leases.indices where leases[i].memory.phase == .opening {
      guard leases[i].left(at: turn.now) >= WateringLimits.openRunsMin else { continue }
      guard drive(of: leases[i]).sent < WateringLimits.openAttemptsMax else { continue }
      sendOpen(i, &turn)
    }
  }

  private mutating func ask(_ i: Int, _ turn: inout Turn) {
    if let removeAt = leases[i].removeAt, turn.isDue(removeAt) {
      let isGone = leases[i].memory.phase == .closed
      remove(i, &turn)
      if isGone { return }
    }
    switch leases[i].memory.phase {
    case .opening, .running: askLive(i, &turn)
    case .closing:
      let id = leases[i].memory.id
      askClosing(valves.watch(leases[i].memory.actuator), &turn)
      guard leases.indices.contains(i), leases[i].memory.id == id, leases[i].memory.phase == .closing else {
        return
      }
    case .closed: return
    }
    leases[i].update(&turn)
  }

  private mutating func askLive(_ i: Int, _ turn: inout Turn) {
    if turn.isDue(leases[i].memory.ends) { return close(i, .time, &turn) }
    turn.wait(until: leases[i].litresEndAt)
    if let opensAt = leases[i].opensAt {
      if turn.isDue(opensAt) { sendOpen(i, &turn) }
    } else if leases[i].memory.phase == .opening {
      awaitOpen(i, &turn)
    } else {
      awaitWater(i, &turn)
      // A run outlives its device's timer.
      if leases[i].memory.phase == .running, let due = leases[i].renewsAt(turn.now), turn.isDue(due) {
        sendOpen(i, &turn)
      }
    }
  }

  /// How its valve is driven.
  func drive(of lease: Lease) -> Switch {
    valves.position(lease.memory.actuator).map { valves[$0].drive } ?? Switch()
  }

  /// No word of open: say so, try again with the time that is left, and give up after a few tries.
  private mutating func awaitOpen(_ i: Int, _ turn: inout Turn) {
    let drive = drive(of: leases[i])
    let isWorthIt = leases[i].left(at: turn.now) >= WateringLimits.openRunsMin
    guard isWorthIt || leases[i].memory.trouble == nil, turn.isDue(drive.sentAt + leases[i].answerWithin)
    else {
      return
    }
    if leases[i].memory.trouble == nil {
      leases[i].memory.trouble = .didNotOpen
      leases[i].tell(.didNotOpen, &turn)
      leases[i].remember(&turn)
    }
    if isWorthIt && drive.sent < WateringLimits.openAttemptsMax {
      sendOpen(i, &turn)
    } else if isWorthIt {
      close(i, .failure, trouble: .didNotOpen, &turn)
    }
  }
}

// Closing: told again and again until it is proved, and said to people where it is not. It is one thing for a valve whose run is over
// and for one that no lease holds.
extension Waterings {
  /// From the first wait on. What people were told of it stays told. `told`: they know that it is not closed.
  mutating func beginClosing(_ w: Int, told: ValveTrouble? = nil, _ turn: inout Turn) {
    if let i = holder(of: valves[w].id) { closeTrail(i, number: 1, &turn) }
    valves.beginClosing(w, told: told, &turn)
  }

  mutating func closeAgain(_ w: Int, _ turn: inout Turn) {
    if let i = holder(of: valves[w].id) {
      closeTrail(i, number: valves[w].drive.sent + 1, &turn)
      // What a valve lets through that does not close is not lost with the process.
      if leases[i].litres != leases[i].memory.litres { leases[i].remember(&turn) }
    }
    valves[w].drive.closeAgain(turn.valve(valves[w].id), &turn)
  }

  /// Closing may go on for days: after the first dozen every power of two is told.
  private func closeTrail(_ i: Int, number n: Int, _ turn: inout Turn) {
    guard turn.valve(leases[i].memory.actuator) != nil, n <= 12 || n.nonzeroBitCount == 1 else { return }
    let why = valves.doubt(leases[i].memory.actuator, leases, &turn).map { ": \($0)" } ?? ""
    leases[i].trail(.closeSent, n == 1 ? "close" : "close again, number \(n)\(why)", &turn)
  }

  /// It said closed. Where it was told to, that is the proof if its meters agree; else they get their time.
  mutating func heardClosed(_ w: Int, _ turn: inout Turn) {
    let isFirst = valves[w].drive.saidAt == nil
    valves[w].drive.heard(isOpen: false, at: turn.now.uptime)
    guard valves[w].drive.isClosing else { return }
    if isFirst, let i = holder(of: valves[w].id) {
      leases[i].memory.evidence.insert(.closedWord)
      leases[i].trail(.reported, "closed", &turn)
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
    guard valves[w].drive.isClosing, let corroboration = valves.proof(w, leases, &turn) else { return }
    let hasSaid = valves[w].drive.saidAt != nil
    let (id, told) = (valves[w].id, valves[w].told)
    let stopped = valves.stopped(w, leases, turn)
    valves[w].drive.proved()
    valves[w].told = nil
    let i = holder(of: id)
    if let i {
      if corroboration == .agrees { leases[i].memory.evidence.insert(.still) }
      let isBoth = corroboration == .agrees && hasSaid
      let how = isBoth ? "by its word and its meter" : hasSaid ? "by its word" : "by its meter"
      leases[i].memory.phase = .closed
      leases[i].stops(at: stopped.at, sawWater: stopped.sawWater, turn.now)
      let late = leases[i].overrunText
      leases[i].trail(.proved, late.isEmpty ? how : "\(how); \(late)", &turn)
    }
    valves.reassert(w, i.map { leases[$0].memory }, by: corroboration, &turn)
    if i == nil { turn.log(.info, valve: id, "closed") }
    Valves.tellClosed(id, told, isNews: i != nil || told != nil || Masters.isMaster(id, turn.plan), &turn)
    if told?.isUnproved == true, i != nil { turn.log(.notice, valve: id, "is proved closed after all") }
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
    if let due = valves.unprovedAt(w, leases, turn), turn.isDue(due) { unproved(w, &turn) }
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
      leases[i].trail(.unproved, "it never answered; its own timer closes it", &turn)
    } else {
      leases[i].memory.trouble = trouble
      leases[i].tell(trouble, &turn)
      leases[i].trail(.unproved, "closing is not proved; it is repeated", &turn)
    }
    valves[w].told = leases[i].memory.trouble
    if leases[i].memory.activityEndedAt == nil {
      finish(i, isProved: false, &turn)
    } else {
      leases[i].remember(&turn)
    }
  }
}

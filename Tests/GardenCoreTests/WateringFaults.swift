import GardenCore

/// A valve that may be deaf, silent, slow and repetitive, on a road that loses and repeats.
struct FaultyValve {
  var hasTimer: Bool
  var isOpen = false
  var closesAt: Int64?
  /// Takes no command meanwhile (true time, ms).
  var deaf: Range<Int64> = 0..<0
  /// Sends no report meanwhile.
  var mute: Range<Int64> = 0..<0
  var openedAt: Int64?
  var lastReport: Bool?
}

/// Bridge, clocks and two faulty valves by seed; checks the promises of ``Waterings`` at every batch of effects.
struct WateringSimulation {
  enum Arrival {
    case command(Int, ActuatorCommand.Action)
    case report(Int, ValveReport)
  }

  let seed: UInt64
  var random: SplitMix64
  let plan = WateringBench.plan(untilMoisture: 60)
  var core = SplitMix64(seed: 1)
  var waterings: Waterings
  var durable: [UniqueID: LeaseMemory] = [:]
  /// True time since the beginning, ms; never jumps.
  var time: Int64 = 0
  var bootedAt: Int64 = -1_000_000
  var boot = BootID(UniqueID(high: 1, low: 1))
  var wallOffset: Int64 = 1_800_000_000_000
  var isTrusted = true
  var valves = [FaultyValve(hasTimer: true), FaultyValve(hasTimer: false)]
  var arrivals: [(at: Int64, what: Arrival)] = []
  var upSince: Int64 = 0
  var commands: UInt64 = 0

  var activities: [UniqueID: ActivityTrace] = [:]
  var started = 0
  var problems: [String] = []
  /// Longest physical water beyond the asked duration while the valve could hear and the bridge was up, ms.
  var worstBeyond: Int64 = 0
  var restarts = 0
  /// Opens that came, or were found, after a run was over.
  var lateOpens = 0

  /// Commands leave from the beginning.
  var link = BrokerLink()

  init(seed: UInt64) {
    link.changed(true, at: Uptime(milliseconds: 0))
    self.seed = seed
    random = SplitMix64(seed: seed)
    waterings = Waterings(memory: [])
  }

  var now: Moment {
    Moment(
      wall: Timestamp(milliseconds: time + wallOffset), uptime: Uptime(milliseconds: time - bootedAt),
      isWallTrusted: isTrusted)
  }

  func freshTurn() -> Turn {
    var turn = Turn(plan: plan, memory: GardenMemory(), boot: boot, seed: random.state, at: now)
    turn.link = link
    return turn
  }

  mutating func chance(_ p: Double) -> Bool { random.unit() < p }
  mutating func between(_ low: Int64, _ high: Int64) -> Int64 {
    low + Int64(random.unit() * Double(high - low))
  }

  mutating func problem(_ text: String) {
    if problems.count < 5 { problems.append("seed \(seed) at \(time) ms: \(text)") }
  }

  /// One run on one valve, with its faults, until nothing of it is left.
  mutating func lease() {
    let valve = chance(0.5) ? 0 : 1
    let plant = valve == 0 ? "basil" : "fern"
    spoil(valve)
    let asked = Duration.milliseconds(between(1000, 600_000))
    commands += 1
    var turn = freshTurn()
    let outcome = waterings.ask(
      CommandHead(id: UniqueID(high: 9, low: commands), device: "anna-phone", at: now.wall), plant: plant,
      duration: asked, moisture: 20, facts: WateringBench.facts(plant), &turn)
    guard outcome.code == .accepted, case .activity(let id) = outcome.detail else {
      problem("start refused: \(outcome.code)")
      return
    }
    started += 1
    activities[id] = ActivityTrace(plant: plant, valve: valve, asked: asked.milliseconds, startedAt: time)
    carry(turn.effects, mayOpen: true)
    let faultsUntil = time + asked.milliseconds + 300_000
    var guardCount = 0
    while !waterings.memory.isEmpty || !arrivals.isEmpty {
      guardCount += 1
      if guardCount > 20_000 {
        problem("does not come to rest")
        return
      }
      advance()
      if time < faultsUntil { disturb(plant) }
    }
    if valves[valve].isOpen { problem("the valve stayed open") }
    // What nothing but a valve's word proved is said again for an hour; then there is nothing to wake for.
    let restBy = time + 3_601_000
    while waterings.wake != nil, time < restBy { advance() }
    if waterings.wake != nil { problem("a deadline with nothing on") }
    if activities[id]?.hasEnded != true { problem("the activity did not end") }
    if activities[id]?.isShown == true { problem("the activity stayed on the screens") }
    activities[id] = nil
  }

  private mutating func spoil(_ v: Int) {
    valves[v].deaf = chance(0.4) ? window() : 0..<0
    valves[v].mute = chance(0.3) ? window() : 0..<0
  }

  private mutating func window() -> Range<Int64> {
    let from = time + (chance(0.3) ? 0 : between(0, 600_000))
    return from..<(from + between(0, 400_000))
  }

  /// To the next thing that happens: an arrival, a deadline, or a regular report of a valve.
  private mutating func advance() {
    var next = time + 30_000
    if let due = waterings.wake {
      next = min(next, max(time, due.milliseconds + bootedAt))
    }
    if let first = arrivals.map(\.at).min() { next = min(next, max(time, first)) }
    for valve in valves { if let closes = valve.closesAt { next = min(next, max(time, closes)) } }
    let isQuiet = next == time + 30_000
    time = next
    for v in valves.indices {
      if let closes = valves[v].closesAt, closes <= time { move(v, false) }
      if isQuiet { send(v) }
    }
    while let i = arrivals.firstIndex(where: { $0.at <= time }) {
      let arrival = arrivals.remove(at: i).what
      switch arrival {
      case .command(let v, let action): obey(v, action)
      case .report(let v, let report): hear(v, report)
      }
    }
    tick()
  }

  private mutating func tick() {
    var turn = freshTurn()
    waterings.settle(&turn)
    carry(turn.effects, mayOpen: true)
    for lease in waterings.memory where lease.phase == .opening || lease.phase == .running {
      guard let trace = activities[lease.id] else { continue }
      // After a power cut the time since the last step that was written is not known: a hundredth of the run.
      let end = trace.startedAt + trace.asked + trace.asked / 50 + 3000
      if time > end { problem("a run beyond its lease by \(time - end) ms") }
    }
    let mayRun = activities.values.reduce(0) { max($0, $1.asked) }
    for v in valves.indices {
      guard let opened = valves[v].openedAt else { continue }
      // Excused: what the valve could not hear, and what the bridge was not there to say.
      let excused = max(opened + mayRun, valves[v].deaf.upperBound, valves[v].mute.upperBound, upSince)
      worstBeyond = max(worstBeyond, time - excused)
    }
  }

  private mutating func obey(_ v: Int, _ action: ActuatorCommand.Action) {
    guard !valves[v].deaf.contains(time) else { return }
    switch action {
    case .open(let runs):
      move(v, true)
      if valves[v].hasTimer { valves[v].closesAt = time + runs.milliseconds }
    case .close: move(v, false)
    case .setpoint: problem("a setpoint for a valve")
    }
  }

  private mutating func move(_ v: Int, _ isOpen: Bool) {
    if isOpen != valves[v].isOpen { valves[v].openedAt = isOpen ? time : nil }
    valves[v].isOpen = isOpen
    if !isOpen { valves[v].closesAt = nil }
    send(v)
  }

  private mutating func send(_ v: Int) {
    guard !valves[v].mute.contains(time) else { return }
    let report = ValveReport(isOpen: valves[v].isOpen)
    if !chance(0.1) { arrivals.append((time + between(10, chance(0.1) ? 40_000 : 2000), .report(v, report))) }
    if chance(0.1) { arrivals.append((time + between(10, 60_000), .report(v, report))) }
    if chance(0.1) {
      let kept = ValveReport(isOpen: chance(0.5), wasRetained: true)
      arrivals.append((time + between(0, 5000), .report(v, kept)))
    }
  }

  private mutating func hear(_ v: Int, _ report: ValveReport) {
    let plant = v == 0 ? "basil" : "fern"
    if !report.wasRetained, let isOpen = report.isOpen {
      for id in activities.keys where activities[id]?.plant == plant {
        if isOpen { activities[id]?.sawOpen = true } else { activities[id]?.closedHeardAt = time }
      }
    }
    var turn = freshTurn()
    let before = waterings
    waterings.report(report, of: ActuatorIndex(v), &turn)
    if report.wasRetained && waterings.memory != before.memory {
      problem("a retained report changed a lease")
    }
    let processes = restarts
    carry(turn.effects, mayOpen: false)
    guard restarts == processes else { return }
    // The same again at once changes nothing more.
    var again = freshTurn()
    let settled = waterings
    waterings.report(report, of: ActuatorIndex(v), &again)
    if waterings != settled
      || again.effects.contains(where: { if case .command = $0 { true } else { false } })
    {
      problem("a repeated report acted twice")
    }
  }
}

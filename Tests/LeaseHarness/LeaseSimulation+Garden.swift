import GardenCore

/// The garden's side: what happens to it, and what becomes of its effects.
extension LeaseSimulation {
  /// Something happens: to the garden, to its clock, or to the process it lives in. A diary has a line of it.
  mutating func happen(_ happening: LeaseHappening) {
    // As a diary is played: before each line time passes up to it.
    if !isDown, tickedAt != time { tick() }
    let isForGarden: Bool
    switch happening {
    case .start, .clock, .clockTrusted, .disk: isForGarden = false
    default: isForGarden = true
    }
    guard !isDown || !isForGarden else { return }
    diary?.note(happening, at: time)
    act(happening)
  }

  private mutating func act(_ happening: LeaseHappening) {
    switch happening {
    case .water(let label, let plant, let duration, let age, let expires):
      let head = head(label, age: age, expires: expires)
      let command = Command.water(head, plant: plant, duration: duration)
      commands[label] = command
      send(command, mayOpen: age <= .seconds(60) && expires.map { $0 >= .zero } ?? true)
    case .stop(let label, let plant):
      let command = Command.stop(head(label, age: .zero, expires: nil), plant: plant)
      commands[label] = command
      send(command, mayOpen: false)
    case .again(let label):
      watch.counted(\.repeats)
      let mayOpen = isNew(commands[label])
      if sabotage == .renamesRepeats { commands[label] = renamed(commands[label]) }
      send(commands[label], mayOpen: mayOpen)
    case .moisture(let plant, let value):
      let sensor = SensorIndex(LeasePlan.plants.firstIndex(of: plant) ?? 0)
      step {
        $0.handle(.reading(Reading(sensor: sensor, quantity: .moisture, value: value)), at: $1, into: &$2)
      }
    case .valve(let id, let isOpen, let isRetained):
      let v = LeasePlan.valves.firstIndex(of: id) ?? 0
      if !isRetained { watch.heard(v, isOpen: isOpen) }
      let report = ValveReport(isOpen: isOpen, wasRetained: isRetained)
      step(mayOpen: false) { $0.handle(.valve(ActuatorIndex(v), report), at: $1, into: &$2) }
      lookAtRepeat(of: report, from: ActuatorIndex(v))
    case .link(let isUp):
      isLinkUp = isUp
      step { $0.handle(.link(isUp: isUp), at: $1, into: &$2) }
    case .clock(let shift): wallOffset += shift.milliseconds
    case .clockTrusted(let isTrusted): self.isTrusted = isTrusted
    case .disk(let isFull):
      isDiskFull = isFull
      // What could not be written was kept in memory, and is written when there is room.
      guard !isFull, !isDown else { return }
      stored = garden.memory
      if garden.openingBar == .store { happen(.openings(barredBy: nil)) }
    case .openings(let bar): step { $0.handle(.openings(barredBy: bar), at: $1, into: &$2) }
    case .notDurable(let id):
      let lease = garden.memory.leases.last { $0.actuator == id && $0.phase != .closed }?.id
      let valve = ActuatorIndex(LeasePlan.valves.firstIndex(of: id) ?? 0)
      step(mayOpen: false) { $0.handle(.leaseNotDurable(valve, lease: lease), at: $1, into: &$2) }
    case .reload: step { [plan] in $0.adopt(plan, at: $1, into: &$2) }
    case .suspend: step(mayOpen: false) { $0.suspend(at: $1, into: &$2) }
    case .kill: die()
    case .start(let isNewBoot): begin(isNewBoot: isNewBoot)
    }
  }

  /// The same word at once again moves nothing more.
  private mutating func lookAtRepeat(of report: ValveReport, from valve: ActuatorIndex) {
    guard !isDown else { return }
    var again = garden
    var repeated: [Effect] = []
    again.handle(.valve(valve, report), at: now, into: &repeated)
    if repeated.contains(where: { if case .command = $0 { true } else { false } }) {
      watch.problem("a repeated report acted twice", at: time)
    }
  }

  private func head(_ label: Int, age: Duration, expires: Duration?) -> CommandHead {
    CommandHead(
      id: UniqueID(high: 9, low: UInt64(label)), device: LeaseHappening.person, at: now.wall - age,
      expires: expires.map { now.wall + $0 })
  }

  private func renamed(_ command: Command) -> Command {
    guard case .water(var head, let plant, let duration, let litres, let note) = command else {
      return command
    }
    head.id.high += UInt64(time)
    head.at = now.wall
    return .water(head, plant: plant, duration: duration, litres: litres, note: note)
  }

  /// The first time it came, it may have been lost together with the process.
  private func isNew(_ command: Command) -> Bool {
    !garden.memory.answered.contains { $0.outcome.id == command.head.id }
  }

  private mutating func send(_ command: Command, mayOpen: Bool) {
    step(mayOpen: mayOpen) { $0.handle(.command(command), at: $1, into: &$2) }
  }

  mutating func tick() {
    ticksAgain = tickedAt == time
    tickedAt = time
    step { $0.handle(.tick, at: $1, into: &$2) }
    ticksAgain = false
  }

  /// One turn of the bridge: the garden's answer, one transaction, then everything leaves; or the process dies before or after
  /// the transaction.
  private mutating func step(
    mayOpen: Bool = true, _ body: (inout Garden, Moment, inout [Effect]) -> Void
  ) {
    effects.removeAll(keepingCapacity: true)
    body(&garden, now, &effects)
    guard !effects.isEmpty else { return }
    diary?.note(effects)
    digest?.take(effects)
    let isCommit = effects.contains { if case .remember = $0 { true } else { false } }
    let dies = isCommit && deadliness > 0 && chance(deadliness)
    if dies, chance(0.5) { return kill(isUnsaved: true) }
    watch.look(
      effects, memory: garden.memory, now: now, time: time,
      LeaseWatch.Licence(mayOpen: mayOpen, isOtherBoot: boots > 1))
    if !isDiskFull { for case .remember(let change) in effects { stored.apply(change) } }
    if dies { return kill(isUnsaved: false) }
    let commands = effects.compactMap { if case .command(let command) = $0 { command } else { nil } }
    if isDiskFull, isCommit, garden.openingBar == nil { happen(.openings(barredBy: .store)) }
    for command in commands where !isDown { order(command) }
  }

  private mutating func order(_ command: ActuatorCommand) {
    // What is not durable, or not ours to move, does not leave.
    if case .open = command.action, garden.openingBar != nil,
      garden.openingBar == .otherBridge || !stored.leases.contains(where: { $0.id == command.lease })
    {
      happen(.notDurable(valve: LeasePlan.valves[Int(command.actuator.position)]))
      return
    }
    guard isLinkUp else { return }
    var action = command.action
    switch (sabotage, action) {
    case (.losesCloses, .close): return
    case (.closesOnce, .close) where !isClosing(command.actuator): return
    case (.runsMinutes, .open(let runs)): action = .open(runs: runs * 60)
    default: break
    }
    road.send(.command(valve: Int(command.actuator.position), action), at: time, delay: between(5, 1500))
  }

  private func isClosing(_ valve: ActuatorIndex) -> Bool {
    let id = LeasePlan.valves[Int(valve.position)]
    return garden.memory.leases.contains { $0.actuator == id && $0.phase == .closing }
  }

  private mutating func kill(isUnsaved: Bool) {
    // A diary looks at the time again only where time passes.
    diary?.note(.kill(isUnsaved: isUnsaved), at: ticksAgain ? time + 1 : time)
    die()
  }

  private mutating func die() {
    isDown = true
    isLinkUp = false
    if isDiskFull { watch.forgot(allBut: stored.leases) }
    watch.counted(\.restarts)
    agenda.removeAll {
      switch $0.task {
      case .happens(.link), .wakes, .powerCut: true
      default: false
      }
    }
    let away = chance(0.7) ? between(50, 5000) : between(5000, 700_000)
    if chance(0.3) {
      agenda.append((time + away, .powerCut))
    } else {
      agenda.append((time + away, .happens(.start(isNewBoot: false))))
    }
  }

  private mutating func begin(isNewBoot: Bool) {
    isDown = false
    tickedAt = time
    if isNewBoot {
      boots += 1
      bootedAt = time - 20_000
    }
    if sabotage == .forgetsLeases { stored.leases = [] }
    garden = Garden(plan: plan, memory: stored, boot: Self.boot(boots), seed: seed &+ boots, at: now)
    let link = max(time + between(50, 800), road.healthyFrom)
    agenda.append((link, .happens(.link(isUp: true))))
    step { $0.start(at: $1, into: &$2) }
  }
}

import GardenCore
import Testing

/// What the screens saw of one run.
struct ActivityTrace {
  var plant: PlantID
  var valve: Int
  /// ms
  var asked: Int64
  var startedAt: Int64
  var hasStarted = false
  var hasEnded = false
  var isShown = false
  var last: ActivitySnapshot?
  var sawOpen = false
  var closedHeardAt: Int64?
}

extension WateringSimulation {
  /// Carries effects out as the bridge does: what is remembered and what goes to people is one transaction; commands
  /// leave afterwards, or never, if the process dies in between.
  mutating func carry(_ effects: [Effect], mayOpen: Bool) {
    var isRemembered = false
    for effect in effects {
      switch effect {
      case .remember(.lease(let lease)):
        durable[lease.id] = lease
        isRemembered = true
      case .remember(.noLease(let id)): durable[id] = nil
      case .activity(let step): see(step)
      case .publish(.activity(let snapshot)): activities[snapshot.id]?.isShown = true
      case .publish(.noActivity(let id)): activities[id]?.isShown = false
      case .command(let command):
        if case .open(let runs) = command.action {
          if !mayOpen { problem("a report opened a valve") }
          check(open: runs, Int(command.actuator.position))
        }
      case .log(let line) where line.text.hasPrefix("opened after its run"): lateOpens += 1
      default: break
      }
    }
    if durable != Dictionary(uniqueKeysWithValues: waterings.memory.map { ($0.id, $0) }) {
      problem("what is remembered differs from what is")
    }
    if isRemembered && chance(0.03) {
      restart()
      return
    }
    for case .command(let command) in effects where !chance(0.1) {
      arrivals.append((time + between(5, 1500), .command(Int(command.actuator.position), command.action)))
    }
  }

  private mutating func check(open runs: Duration, _ valve: Int) {
    guard let trace = activities.values.first(where: { $0.valve == valve && !$0.hasEnded }) else {
      problem("opened without a run")
      return
    }
    if time + runs.milliseconds > trace.startedAt + trace.asked + 1 { problem("opened beyond the lease") }
  }

  private mutating func see(_ step: ActivityStep) {
    let snapshot = step.snapshot
    guard var trace = activities[snapshot.id] else { return problem("an activity of no run") }
    if trace.hasEnded { problem("\(step.kind) after the end") }
    if (step.kind == .start) == trace.hasStarted { problem("\(step.kind) out of order") }
    if !(0...1).contains(snapshot.progress) { problem("progress \(snapshot.progress)") }
    if let last = trace.last {
      if snapshot.progress < last.progress { problem("progress fell") }
      if snapshot.sequence <= last.sequence { problem("sequence did not rise") }
      if snapshot.at - last.at < .seconds(1) { problem("two steps in a second") }
    }
    if snapshot.progress == 1 {
      if step.kind != .end { problem("complete before the end") }
      if !trace.sawOpen || trace.closedHeardAt == nil { problem("complete without proof") }
      if snapshot.phase != .finished && snapshot.phase != .targetReached {
        problem("complete, but \(snapshot.phase)")
      }
    } else if snapshot.phase == .finished || snapshot.phase == .targetReached {
      problem("finished at \(snapshot.progress)")
    }
    if snapshot.staleAt - snapshot.at < .seconds(60) { problem("stale too soon") }
    trace.hasStarted = true
    trace.hasEnded = step.kind == .end
    trace.last = snapshot
    activities[snapshot.id] = trace
  }

  /// People, clocks and power.
  mutating func disturb(_ plant: PlantID) {
    if chance(0.02) { restart() }
    if chance(0.01) {
      let hour: Int64 = 3_600_000
      wallOffset += [hour, -hour, 8760 * hour, -8760 * hour][Int(random.next() % 4)]
    }
    var turn = freshTurn()
    if chance(0.01) {
      commands += 1
      _ = waterings.stop(
        CommandHead(id: UniqueID(high: 9, low: commands), device: "hall-tag", at: now.wall), plant: plant,
        &turn)
    } else if chance(0.05) {
      let value = chance(0.2) ? nil : random.unit() * 62
      waterings.moistureChanged(
        plant, to: value, &turn)
    } else if chance(0.02) {
      waterings.linkCameUp(&turn)
      link.changed(true, at: now.uptime)
    }
    carry(turn.effects, mayOpen: true)
  }

  /// Kill, or power cut; then a start from what is durable.
  mutating func restart() {
    restarts += 1
    if chance(0.3) {
      var turn = freshTurn()
      waterings.suspend(&turn)
      for case .remember(.lease(let lease)) in turn.effects { durable[lease.id] = lease }
      for case .activity(let step) in turn.effects { see(step) }
    }
    time += between(0, chance(0.3) ? 700_000 : 5000)
    let isPowerCut = chance(0.3)
    if isPowerCut {
      boot = BootID(UniqueID(high: 1, low: boot.id.low + 1))
      bootedAt = time - between(2000, 20_000)
      isTrusted = chance(0.7)
    }
    for v in valves.indices {
      if let closes = valves[v].closesAt, closes <= time {
        valves[v].isOpen = false
        valves[v].openedAt = nil
        valves[v].closesAt = nil
      }
    }
    upSince = time
    let memory = durable.values.sorted { $0.id.low < $1.id.low }
    waterings = Waterings(memory: memory)
    link = BrokerLink()
    link.changed(true, at: now.uptime)
    var turn = freshTurn()
    waterings.start(
      facts: [WateringBench.facts("basil"), WateringBench.facts("fern")], &turn)
    carry(turn.effects, mayOpen: true)
    isTrusted = true
  }
}

@Suite("Leases under faults")
struct WateringSimulationTests {
  @Test(arguments: Seeds.share(of: 100).map { UInt64($0 + 1) })
  func `a hundred leases with deaf valves, restarts, power cuts and jumping clocks keep every promise`(
    _ seed: UInt64
  ) {
    var simulation = WateringSimulation(seed: seed)
    for _ in 0..<100 where simulation.problems.isEmpty { simulation.lease() }
    #expect(simulation.problems == [])
    #expect(simulation.started == 100)
    #expect(simulation.restarts > 100)
    // Two lost closes in a row at the pace of one a minute, and the road's delay.
    #expect(simulation.worstBeyond <= 300_000)
  }

  @Test func `opens that come after a run was over are among the faults`() {
    var lateOpens = 0
    for seed in UInt64(1)...3 {
      var simulation = WateringSimulation(seed: seed)
      for _ in 0..<100 where simulation.problems.isEmpty { simulation.lease() }
      lateOpens += simulation.lateOpens
    }
    #expect(lateOpens > 0)
  }
}

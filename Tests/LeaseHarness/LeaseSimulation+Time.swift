import GardenCore

/// Time, and the world's side: what arrives, what valves do by themselves, what was planned.
extension LeaseSimulation {
  /// On to the next thing that happens anywhere.
  mutating func advance() {
    var next = time + 60_000
    var due: Int64?
    if !isDown, let deadline = garden.nextDeadline(after: now) {
      due = max(deadline.milliseconds + bootedAt, time)
    }
    for candidate in [due, road.nextAt, agenda.lazy.map(\.at).min()] {
      if let candidate { next = min(next, candidate) }
    }
    for valve in valves { if let closes = valve.closesAt { next = min(next, closes) } }
    pass(to: max(next, time))
    // A turn takes what has come before it looks at the time again, as a diary does.
    let isMore = [road.nextAt, agenda.lazy.map(\.at).min()].contains { $0.map { $0 <= time } ?? false }
    if !isDown, let due, due <= time, tickedAt != time || !isMore { tick() }
    for v in valves.indices {
      guard let closes = valves[v].closesAt, closes <= time else { continue }
      valves[v].closeByItself(at: time)
      speak(v)
    }
    while let load = road.take(at: time) { arrive(load) }
    while let i = agenda.firstIndex(where: { $0.at <= time }) { perform(agenda.remove(at: i).task) }
  }

  private mutating func pass(to next: Int64) {
    for v in valves.indices {
      let isInReach =
        !isDown && isLinkUp && !isDiskFull && road.isClear(at: time) && valves[v].isHonest(at: time)
        && time >= road.healthyFrom && time >= valves[v].healthyFrom
      watch.passed(
        v, valves[v], from: time, to: next, isInReach: isInReach, excused: valves[v].jammed.upperBound)
      if valves[v].isOpen { soil[v] = min(80, soil[v] + Double(next - time) / 8000) }
    }
    time = next
  }

  private mutating func arrive(_ load: LeaseRoad.Load) {
    switch load {
    case .command(let v, let action): obey(v, action)
    case .report(let v, let isOpen, let isRetained):
      guard !isDown else {
        // The broker keeps it for us, or not.
        if chance(0.5) { road.send(load, at: time, delay: 1000) }
        return
      }
      guard isLinkUp else { return }
      happen(.valve(LeasePlan.valves[v], isOpen: isOpen, isRetained: isRetained))
    }
  }

  private mutating func obey(_ v: Int, _ action: ActuatorCommand.Action) {
    guard valves[v].obey(action, at: time) else { return }
    speak(v)
    if valves[v].stuttering.contains(time), chance(0.5) {
      road.send(.command(valve: v, action), at: time, delay: between(100, 25_000))
    }
  }

  private mutating func speak(_ v: Int) {
    guard let isOpen = valves[v].word(at: time) else { return }
    let delay = valves[v].slow.contains(time) ? between(2000, 40_000) : between(10, 2000)
    road.send(.report(valve: v, isOpen: isOpen, isRetained: false), at: time, delay: delay)
    if valves[v].stuttering.contains(time) {
      road.send(.report(valve: v, isOpen: isOpen, isRetained: false), at: time, delay: between(10, 30_000))
      road.send(.report(valve: v, isOpen: chance(0.5), isRetained: true), at: time, delay: between(0, 5000))
    }
  }

  private mutating func perform(_ task: Task) {
    switch task {
    case .happens(let happening): happen(happening)
    case .round: round()
    case .wakes: break
    case .powerCut:
      if !isTrusted { happen(.clockTrusted(true)) }
      let isLost = chance(0.3)
      // A Pi without a battery clock starts where it was shut down, until the network tells the time.
      let lag = Duration.milliseconds(-between(1000, 900_000))
      if isLost {
        happen(.clockTrusted(false))
        happen(.clock(by: lag))
        agenda.append((time + between(1000, 200_000), .happens(.clock(by: .zero - lag))))
        agenda.append((agenda[agenda.count - 1].at, .happens(.clockTrusted(true))))
      }
      watch.counted(\.powerCuts)
      happen(.start(isNewBoot: true))
    }
  }

  /// Each probe says what it feels, and each open valve that it is open.
  private mutating func round() {
    for p in LeasePlan.plants.indices where !isDown && isLinkUp && road.isClear(at: time) {
      happen(.moisture(plant: LeasePlan.plants[p], (soil[p] * 10).rounded() / 10))
    }
    for v in valves.indices where valves[v].isOpen { speak(v) }
    if soil[2] < LeasePlan.dryBelow || valves.contains(where: \.isOpen) {
      agenda.append((time + between(20_000, 90_000), .round))
    }
  }
}

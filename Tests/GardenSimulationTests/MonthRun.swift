import GardenCore
import GardenSimulation
import LeaseHarness

/// Drives the real garden through simulated days and looks at it after each step.
struct MonthRun {
  let seed: UInt64
  let days: Int
  private(set) var garden: Garden
  private(set) var simulation: SimulatedGarden
  private(set) var watch: GardenWatch
  private(set) var now: Moment
  private(set) var step = 0
  private(set) var restarts = 0
  private var random: SplitMix64
  private var trace: [String] = []
  private var lastReading = ""
  private var effects: [Effect] = []
  /// Set: it takes the effects of each turn.
  var digest: EffectDigest?

  static let start = Moment(wall: Timestamp(seconds: 1_795_219_200), uptime: Uptime(milliseconds: 60_000))

  init(seed: UInt64, days: Int, plants: Int = 20) {
    self.seed = seed
    self.days = days
    now = Self.start
    random = SplitMix64(seed: seed ^ 0x5EED)
    let household = Household(plants: plants, days: days, seed: seed, at: now)
    simulation = household.simulation
    watch = GardenWatch(plan: household.plan)
    garden = Garden(
      plan: household.plan, memory: GardenMemory(), boot: Self.boot(0), seed: seed, at: now)
    garden.start(at: now, into: &effects)
    _ = look(event: nil)
  }

  private static func boot(_ n: UInt64) -> BootID { BootID(UniqueID(high: 1, low: n)) }

  /// Runs to the end or to the first broken invariant, which comes back with seed, step and the last events.
  mutating func run() -> String? {
    let end = Self.start.wall + .days(days)
    while now.wall < end, watch.problems.isEmpty { advance() }
    if watch.problems.isEmpty { watch.finish(at: now) }
    guard !watch.problems.isEmpty else { return nil }
    let heading =
      "seed \(seed), step \(step), day \((now.wall - Self.start.wall).wholeSeconds / 86_400), \(now.wall.seconds)"
    let parts: [[String]] = [[heading], watch.problems, ["last events:"], trace.suffix(40), [lastReading]]
    return parts.flatMap { $0 }.joined(separator: "\n  ")
  }

  private mutating func advance() {
    step += 1
    var next = now.uptime + .minutes(20)
    for candidate in [garden.nextDeadline(after: now), valveMoment()] {
      if let candidate { next = min(next, max(candidate, now.uptime + .milliseconds(1))) }
    }
    let later = Moment(wall: now.wall + (next - now.uptime), uptime: next)
    if replayUpToFirstCommand(until: later) { return }
    now = later
    simulation.feel(handle(.tick, at: now), at: now.wall)
    if random.unit() < 0.001 { restart() }
  }

  /// Handles what happens up to `later`. A command in the midst of the step must move its valve there and then, so
  /// the simulation is taken back to the start of the step and led anew to that moment; `true` if that was done.
  private mutating func replayUpToFirstCommand(until later: Moment) -> Bool {
    let before = simulation
    var felt: [(at: Timestamp, effects: [Effect])] = []
    var stop: Moment?
    for happened in simulation.step(to: later) {
      if !watch.problems.isEmpty { return true }
      if let stop, happened.at != stop { break }
      let caused = handle(happened.event, at: happened.at)
      if !caused.isEmpty { felt.append((happened.at.wall, caused)) }
      if caused.contains(where: \.isCommand) { stop = happened.at }
    }
    guard let stop else {
      for (at, effects) in felt { simulation.feel(effects, at: at) }
      return false
    }
    simulation = before
    _ = simulation.step(to: stop)
    for (at, effects) in felt { simulation.feel(effects, at: at) }
    return true
  }

  private func valveMoment() -> Uptime? {
    simulation.world.valves.compactMap(\.nextAt).min().map { now.uptime + ($0 - now.wall) }
  }

  /// What the garden asks of phones and valves in answer.
  private mutating func handle(_ event: Event, at moment: Moment) -> [Effect] {
    note(event, at: moment)
    garden.handle(event, at: moment, into: &effects)
    now = moment
    return look(event: event)
  }

  private mutating func look(event: Event?) -> [Effect] {
    for effect in effects { note(effect) }
    digest?.take(effects)
    watch.look(at: effects, after: event, world: simulation.world, at: now)
    defer { effects.removeAll(keepingCapacity: true) }
    return effects.filter(\.isFelt)
  }

  /// A power cut, or `kill -9` within the same boot: everything but the remembered changes is gone.
  private mutating func restart() {
    restarts += 1
    let isPowerCut = random.unit() < 0.5
    trace.append("\(now.wall.seconds) restart, power cut: \(isPowerCut)")
    watch.compare(remembered: watch.memory, with: garden.memory)
    let before = garden.memory
    let shownBefore = garden.snapshots
    if isPowerCut { now = Moment(wall: now.wall + .seconds(30), uptime: Uptime(milliseconds: 20_000)) }
    garden = Garden(
      plan: garden.plan, memory: watch.memory, boot: Self.boot(isPowerCut ? UInt64(restarts) : 0),
      seed: random.next(), at: now)
    garden.start(at: now, into: &effects)
    watch.restarted(effects, from: before, to: garden.memory)
    watch.compare(shown: shownBefore, with: garden.snapshots)
    simulation.feel(look(event: nil), at: now.wall)
  }

  private mutating func note(_ effect: Effect) {
    let time = "\(now.wall.seconds)"
    switch effect {
    case .notify(let n): trace.append("\(time)   -> notify \(n.key) rev \(n.revision) \(n.devices)")
    case .withdraw(let w): trace.append("\(time)   -> withdraw \(w.key) \(w.reason) \(w.devices)")
    case .command(let c): trace.append("\(time)   -> actuator \(c.actuator.position) \(c.action)")
    case .acknowledge(let o): trace.append("\(time)   -> ack \(o.id) \(o.code)")
    case .activity(let s) where s.kind != .update:
      trace.append(
        "\(time)   -> activity \(s.kind) \(s.snapshot.plant?.id ?? "no plant") \(s.snapshot.phase)")
    default: break
    }
  }

  private mutating func note(_ event: Event, at moment: Moment) {
    switch event {
    case .tick: return
    case .reading(let r):
      lastReading = "\(moment.wall.seconds) s\(r.sensor.position) \(r.quantity.name) \(r.value)"
    default: trace.append("\(moment.wall.seconds) \(event)")
    }
    if trace.count > 400 { trace.removeFirst(300) }
  }
}

extension Effect {
  fileprivate var isCommand: Bool {
    if case .command = self { true } else { false }
  }

  /// Reaches a phone or a device.
  fileprivate var isFelt: Bool {
    if case .notify = self { true } else { isCommand }
  }
}

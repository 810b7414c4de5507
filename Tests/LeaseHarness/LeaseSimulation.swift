package import GardenCore

/// A garden that waters while everything around it fails, by seed and on virtual time.
///
/// Bridge, clocks, disk, road and valves are played; the garden is the real one, and a ``LeaseWatch`` looks at each of its
/// steps and at the water. A seed with `isRecording` also writes down what happened, line by line, as a diary.
package struct LeaseSimulation: Sendable {
  package let seed: UInt64
  package let plan = LeasePlan.make()
  package internal(set) var watch: LeaseWatch
  var random: SplitMix64
  var garden: Garden
  var stored = GardenMemory()
  var effects: [Effect] = []

  /// True time since the beginning, ms; never jumps.
  var time: Int64 = 0
  var bootedAt: Int64 = -1_000_000
  var wallOffset: Int64 = Self.start.milliseconds
  var isTrusted = true
  var boots: UInt64 = 1
  var tickedAt: Int64 = 0
  /// A tick follows on what happened in the same millisecond.
  var ticksAgain = false

  var isDown = false
  var isLinkUp = true
  var isDiskFull = false
  /// Chance that the process dies at a step that is to be committed.
  var deadliness = 0.0
  var valves = LeasePlan.timers.map { FaultyValve(hasTimer: $0) }
  var road = LeaseRoad()
  var agenda: [(at: Int64, task: Task)] = []
  var soil = [45.0, 45.0, 45.0]
  var commands: [Command] = []
  var diary: LeaseDiary?
  /// Set: it takes the effects of each turn.
  package var digest: EffectDigest?

  /// More happens in no lease: a deadline that its own tick does not settle would spin here.
  private static let stepsMax = 20_000

  package static let start = Timestamp(seconds: 1_780_300_800)

  /// What waits for its time.
  enum Task: Sendable {
    case happens(LeaseHappening)
    /// Probes speak, and open valves.
    case round
    case wakes
    case powerCut
  }

  /// What no engine survives: the watch must see it.
  package enum Sabotage: Sendable, Hashable, CaseIterable {
    /// Valves without a timer are never told to close.
    case losesCloses
    /// What its valve calls closed is not told again.
    case closesOnce
    /// A device takes seconds for minutes.
    case runsMinutes
    /// A message that is repeated has another id each time.
    case renamesRepeats
    /// What was committed is not there after a restart.
    case forgetsLeases
  }
  let sabotage: Sabotage?

  package init(seed: UInt64, isRecording: Bool = false, sabotage: Sabotage? = nil) {
    self.seed = seed
    self.sabotage = sabotage
    random = SplitMix64(seed: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
    watch = LeaseWatch(plan: plan)
    let now = Moment(wall: Self.start, uptime: Uptime(milliseconds: 1_000_000))
    garden = Garden(plan: plan, memory: stored, boot: Self.boot(1), seed: seed, at: now)
    if isRecording { diary = LeaseDiary(plan: plan) }
    garden.start(at: now, into: &effects)
    for case .remember(let change) in effects { stored.apply(change) }
    agenda.append((0, .happens(.link(isUp: true))))
  }

  static func boot(_ n: UInt64) -> BootID { BootID(UniqueID(high: 1, low: n)) }

  var now: Moment {
    Moment(
      wall: Timestamp(milliseconds: time + wallOffset), uptime: Uptime(milliseconds: time - bootedAt),
      isWallTrusted: isTrusted)
  }

  mutating func chance(_ p: Double) -> Bool { random.unit() < p }
  mutating func between(_ low: Int64, _ high: Int64) -> Int64 {
    low + Int64(random.unit() * Double(high - low))
  }

  /// Runs `count` leases with their faults, each until its valve is proved closed, and the last until nothing is left.
  ///
  /// - Returns: `nil`, or the broken promises with the diary of all that happened: it can be played again.
  package mutating func run(leases count: Int) -> String? {
    for _ in 0..<count where watch.problems.isEmpty { lease() }
    settleDown()
    guard !watch.problems.isEmpty else { return nil }
    guard diary == nil else { return report }
    var again = LeaseSimulation(seed: seed, isRecording: true, sabotage: sabotage)
    return again.run(leases: count) ?? "seed \(seed): \(watch.problems), but not again"
  }

  private var report: String {
    (["seed \(seed)"] + watch.problems + ["", diary?.text ?? ""]).joined(separator: "\n")
  }

  /// The diary so far.
  package var scenario: String { diary?.text ?? "" }

  /// Faults end, the last messages arrive, the valves are closed, the activities leave the screens.
  private mutating func settleDown() {
    var steps = 0
    while watch.problems.isEmpty, !isAtRest || !garden.memory.leases.isEmpty {
      steps += 1
      if steps > Self.stepsMax { return watch.problem("does not come to rest", at: time) }
      advance()
    }
    if watch.problems.isEmpty { watch.rested(at: time) }
  }

  private mutating func lease() {
    let plant = Int(random.next() % 3)
    let begin = time + between(0, 3000)
    plot(around: plant, from: begin)
    if plant == 2 {
      soil[2] = 20
      agenda.append((begin, .round))
      agenda.append((begin + 3_700_000, .wakes))
    } else {
      agenda.append((begin, .happens(order(plant))))
    }
    var steps = 0
    repeat {
      advance()
      steps += 1
      if steps > Self.stepsMax { watch.problem("does not come to rest", at: time) }
    } while watch.problems.isEmpty && (time <= begin || !isAtRest)
  }

  private mutating func order(_ plant: Int) -> LeaseHappening {
    let length = chance(0.5) ? between(1000, 30_000) : between(30_000, 600_000)
    commands.append(.stop(CommandHead(id: UniqueID(high: 0, low: 0), device: "", at: now.wall), plant: ""))
    return .water(
      label: commands.count - 1, plant: LeasePlan.plants[plant], .milliseconds(length), age: .zero,
      expires: nil)
  }

  /// No run is on, nothing is under way, and no fault is planned.
  var isAtRest: Bool {
    !isDown && road.isEmpty && !agenda.contains { if case .happens = $0.task { true } else { false } }
      && garden.memory.leases.allSatisfy { $0.phase == .closed } && !valves.contains { $0.isOpen }
  }
}

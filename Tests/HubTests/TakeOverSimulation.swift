import GardenCore
import LeaseHarness
import LoamKit

@testable import Hub

/// A garden that is started elsewhere on a copy of its store, by seed and on virtual time: the machine before is frozen, killed or cut off, and
/// comes back or not. Gardens and rules are the real ones; machines, broker, line and valves are played.
struct TakeOverSimulation {
  enum Failure: CaseIterable { case frozen, killed, cutOff }

  let seed: UInt64
  /// Of the store that the second one begins on.
  let secondTerm: Int
  var random: SplitMix64
  let plan = LeasePlan.make()
  var time: Int64 = 0
  var machines: [TakeOverMachine] = []
  var valves = LeasePlan.timers.map { FaultyValve(hasTimer: $0) }
  var agenda: [(at: Int64, task: Task)] = []
  var watch = TakeOverWatch()
  /// What the broker keeps.
  var status: BridgeStatus?
  /// Under one client id, of which the broker lets one in at a time.
  var isOneID = false
  var commands = 0
  /// Places of plants.
  var watered: Set<Int> = []

  enum Task {
    case readings, statuses
    case command(CommandHead, plant: PlantID, to: Int)
    case order(valve: Int, ActuatorCommand.Action, from: Int)
    case report(valve: Int, isOpen: Bool, to: Int)
    case status(BridgeStatus, to: Int, link: Int, wasRetained: Bool)
    case connect(Int)
    case lookEnds(Int, link: Int)
    case fails(Failure)
    case takesOver
    case returns
    case secondDies
    case wish
  }

  /// A clock that is an hour behind makes what is planned an hour late.
  private var end: Int64 { 1_400_000 + (machines.contains { $0.clock < 0 } ? 3_600_000 : 0) }

  init(seed: UInt64, secondTerm: Int = 2) {
    self.seed = seed
    self.secondTerm = secondTerm
    random = SplitMix64(seed: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
  }

  mutating func chance(_ p: Double) -> Bool { random.unit() < p }
  mutating func between(_ low: Int64, _ high: Int64) -> Int64 {
    low + Int64(random.unit() * Double(high - low))
  }

  /// - Returns: `nil`, or what went wrong.
  mutating func run() -> String? {
    isOneID = chance(0.5)
    let failure = Failure.allCases[Int(random.next() % 3)]
    watch.failure = failure
    machines.append(TakeOverMachine(plan, memory: GardenMemory(), term: 1, at: self, &random))
    connect(0)
    let fails = between(90_000, 400_000)
    agenda.append((1000, .readings))
    agenda.append((60_000, .statuses))
    for _ in 0..<(1 + random.next() % 4) { agenda.append((fails + between(-70_000, 200_000), .wish)) }
    agenda.append((fails, .fails(failure)))
    agenda.append((fails + between(2000, 180_000), .takesOver))
    agenda.append((fails + between(3000, 500_000), .returns))
    if chance(0.3) { agenda.append((between(920_000, 950_000), .secondDies)) }
    // With one id each look of the one that stands by puts the other out for a moment: that is not the end.
    while time < end || time < end + 10_000 && !machines.contains(where: \.hears), watch.problems.isEmpty {
      advance()
    }
    if watch.problems.isEmpty { watch.ended(machines, soil: soil, at: time) }
    guard !watch.problems.isEmpty else { return nil }
    return "seed \(seed), \(failure), one id: \(isOneID)\n"
      + (watch.problems + watch.lines).joined(separator: "\n")
  }

  /// Two of three plants get dry, the second after the first may have failed, unless they were watered.
  var soil: [Double] {
    [
      time > 40_000 && !watered.contains(0) ? 22 : 45, time > 300_000 && !watered.contains(1) ? 24 : 45, 50,
    ]
  }

  mutating func advance() {
    var next = agenda.lazy.map(\.at).min() ?? end
    for m in machines.indices {
      if let due = machines[m].nextDeadline(at: time) { next = min(next, due) }
    }
    for valve in valves { if let closes = valve.closesAt { next = min(next, closes) } }
    next = max(next, time)
    let hasReach = machines.contains(where: \.hears)
    watch.passed(valves, from: time, to: next, hasReach: hasReach)
    time = next
    for v in valves.indices where valves[v].closesAt.map({ $0 <= time }) ?? false {
      valves[v].closeByItself(at: time)
      speak(v)
    }
    while let i = agenda.firstIndex(where: { $0.at <= time }) { perform(agenda.remove(at: i).task) }
    for m in machines.indices where machines[m].nextDeadline(at: time).map({ $0 <= time }) ?? false {
      turn(m) { $0.handle(.tick, at: $1, into: &$2) }
    }
  }

  mutating func perform(_ task: Task) {
    switch task {
    case .readings:
      for m in machines.indices where machines[m].hears {
        for p in soil.indices {
          let reading = Reading(sensor: SensorIndex(p), quantity: .moisture, value: soil[p])
          turn(m) { $0.handle(.reading(reading), at: $1, into: &$2) }
        }
      }
      agenda.append((time + (time < 1_400_000 ? 30_000 : 600_000), .readings))
    case .statuses:
      for m in machines.indices where machines[m].isAwake && machines[m].isOnline { announce(m) }
      agenda.append((time + 60_000, .statuses))
    case .wish: wish()
    case .command(let head, let plant, let m): take(head, plant, m)
    case .order(let v, let action, let m): obey(v, action, m)
    case .report(let v, let isOpen, let m):
      guard machines[m].hears else { return }
      let report = ValveReport(isOpen: isOpen, wasRetained: false)
      turn(m) { $0.handle(.valve(ActuatorIndex(v), report), at: $1, into: &$2) }
    case .status(let status, let m, let link, let wasRetained):
      if machines[m].link == link { hear(status, m, wasRetained) }
    case .connect(let m): look(m)
    case .lookEnds(let m, let link): if machines[m].link == link { endLook(m) }
    case .fails(let failure): fail(failure)
    case .takesOver: takeOver()
    case .returns: comeBack()
    case .secondDies:
      guard machines.count > 1 else { return }
      watch.note("second dies", at: time)
      machines[1].state = .gone
      machines[1].isOnline = false
      watch.secondIsDead = true
    }
  }

  // MARK: machines

  mutating func fail(_ failure: Failure) {
    watch.note("first \(failure)", at: time)
    switch failure {
    case .frozen: machines[0].state = .frozen
    case .killed: machines[0].state = .gone
    case .cutOff: machines[0].isCut = true
    }
    if failure == .killed { machines[0].isOnline = false }
  }

  mutating func takeOver() {
    watch.note("second starts", at: time)
    // The copy is some seconds old, or as old as the last that was made.
    let copy = machines[0].copies[Int(random.next() % UInt64(machines[0].copies.count))]
    var memory = copy.memory
    memory.restored = RestoredMemory()
    var second = TakeOverMachine(plan, memory: memory, term: secondTerm, at: self, &random)
    second.notes = copy.notes
    if chance(0.5) { second.clock += [3_600_000, -3_600_000][Int(random.next() % 2)] }
    machines.append(second)
    connect(1)
  }

  mutating func comeBack() {
    watch.note("first is back", at: time)
    machines[0].isCut = false
    if machines[0].state == .gone {
      let copies = machines[0].copies
      var again = TakeOverMachine(plan, memory: machines[0].stored, term: 1, at: self, &random)
      again.clock = machines[0].clock
      again.notes = machines[0].notes
      again.copies = copies
      machines[0] = again
    }
    machines[0].state = .awake
    // Whoever was away that long has lost its link.
    if machines[0].isOnline, time - machines[0].heardAt < 22_000 {
      // What waited for it arrives before anything else does.
      for status in machines[0].waiting { hear(status, 0, false) }
      machines[0].waiting = []
    } else {
      leave(0, isTakeover: isOneID)
    }
  }

  // MARK: people and valves

  mutating func wish() {
    commands += 1
    let head = CommandHead(
      id: UniqueID(high: 9, low: UInt64(commands)), device: LeaseHappening.person,
      at: Timestamp(milliseconds: LeaseSimulation.start.milliseconds + time))
    let plant = LeasePlan.plants[Int(random.next() % 2)]
    for m in machines.indices where machines[m].isOnline {
      agenda.append((time + between(1, 500), .command(head, plant: plant, to: m)))
    }
  }

  mutating func take(_ head: CommandHead, _ plant: PlantID, _ m: Int) {
    guard machines[m].hears else { return }
    let now = machines[m].now(time)
    let rivals = machines[m].rivals
    if rivals.rival?.isProved == true, rivals.mustYield(at: now) { return }
    let command = Command.water(head, plant: plant, duration: .seconds(between(20, 300)))
    turn(m) { $0.handle(.command(command), at: $1, into: &$2) }
  }

  mutating func obey(_ v: Int, _ action: ActuatorCommand.Action, _ m: Int) {
    guard valves[v].obey(action, at: time) else { return }
    if case .open(let runs) = action {
      watch.opened(v, for: runs.milliseconds, at: time)
      watered.insert(v)
    }
    speak(v)
  }

  mutating func speak(_ v: Int) {
    guard let isOpen = valves[v].word(at: time) else { return }
    for m in machines.indices {
      agenda.append((time + between(5, 500), .report(valve: v, isOpen: isOpen, to: m)))
    }
  }

  /// One turn of a bridge.
  mutating func turn(_ m: Int, _ body: (inout Garden, Moment, inout [Effect]) -> Void) {
    guard machines[m].isAwake else { return }
    let now = machines[m].now(time)
    let isOnline = machines[m].isOnline || machines[m].isLooking && !machines[m].isCut
    _ = machines[m].rivals.pass(isOnline: isOnline, at: now)
    let orders = machines[m].turn(now, body) { outcome in watch.answered(outcome, by: m, at: time) }
    for order in orders {
      guard machines[m].isOnline, !machines[m].isCut else { continue }
      if case .open = order.action {
        let isSuperseded = machines.contains { $0.term > machines[m].term && $0.isSettled(time) }
        watch.opens(m, isSuperseded: isSuperseded, at: time)
      }
      agenda.append(
        (time + between(5, 800), .order(valve: Int(order.actuator.position), order.action, from: m)))
    }
    guard machines[m].isOnline, !machines[m].isCut else { return }
    for note in machines[m].takeNotes() { watch.told(note, by: m, at: time) }
  }
}

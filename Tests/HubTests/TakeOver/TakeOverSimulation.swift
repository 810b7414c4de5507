import BridgeConfig
import GardenCore
import LeaseHarness
import LoamKit
import MQTTTypes

@testable import Hub

/// A garden that is started elsewhere on a copy of its store, by seed and on virtual time: the machine before is frozen, killed or cut off, and
/// comes back or not. Both run the shipped hub, from bytes to bytes; disk, broker, line and valves are played.
struct TakeOverSimulation {
  enum Failure: CaseIterable { case frozen, killed, cutOff }

  static let start = Timestamp(seconds: 1_795_334_400)
  static let plants = ["basil", "fern", "moss"]
  static let valves = ["timed", "plain", "auto"]
  static let timers = [true, false, true]
  static let dryBelow = 30.0
  static let phone = "anna-phone"

  let seed: UInt64
  /// Of the store that the second one begins on.
  let secondTerm: Int
  private var random: SplitMix64
  private let settings: BridgeSettings
  var time: Int64 = 0
  var machines: [TakeOverMachine] = []
  var valves = Self.timers.map { FaultyValve(hasTimer: $0) }
  var agenda: [(at: Int64, task: Task)] = []
  var watch = TakeOverWatch()
  var broker = PlayedBroker()
  /// Both under one client id, of which the broker lets one in at a time.
  private var isOneID = false
  /// What a person asked for.
  private(set) var commands: Set<UniqueID> = []
  /// Places of plants.
  private var watered: Set<Int> = []

  enum Task {
    case readings
    case deliver(PlayedBroker.Delivery, to: Int, link: Int)
    case arrive(MQTTPublication, Parcel, from: Int, link: Int)
    case acknowledged(Parcel, MQTTPublication, to: Int, link: Int)
    case granted([MQTTSubscription], to: Int, link: Int)
    case report(valve: Int)
    case connect(Int, number: Int)
    case fails(Failure)
    case takesOver, returns, secondDies, wish
  }
  /// The attempt to connect that counts, of each machine.
  var attempts = [0, 0]

  /// A clock that is an hour behind makes what is planned an hour late.
  private var end: Int64 { 1_400_000 + (machines.contains { $0.clock < 0 } ? 3_600_000 : 0) }

  init(seed: UInt64, secondTerm: Int = 2) throws {
    self.seed = seed
    self.secondTerm = secondTerm
    random = SplitMix64(seed: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
    settings = try ConfigFile.read(
      text: Self.config, fileName: "take-over.yaml", environment: [:], readSecret: { _ in .success("") }
    ).get()
  }

  /// Three plants with a probe and a valve each. One valve has no timer; one plant is watered by rule.
  private static var config: String {
    var text =
      "site: {time_zone: UTC}\npeople: {anna: {name: Anna, devices: {\(phone): {role: operator}}}}\nsensors:\n"
    for i in plants.indices {
      text +=
        "  probe-\(i): {family: json, topic: garden/probe-\(i), fields: {moisture: {path: m, unit: percent}}}\n"
    }
    text += "valves:\n"
    for i in valves.indices {
      let timer = timers[i] ? "closes_by_itself: true, " : ""
      text +=
        "  \(valves[i]): {name: \(valves[i]), family: template, topic: garden/\(valves[i]), \(timers[i] ? "" : "no_device_timer: accepted, ")template: {command_topic: garden/\(valves[i])/set, open: 'OPEN {seconds}', close: CLOSE, \(timer)open_word: OPEN, closed_word: CLOSED}}\n"
    }
    text += "plants:\n"
    for i in plants.indices {
      let rule = i == 2 ? ", automatic: true, pause: 1h" : ""
      let until = i == 1 ? "" : ", until_moisture: 60%"
      text +=
        "  \(plants[i]): {name: \(plants[i]), sensors: probe-\(i), dry_below: 30%, deadband: 5%, dwell: 0s, watering: {valve: \(valves[i]), duration: 200s, duration_max: 600s\(until)\(rule)}}\n"
    }
    return text
  }

  mutating func chance(_ p: Double) -> Bool { random.unit() < p }
  mutating func between(_ low: Int64, _ high: Int64) -> Int64 {
    low + Int64(random.unit() * Double(high - low))
  }

  /// - Returns: `nil`, or what went wrong.
  mutating func run() throws -> String? {
    isOneID = chance(0.5)
    let failure = Failure.allCases[Int(random.next() % 3)]
    watch.failure = failure
    try begin(PlayedDisk(), term: 1, clock: 0)
    let fails = between(90_000, 400_000)
    agenda.append((1000, .readings))
    for _ in 0..<(1 + random.next() % 4) { agenda.append((fails + between(-70_000, 200_000), .wish)) }
    agenda.append((fails, .fails(failure)))
    agenda.append((fails + between(2000, 180_000), .takesOver))
    agenda.append((fails + between(3000, 500_000), .returns))
    if chance(0.3) { agenda.append((between(920_000, 950_000), .secondDies)) }
    while time < end, watch.problems.isEmpty { try advance() }
    // With one id each look of the one that stands by puts the other out for a moment: that is not the end.
    let last = time
    while time < last + 10_000, !machines.contains(where: \.hears), watch.problems.isEmpty { try advance() }
    if watch.problems.isEmpty { watch.ended(machines, soil: soil, at: time) }
    // A deadline that does not pass would let no machine sleep.
    if watch.problems.isEmpty, machines.contains(where: { $0.turns > Int(time) / 100 }) {
      return "seed \(seed): a machine had \(machines.map(\.turns)) turns in \(time) ms"
    }
    guard !watch.problems.isEmpty else { return nil }
    return "seed \(seed), \(failure), one id: \(isOneID)\n"
      + (watch.problems + watch.lines + machines.flatMap { ["its log:"] + $0.log.suffix(40) })
      .joined(separator: "\n")
  }

  /// Two of three plants get dry, the second after the first may have failed, unless they were watered.
  private var soil: [Double] {
    [
      time > 40_000 && !watered.contains(0) ? 22 : 45, time > 300_000 && !watered.contains(1) ? 24 : 45, 50,
    ]
  }

  private mutating func advance() throws {
    var next = agenda.lazy.map(\.at).min() ?? end
    for m in machines.indices { if let due = machines[m].nextDeadline(at: time) { next = min(next, due) } }
    for valve in valves { if let closes = valve.closesAt { next = min(next, closes) } }
    next = max(next, time)
    watch.passed(valves, from: time, to: next, hasReach: machines.contains(where: \.hears))
    time = next
    for v in valves.indices where valves[v].closesAt.map({ $0 <= time }) ?? false {
      valves[v].closeByItself(at: time)
      agenda.append((time, .report(valve: v)))
    }
    while let i = agenda.firstIndex(where: { $0.at <= time }) { try perform(agenda.remove(at: i).task) }
    for m in machines.indices where machines[m].nextDeadline(at: time).map({ $0 <= time + 1 }) ?? false {
      tell(m, .time(doubt: nil))
    }
  }

  private mutating func perform(_ task: Task) throws {
    switch task {
    case .readings:
      for (p, percent) in soil.enumerated() { say("garden/probe-\(p)", #"{"m":\#(percent)}"#) }
      agenda.append((time + (time < 1_400_000 ? 30_000 : 600_000), .readings))
    case .deliver(let message, let m, let link): deliver(message, m, link)
    case .arrive(let publication, let parcel, let m, let link): arrive(publication, parcel, m, link)
    case .acknowledged(let parcel, let publication, let m, let link):
      guard machines[m].link == link, machines[m].isAwake, !machines[m].isCut else { return }
      machines[m].underWay.removeAll { $0.parcel == parcel && $0.publication == publication }
      tell(m, .published(parcel, .delivered))
    case .granted(let subscriptions, let m, let link):
      guard machines[m].link == link, machines[m].isAwake, !machines[m].isCut else { return }
      for subscription in subscriptions {
        tell(m, .subscribed(subscription.filter, .granted(subscription.qos)))
      }
    case .report(let v):
      if let isOpen = valves[v].word(at: time) { say("garden/\(Self.valves[v])", isOpen ? "OPEN" : "CLOSED") }
    case .connect(let m, let number): if attempts[m] == number { connect(m) }
    case .fails(let failure): fail(failure)
    case .takesOver: try takeOver()
    case .returns: try comeBack()
    case .secondDies:
      guard machines.count > 1 else { return }
      watch.note("second dies", at: time)
      machines[1].state = .gone
      _ = machines[1].lost(.ended, at: time)
      watch.secondIsDead = true
    case .wish: wish()
    }
  }

  // MARK: machines

  private mutating func begin(_ disk: PlayedDisk, term: Int, clock: Int64) throws {
    let client = isOneID || machines.isEmpty ? "loam-1" : "loam-2"
    let m = machines.count
    machines.append(
      try TakeOverMachine(
        settings, on: disk, term: term, clientID: client, chance: random.next(), at: time, clock: clock))
    wake(m)
  }

  private mutating func wake(_ m: Int) {
    tell(m, .start)
    attempts[m] += 1
    agenda.append((time + between(200, 1500), .connect(m, number: attempts[m])))
  }

  private mutating func fail(_ failure: Failure) {
    watch.note("first \(failure)", at: time)
    switch failure {
    case .frozen: machines[0].state = .frozen
    case .killed:
      machines[0].state = .gone
      _ = machines[0].lost(.ended, at: time)
    case .cutOff: machines[0].isCut = true
    }
  }

  private mutating func takeOver() throws {
    watch.note("second starts", at: time)
    // The copy is some seconds old, or as old as the last that was made.
    let copy = machines[0].copies[Int(random.next() % UInt64(machines[0].copies.count))]
    let clock = chance(0.5) ? [3_600_000, -3_600_000][Int(random.next() % 2)] : Int64(0)
    try begin(copy.disk.copy, term: secondTerm, clock: clock)
  }

  private mutating func comeBack() throws {
    watch.note("first is back", at: time)
    machines[0].isCut = false
    if machines[0].state == .gone {
      machines[0] = try TakeOverMachine(
        settings, on: machines[0].disk, term: 1, clientID: machines[0].clientID, chance: random.next(),
        at: time,
        clock: machines[0].clock)
      return wake(0)
    }
    machines[0].state = .awake
    guard machines[0].isConnected else {
      attempts[0] += 1
      agenda.append((time + 200, .connect(0, number: attempts[0])))
      return tell(0, .link(.offline(.lost("away")), window: 20))
    }
    // Whoever was away that long has lost its link; else what waited for it arrives before anything else does.
    guard time - machines[0].heardAt < 22_000 else {
      let cause = isOneID ? OfflineCause.dismissed(reason: OfflineCause.sessionTakenOver) : .lost("away")
      let deeds = machines[0].lost(cause, at: time)
      return see(0, deeds)
    }
    let unread = machines[0].unread
    machines[0].unread = []
    for message in unread {
      guard let link = machines[0].link else { return }
      deliver(message, 0, link)
    }
  }

  // MARK: people and valves

  private mutating func wish() {
    let wall = Self.start.milliseconds + time
    let id = UniqueID(high: UInt64(wall) << 16 | 0x7000, low: 0x8000_0000_0000_0000 | UInt64(commands.count))
    commands.insert(id)
    let plant = Self.plants[Int(random.next() % 2)]
    say(
      "plants/v1/d/\(Self.phone)/up/action",
      #"{"v":1,"id":"\#(id)","at":\#(wall / 1000),"action":"water_start","category":"WATERING_CONTROL","plant":"\#(plant)"}"#
    )
  }

  mutating func obey(_ v: Int, _ order: String) {
    let seconds = order.split(separator: " ").last.flatMap { Int64($0) }
    let action = seconds.map { ActuatorCommand.Action.open(runs: .seconds($0)) } ?? .close
    guard valves[v].obey(action, at: time) else { return }
    if let seconds {
      watch.opened(v, for: seconds * 1000, at: time)
      watered.insert(v)
    }
    agenda.append((time + between(5, 400), .report(valve: v)))
  }
}

import GardenCore
import LeaseHarness
import Testing

/// Any interleaving of weather, silence, faults of the relay, restarts, lost links and clocks, by seed: what the relay physically
/// does stays within its bounds.
@Suite("Heat, by seed")
struct HeatPropertyTests {
  /// A relay of flesh and blood: late, deaf for a while, with a timer of its own or without.
  struct Relay {
    let hasTimer: Bool
    var isOn = false
    var isDeaf = false
    /// What is on its way to it, with the time of its arrival.
    var mail: [(at: Uptime, action: ActuatorCommand.Action)] = []
    var offAt: Uptime?
    var onSince: Uptime?
    var offSince: Uptime?
    /// The switchings, and the longest time that one lasted.
    var shortestOff = Duration.days(1)
    var longestOn = Duration.zero
    var runs = 0

    init(hasTimer: Bool) { self.hasTimer = hasTimer }

    mutating func hear(_ action: ActuatorCommand.Action, at now: Uptime, after delay: Duration) {
      // Messages of one topic arrive in the order in which they were sent.
      if !isDeaf { mail.append((max(now + delay, mail.last?.at ?? now), action)) }
    }

    /// Lets time come to `now`; answers the states that it reports.
    mutating func live(until now: Uptime) -> [Bool] {
      var said: [Bool] = []
      for letter in mail where letter.at <= now {
        if let end = offAt, end <= letter.at { turn(false, at: end, &said) }
        if case .open(let runs) = letter.action {
          turn(true, at: letter.at, &said)
          offAt = hasTimer ? letter.at + runs : nil
        } else {
          turn(false, at: letter.at, &said)
        }
      }
      mail.removeAll { $0.at <= now }
      if let end = offAt, end <= now { turn(false, at: end, &said) }
      return said
    }

    private mutating func turn(_ on: Bool, at now: Uptime, _ said: inout [Bool]) {
      said.append(on)
      offAt = nil
      guard on != isOn else { return }
      isOn = on
      if on {
        runs += 1
        if let offSince { shortestOff = min(shortestOff, now - offSince) }
        onSince = now
      } else {
        if let onSince { longestOn = max(longestOn, now - onSince) }
        offSince = now
      }
    }
  }

  struct Walk {
    var stage: Stage
    var relay: Relay
    var random: SplitMix64
    var celsius = 8.0
    var isProbeSilent = false
    var measuredAt: Uptime
    var isLinkUp = true
    var problems: [String] = []

    static let latency = 3

    init(seed: UInt64, hasTimer: Bool) {
      let plan = HeatBench.plan(hasTimer: hasTimer) {
        ($0.onMax, $0.blindAfter) = (.minutes(40), .minutes(15))
      }
      stage = Stage(plan, seed: seed)
      relay = Relay(hasTimer: hasTimer)
      random = SplitMix64(seed: seed)
      measuredAt = stage.now.uptime + (.zero - .hours(1))
      stage.run { $0.start(at: $1, into: &$2) }
      carry()
    }

    mutating func chance(_ n: UInt64) -> Bool { random.next() % n == 0 }

    /// Hands the commands to the relay, each only if what it rests on is remembered.
    mutating func carry() {
      for case .command(let command) in stage.taken() {
        if case .open(let runs) = command.action { checkOpen(runs) }
        guard isLinkUp else { continue }
        relay.hear(
          command.action, at: stage.now.uptime, after: .seconds(Int(random.next() % UInt64(Self.latency))))
        if chance(20) { relay.hear(command.action, at: stage.now.uptime, after: .seconds(Self.latency)) }
      }
    }

    mutating func checkOpen(_ runs: Duration) {
      guard let lease = stage.stored.heaters.first, lease.phase == .on else {
        return problems.append("switched on without a lease on the disk")
      }
      if stage.now.uptime + runs > lease.ends { problems.append("told to heat beyond its lease") }
      if stage.now.uptime - measuredAt >= .minutes(15) { problems.append("heats blind") }
      if !isLinkUp { problems.append("switched on into the void") }
    }

    mutating func pass(_ seconds: Int) {
      for _ in 0..<seconds / 5 {
        stage.wait(.seconds(5))
        carry()
        celsius += relay.isOn ? 0.02 : -0.01
        for isOn in relay.live(until: stage.now.uptime) where isLinkUp {
          stage.send(.valve(HeatBench.relay, ValveReport(isOpen: isOn)))
          carry()
          if chance(15) { stage.send(.valve(HeatBench.relay, ValveReport(isOpen: isOn))) }
        }
        carry()
        checkOn()
      }
    }

    /// On outside a lease only as long as the first closes need, or the device's own timer.
    mutating func checkOn() {
      let memory = stage.garden.memory.heaters.first
      if stage.now.uptime - measuredAt > .minutes(15) + .seconds(5), memory?.phase == .on {
        problems.append("a run goes on blind")
      }
      if let memory, memory.phase == .on, stage.now.uptime > memory.ends + .seconds(5) {
        problems.append("a run goes on beyond its end")
      }
      if stage.stored != stage.garden.memory { problems.append("remembered is not known") }
    }

    mutating func step() {
      switch random.next() % 16 {
      case 0...6:
        if !isProbeSilent, isLinkUp {
          stage.reads(celsius + random.unit() / 10, .temperature)
          measuredAt = stage.now.uptime
          carry()
        }
      case 7: isProbeSilent = chance(3)
      case 8: relay.isDeaf = chance(3)
      case 9:
        isLinkUp = !chance(3)
        stage.send(.link(isUp: isLinkUp))
      case 10:
        if chance(4) {
          stage.restart(after: .seconds(Int(random.next() % 120)))
          isLinkUp = true
        }
      case 11: stage.now.wall = stage.now.wall + .seconds(Int(random.next() % 7200) - 3600)
      case 12: stage.send(.valve(HeatBench.relay, ValveReport(isOpen: chance(2), wasRetained: true)))
      case 13: celsius = 4 + random.unit() * 10
      case 14:
        _ = stage.command(
          .move(
            stage.head("anna-phone"), control: HeatBench.control, value: 5 + Double(random.next() % 20),
            unit: "°C", base: nil))
      default: break
      }
      carry()
      pass(5 + Int(random.next() % 240))
    }
  }

  static func walk(_ seed: UInt64, hasTimer: Bool, steps: Int = 400, digest: EffectDigest? = nil) -> Walk {
    var walk = Walk(seed: seed, hasTimer: hasTimer)
    walk.stage.digest = digest
    for _ in 0..<steps { walk.step() }
    return walk
  }

  @Test(arguments: Seeds.share(of: 80).map { UInt64($0 + 1) })
  func `a relay with a timer is never on beyond its lease, whatever fails`(seed: UInt64) {
    let walk = Self.walk(seed, hasTimer: true)
    #expect(walk.problems.isEmpty, "seed \(seed): \(walk.problems.prefix(3))")
    #expect(walk.relay.runs > 3)
    // A command on its way is late, not longer.
    #expect(walk.relay.longestOn <= .minutes(40) + .seconds(2 * Walk.latency), "seed \(seed)")
  }

  @Test(arguments: Seeds.share(of: 80).map { UInt64($0 + 1) })
  func `a relay without a timer is on beyond its lease only while it cannot be reached`(seed: UInt64) {
    let walk = Self.walk(seed, hasTimer: false)
    #expect(walk.problems.isEmpty, "seed \(seed): \(walk.problems.prefix(3))")
    // Of eighty lives two have fewer than four.
    #expect(walk.relay.runs > 0)
  }

  @Test(arguments: Seeds.share(of: 80).map { UInt64($0 + 1) })
  func `no relay is switched on again before its pause`(seed: UInt64) {
    // The device's own duplicates may be late by the time that a message travels.
    let walk = Self.walk(seed, hasTimer: seed % 2 == 0)
    #expect(walk.relay.shortestOff >= .minutes(5) + (.zero - .seconds(2 * Walk.latency)), "seed \(seed)")
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `the same seed gives the same life`(seed: UInt64) {
    let (a, b) = (Self.walk(seed, hasTimer: true, steps: 60), Self.walk(seed, hasTimer: true, steps: 60))
    #expect(a.stage.garden == b.stage.garden && a.relay.runs == b.relay.runs)
  }
}

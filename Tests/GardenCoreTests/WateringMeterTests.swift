import GardenCore
import Testing

/// Pipes, valves that lie and a meter that is honest, by seed: what is proved is true.
struct MeterRun {
  let seed: UInt64
  var random: SplitMix64
  var bench: WateringBench
  var durable: [UniqueID: LeaseMemory] = [:]
  /// The valve's body, and what it says of itself.
  var isOpen = [false, false]
  var says = [false, false]
  /// Turns its state but not its body.
  var lies = [false, false]
  var counter = 1000.0
  let usesCounter: Bool
  var problems: [String] = []
  var proofs = 0
  var lieTold = 0

  init(seed: UInt64) {
    self.seed = seed
    random = SplitMix64(seed: seed)
    usesCounter = seed % 2 == 0
    bench = .metered(litresMax: seed % 3 == 0 ? 20 : nil)
  }

  mutating func chance(_ p: Double) -> Bool { random.unit() < p }
  mutating func problem(_ text: String) { if problems.count < 3 { problems.append("seed \(seed): \(text)") } }

  var isFlowing: Bool { isOpen.contains(true) }

  /// Carries out what came, and checks what is claimed.
  mutating func carry() {
    for effect in bench.effects {
      switch effect {
      case .remember(.lease(let lease)): durable[lease.id] = lease
      case .remember(.noLease(let id)): durable[id] = nil
      case .trail(let line) where line.kind == .proved:
        proofs += 1
        if isFlowing && line.text.hasSuffix("its meter") { problem("proved by its meter while water flows") }
      case .activity(let step) where step.snapshot.progress == 1:
        if step.kind != .end { problem("complete before the end") }
      default: break
      }
    }
    if bench.news.contains(where: {
      if case .valveTrouble(_, .stateLies, _) = $0 { true } else { false }
    }) {
      lieTold += 1
    }
    if durable != Dictionary(uniqueKeysWithValues: bench.waterings.memory.map { ($0.id, $0) }) {
      problem("what is remembered differs from what is")
    }
    for case .command(let command) in bench.effects { obey(Int(command.actuator.position), command.action) }
  }

  mutating func obey(_ v: Int, _ action: ActuatorCommand.Action) {
    guard !chance(0.1) else { return }
    let opens = action != .close
    says[v] = opens
    if !lies[v] || opens { isOpen[v] = opens }
  }

  mutating func pass(_ seconds: Double) {
    var left = seconds
    // What a restart found over.
    bench.tick(after: 0)
    carry()
    while left > 0 {
      let next = bench.waterings.wake ?? bench.now.uptime + .seconds(60)
      let longest = usesCounter && isFlowing ? 20.0 : left
      if next <= bench.now.uptime {
        return problem("a deadline that is over: \(next) \(bench.now) \(bench.waterings)")
      }
      let gap = min(left, longest, Double((next - bench.now.uptime).milliseconds) / 1000)
      if isFlowing { counter += gap / 20 }
      // A counter speaks at each litre while water runs.
      if usesCounter, isFlowing {
        bench.meter(.volume, counter)
        carry()
      }
      bench.tick(after: gap)
      carry()
      left -= gap
    }
  }

  mutating func speak() {
    for v in 0..<2 {
      bench.report(ActuatorIndex(v), says[v])
      carry()
    }
    if usesCounter { bench.meter(.volume, counter) } else { bench.meter(.flow, isFlowing ? 3 : 0) }
    carry()
  }

  mutating func play() {
    for _ in 0..<150 where problems.isEmpty {
      switch Int(random.unit() * 10) {
      case 0, 1:
        _ = bench.water(chance(0.5) ? "basil" : "fern", litres: chance(0.3) ? 1 + random.unit() * 15 : nil)
      case 2: _ = bench.stop(chance(0.5) ? "basil" : "fern")
      case 3: lies[chance(0.5) ? 0 : 1] = chance(0.4)
      case 4:
        bench.restart(boot: chance(0.2) ? BootID(UniqueID(high: 1, low: random.next())) : WateringBench.boot)
      case 5: bench.linkUp()
      default: speak()
      }
      carry()
      if chance(0.5) { speak() }
      pass(random.unit() * 90)
    }
    lies = [false, false]
    for _ in 0..<60 where problems.isEmpty {
      speak()
      pass(60)
    }
    guard problems.isEmpty else { return }
    if !bench.waterings.memory.isEmpty { problem("a lease is left") }
    if isFlowing { problem("water is left running") }
    // A word that no meter could testify for is answered with close for an hour.
    bench.run(3600)
    bench.run(3600)
    if !bench.actions.isEmpty { problem("it does not come to rest") }
  }
}

@Suite("Meters under faults")
struct WateringMeterTests {
  @Test(arguments: 1...40)
  func `lying valves, an honest meter and restarts: what is proved by a meter is true, and all comes to rest`(
    _ seed: UInt64
  ) {
    var run = MeterRun(seed: seed)
    run.play()
    #expect(run.problems == [])
    #expect(run.proofs > 5)
  }

  @Test func `liars are found`() {
    var told = 0
    for seed in 1...20 as ClosedRange<UInt64> {
      var run = MeterRun(seed: seed)
      run.play()
      told += run.lieTold
    }
    #expect(told > 20)
  }
}

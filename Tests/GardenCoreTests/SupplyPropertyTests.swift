import GardenCore
import Testing

/// Two beds on one master tap whose devices answer or do not, by seed. Everything happens at full ten seconds, so that much of it falls
/// together.
@Suite("Supplies, whatever fails")
struct SupplyPropertyTests {
  static let beds = [InterlockBench.basilValve, InterlockBench.fernValve]

  struct Walk {
    var bench: InterlockBench
    var random: SplitMix64
    /// What each was told last; `nil`: nothing yet.
    var told: [ActuatorIndex: ActuatorCommand.Action] = [:]
    /// What happened, for whoever reads of a failure.
    var diary: [String] = []

    init(_ seed: UInt64) {
      var random = SplitMix64(seed: seed)
      let order = random.next() % 2 == 0 ? SupplyPlan.Order.masterFirst : .valveFirst
      let lead = Duration.seconds(Int(random.next() % 4) * 10)
      let lag = Duration.seconds(Int(random.next() % 2) * 10)
      bench = InterlockBench {
        $0.supplies = [InterlockBench.supply(master: true, order: order, lead: lead, lag: lag, atOnce: 2)]
      }
      self.random = random
    }

    mutating func look() {
      for case .command(let command) in bench.stage.taken() {
        told[command.actuator] = command.action
        diary.append("\(command.actuator.position): \(command.action)")
      }
    }

    mutating func step() {
      let action = random.next() % 13
      diary.append("\(bench.stage.now.uptime.milliseconds / 1000) s, action \(action)")
      switch action {
      case 0...3:
        let plant = random.next() % 2 == 0 ? "basil" : "fern"
        bench.water(plant, for: .seconds(Int(1 + random.next() % 60) * 10))
      case 4: _ = bench.stage.command(.stop(bench.stage.head("anna-phone"), plant: "basil"))
      case 5:
        bench.stopAll()
        bench.release()
      case 6...7: answer()
      case 8: bench.stage.restart(after: .seconds(Int(1 + random.next() % 9) * 10))
      case 9: bench.stage.send(.link(isUp: false))
      case 10: bench.stage.send(.link(isUp: true))
      default: bench.stage.wait(.seconds(Int(1 + random.next() % 6) * 10))
      }
      look()
    }

    /// One of them says what it was told to be.
    private mutating func answer() {
      let valve = (SupplyPropertyTests.beds + [InterlockBench.tap])[Int(random.next() % 3)]
      guard let action = told[valve] else { return }
      bench.report(valve, action != .close)
    }

    func isLive(_ valve: ActuatorIndex) -> Bool {
      let id = bench.stage.garden.plan.actuators[Int(valve.position)].id
      return bench.stage.garden.memory.leases.contains {
        $0.actuator == id && ($0.phase == .opening || $0.phase == .running)
      }
    }
  }

  @Test(arguments: 1...100 as ClosedRange<UInt64>)
  func `a valve is told to open inside a run only, and all are told to close in the end`(seed: UInt64) {
    var walk = Walk(seed)
    for step in 0..<300 {
      walk.step()
      for valve in Self.beds where walk.told[valve] != .close && walk.told[valve] != nil {
        let isLive = walk.isLive(valve)
        #expect(
          isLive, "step \(step): \(valve) was told to open, and no run of it is on: \(walk.diary.suffix(24))")
      }
    }
    walk.bench.stage.send(.link(isUp: true))
    walk.bench.stage.wait(.hours(1))
    walk.look()
    for valve in Self.beds + [InterlockBench.tap] {
      let isClosed = walk.told[valve].map { $0 == .close } ?? true
      #expect(isClosed, "\(valve)")
    }
  }
}

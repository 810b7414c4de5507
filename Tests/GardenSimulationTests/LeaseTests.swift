import GardenCore
import LeaseHarness
import Testing

/// Leases under every mixture of faults. More of them: `LOAM_LEASES=10000 swift test -c release --filter LeaseTests`.
@Suite struct LeaseTests {
  static let leasesPerSeed = 5

  @Test func `whatever fails in whatever order, water ends within its bound and progress tells the truth`() {
    let wanted = Int(HuntSettings.number("LOAM_LEASES") ?? 1000)
    let first = HuntSettings.number("LOAM_FIRST_SEED") ?? 1
    var counts = LeaseCounts()
    let clock = ContinuousClock()
    let took = clock.measure {
      // What is refused is no lease, and a restart ends a seed's rest.
      for seed in first..<(first + UInt64(wanted)) where counts.leases < wanted {
        var simulation = LeaseSimulation(seed: seed)
        let problem = simulation.run(leases: Self.leasesPerSeed)
        #expect(problem == nil, "\(problem ?? "")")
        counts = counts + simulation.watch.counts
        if problem != nil { break }
      }
    }
    let perMinute = Int(Double(counts.leases) / took.seconds * 60)
    print("leases: \(counts.leases) in \(took), \(perMinute) a minute; \(counts)")
    #expect(counts.leases >= wanted)
    #expect(counts.whole > 0 && counts.repeats > 0 && counts.alarms > 0 && counts.refusals > 0)
    #expect(counts.hungMax > 0)
    #expect(counts.restarts > counts.powerCuts && counts.powerCuts > 0)
  }

  /// A watch that sees nothing would let every engine pass.
  @Test(arguments: LeaseSimulation.Sabotage.allCases)
  func `an engine or a device that breaks its promise is found out`(sabotage: LeaseSimulation.Sabotage) {
    let found = (UInt64(1)...200).first { seed in
      var simulation = LeaseSimulation(seed: seed, sabotage: sabotage)
      return simulation.run(leases: Self.leasesPerSeed) != nil
    }
    #expect(found != nil, "\(sabotage) went unseen")
  }

  @Test func `the same seed gives the same leases`() {
    var first = LeaseSimulation(seed: 7, isRecording: true)
    var second = LeaseSimulation(seed: 7, isRecording: true)
    #expect(first.run(leases: 3) == second.run(leases: 3))
    #expect(first.scenario == second.scenario)
    #expect(first.scenario.contains("open "))
  }
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

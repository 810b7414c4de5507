import GardenCore
import GardenSimulation
import Testing

@Suite struct MonthTests {
  /// More seeds, and where to begin, for a longer hunt: `LOAM_SEEDS=200 LOAM_FIRST_SEED=1000 swift test --filter MonthTests`.
  static var seeds: [UInt64] {
    let count = HuntSettings.number("LOAM_SEEDS") ?? 1
    let first = HuntSettings.number("LOAM_FIRST_SEED") ?? 1
    return (0..<count).map { first + $0 }
  }

  @Test(arguments: seeds)
  func `a month of twenty plants, faulty probes and people keeps every promise`(seed: UInt64) {
    var run = MonthRun(seed: seed, days: Int(HuntSettings.number("LOAM_DAYS") ?? 31))
    let problem = run.run()
    #expect(problem == nil, "\(problem ?? "")")
    let counts = run.watch.counts
    #expect(counts.readings > 30_000)
    #expect(counts.notices > 100)
    #expect(counts.count(of: .accepted) > 50 && counts.count(of: .duplicate) > 0)
    #expect(counts.opens > 5 && counts.ruleOpens > 0 && run.watch.activities.completed > 2)
    #expect(run.restarts > 2)
  }

  @Test func `the same seed gives the same month`() {
    var first = MonthRun(seed: 77, days: 2)
    var second = MonthRun(seed: 77, days: 2)
    #expect(first.run() == second.run())
    #expect(first.garden == second.garden)
    #expect(first.simulation == second.simulation)
  }
}

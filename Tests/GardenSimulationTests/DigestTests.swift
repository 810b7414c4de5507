import Foundation
import GardenCore
import LeaseHarness
import Testing

/// What the core does in played lives, held as a hash for each: the net under a redesign.
@Suite struct DigestTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Expected/digests.txt")

  @Test func `played leases and days bring the same effects as ever`() throws {
    let leases = (1...40 as ClosedRange<UInt64>).map { seed in
      var simulation = LeaseSimulation(seed: seed)
      simulation.digest = EffectDigest()
      #expect(simulation.run(leases: 3) == nil)
      return (name: "leases \(seed)", digest: simulation.digest ?? EffectDigest())
    }
    let days = (1...6 as ClosedRange<UInt64>).map { seed in
      var run = MonthRun(seed: seed, days: 3)
      run.digest = EffectDigest()
      #expect(run.run() == nil)
      return (name: "days \(seed)", digest: run.digest ?? EffectDigest())
    }
    #expect(try DigestFile.changes(leases + days, in: Self.file) == [])
  }
}

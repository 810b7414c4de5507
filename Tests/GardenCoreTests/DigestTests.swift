import Foundation
import GardenCore
import LeaseHarness
import Testing

/// What the core does in random walks, held as a hash for each: the net under a redesign.
@Suite struct DigestTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Expected/digests.txt")

  @Test func `random walks bring the same effects as ever`() throws {
    let seeds = 1...8 as ClosedRange<UInt64>
    let heat = seeds.map { seed in
      let walk = HeatPropertyTests.walk(seed, hasTimer: seed % 2 == 0, digest: EffectDigest())
      return (name: "heat \(seed)", digest: walk.stage.digest ?? EffectDigest())
    }
    let garden = seeds.map { seed in
      let stage = PropertyTests.walk(seed, digest: EffectDigest()) { _, _ in }
      return (name: "garden \(seed)", digest: stage.digest ?? EffectDigest())
    }
    #expect(try DigestFile.changes(heat + garden, in: Self.file) == [])
  }
}

import GardenCore
import Testing

@Suite("Messages on a bad day")
struct MessagePropertyTests {
  @Test(arguments: 0..<10)
  func `in order, each acted on once, none lost before its end and none after it, blobs whole or not at all`(
    part: Int
  ) {
    for seed in Seeds.share(of: 10_000) {
      var world = MessageWorld(seed: UInt64(part * 10_000 + seed))
      world.run()
      if !world.faults.isEmpty {
        Issue.record("seed \(part * 10_000 + seed): \(world.faults)")
        return
      }
    }
  }

  @Test func `a context converges to its highest revision, whatever comes twice, late or around a restart`() {
    for seed in Seeds.share(of: 20_000) {
      var dice = SplitMix64(seed: UInt64(seed))
      var stage = Stage(MessageTests.plan)
      var newest = 0
      var wire: [AppReport] = []
      for step in 0..<12 {
        if step == 3 { stage.send(.hello("phone", DeviceProfile())) }
        if dice.next() % 2 == 0 {
          newest += 1 + Int(dice.next() % 3)
          wire.append(AppReport(revision: newest, at: stage.now.wall, content: "{\"n\":\(newest)}"))
        }
        if !wire.isEmpty {
          stage.send(.context("phone", wire[Int(dice.next() % UInt64(wire.count))]))
        }
        if step > 3, dice.next() % 6 == 0 { stage.restart() }
      }
      // The broker has the last one, and says it again.
      if let last = wire.last { stage.send(.context("phone", last)) }
      if stage.garden.context(of: "phone") != wire.last {
        Issue.record("seed \(seed)")
        return
      }
    }
  }
}

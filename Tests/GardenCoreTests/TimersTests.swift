import Testing

@testable import GardenCore

@Suite struct TimersTests {
  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `the next is the earliest of all, whatever was set, moved and cleared`(seed: UInt64) {
    var dice = SplitMix64(seed: seed)
    var timers = Timers<Int>(count: 40)
    var model: [Int: Int] = [:]
    for _ in 0..<1000 {
      let (thing, when) = (Int(dice.next() % 40), Int(dice.next() % 100))
      switch dice.next() % 4 {
      case 0:
        timers.set(thing, to: nil)
        model[thing] = nil
      case 1:
        let due = timers.takeDue(at: when)
        #expect((due == nil) == model.values.allSatisfy { $0 > when })
        guard let due else { break }
        #expect(model[due] == model.values.min())
        model[due] = nil
      default:
        timers.set(thing, to: when)
        model[thing] = when
      }
      #expect(timers.next == model.values.min())
    }
  }

  @Test func `rows give a tick what is due and what was changed, once and in order`() {
    var rows = Rows([10, 20, 30, 40])
    func now(_ seconds: Int64) -> Uptime { Uptime(milliseconds: seconds * 1000) }
    #expect(rows.takeUnsettled() == [0, 1, 2, 3] && rows.takeDue(at: now(0)) == [0, 1, 2, 3])
    rows.wake(3, at: now(5))
    rows.wake(1, at: now(9))
    #expect(rows.next == now(5) && rows.takeDue(at: now(4)) == [])
    rows[2] += 1
    rows.touch(0)
    #expect(rows.all == [10, 20, 31, 40] && rows.takeUnsettled() == [2])
    #expect(rows.takeDue(at: now(6)) == [0, 2, 3] && rows.takeDue(at: now(6)) == [])
    // What was due must say anew when it is due again.
    #expect(rows.takeUnsettled() == [3] && rows.next == now(9))
    rows.markAll()
    #expect(rows.takeUnsettled() == [0, 1, 2, 3])
  }

  @Test func `in a large garden a tick looks at what was touched, and at nothing else`() {
    let plants = (0..<1000).map { PlantPlan.probed("p\($0)", sensor: $0) }
    var stage = Stage(.make(plants: plants, sensors: 1000))
    stage.send(.tick)
    stage.send(.tick)
    for plant in [7, 400] { stage.reads(40, sensor: plant) }
    _ = stage.garden.nextDeadline(after: stage.now)
    var garden = stage.garden
    #expect(garden.sensors.takeDue(at: stage.now.uptime) == [7, 400])
    #expect(garden.plants.takeDue(at: stage.now.uptime) == [7, 400])
  }
}

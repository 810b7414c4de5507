import GardenCore
import Testing

@Suite("A lease")
struct WateringLeaseTests {
  @Test func `a lease is remembered before the valve is told to open`() {
    var bench = WateringBench()
    let outcome = bench.water("basil")
    #expect(outcome.code == .accepted)
    guard case .remember(.lease(let lease)) = bench.effects.first else {
      Issue.record("first effect: \(bench.effects.first.debugDescription)")
      return
    }
    #expect(lease.phase == .opening && lease.left == .seconds(200))
    #expect(bench.actions == [.open(runs: .seconds(200))])
    #expect(bench.steps.map(\.kind) == [.start])
    #expect(bench.steps[0].devices == ["anna-phone", "hall-tag"])
    #expect(outcome.detail == .activity(lease.id))
  }

  @Test func `a run ends by time and is whole once the valve says that it is closed`() {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    bench.run(201)
    #expect(bench.actions == [.close, .close])
    #expect(bench.steps.allSatisfy { $0.snapshot.progress < 1 })
    bench.report(WateringBench.timed, false)
    #expect(bench.steps.map(\.kind) == [.end])
    #expect(bench.steps[0].snapshot.phase == .finished)
    #expect(bench.steps[0].snapshot.progress == 1)
    #expect(bench.news.last == .runEnded("basil", at: bench.now.wall, hadWater: true, from: 20))
    #expect(!bench.waterings.isWatering("basil"))
  }

  @Test func `the open command bears what is left when it is repeated`() {
    var bench = WateringBench()
    _ = bench.water("basil", for: .seconds(100))
    bench.tick(after: 31)
    #expect(bench.actions == [.open(runs: .seconds(69))])
    #expect(bench.news == [.valveTrouble(WateringBench.timed, .didNotOpen, plant: "basil")])
    bench.tick(after: 31)
    #expect(bench.actions == [.open(runs: .seconds(38))])
    #expect(bench.news.isEmpty)
  }

  @Test func `a valve that never opens is given up after three tries, and closed`() {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.run(89)
    #expect(bench.actions.count == 2)
    bench.run(3)
    #expect(bench.actions == [.close, .close])
    bench.report(WateringBench.timed, false)
    #expect(bench.steps.last?.snapshot.phase == .failed(.didNotOpen))
    #expect(bench.news.last == .runEnded("basil", at: bench.now.wall, hadWater: false, from: 20))
  }

  @Test func `a late open after trouble takes the trouble back`() {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.tick(after: 31)
    bench.pass(1)
    bench.report(WateringBench.timed, true)
    #expect(bench.news == [.valveTroubleOver(WateringBench.timed, .didNotOpen)])
    #expect(bench.steps.last?.snapshot.phase == .running)
  }

  @Test func `closing is repeated after 1, 2, 4, 8, 16 seconds and then each minute`() {
    var bench = WateringBench()
    _ = bench.water("fern", for: .seconds(60))
    bench.report(WateringBench.plain, true)
    bench.run(60)
    #expect(bench.actions == [.close])
    var waits: [Int] = []
    var last = 0
    for second in 1...151 {
      bench.tick(after: 1)
      if bench.actions == [.close] {
        waits.append(second - last)
        last = second
      }
    }
    #expect(waits == [1, 2, 4, 8, 16, 60, 60])
  }

  @Test func `a valve that does not prove closed is named after the bound, and closing goes on`() {
    var bench = WateringBench()
    _ = bench.water("fern", for: .seconds(60))
    bench.report(WateringBench.plain, true)
    bench.run(60 + 61)
    #expect(bench.news.contains(.valveTrouble(WateringBench.plain, .stuckOpen, plant: "fern")))
    #expect(bench.steps.last?.kind == .end)
    #expect(bench.steps.last?.snapshot.phase == .failed(.stuckOpen))
    #expect(bench.steps.last?.snapshot.progress == 0.99)
    bench.run(3600)
    #expect(bench.actions.count == 60)
    #expect(bench.steps.isEmpty)
    #expect(bench.water("fern").code == .busy)
    #expect(bench.trails.last?.kind == .refused)
    bench.report(WateringBench.plain, false)
    #expect(bench.news.first == .valveTroubleOver(WateringBench.plain, .stuckOpen))
    #expect(bench.waterings.memory.isEmpty)
    #expect(bench.water("fern").code == .accepted)
  }

  @Test func `a retained report is no evidence`() {
    var bench = WateringBench()
    bench.report(WateringBench.timed, true, retained: true)
    #expect(bench.actions.isEmpty && bench.logs.count == 1)
    bench.report(WateringBench.timed, true, retained: true)
    #expect(bench.effects.isEmpty)
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true, retained: true)
    #expect(bench.effects.isEmpty)
    _ = bench.stop("basil")
    bench.report(WateringBench.timed, false, retained: true)
    #expect(bench.effects.isEmpty && bench.waterings.isWatering("basil"))
  }

  @Test func `an open report twice has the effect of one`() {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    let once = bench.waterings
    bench.report(WateringBench.timed, true)
    #expect(bench.effects.isEmpty && bench.news.isEmpty && bench.waterings == once)
  }

  @Test func `our own open that comes late is closed again, and its activity keeps its end`() {
    var bench = WateringBench()
    _ = bench.water("basil")
    _ = bench.stop("basil")
    bench.report(WateringBench.timed, false)
    #expect(bench.steps.map(\.kind) == [.end])
    bench.tick(after: 60)
    bench.report(WateringBench.timed, true)
    #expect(bench.actions == [.close] && bench.steps.isEmpty)
    bench.tick(after: 1)
    #expect(bench.actions == [.close])
    bench.report(WateringBench.timed, false)
    bench.tick(after: 100)
    #expect(bench.actions.isEmpty && bench.steps.isEmpty)
  }

  @Test func `a valve that closes by its own timer at the end has finished`() {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    bench.run(197)
    bench.report(WateringBench.timed, false)
    #expect(bench.steps.last?.snapshot.phase == .finished && bench.steps.last?.snapshot.progress == 1)
    #expect(bench.actions == [.close])
  }

  @Test func `a valve closed by hand in the middle stops the run with its true progress`() {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    bench.run(100)
    bench.report(WateringBench.timed, false)
    #expect(bench.steps.map(\.kind) == [.end])
    #expect(bench.steps[0].snapshot.phase == .interrupted(.closedItself))
    #expect(bench.steps[0].snapshot.progress == 0.5)
  }

  @Test(arguments: [ValveTrouble.shortOfWater, .leaking])
  func `a flag of the device ends the run and is told`(_ trouble: ValveTrouble) {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    bench.pass(50)
    bench.report(
      WateringBench.timed, nil, short: trouble == .shortOfWater ? true : nil,
      leaking: trouble == .leaking ? true : nil)
    #expect(bench.actions == [.close])
    #expect(bench.news == [.valveTrouble(WateringBench.timed, trouble, plant: "basil")])
    bench.report(WateringBench.timed, false)
    #expect(bench.steps.last?.snapshot.phase == .failed(trouble))
    #expect(bench.steps.last?.snapshot.progress == 0.25)
    bench.report(WateringBench.timed, nil, short: false, leaking: false)
    #expect(bench.news.contains(.valveTroubleOver(WateringBench.timed, trouble)))
  }
}

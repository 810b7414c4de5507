import GardenCore
import Testing

@Suite("Proof that a valve is closed")
struct WateringProofTests {
  /// Water ran for 20 s at 3 l/min, then a person stopped it.
  func stopped(_ bench: WateringBench = .metered()) -> WateringBench {
    var bench = bench
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    bench.meter(.flow, 3)
    bench.pass(20)
    _ = bench.stop("basil")
    bench.pass(2)
    return bench
  }

  @Test func `the valve's word is not believed while its meter sees water`() {
    var bench = stopped()
    bench.report(WateringBench.timed, false)
    #expect(bench.steps.isEmpty && bench.waterings.isWatering("basil"))
    bench.run(10)
    #expect(bench.actions.count >= 3)
    bench.meter(.flow, 0.1)
    #expect(
      bench.steps.map(\.kind) == [.end] && bench.steps.last?.snapshot.phase == .stopped(by: "anna-phone"))
    #expect(bench.trails.last { $0.kind == .proved }?.text == "by its word and its meter")
    #expect(!bench.waterings.isWatering("basil"))
  }

  @Test func `a dry meter proves nothing without the valve's word`() {
    var bench = stopped()
    bench.meter(.flow, 0)
    #expect(bench.waterings.isWatering("basil"))
    bench.report(WateringBench.timed, false)
    #expect(!bench.waterings.isWatering("basil"))
  }

  @Test
  func `a valve that says closed while water flows is called a liar after the bound, and closing goes on`() {
    var bench = stopped()
    bench.report(WateringBench.timed, false)
    bench.run(117)
    #expect(bench.news.isEmpty)
    bench.run(2)
    #expect(bench.news.first == .valveTrouble(WateringBench.timed, .stateLies, plant: "basil"))
    #expect(bench.steps.last?.snapshot.phase == .failed(.stateLies))
    #expect(bench.steps.last.map { $0.snapshot.progress < 1 } == true)
    bench.run(600)
    // Its neighbour on the meter is closed along: it may be the one that lies.
    #expect(
      bench.actions(of: WateringBench.timed).count == 10 && bench.actions(of: WateringBench.plain).count == 10
    )
    #expect(bench.water("basil").code == .busy)
    bench.meter(.flow, 0)
    #expect(bench.news.contains(.valveTroubleOver(WateringBench.timed, .stateLies)))
    #expect(bench.logs.contains { $0.text.contains("is proved closed after all") })
    #expect(bench.water("basil").code == .accepted)
  }

  @Test func `a valve that is told to close and goes on saying open is stuck`() {
    var bench = stopped()
    bench.run(119)
    #expect(bench.news.contains(.valveTrouble(WateringBench.timed, .stuckOpen, plant: "basil")))
  }

  @Test func `flow tells stuck from silent where the valve never spoke`() {
    for flows in [true, false] {
      var bench = WateringBench.metered()
      _ = bench.water("fern")
      if flows { bench.meter(.flow, 2) }
      bench.pass(5)
      _ = bench.stop("fern")
      bench.run(121)
      let trouble: ValveTrouble = flows ? .stuckOpen : .didNotClose
      #expect(bench.news.contains(.valveTrouble(WateringBench.plain, trouble, plant: "fern")))
    }
  }

  @Test func `a counter that falls silent after the close is still after half the time`() {
    var bench = WateringBench.metered()
    bench.meter(.volume, 100)
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    bench.pass(20)
    bench.meter(.volume, 101)
    _ = bench.stop("basil")
    bench.pass(1)
    bench.report(WateringBench.timed, false)
    #expect(bench.waterings.isWatering("basil"))
    bench.run(58)
    #expect(bench.waterings.isWatering("basil"))
    bench.run(2)
    #expect(!bench.waterings.isWatering("basil"))
    #expect(bench.steps.last?.snapshot.phase == .stopped(by: "anna-phone"))
  }

  @Test func `a counter that stands still for half the time proves, between two pulses it does not`() {
    var bench = WateringBench.metered()
    bench.meter(.volume, 100)
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    bench.pass(20)
    bench.meter(.volume, 101)
    _ = bench.stop("basil")
    bench.report(WateringBench.timed, false)
    for value in [101, 101.5, 101.5, 102] {
      bench.pass(25)
      bench.meter(.volume, value)
      #expect(bench.waterings.isWatering("basil"))
    }
    bench.pass(61)
    bench.meter(.volume, 102)
    #expect(!bench.waterings.isWatering("basil"))
    #expect(
      bench.trails.last { $0.kind == .proved }?.text
        == "by its word and its meter; 120 s instead of 20 s, 2 l")
  }

  @Test func `a slow counter is given twice its own pace to be silent`() {
    var bench = WateringBench.metered()
    bench.meter(.volume, 100)
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    for n in 1...3 {
      bench.tick(after: 50)
      bench.meter(.volume, 100 + Double(n))
    }
    _ = bench.stop("basil")
    bench.report(WateringBench.timed, false)
    bench.run(99)
    #expect(bench.waterings.isWatering("basil"))
    bench.run(2)
    #expect(!bench.waterings.isWatering("basil"))
  }

  @Test func `a pump that still draws power contradicts the valve`() {
    var bench = WateringBench.metered(flow: false, power: true)
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    bench.meter(.power, 40, sensor: 1)
    _ = bench.stop("basil")
    bench.report(WateringBench.timed, false)
    #expect(bench.waterings.isWatering("basil"))
    bench.meter(.power, 0.4, sensor: 1)
    #expect(!bench.waterings.isWatering("basil"))
  }

  @Test func `a valve's own flow corroborates it where the config says so`() {
    var bench = WateringBench.metered(flow: false, reportsFlow: true)
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true, flow: 4)
    _ = bench.stop("basil")
    bench.report(WateringBench.timed, false, flow: 4)
    #expect(bench.waterings.isWatering("basil"))
    bench.report(WateringBench.timed, nil, flow: 0)
    #expect(!bench.waterings.isWatering("basil"))
  }

  @Test func `a meter that another open valve shares cannot testify`() {
    var bench = WateringBench.metered()
    _ = bench.water("fern")
    bench.report(WateringBench.plain, true)
    bench = stopped(bench)
    bench.report(WateringBench.timed, false)
    #expect(!bench.waterings.isWatering("basil") && bench.waterings.isWatering("fern"))
  }

  @Test func `retained readings and late ones of before are no evidence`() {
    var bench = stopped()
    bench.report(WateringBench.timed, false)
    bench.meter(.flow, 0, retained: true)
    #expect(bench.waterings.isWatering("basil"))
    bench.meter(.flow, 0, measuredAt: bench.now.wall - .seconds(60))
    #expect(bench.waterings.isWatering("basil"))
  }

  @Test func `a meter that has not spoken since a restart gets its time, then the valve's word counts`() {
    var bench = stopped()
    bench.restart()
    bench.report(WateringBench.timed, false)
    #expect(bench.waterings.isWatering("basil"))
    bench.run(59)
    #expect(bench.waterings.isWatering("basil"))
    bench.run(2)
    #expect(!bench.waterings.isWatering("basil"))
  }

  @Test func `a valve that says closed and then open again is not proved by its first word`() {
    var bench = stopped()
    bench.report(WateringBench.timed, false)
    bench.report(WateringBench.timed, true)
    bench.meter(.flow, 0)
    #expect(bench.waterings.isWatering("basil"))
    bench.report(WateringBench.timed, false)
    #expect(!bench.waterings.isWatering("basil"))
  }

  @Test func `a valve that closes by itself while water goes on is closed and watched`() {
    var bench = WateringBench.metered()
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    bench.meter(.flow, 3)
    bench.pass(100)
    bench.report(WateringBench.timed, false)
    #expect(bench.actions == [.close] && bench.steps.allSatisfy { $0.kind == .update })
    bench.run(121)
    #expect(bench.news.contains(.valveTrouble(WateringBench.timed, .stateLies, plant: "basil")))
  }

  @Test func `open without water ends the run and names it`() {
    var bench = WateringBench.metered()
    _ = bench.water("basil")
    bench.meter(.flow, 0)
    bench.report(WateringBench.timed, true)
    bench.run(119)
    #expect(bench.actions.isEmpty)
    bench.run(1)
    #expect(bench.actions == [.close])
    #expect(bench.news.contains(.valveTrouble(WateringBench.timed, .noFlow, plant: "basil")))
    bench.report(WateringBench.timed, false)
    bench.run(61)
    #expect(bench.trails.last { $0.kind == .proved }?.text == "by its word")
    #expect(bench.steps.last?.snapshot.phase == .failed(.noFlow))
    #expect(
      bench.news.contains { if case .runEnded("basil", _, hadWater: false, _) = $0 { true } else { false } })
    bench.pass(3600)
    _ = bench.water("basil")
    bench.meter(.flow, 3)
    #expect(bench.news.contains(.valveTroubleOver(WateringBench.timed, .noFlow)))
  }

  @Test func `water that flows proves the opening where the valve says nothing`() {
    var bench = WateringBench.metered()
    _ = bench.water("fern", for: .seconds(60))
    bench.pass(2)
    bench.meter(.flow, 2)
    #expect(bench.steps.last?.snapshot.phase == .running)
    bench.run(58)
    #expect(bench.actions == [.close])
    bench.meter(.flow, 0)
    bench.report(WateringBench.plain, false)
    #expect(bench.steps.last?.snapshot.phase == .finished && bench.steps.last?.snapshot.progress == 1)
    #expect(bench.news.contains(.runEnded("fern", at: bench.now.wall, hadWater: true, from: 20)))
  }
}

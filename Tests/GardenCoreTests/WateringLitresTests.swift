import GardenCore
import Testing

@Suite("A run by volume")
struct WateringLitresTests {
  @Test func `the counter ends the run and shows how far it is`() {
    var bench = WateringBench.metered()
    bench.meter(.volume, 1000)
    #expect(bench.water("basil", litres: 10).code == .accepted)
    // The time is the plant's longest run, a bound only.
    #expect(bench.actions == [.open(runs: .seconds(600))])
    bench.report(WateringBench.timed, true)
    bench.pass(30)
    bench.meter(.volume, 1004)
    #expect(bench.steps.last?.snapshot.progress == 0.4)
    bench.pass(30)
    bench.meter(.volume, 1009)
    #expect(bench.actions.isEmpty && bench.steps.last?.snapshot.progress == 0.9)
    bench.pass(2)
    bench.meter(.volume, 1010)
    #expect(bench.actions == [.close])
    #expect(bench.steps.allSatisfy { $0.snapshot.progress < 1 })
    bench.report(WateringBench.timed, false)
    bench.pass(61)
    bench.meter(.volume, 1010)
    #expect(bench.steps.last?.snapshot.phase == .finished && bench.steps.last?.snapshot.progress == 1)
    #expect(bench.waterings.memory.last?.litres == 10)
  }

  @Test func `a meter of two valves counts each litre once, and none for who is closing beside a run`() {
    var bench = WateringBench.metered()
    func litres() -> [Double?] { bench.waterings.memory.map(\.litres) }
    bench.meter(.volume, 1000)
    _ = bench.water("basil", for: .seconds(200))
    bench.report(WateringBench.timed, true)
    _ = bench.water("fern", for: .seconds(200))
    bench.report(WateringBench.plain, true)
    bench.pass(30)
    bench.meter(.volume, 1006)
    #expect(litres() == [3, 3])
    _ = bench.stop("basil")
    bench.pass(30)
    bench.meter(.volume, 1009)
    #expect(litres() == [3, 6])
  }

  @Test func `of two runs by volume on one meter each ends at its own share`() {
    var bench = WateringBench.metered()
    bench.meter(.volume, 0)
    for (plant, valve) in [("basil", WateringBench.timed), ("fern", WateringBench.plain)] {
      _ = bench.water(plant, litres: 2)
      bench.report(valve, true)
    }
    bench.pass(20)
    bench.meter(.volume, 3.9)
    #expect(bench.actions.isEmpty)
    bench.pass(1)
    bench.meter(.volume, 4)
    #expect(bench.actions.filter { $0 == .close }.count == 2)
  }

  @Test func `an expected end that has come is none while the run goes on`() throws {
    var bench = WateringBench.metered()
    bench.meter(.volume, 1000)
    _ = bench.water("basil", litres: 4)
    bench.report(WateringBench.timed, true)
    for litre in 1...2 {
      bench.pass(20)
      bench.meter(.volume, 1000 + Double(litre))
    }
    let told = try #require(bench.steps.last?.snapshot)
    #expect(told.isEndKnown && (told.endsAt - told.at).wholeSeconds == 40)
    bench.run(90)
    #expect(bench.steps.last?.snapshot.isEndKnown == false)
    #expect(bench.steps.allSatisfy { $0.snapshot.endsAt > $0.snapshot.at })
  }

  @Test func `a flow is counted between its readings and ends the run on time`() {
    var bench = WateringBench.metered()
    _ = bench.water("basil", litres: 3)
    bench.report(WateringBench.timed, true)
    bench.meter(.flow, 6)
    bench.run(29)
    #expect(bench.actions.isEmpty && bench.steps.last.map { $0.snapshot.progress > 0.9 } == true)
    bench.run(2)
    #expect(bench.actions.first == .close)
  }

  @Test func `the valve's own litres count where no meter is in the pipe`() {
    var bench = WateringBench.metered(flow: false, reportsFlow: true)
    bench.report(WateringBench.timed, false, litres: 7)
    _ = bench.water("basil", litres: 2)
    // The volume of the present run begins anew with each.
    bench.report(WateringBench.timed, true, litres: 0)
    bench.pass(10)
    bench.report(WateringBench.timed, true, litres: 1)
    #expect(bench.steps.last?.snapshot.progress == 0.5)
    bench.pass(10)
    bench.report(WateringBench.timed, true, litres: 2)
    #expect(bench.actions == [.close])
  }

  @Test func `a counter that was reset goes on counting, a jump and rounding count nothing`() {
    var bench = WateringBench.metered()
    bench.meter(.volume, 1000)
    _ = bench.water("basil", litres: 10)
    bench.report(WateringBench.timed, true)
    bench.pass(10)
    bench.meter(.volume, 1004)
    bench.pass(10)
    bench.meter(.volume, 1)
    #expect(bench.steps.last?.snapshot.progress == 0.5)
    bench.pass(10)
    bench.meter(.volume, 50_000)
    #expect(bench.actions.isEmpty)
    bench.pass(10)
    bench.meter(.volume, 49_999.5)
    #expect(bench.actions.isEmpty)
    bench.pass(10)
    bench.meter(.volume, 50_004.5)
    #expect(bench.actions == [.close])
  }

  @Test func `water that flowed while the bridge was away counts`() {
    var bench = WateringBench.metered()
    bench.meter(.volume, 1000)
    _ = bench.water("basil", litres: 10)
    bench.report(WateringBench.timed, true)
    bench.pass(10)
    bench.meter(.volume, 1004)
    bench.pass(30)
    bench.restart()
    bench.meter(.volume, 1010.5)
    #expect(bench.actions == [.close])
  }

  @Test func `a flow without a counter is carried over a restart at its mean`() {
    var bench = WateringBench.metered()
    _ = bench.water("basil", litres: 3)
    bench.report(WateringBench.timed, true)
    bench.meter(.flow, 6)
    bench.run(20)
    bench.pass(15)
    bench.restart()
    #expect(bench.actions(of: WateringBench.timed) == [.close])
  }

  @Test func `time that is over before the volume came is no success`() {
    var bench = WateringBench.metered()
    bench.meter(.volume, 0)
    _ = bench.water("basil", for: .seconds(100), litres: 10)
    bench.report(WateringBench.timed, true)
    bench.pass(50)
    bench.meter(.volume, 2)
    bench.run(50)
    #expect(bench.actions == [.close])
    #expect(bench.news == [.valveTrouble(WateringBench.timed, .tooLittle, plant: "basil")])
    bench.report(WateringBench.timed, false)
    bench.run(61)
    #expect(bench.steps.last?.snapshot.phase == .failed(.tooLittle))
    #expect(bench.steps.last?.snapshot.progress == 0.2)
    #expect(
      bench.news.contains { if case .runEnded("basil", _, hadWater: true, _) = $0 { true } else { false } })
  }

  @Test func `no run gives more than the plant's most, asked by time or by litres`() {
    var bench = WateringBench.metered(litresMax: 5)
    #expect(bench.water("basil", litres: 5.1).code == .outOfRange)
    #expect(bench.water("basil", litres: .nan).code == .outOfRange)
    #expect(bench.water("basil", litres: 0).code == .outOfRange)
    bench.meter(.volume, 0)
    #expect(bench.water("basil", for: .seconds(300)).code == .accepted)
    bench.report(WateringBench.timed, true)
    bench.pass(60)
    bench.meter(.volume, 5.2)
    #expect(bench.actions == [.close])
  }

  @Test func `the plant's own litres are the target where nobody says otherwise`() {
    var bench = WateringBench.metered(litres: 4)
    _ = bench.water("basil")
    #expect(bench.waterings.memory.last?.untilLitres == 4)
    #expect(bench.actions == [.open(runs: .seconds(600))])
    _ = bench.water("fern", for: .seconds(30))
    #expect(bench.waterings.memory.last?.untilLitres == nil)
  }

  @Test func `litres that nothing measures are refused`() {
    var bench = WateringBench()
    let outcome = bench.water("basil", litres: 4)
    #expect(outcome.code == .refused && outcome.why == Reason(.noMeter))
    #expect(bench.actions.isEmpty)
  }
}

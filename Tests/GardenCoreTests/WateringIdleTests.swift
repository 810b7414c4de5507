import GardenCore
import Testing

@Suite("Valves without a run")
struct WateringIdleTests {
  @Test
  func `a start closes every valve without a live run, whatever is retained, and the first link once more`() {
    var bench = WateringBench()
    bench.report(WateringBench.timed, false, retained: true)
    bench.restart()
    #expect(bench.actions(of: WateringBench.timed) == [.close])
    #expect(bench.actions(of: WateringBench.plain) == [.close])
    bench.linkUp()
    #expect(bench.actions == [.close, .close])
    bench.linkUp()
    #expect(bench.actions.isEmpty)
    bench.run(3600)
    #expect(bench.actions.isEmpty && bench.news.isEmpty)
  }

  @Test func `a start leaves a live run alone`() {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    bench.run(10)
    bench.restart()
    #expect(bench.actions(of: WateringBench.timed).isEmpty)
    bench.linkUp()
    #expect(bench.actions(of: WateringBench.timed).isEmpty)
    #expect(bench.actions(of: WateringBench.plain) == [.close])
  }

  @Test func `a valve that is open without a run is closed until it says so`() {
    var bench = WateringBench()
    bench.report(WateringBench.timed, true)
    #expect(bench.actions == [.close] && bench.logs.first?.level == .warning)
    bench.report(WateringBench.timed, true)
    #expect(bench.effects.isEmpty)
    bench.run(31)
    #expect(bench.actions.count == 5)
    #expect(bench.water("basil").why == Reason(.closing) && bench.trails[0].text == "closing")
    bench.report(WateringBench.timed, false)
    #expect(bench.news.isEmpty)
    bench.run(600)
    #expect(bench.actions.isEmpty)
    #expect(bench.water("basil").code == .accepted)
  }

  @Test func `a valve that opens after its run and stays open is named, and taken back once it closes`() {
    var bench = WateringBench()
    _ = bench.water("fern", for: .seconds(60))
    bench.report(WateringBench.plain, true)
    bench.run(61)
    bench.report(WateringBench.plain, false)
    bench.run(300)
    bench.report(WateringBench.plain, true)
    #expect(bench.actions == [.close] && bench.news == [.valveTroubleOver(WateringBench.plain, .didNotOpen)])
    bench.run(60)
    #expect(bench.news == [.valveTrouble(WateringBench.plain, .stuckOpen, plant: "fern")])
    bench.run(3600)
    #expect(bench.actions.count == 60 && bench.news.isEmpty)
    bench.report(WateringBench.plain, false)
    #expect(bench.news.first == .valveTroubleOver(WateringBench.plain, .stuckOpen))
  }

  @Test func `a valve that opens after a run without flow is named, also across a restart`() {
    var bench = WateringBench.metered()
    _ = bench.water("fern", for: .seconds(600))
    bench.report(WateringBench.plain, true)
    bench.run(130)
    bench.report(WateringBench.plain, false)
    bench.run(120)
    #expect(bench.waterings.memory.map(\.trouble) == [.noFlow])
    bench.report(WateringBench.plain, true)
    bench.restart()
    bench.report(WateringBench.plain, true)
    bench.run(600)
    #expect(bench.news.contains(.valveTrouble(WateringBench.plain, .stuckOpen, plant: "fern")))
  }

  @Test func `an alarm of an open valve is taken back though everything was stopped meanwhile`() {
    var bench = WateringBench()
    bench.report(WateringBench.plain, true)
    bench.run(60)
    #expect(bench.news == [.valveTrouble(WateringBench.plain, .stuckOpen, plant: nil)])
    bench.clear()
    _ = bench.waterings.stopAll(by: "anna-phone", &bench.turn)
    #expect(bench.actions(of: WateringBench.plain) == [.close])
    bench.report(WateringBench.plain, false)
    #expect(bench.news == [.valveTroubleOver(WateringBench.plain, .stuckOpen)])
  }

  @Test func `a valve that stays open without a run is named, and closing goes on`() {
    var bench = WateringBench()
    bench.report(WateringBench.plain, true)
    bench.run(59)
    #expect(bench.news.isEmpty)
    bench.run(1)
    #expect(bench.news == [.valveTrouble(WateringBench.plain, .stuckOpen, plant: nil)])
    bench.run(3600)
    #expect(bench.actions.count == 60 && bench.news.isEmpty)
    bench.report(WateringBench.plain, false)
    #expect(bench.news == [.valveTroubleOver(WateringBench.plain, .stuckOpen)])
  }

  @Test func `where opening by hand is allowed the valve is told of once and left alone`() {
    var bench = WateringBench()
    bench.plan.actuators[0].allowsManualOpening = true
    bench.report(WateringBench.timed, true)
    #expect(bench.actions.isEmpty && bench.logs.count == 1)
    bench.report(WateringBench.timed, true)
    #expect(bench.effects.isEmpty)
    // A start cannot know who opened it.
    bench.restart()
    #expect(bench.actions(of: WateringBench.timed) == [.close])
  }

  @Test func `water that a hand let in at the valve is a watering of its plants, and a try of it is none`() {
    var bench = WateringBench()
    bench.plan.actuators[0].allowsManualOpening = true
    bench.report(WateringBench.timed, true)
    bench.pass(9)
    bench.report(WateringBench.timed, false)
    #expect(bench.records.isEmpty && bench.news.isEmpty)
    bench.report(WateringBench.timed, true)
    let opened = bench.now.wall
    bench.pass(300)
    bench.report(WateringBench.timed, false)
    let record = bench.records.first
    #expect(record?.kind == .hand && record?.by == nil && record?.end == nil)
    #expect(record?.plant == "basil" && record?.from == opened && record?.until == bench.now.wall)
    #expect(bench.news == [.runEnded("basil", at: bench.now.wall, hadWater: true)])
    bench.report(WateringBench.timed, false)
    #expect(bench.records.isEmpty)
  }

  @Test func `flow that lasts while every valve is closed is a leak, and all of its valves are closed`() {
    var bench = WateringBench.metered()
    bench.meter(.flow, 1.5)
    bench.run(119)
    #expect(bench.news.isEmpty)
    bench.run(1)
    #expect(bench.news == [.valveTrouble(WateringBench.timed, .flowsClosed, plant: nil)])
    #expect(bench.actions(of: WateringBench.timed) == [.close])
    #expect(bench.actions(of: WateringBench.plain) == [.close])
    #expect(bench.water("basil").code == .busy)
    bench.report(WateringBench.timed, false)
    bench.report(WateringBench.plain, false)
    bench.run(600)
    #expect(bench.actions.count >= 20 && bench.news.isEmpty)
    bench.meter(.flow, 0)
    #expect(bench.news.contains(.valveTroubleOver(WateringBench.timed, .flowsClosed)))
    bench.run(120)
    #expect(bench.actions.isEmpty)
    #expect(bench.water("basil").code == .accepted)
  }

  @Test func `a short flow is no leak`() {
    var bench = WateringBench.metered()
    bench.meter(.flow, 1.5)
    bench.pass(60)
    bench.meter(.flow, 0)
    bench.run(600)
    #expect(bench.news.isEmpty && bench.actions.isEmpty)
  }

  @Test func `a counter that goes on rising is a leak, one late pulse is not`() {
    var bench = WateringBench.metered()
    bench.meter(.volume, 100)
    bench.pass(60)
    bench.meter(.volume, 110)
    bench.run(600)
    #expect(bench.news.isEmpty)
    bench.meter(.volume, 120)
    #expect(bench.news == [.valveTrouble(WateringBench.timed, .flowsClosed, plant: nil)])
    bench.report(WateringBench.timed, false)
    bench.report(WateringBench.plain, false)
    bench.run(1799)
    #expect(bench.news.isEmpty)
    bench.run(2)
    // Of each valve on the meter: an earlier plan may have named another one.
    #expect(
      bench.news
        == [WateringBench.timed, WateringBench.plain].map { .valveTroubleOver($0, .flowsClosed) })
  }

  @Test func `flow while a valve on the meter runs, or is open by hand, is no leak`() {
    var bench = WateringBench.metered()
    bench.plan.actuators[1].allowsManualOpening = true
    bench.report(WateringBench.plain, true)
    bench.meter(.flow, 3)
    bench.run(1000)
    #expect(bench.news.isEmpty)
    bench.report(WateringBench.plain, false)
    bench.tick(after: 1)
    bench.run(121)
    #expect(bench.news == [.valveTrouble(WateringBench.timed, .flowsClosed, plant: nil)])
  }

  @Test func `an idle valve on its own meter is a liar where it says closed and water flows`() {
    var bench = WateringBench.metered(shared: false)
    bench.report(WateringBench.timed, true)
    bench.meter(.flow, 3)
    bench.report(WateringBench.timed, false)
    bench.run(119)
    #expect(bench.news.isEmpty)
    bench.run(1)
    #expect(bench.news.contains(.valveTrouble(WateringBench.timed, .stateLies, plant: nil)))
  }
}

import GardenCore
import Testing

@Suite("Supplies and masters")
struct SupplyTests {
  static func bench(
    order: SupplyPlan.Order = .masterFirst, lead: Duration = .seconds(3), lag: Duration = .seconds(5),
    atOnce: Int = 1
  ) -> InterlockBench {
    InterlockBench {
      $0.supplies = [InterlockBench.supply(master: true, order: order, lead: lead, lag: lag, atOnce: atOnce)]
    }
  }

  @Test func `of one supply one valve runs at a time`() {
    var bench = InterlockBench { $0.supplies = [InterlockBench.supply()] }
    #expect(bench.water("basil")?.code == .accepted)
    let busy = bench.water("fern")
    #expect(busy?.code == .busy && busy?.why == Reason(.supply, name: "well", valve: "basil-valve"))
    bench.report(InterlockBench.basilValve, true)
    bench.stage.wait(.minutes(5))
    #expect(bench.water("fern")?.why == Reason(.supplyClosing, name: "well", valve: "basil-valve"))
    bench.report(InterlockBench.basilValve, false)
    #expect(bench.water("fern")?.code == .accepted)
  }

  @Test func `as many as the supply allows run at once`() {
    var bench = InterlockBench { $0.supplies = [InterlockBench.supply(atOnce: 2)] }
    #expect(bench.water("basil")?.code == .accepted)
    #expect(bench.water("fern")?.code == .accepted)
  }

  @Test func `a tap opens before the valve and closes after it`() {
    var bench = Self.bench()
    bench.water("basil", for: .seconds(60))
    #expect(bench.actions() == ["tap open 68"])
    bench.report(InterlockBench.tap, true)
    #expect(bench.pass(.milliseconds(2900)) == [])
    #expect(bench.pass(.milliseconds(200)) == ["basil-valve open 60"])
    bench.report(InterlockBench.basilValve, true)
    bench.stage.wait(.seconds(59))
    #expect(bench.pass(.seconds(1)) == ["basil-valve close"])
    bench.report(InterlockBench.basilValve, false)
    #expect(bench.pass(.milliseconds(4900)).first == "tap close")
    bench.report(InterlockBench.tap, false)
    #expect(bench.pass(.hours(1)) == [])
  }

  @Test func `a pump starts after the valve and stops with it`() {
    var bench = Self.bench(order: .valveFirst)
    bench.report(InterlockBench.tap, false)
    _ = bench.actions()
    bench.water("basil", for: .seconds(60))
    #expect(bench.actions() == ["basil-valve open 60"])
    bench.report(InterlockBench.basilValve, true)
    #expect(bench.pass(.milliseconds(3100)) == ["tap open 57"])
    bench.report(InterlockBench.tap, true)
    #expect(bench.pass(.seconds(57)).prefix(2) == ["basil-valve close", "tap close"])
  }

  @Test func `the tap stays open for the next valve, as long as that one needs it`() {
    var bench = Self.bench(atOnce: 2)
    bench.water("basil", for: .seconds(60))
    bench.report(InterlockBench.tap, true)
    bench.stage.wait(.seconds(10))
    bench.report(InterlockBench.basilValve, true)
    _ = bench.actions()
    bench.water("fern", for: .seconds(120))
    #expect(bench.actions() == ["tap open 125", "fern-valve open 120"])
    bench.report(InterlockBench.fernValve, true)
    bench.stage.wait(.seconds(60))
    bench.report(InterlockBench.basilValve, false)
    #expect(bench.pass(.seconds(55)).contains("tap close") == false)
    #expect(bench.pass(.seconds(5)).contains("fern-valve close"))
    bench.report(InterlockBench.fernValve, false)
    #expect(bench.pass(.seconds(6)).contains("tap close"))
  }

  @Test func `a tap that does not open is tried three times, then the run is ended`() {
    var bench = Self.bench()
    bench.water("basil")
    bench.stage.wait(.seconds(10))
    bench.report(InterlockBench.basilValve, true)
    let actions = bench.pass(.minutes(2))
    #expect(actions.count { $0.hasPrefix("tap open") } == 2)
    #expect(actions.contains("basil-valve close") && actions.contains("tap close"))
    #expect(bench.lease?.end == .interlock && bench.lease?.interlock == "master")
    #expect(bench.stage.reminder("valve-tap") != nil)
  }

  @Test func `a run whose valve is to be told again in the moment when the tap is given up stays closed`() {
    var bench = Self.bench(lead: .zero, atOnce: 2)
    bench.water("basil", for: .minutes(10))
    bench.stage.wait(.seconds(10))
    bench.report(InterlockBench.basilValve, true)
    bench.stage.wait(.seconds(50))
    bench.water("fern", for: .minutes(5))
    let actions = bench.pass(.minutes(2)).filter { $0.hasPrefix("fern-valve") }
    #expect(!actions.isEmpty && actions.allSatisfy { $0 == "fern-valve close" })
    #expect(bench.pass(.minutes(10)).count { $0 == "fern-valve close" } > 5)
  }

  @Test func `a tap that does not say that it is closed is told again, and people are told`() {
    var bench = Self.bench()
    bench.water("basil", for: .seconds(60))
    bench.report(InterlockBench.tap, true)
    bench.stage.wait(.seconds(5))
    bench.report(InterlockBench.basilValve, true)
    bench.stage.wait(.seconds(60))
    bench.report(InterlockBench.basilValve, false)
    let actions = bench.pass(.minutes(5))
    #expect(actions.count { $0 == "tap close" } >= 8)
    #expect(bench.stage.reminder("valve-tap") != nil)
    bench.report(InterlockBench.tap, false)
    #expect(bench.stage.reminder("valve-tap") == nil)
    #expect(bench.pass(.hours(1)) == [])
  }

  @Test func `at a start without a run the tap is closed, whatever it did`() {
    var bench = Self.bench()
    bench.water("basil")
    bench.report(InterlockBench.tap, true)
    bench.stage.wait(.seconds(5))
    bench.report(InterlockBench.basilValve, true)
    bench.stage.wait(.minutes(4))
    _ = bench.actions()
    bench.stage.restart(after: .minutes(10))
    #expect(Set(bench.actions()).isSuperset(of: ["basil-valve close", "tap close"]))
  }

  @Test func `a run that goes on after a restart has its tap open again`() {
    var bench = Self.bench()
    bench.water("basil")
    bench.report(InterlockBench.tap, true)
    bench.stage.wait(.seconds(5))
    bench.report(InterlockBench.basilValve, true)
    bench.stage.wait(.minutes(1))
    _ = bench.actions()
    bench.stage.restart(after: .seconds(5))
    #expect(bench.actions().contains { $0.hasPrefix("tap open") })
  }

  @Test func `a tap that nothing needs is closed when it says that it is open`() {
    var bench = Self.bench()
    bench.report(InterlockBench.tap, false)
    _ = bench.actions()
    bench.report(InterlockBench.tap, true)
    #expect(bench.actions() == ["tap close"])
  }

  @Test func `an emergency stop does not wait for the lag`() {
    var bench = Self.bench(lag: .minutes(5))
    bench.water("basil")
    bench.report(InterlockBench.tap, true)
    bench.stage.wait(.seconds(5))
    bench.report(InterlockBench.basilValve, true)
    _ = bench.actions()
    bench.stopAll()
    let actions = bench.actions()
    #expect(actions.contains("tap close") && actions.contains("basil-valve close"))
    #expect(bench.pass(.minutes(10)).filter { $0.contains("open") } == [])
  }

  @Test func `a stop before the valve opened leaves it closed`() {
    var bench = Self.bench(lead: .seconds(30))
    bench.water("basil")
    _ = bench.actions()
    bench.stage.command(.stop(bench.stage.head("anna-phone"), plant: "basil"))
    #expect(bench.pass(.minutes(2)).filter { $0.contains("open") } == [])
  }

  @Test func `a tap that a new config drops is closed`() {
    var bench = Self.bench()
    bench.water("basil")
    bench.report(InterlockBench.tap, true)
    _ = bench.actions()
    var plan = bench.stage.garden.plan
    plan.supplies = []
    bench.stage.run { $0.leave(for: plan, at: $1, into: &$2) }
    bench.stage.run { $0.adopt(plan, at: $1, into: &$2) }
    #expect(bench.actions().contains("tap close"))
    plan.actuators.removeLast()
    var gone = Self.bench()
    gone.water("basil")
    gone.report(InterlockBench.tap, true)
    _ = gone.actions()
    gone.stage.run { $0.leave(for: plan, at: $1, into: &$2) }
    #expect(gone.actions() == ["basil-valve close"])
    let isClearTooEarly = gone.stage.garden.isClear(for: plan)
    #expect(!isClearTooEarly)
    #expect(gone.pass(.seconds(6)).contains("tap close"))
    gone.report(InterlockBench.tap, false)
    let isClear = gone.stage.garden.isClear(for: plan)
    #expect(isClear)
  }

  @Test func `with the link the tap is told first and the valve waits for it anew`() {
    var bench = Self.bench()
    bench.stage.send(.link(isUp: false))
    bench.water("basil")
    bench.stage.wait(.seconds(10))
    _ = bench.actions()
    bench.stage.send(.link(isUp: true))
    #expect(bench.actions().filter { $0.contains("open") }.map { $0.prefix(8) } == ["tap open"])
    #expect(bench.pass(.seconds(4)).map { $0.prefix(16) } == ["basil-valve open"])
  }
}

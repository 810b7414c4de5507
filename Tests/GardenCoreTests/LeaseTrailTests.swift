import GardenCore
import Testing

@Suite("The trail of a lease")
struct LeaseTrailTests {
  @Test func `a run tells who, why, what was sent and what was seen`() {
    var bench = WateringBench.metered()
    var told: [LeaseEvent] = []
    _ = bench.water("basil", for: .seconds(60))
    told += bench.trails
    bench.pass(1)
    bench.report(WateringBench.timed, true)
    told += bench.trails
    bench.meter(.flow, 3)
    told += bench.trails
    bench.run(59)
    told += bench.trails
    bench.report(WateringBench.timed, false)
    told += bench.trails
    bench.pass(1)
    bench.meter(.flow, 0)
    told += bench.trails
    #expect(
      told.map { "\($0.kind.rawValue): \($0.text)" } == [
        "granted: asked for: for 60 s; moisture 20 %",
        "open_sent: open for 60 s",
        "reported: open",
        "evidence: flow 3 l/min, by meter",
        "ended: time; 60 s of 60 s, 2.9 l",
        "close_sent: close",
        "reported: closed",
        "proved: by its word and its meter",
      ])
    #expect(told[0].by == "anna-phone")
    #expect(Set(told.map(\.lease)).count == 1)
    #expect(told.allSatisfy { $0.actuator == "timed" && $0.plant == "basil" && $0.text.count <= 200 })
    #expect(zip(told, told.dropFirst()).allSatisfy { $0.uptime <= $1.uptime })
  }

  @Test func `days of closing tell a few lines, not thousands`() {
    var bench = WateringBench()
    _ = bench.water("fern", for: .seconds(60))
    bench.report(WateringBench.plain, true)
    bench.run(7 * 86_400)
    #expect(bench.actions.count > 9000)
    #expect(bench.trails.count < 40)
    #expect(bench.trails.contains { $0.kind == .unproved } && bench.trails.contains { $0.kind == .trouble })
  }

  @Test func `a close that is repeated against the valve's word says why`() {
    var bench = WateringBench.metered()
    _ = bench.water("fern", for: .seconds(60))
    bench.report(WateringBench.plain, true)
    bench.meter(.flow, 6)
    bench.run(60)
    bench.report(WateringBench.plain, false)
    bench.run(2)
    #expect(bench.trails.map(\.text) == ["close again, number 2: said closed, but flow 6 l/min"])
  }

  @Test func `a restart tells what was left`() {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    bench.run(100)
    bench.pass(20)
    bench.restart()
    #expect(bench.trails.map(\.kind) == [.resumed])
    #expect(bench.trails.first?.text == "the bridge restarted: 80 s are left")
  }

  @Test func `without a link a command is told as not sent`() {
    var bench = WateringBench()
    _ = bench.water("basil", for: .seconds(60))
    bench.report(WateringBench.timed, true)
    bench.turn.link.changed(false, at: bench.now.uptime)
    bench.run(60)
    let lost = bench.trails.filter { $0.kind == .notSent }
    #expect(lost.first?.text == "close: no link to the broker")
    #expect(!bench.trails.contains { $0.kind == .closeSent })
  }
}

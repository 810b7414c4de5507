import GardenCore
import Testing

@Suite("The setpoint of a device")
struct SetpointsDeviceTests {
  @Test func `a move is accepted, then applied when the device itself says so`() {
    var bench = SetpointBench()
    bench.report(20)
    let outcome = bench.move(SetpointBench.setpoint, 22)
    #expect(outcome.code == .queued && bench.sent == [22])
    #expect(bench.snapshot(SetpointBench.setpoint)?.value == 20)
    #expect(bench.snapshot(SetpointBench.setpoint)?.phase == .accepted(22, by: "anna-phone"))
    bench.report(22)
    #expect(bench.sent.isEmpty)
    #expect(
      bench.snapshot(SetpointBench.setpoint)?.value == 22
        && bench.snapshot(SetpointBench.setpoint)?.phase == .settled)
    bench.tick(after: 60)
    #expect(bench.effects.isEmpty)
  }

  @Test func `a device that sets something else rejects, and the slider shows what it set`() {
    var bench = SetpointBench()
    bench.report(20)
    _ = bench.move(SetpointBench.setpoint, 29)
    bench.report(25)
    #expect(bench.snapshot(SetpointBench.setpoint)?.value == 25)
    #expect(bench.snapshot(SetpointBench.setpoint)?.phase == .rejected(29, by: "anna-phone"))
    bench.tick(after: 60)
    #expect(bench.sent.isEmpty)
  }

  @Test func `a device that repeats its old value has not answered yet, and keeps it in the end`() {
    var bench = SetpointBench()
    bench.report(20)
    _ = bench.move(SetpointBench.setpoint, 22)
    bench.report(20)
    #expect(bench.snapshot(SetpointBench.setpoint)?.phase == .accepted(22, by: "anna-phone"))
    bench.tick(after: 30)
    #expect(bench.sent == [22])
    bench.tick(after: 30)
    #expect(bench.snapshot(SetpointBench.setpoint)?.phase == .rejected(22, by: "anna-phone"))
  }

  @Test func `no answer repeats once and rolls the slider back`() {
    var bench = SetpointBench()
    bench.report(20)
    _ = bench.move(SetpointBench.setpoint, 22)
    bench.tick(after: 29)
    #expect(bench.sent.isEmpty)
    bench.tick(after: 1)
    #expect(bench.sent == [22])
    bench.tick(after: 30)
    #expect(bench.sent.isEmpty)
    #expect(bench.snapshot(SetpointBench.setpoint)?.phase == .noAnswer(22, by: "anna-phone"))
    #expect(bench.snapshot(SetpointBench.setpoint)?.value == 20)
    bench.tick(after: 3600)
    #expect(bench.effects.isEmpty)
    bench.report(22)
    #expect(
      bench.snapshot(SetpointBench.setpoint)?.phase == .settled
        && bench.snapshot(SetpointBench.setpoint)?.value == 22)
  }

  @Test func `a move that was acknowledged outlives a kill, as long as its device has time to answer`() {
    var bench = SetpointBench()
    bench.report(20)
    #expect(bench.move(SetpointBench.setpoint, 22).code == .queued)
    bench.restart()
    #expect(bench.sent == [22])
    #expect(bench.snapshot(SetpointBench.setpoint)?.phase == .accepted(22, by: "anna-phone"))
    bench.report(22)
    bench.restart()
    #expect(bench.sent.isEmpty && bench.snapshot(SetpointBench.setpoint)?.phase == .settled)
  }

  @Test func `a move whose time is over at the start was in vain, and is not sent`() {
    var bench = SetpointBench()
    bench.report(20)
    _ = bench.move(SetpointBench.setpoint, 22)
    bench.now.wall = bench.now.wall + .minutes(10)
    bench.restart()
    #expect(bench.sent.isEmpty)
    #expect(bench.snapshot(SetpointBench.setpoint)?.phase == .noAnswer(22, by: "anna-phone"))
    bench.restart()
    #expect(bench.snapshot(SetpointBench.setpoint)?.phase == .settled)
  }

  @Test func `a value moved at the device moves the slider, and nothing is sent back`() {
    var bench = SetpointBench()
    bench.report(20)
    let revision = bench.snapshot(SetpointBench.setpoint)?.revision ?? 0
    bench.report(18)
    #expect(bench.snapshot(SetpointBench.setpoint)?.value == 18)
    #expect(bench.snapshot(SetpointBench.setpoint)?.revision == revision + 1)
    #expect(bench.sent.isEmpty)
    #expect(bench.move(SetpointBench.setpoint, 22, base: revision).code == .conflict)
    bench.report(18)
    #expect(bench.effects.isEmpty)
  }

  @Test func `a retained report sets the value without being an answer`() {
    var bench = SetpointBench()
    bench.report(20, retained: true)
    #expect(bench.snapshot(SetpointBench.setpoint)?.value == 20)
    _ = bench.move(SetpointBench.setpoint, 22)
    bench.report(22, retained: true)
    #expect(bench.snapshot(SetpointBench.setpoint)?.phase == .accepted(22, by: "anna-phone"))
  }

  @Test func `the report of an earlier move does not reject the next`() {
    var bench = SetpointBench()
    bench.report(20)
    _ = bench.move(SetpointBench.setpoint, 22)
    bench.tick(after: 1)
    _ = bench.move(SetpointBench.setpoint, 24)
    bench.report(22)
    #expect(bench.snapshot(SetpointBench.setpoint)?.phase == .accepted(24, by: "anna-phone"))
    bench.report(24)
    #expect(bench.snapshot(SetpointBench.setpoint)?.phase == .settled)
  }

  @Test func `what the config asks is sent once when it is edited, not at each start`() {
    var bench = SetpointBench(setpoint: 18)
    bench.start()
    #expect(bench.sent == [18] && bench.snapshot(SetpointBench.setpoint)?.value == nil)
    bench.report(18)
    bench.restart()
    #expect(bench.sent.isEmpty)
    _ = bench.move(SetpointBench.setpoint, 22)
    bench.report(22)
    bench.restart()
    #expect(bench.sent.isEmpty && bench.snapshot(SetpointBench.setpoint)?.value == 22)
    bench.adopt(dryBelow: 30, setpoint: 16)
    #expect(bench.sent == [16])
  }

  @Test func `what the config asks and no device answered is sent again when the link comes up`() {
    var bench = SetpointBench(setpoint: 18)
    bench.start()
    bench.tick(after: 30)
    bench.tick(after: 30)
    #expect(bench.snapshot(SetpointBench.setpoint)?.phase == .noAnswer(18, by: Controls.config))
    bench.effects = []
    bench.controls.linkCameUp(&bench.turn)
    #expect(bench.sent == [18])
    bench.report(18)
    bench.effects = []
    bench.controls.linkCameUp(&bench.turn)
    #expect(bench.sent.isEmpty)
  }

  @Test func `no sequence of reports alone ever sends a command`() {
    var bench = SetpointBench()
    var random = SplitMix64(seed: 3)
    for _ in 0..<5000 {
      bench.report((random.unit() * 50).rounded() / 2 + 5, retained: random.unit() < 0.3)
      #expect(bench.sent.isEmpty)
      bench.tick(after: Int(random.unit() * 40))
      #expect(bench.sent.isEmpty)
    }
  }

  @Test func `heat needs an operator and a limit a tuner`() {
    let bench = SetpointBench()
    #expect(bench.controls.roleNeeded(SetpointBench.setpoint) == .operator)
    #expect(bench.controls.roleNeeded(SetpointBench.limit) == .tuner)
    #expect(bench.controls.roleNeeded("nothing") == nil)
    #expect(bench.snapshot(SetpointBench.setpoint)?.kind == .setpoint(actuator: "heater", place: "house"))
  }
}

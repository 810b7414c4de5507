@testable import GardenCore
import Testing

@Suite("A restart inside a lease")
struct WateringRestartTests {
  static let otherBoot = BootID(UniqueID(high: 1, low: 2))

  func running() -> WateringBench {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    bench.run(100)
    return bench
  }

  @Test func `in the same boot the run goes on to its end, whatever the wall clock says`() {
    for jump in [Duration.zero, .hours(1), .zero - .hours(1), .days(365), .zero - .days(365)] {
      var bench = running()
      bench.pass(20)
      bench.now.wall = bench.now.wall + jump
      bench.restart()
      #expect(bench.actions(of: WateringBench.timed).isEmpty && bench.steps.isEmpty)
      bench.run(79)
      #expect(bench.actions.isEmpty)
      bench.run(1)
      #expect(bench.actions == [.close])
    }
  }

  @Test func `a restart publishes the same snapshot and tells nobody again`() {
    var bench = running()
    let before = bench.waterings.snapshots
    bench.restart()
    #expect(
      bench.effects.filter { if case .publish = $0 { true } else { false } } == before.map { .publish($0) })
    #expect(bench.steps.isEmpty && bench.news.isEmpty)
  }

  @Test func `a run whose end came before anybody heard that the valve was open is interrupted, not failed`()
  {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.pass(3600)
    bench.restart()
    bench.report(WateringBench.timed, false)
    // The machine was on all the while: that was no power cut.
    #expect(bench.steps.last?.snapshot.phase == .interrupted(.bridgeStopped))
  }

  @Test func `how long water ran through a power cut is known after a second restart too`() throws {
    var bench = WateringBench()
    _ = bench.water("fern")
    bench.report(WateringBench.plain, true)
    bench.run(200)
    bench.now = Moment(wall: bench.now.wall + .hours(1), uptime: Uptime(milliseconds: 5000))
    bench.restart(boot: Self.otherBoot)
    bench.run(10)
    bench.restart(boot: Self.otherBoot)
    bench.run(10)
    bench.report(WateringBench.plain, false)
    let ran = try #require(bench.steps.last?.snapshot.overrun?.ran)
    #expect(ran > .hours(1))
  }

  @Test func `after a power cut the wall clock says what is left`() {
    var bench = running()
    bench.now = Moment(wall: bench.now.wall + .seconds(40), uptime: Uptime(milliseconds: 5000))
    bench.restart(boot: Self.otherBoot)
    #expect(bench.actions(of: WateringBench.timed).isEmpty)
    bench.run(59)
    #expect(bench.actions.isEmpty)
    bench.run(1)
    #expect(bench.actions == [.close])
    bench.report(WateringBench.timed, false)
    #expect(bench.steps.last?.snapshot.phase == .finished)
  }

  @Test func `time that was over while away closes at once and has finished`() {
    var bench = running()
    bench.now = Moment(wall: bench.now.wall + .seconds(500), uptime: Uptime(milliseconds: 5000))
    bench.restart(boot: Self.otherBoot)
    #expect(bench.actions(of: WateringBench.timed) == [.close])
    bench.report(WateringBench.timed, false)
    #expect(bench.steps.last?.snapshot.phase == .finished && bench.steps.last?.snapshot.progress == 1)
  }

  @Test(arguments: [true, false])
  func `after a power cut with a clock that cannot be believed the valve is closed at once`(_ isTrusted: Bool)
  {
    var bench = running()
    bench.now = Moment(
      wall: bench.now.wall + (isTrusted ? .zero - .hours(1) : .seconds(10)),
      uptime: Uptime(milliseconds: 5000), isWallTrusted: isTrusted)
    bench.restart(boot: Self.otherBoot)
    #expect(bench.actions(of: WateringBench.timed) == [.close])
    bench.report(WateringBench.timed, false)
    #expect(bench.steps.last?.snapshot.phase == .interrupted(.clock))
    // What was known when it was last written, not what the wrong clock would make of it.
    #expect(bench.steps.last.map { (0.48...0.5).contains($0.snapshot.progress) } == true)
  }

  @Test func `a crash between remembering and opening opens for what is left`() {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.pass(15)
    bench.restart()
    #expect(bench.actions(of: WateringBench.timed) == [.open(runs: .seconds(185))])
  }

  @Test func `a power cut while opening starts no water`() {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.now = Moment(wall: bench.now.wall + .seconds(15), uptime: Uptime(milliseconds: 5000))
    bench.restart(boot: Self.otherBoot)
    #expect(bench.actions(of: WateringBench.timed) == [.close])
  }

  @Test func `closing goes on after a restart`() {
    var bench = running()
    _ = bench.stop("basil", by: "hall-tag")
    bench.restart()
    #expect(bench.actions(of: WateringBench.plain) == [.close])
    bench.report(WateringBench.timed, false)
    #expect(bench.steps.last?.snapshot.phase == .stopped(by: "hall-tag"))
  }

  @Test func `going down leaves a valve to its own timer and closes one without`() {
    var bench = running()
    _ = bench.water("fern")
    bench.report(WateringBench.plain, true)
    bench.effects = []
    bench.waterings.suspend(&bench.turn)
    #expect(
      bench.effects.filter { if case .command = $0 { true } else { false } }
        == [.command(ActuatorCommand(actuator: WateringBench.plain, action: .close))])
    #expect(bench.logs.count == 2)
    bench.restart()
    #expect(
      bench.effects.contains(.command(ActuatorCommand(actuator: WateringBench.plain, action: .close))))
    #expect(
      !bench.effects.contains(.command(ActuatorCommand(actuator: WateringBench.timed, action: .close))))
  }

  @Test func `a reload that drops the valve closes it first, with the old plan`() {
    var bench = running()
    var new = bench.plan
    new.plants = []
    new.actuators = [bench.plan.actuators[1]]
    bench.effects = []
    bench.waterings.leave(for: new, &bench.turn)
    #expect(bench.actions == [.close] && !bench.waterings.isClear(for: new))
    bench.report(WateringBench.timed, false)
    #expect(bench.steps.last?.kind == .end && bench.waterings.isClear(for: new))
    bench.effects = []
    bench.plan = new
    bench.waterings.adopt(&bench.turn)
    #expect(bench.effects.isEmpty)
  }

  @Test func `a dropped valve that never proved closed ends its activity as failed`() {
    var bench = running()
    var new = bench.plan
    new.actuators = []
    new.plants = []
    bench.effects = []
    bench.waterings.leave(for: new, &bench.turn)
    bench.plan = new
    bench.waterings.adopt(&bench.turn)
    #expect(bench.steps.last?.snapshot.phase == .failed(.didNotClose))
    #expect(bench.steps.last?.snapshot.progress == 0.5)
    bench.plan = new
    bench.run(1800)
    #expect(bench.waterings.memory.isEmpty)
  }

  @Test func `an index that moved in the new plan closes the same valve`() {
    var bench = running()
    bench.plan.actuators.insert(
      ActuatorPlan(id: "new", name: "New", kind: .valve(hasDeviceTimer: true)), at: 0)
    bench.waterings.adopt(&bench.turn)
    bench.run(100)
    #expect(bench.effects.contains(.command(ActuatorCommand(actuator: ActuatorIndex(1), action: .close))))
  }

  @Test func `when the link comes back closing is sent at once`() {
    var bench = running()
    _ = bench.stop("basil")
    bench.run(50)
    bench.effects = []
    bench.waterings.linkCameUp(&bench.turn)
    #expect(bench.actions(of: WateringBench.timed) == [.close])
  }
}

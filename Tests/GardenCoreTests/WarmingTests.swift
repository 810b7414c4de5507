import GardenCore
import Testing

@Suite("A place gets warm by a relay")
struct WarmingTests {
  private func steps(_ effects: [Effect]) -> [ActivityStep] {
    effects.compactMap { if case .activity(let step) = $0 { step } else { nil } }
  }

  /// What was shown for everyone, in order.
  private func shown(_ effects: [Effect]) -> [ActivitySnapshot] {
    effects.compactMap { if case .publish(.activity(let snapshot)) = $0 { snapshot } else { nil } }
  }

  /// At 12 °C asked for, and as cold as that; the relay has said that it is off.
  private func cold(_ celsius: Double = 9.5, _ change: (inout HeaterPlan) -> Void = { _ in }) -> HeatBench {
    var bench = HeatBench(setpoint: 12, change)
    bench.settled()
    bench.reads(celsius)
    return bench
  }

  /// What the garden did, and what followed from a relay that does what it is told.
  private func answered(_ bench: inout HeatBench) -> [Effect] {
    var all: [Effect] = []
    while true {
      let new = bench.stage.taken()
      all += new
      let told = new.compactMap { if case .command(let command) = $0 { command.action } else { nil } }.last
      guard bench.isObedient, let told else { return all }
      bench.says(told != .close)
    }
  }

  /// Half a degree each three minutes up to `celsius`.
  private func warm(_ bench: inout HeatBench, from: Double, to celsius: Double) -> [Effect] {
    var effects = answered(&bench)
    var value = from
    while value <= celsius + 0.001 {
      bench.reads(value)
      effects += answered(&bench)
      for _ in 0..<18 {
        bench.stage.wait(.seconds(10))
        effects += answered(&bench)
      }
      value += 0.5
    }
    return effects
  }

  /// As cold as that for so many minutes.
  private func hold(_ celsius: Double, minutes: Int, _ bench: inout HeatBench) -> [Effect] {
    var effects: [Effect] = []
    for _ in 0..<minutes {
      bench.reads(celsius)
      effects += answered(&bench)
      for _ in 0..<6 {
        bench.stage.wait(.seconds(10))
        effects += answered(&bench)
      }
    }
    return effects
  }

  @Test func `it begins where it is cold, stands until the relay says on, rises, and ends where it is warm`()
  {
    var bench = cold()
    let start = steps(bench.stage.effects)
    #expect(
      start.map(\.kind) == [.start] && start.first?.devices == ["anna-phone", "bob-phone", "hall-tablet"])
    let first = start.first?.snapshot
    #expect(
      first?.kind == .heating && first?.phase == .opening && first?.progress == 0 && first?.plant == nil)
    #expect(first?.warmth?.name == "Greenhouse" && first?.warmth?.control == HeatBench.control)
    #expect(first?.warmth?.from == 9.5 && first?.warmth?.to == 12 && first?.warmth?.warmAt == nil)
    bench.reads(10.5)
    #expect(
      steps(bench.stage.effects).allSatisfy { $0.snapshot.progress == 0 }, "nothing has said that it heats")
    let all = steps(warm(&bench, from: 10.5, to: 12)).dropFirst()
    #expect(all.last?.kind == .end && all.last?.snapshot.phase == .finished)
    #expect(all.last?.snapshot.progress == 1 && all.last?.snapshot.warmth?.value == 12)
    let rising = all.dropLast()
    #expect(rising.contains { $0.snapshot.phase == .running && (0.3...0.5).contains($0.snapshot.progress) })
    for (a, b) in zip(all, all.dropFirst()) {
      #expect(b.snapshot.progress >= a.snapshot.progress && b.snapshot.sequence == a.snapshot.sequence + 1)
      #expect(b.snapshot.at - a.snapshot.at >= .seconds(1))
    }
    #expect(rising.allSatisfy { $0.snapshot.progress < 1 })
    bench.stage.wait(.minutes(31))
    #expect(bench.stage.effects.contains { if case .publish(.noActivity) = $0 { true } else { false } })
  }

  @Test func `when it will be warm is said only where an earlier run taught that`() throws {
    var bench = cold()
    let first = shown(warm(&bench, from: 9.5, to: 12))
    #expect(first.allSatisfy { $0.warmth?.warmAt == nil })
    let rate = try #require(bench.stage.garden.memory.warmings.first?.rate)
    #expect((9...11).contains(rate), "half a degree in three minutes: \(rate)")
    bench.stage.wait(.hours(1))
    bench.reads(8)
    let second = shown(warm(&bench, from: 8, to: 10))
    let running = try #require(second.last { $0.phase == .running })
    let left = try #require(running.warmth?.warmAt) - running.at
    #expect(left >= .minutes(9) && left <= .minutes(16), "\(left)")
    for shift in [Duration.days(365), .days(-365)] {
      let before = try #require(bench.stage.garden.memory.warmings.first?.run?.warmAt)
      bench.stage.now.wall = bench.stage.now.wall + shift
      bench.stage.send(.tick)
      let moved = try #require(bench.stage.garden.memory.warmings.first?.run?.warmAt)
      // It is reckoned anew from the last reading, minutes ago.
      #expect(moved >= before + shift && moved <= before + shift + .minutes(5), "\(moved), \(before)")
    }
  }

  @Test func `a heater that keeps its place warm is seen by who looks, and nobody is told each time`() {
    var bench = cold()
    _ = warm(&bench, from: 9.5, to: 12)
    bench.stage.wait(.minutes(40))
    bench.stage.effects = []
    bench.reads(10.9)
    #expect(shown(bench.stage.effects).last?.state == .active && steps(bench.stage.effects).isEmpty)
    _ = answered(&bench)
    // Until somebody asks for more.
    bench.stage.wait(.seconds(5))
    let head = bench.stage.head("anna-phone")
    bench.stage.command(.move(head, control: HeatBench.control, value: 15, unit: "°C", base: nil))
    let told = steps(answered(&bench))
    #expect(told.first?.kind == .start && told.first?.snapshot.warmth?.to == 15)
  }

  @Test func `whoever asks for more is told, however little it is`() {
    var bench = cold()
    _ = warm(&bench, from: 9.5, to: 12)
    bench.stage.wait(.minutes(10))
    bench.stage.effects = []
    let head = bench.stage.head("anna-phone")
    bench.stage.command(.move(head, control: HeatBench.control, value: 13.5, unit: "°C", base: nil))
    #expect(steps(bench.stage.effects).first?.kind == .start)
  }

  @Test func `the emergency stop and whoever asks for less stop it, by name`() {
    var stopped = cold()
    _ = warm(&stopped, from: 9.5, to: 10)
    let stop = stopped.stage.head("bob-phone")
    stopped.stage.effects = []
    stopped.stage.command(.stopAll(stop))
    #expect(steps(stopped.stage.effects).last?.snapshot.phase == .stopped(by: "bob-phone"))

    var lowered = cold()
    _ = warm(&lowered, from: 9.5, to: 10)
    let less = lowered.stage.head("anna-phone")
    lowered.stage.effects = []
    lowered.stage.command(.move(less, control: HeatBench.control, value: 8, unit: "°C", base: nil))
    let end = steps(lowered.stage.effects).last
    #expect(end?.snapshot.phase == .stopped(by: "anna-phone") && (end?.snapshot.progress ?? 1) < 1)
  }

  @Test func `a relay that says nothing fails it, and its retries are not told again and again`() {
    var bench = cold()
    bench.isObedient = false
    var all = steps(answered(&bench))
    for _ in 0..<20 {
      bench.stage.wait(.minutes(5))
      bench.reads(9.5)
      all += steps(answered(&bench))
    }
    #expect(all.map(\.kind).filter { $0 == .start }.count == 1)
    #expect(all.last?.kind == .end && all.last?.snapshot.phase == .unheated(.didNotSwitchOn))
    #expect(all.last?.snapshot.progress == 0)
  }

  @Test
  func
    `what gets no warmer fails in two hours at the latest, and sooner where its runs taught how fast it is`()
  {
    var bench = cold { $0.onMax = .hours(6) }
    #expect(steps(hold(9.5, minutes: 118, &bench)).allSatisfy { $0.kind != .end })
    let failed = steps(hold(9.5, minutes: 4, &bench))
    #expect(failed.map(\.snapshot.phase) == [.unheated(.noEffect)])
    // Once it was warm it is followed again. Its next run teaches how fast it is.
    _ = warm(&bench, from: 9.5, to: 12)
    bench.stage.wait(.minutes(50))
    bench.reads(9.5)
    _ = warm(&bench, from: 9.5, to: 12)
    #expect(bench.stage.garden.memory.warmings.first?.rate != nil)
    bench.stage.wait(.minutes(50))
    bench.stage.effects = []
    let sooner = steps(hold(9.5, minutes: 40, &bench))
    #expect(sooner.first?.kind == .start && sooner.last?.snapshot.phase == .unheated(.noEffect))
  }

  @Test func `a temperature that nobody knows fails it after ten minutes`() {
    var bench = cold()
    _ = warm(&bench, from: 9.5, to: 10)
    bench.stage.effects = []
    bench.stage.sleep(.hours(1) + .minutes(12))
    #expect(steps(bench.stage.effects).last?.snapshot.phase == .unheated(.blind))
  }

  @Test func `a pause between two runs of the relay does not end it`() {
    var bench = cold(9) { $0.onMax = .minutes(8) }
    var all: [Effect] = []
    var value = 9.0
    for _ in 0..<20 where value <= 12 {
      all += hold(value, minutes: 2, &bench)
      if bench.snapshot?.state == .on { value += 0.5 }
    }
    #expect(bench.stage.garden.memory.heaters.first?.end == .warm)
    #expect(steps(all).filter { $0.kind == .start }.count == 1)
    #expect(steps(all).filter { $0.kind == .end }.map(\.snapshot.phase) == [.finished])
  }

  @Test func `after a kill it goes on as it was; what goes down says that it did`() {
    var killed = cold()
    _ = warm(&killed, from: 9.5, to: 10.5)
    let before = shown(killed.stage.garden.snapshots(at: killed.stage.now).map { .publish($0) }).first
    killed.stage.restart()
    let cooled = hold(10.5, minutes: 8, &killed)
    let all = steps(cooled + warm(&killed, from: 10.5, to: 12))
    #expect(all.allSatisfy { $0.kind != .start && $0.snapshot.id == before?.id })
    #expect(all.last?.snapshot.phase == .finished)

    var down = cold()
    _ = warm(&down, from: 9.5, to: 10)
    down.stage.effects = []
    down.stage.run { $0.suspend(at: $1, into: &$2) }
    #expect(steps(down.stage.effects).last?.snapshot.phase == .interrupted(.bridgeStopped))
  }

  @Test func `a relay that is off heats nothing, and nobody knows when its place gets warm`() throws {
    var bench = cold()
    _ = warm(&bench, from: 9.5, to: 12)
    bench.stage.wait(.hours(1))
    bench.reads(8)
    let before = try #require(shown(warm(&bench, from: 8, to: 9)).last)
    #expect(before.phase == .running && before.warmth?.warmAt != nil)
    bench.stage.kill(isUnsaved: false)
    bench.stage.advance(.hours(1))
    bench.stage.start(isNewBoot: false)
    let after = answered(&bench)
    #expect(!after.isEmpty && shown(after).allSatisfy { $0.phase == .opening && $0.warmth?.warmAt == nil })
    let step = try #require(steps(after).last)
    #expect(step.kind == .update && step.snapshot.phase == .opening && step.snapshot.id == before.id)
  }

  @Test func `a pause of the relay is shown as one`() throws {
    var bench = cold(9) { $0.onMax = .minutes(8) }
    let all = hold(9, minutes: 3, &bench) + hold(9.8, minutes: 7, &bench)
    let last = try #require(shown(all).last)
    #expect(bench.snapshot?.state == .off && last.state == .active && last.phase == .opening)
  }

  @Test func `a long one goes on under a new activity before its eight hours are over`() {
    var bench = cold { $0.onMax = .hours(12) }
    var all: [ActivityStep] = []
    for turn in 0..<100 { all += steps(hold(9.5 + Double(turn) / 50, minutes: 5, &bench)) }
    #expect(all.filter { $0.kind == .start }.count == 2)
    #expect(all.contains { $0.kind == .start && $0.snapshot.renews != nil })
    #expect(all.contains { $0.kind == .end && $0.snapshot.phase == .renewed })
    for step in all { #expect(step.snapshot.at < step.snapshot.startedAt + ActivityLimits.updates) }
  }

  @Test func `a device that closed it gets no more of its steps`() throws {
    var bench = cold()
    let id = try #require(steps(answered(&bench)).first?.snapshot.id)
    let head = bench.stage.head("anna-phone")
    #expect(bench.stage.command(.hideActivity(head, activity: id))?.code == .accepted)
    let rest = steps(warm(&bench, from: 9.5, to: 12))
    #expect(!rest.isEmpty && rest.allSatisfy { $0.devices == ["bob-phone", "hall-tablet"] })
  }
}

import GardenCore
import Testing

@Suite("The slider of a limit")
struct SetpointsLimitTests {
  @Test func `a move is in force at once, with a new revision`() {
    var bench = SetpointBench()
    let revision = bench.snapshot(SetpointBench.limit)?.revision ?? 0
    let outcome = bench.move(SetpointBench.limit, 35, base: revision)
    #expect(outcome.code == .accepted)
    #expect(
      outcome.detail
        == .control(SetpointBench.limit, value: 35, revision: revision + 1, range: 10...80, step: 1))
    #expect(bench.controls.dryBelow(plantPosition: 0, plan: bench.plan) == 35)
    #expect(bench.effects.count == 2)
  }

  @Test func `the checks come in their order, and nothing refused changes anything`() {
    var bench = SetpointBench()
    let before = bench.controls
    #expect(bench.move("nettle-dry-below", 35, unit: "%").code == .unknownControl)
    #expect(bench.move(SetpointBench.limit, .nan, unit: "°C").code == .badUnit)
    #expect(bench.move(SetpointBench.limit, .nan).code == .outOfRange)
    #expect(bench.move(SetpointBench.limit, .infinity).code == .outOfRange)
    let low = bench.move(SetpointBench.limit, 9.999, base: 99)
    #expect(low.code == .outOfRange)
    #expect(low.detail == .control(SetpointBench.limit, value: 30, revision: 1, range: 10...80, step: 1))
    #expect(bench.move(SetpointBench.limit, 30.002, base: 99).code == .offStep)
    let conflict = bench.move(SetpointBench.limit, 35, base: 99)
    #expect(conflict.code == .conflict)
    #expect(conflict.detail == .control(SetpointBench.limit, value: 30, revision: 1, range: 10...80, step: 1))
    #expect(bench.controls.memory == before.memory)
    #expect(bench.snapshot(SetpointBench.limit)?.value == 30)
  }

  @Test func `a slider that was put where it may not stand is shown the truth, once a second`() {
    var bench = SetpointBench()
    func shown() -> [ControlSnapshot] {
      bench.effects.compactMap { if case .publish(.control(let snapshot)) = $0 { snapshot } else { nil } }
    }
    let start = bench.now.wall
    #expect(bench.move(SetpointBench.limit, 30.5, by: "home-assistant").code == .offStep)
    let refused = shown()
    #expect(refused.map(\.value) == [30] && refused.map(\.revision) == [1])
    let told = refused.first?.refused
    #expect(
      told?.code == .offStep && told?.value == 30.5 && told?.by == "home-assistant" && told?.at == start)
    #expect(bench.move(SetpointBench.limit, 5).code == .outOfRange && bench.effects.isEmpty)
    bench.tick(after: 1)
    #expect(bench.move(SetpointBench.limit, 35, base: 9).code == .conflict)
    #expect(shown().map(\.refused?.code) == [.conflict])
    #expect(bench.move(SetpointBench.limit, 35).code == .accepted)
    #expect(shown().map(\.refused) == [nil] && shown().map(\.value) == [35])
  }

  @Test func `a fault of a program is told to it alone`() {
    var bench = SetpointBench()
    #expect(bench.move(SetpointBench.limit, 35, unit: "°C").code == .badUnit && bench.effects.isEmpty)
    #expect(bench.move(SetpointBench.limit, 35).code == .accepted)
    #expect(bench.move(SetpointBench.limit, 36).code == .rateLimited && bench.effects.isEmpty)
  }

  @Test func `within a thousandth of a step it snaps`() {
    var bench = SetpointBench()
    #expect(bench.move(SetpointBench.limit, 35.001).code == .accepted)
    #expect(bench.snapshot(SetpointBench.limit)?.value == 35)
  }

  @Test func `one move a second`() {
    var bench = SetpointBench()
    #expect(bench.move(SetpointBench.limit, 35).code == .accepted)
    #expect(bench.move(SetpointBench.limit, 36).code == .rateLimited)
    bench.tick(after: 1)
    #expect(bench.move(SetpointBench.limit, 36).code == .accepted)
  }

  @Test func `the slider wins over the file until that line is edited`() {
    var bench = SetpointBench(dryBelow: 30)
    _ = bench.move(SetpointBench.limit, 35)
    bench.restart()
    #expect(bench.controls.dryBelow(plantPosition: 0, plan: bench.plan) == 35)
    bench.adopt(dryBelow: 30)
    #expect(bench.controls.dryBelow(plantPosition: 0, plan: bench.plan) == 35)
    bench.adopt(dryBelow: 40)
    #expect(bench.controls.dryBelow(plantPosition: 0, plan: bench.plan) == 40)
    bench.adopt(dryBelow: 30)
    #expect(bench.controls.dryBelow(plantPosition: 0, plan: bench.plan) == 30)
  }

  @Test func `a line edited while the bridge was down wins too`() {
    var bench = SetpointBench(dryBelow: 30)
    _ = bench.move(SetpointBench.limit, 35)
    var after = SetpointBench(dryBelow: 25, memory: bench.controls.memory)
    after.start()
    #expect(after.snapshot(SetpointBench.limit)?.value == 25)
    #expect(after.snapshot(SetpointBench.limit)?.revision == 3)
  }

  @Test func `a slider of a plant that left the file comes back with it`() {
    var bench = SetpointBench()
    _ = bench.move(SetpointBench.limit, 35)
    let plan = bench.plan
    bench.plan.plants = []
    bench.controls.adopt(&bench.turn)
    #expect(bench.snapshot(SetpointBench.limit) == nil)
    bench.plan = plan
    bench.controls.adopt(&bench.turn)
    #expect(bench.snapshot(SetpointBench.limit)?.value == 35)
  }

  @Test func `an unsound definition is not published`() {
    var bench = SetpointBench()
    bench.plan.plants[0].dryStep = 0
    bench.controls = Controls(plan: bench.plan, memory: [], at: bench.now)
    #expect(bench.snapshot(SetpointBench.limit) == nil)
    bench.plan.plants[0].dryStep = 0.001
    bench.controls = Controls(plan: bench.plan, memory: [], at: bench.now)
    #expect(bench.snapshot(SetpointBench.limit) == nil)
  }
}

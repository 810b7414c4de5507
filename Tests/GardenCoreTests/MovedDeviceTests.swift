import GardenCore
import Testing

@Suite("A reload gives a name another device")
struct MovedDeviceTests {
  private static func commands(_ effects: [Effect]) -> [ActuatorCommand] {
    effects.compactMap { if case .command(let command) = $0 { command } else { nil } }
  }

  /// A run on the valve without a timer.
  private static func running() -> Stage {
    var stage = Stage(WateringBench.plan())
    stage.send(.link(isUp: true))
    stage.command(.water(stage.head("anna-phone"), plant: "fern", duration: .minutes(5)))
    stage.send(.valve(WateringBench.plain, ValveReport(isOpen: true)))
    stage.wait(.seconds(20))
    stage.effects = []
    return stage
  }

  @Test func `the device that is left is closed first, and the new one too`() {
    var stage = Self.running()
    let plan = stage.garden.plan
    let leaving = plan.leaving(["plain"])
    stage.run { $0.leave(for: leaving, at: $1, into: &$2) }
    #expect(Self.commands(stage.taken()).map(\.action) == [.close])
    #expect(!stage.garden.isClear(for: leaving))
    stage.send(.valve(WateringBench.plain, ValveReport(isOpen: false)))
    stage.wait(.seconds(11))
    #expect(Self.commands(stage.taken()).map(\.action) == [.close])
    #expect(stage.garden.isClear(for: leaving))
    stage.run {
      $0.adopt(plan, at: $1, into: &$2)
      $0.takeOver(moved: ["plain"], at: $1, into: &$2)
    }
    #expect(
      Self.commands(stage.taken()).map { "\($0.actuator.position) \($0.action)" }
        == ["\(WateringBench.plain.position) close"])
  }

  @Test func `what the new device says proves nothing of the old one's run`() {
    var stage = Self.running()
    let plan = stage.garden.plan
    stage.run { $0.leave(for: plan.leaving(["plain"]), at: $1, into: &$2) }
    stage.wait(.seconds(30))
    stage.run {
      $0.adopt(plan, at: $1, into: &$2)
      $0.takeOver(moved: ["plain"], at: $1, into: &$2)
    }
    #expect(stage.logs.contains { $0.level == .alarm })
    stage.effects = []
    stage.send(.valve(WateringBench.plain, ValveReport(isOpen: false)))
    let ends = stage.garden.memory.leases.map(\.trouble)
    #expect(ends == [.didNotClose])
    #expect(Self.commands(stage.taken()).isEmpty)
  }

  @Test func `a heater's old relay is switched off, not left to its timer`() {
    var bench = HeatBench()
    bench.settled()
    bench.reads(5)
    #expect(bench.told().contains { if case .open = $0 { true } else { false } })
    let plan = bench.stage.garden.plan
    let leaving = plan.leaving([HeatBench.id])
    bench.stage.run { $0.leave(for: leaving, at: $1, into: &$2) }
    #expect(!bench.stage.garden.isClear(for: leaving))
    #expect(bench.told() == [.close] && bench.stage.garden.isClear(for: leaving))
    bench.stage.run {
      $0.adopt(plan, at: $1, into: &$2)
      $0.takeOver(moved: [HeatBench.id], at: $1, into: &$2)
    }
    #expect(bench.told().first == .close)
  }
}

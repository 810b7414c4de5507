import GardenCore
import Testing

@Suite("A garden that was put back from a backup")
struct RestoredTests {
  @Test func `a run that was about to open is ended, also in the same boot`() {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.pass(15)
    bench.restart(restored: RestoredMemory())
    #expect(bench.actions(of: WateringBench.timed) == [.close])
  }

  @Test func `a run that was on is closed at once and interrupted, whatever was left of it`() {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    bench.run(100)
    bench.restart(restored: RestoredMemory())
    #expect(bench.actions(of: WateringBench.timed) == [.close])
    bench.report(WateringBench.timed, false)
    #expect(bench.steps.last?.snapshot.phase == .interrupted(.bridgeStopped))
  }

  @Test func `later restarts are restarts like any other`() {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.pass(15)
    bench.restart(restored: RestoredMemory(at: bench.now.wall - .hours(1)))
    #expect(bench.actions(of: WateringBench.timed) == [.open(runs: .seconds(185))])
  }
}

@Suite("Commands from before a backup was put back")
struct RestoredCommandTests {
  private static let start = Timestamp(seconds: 1_800_000_000)

  private func garden(isTrusted: Bool = true) -> (Garden, Moment) {
    let now = Moment(wall: Self.start, uptime: Uptime(milliseconds: 1_000_000), isWallTrusted: isTrusted)
    var memory = GardenMemory()
    memory.restored = RestoredMemory()
    var garden = Garden(
      plan: WateringBench.plan(isAutomatic: true), memory: memory, boot: WateringBench.boot, seed: 1, at: now)
    var effects: [Effect] = []
    garden.start(at: now, into: &effects)
    garden.handle(.link(isUp: true), at: now, into: &effects)
    return (garden, now)
  }

  private func water(_ garden: inout Garden, sent: Timestamp, at now: Moment) -> Outcome.Code? {
    let head = CommandHead(
      id: UniqueID(high: 9, low: UInt64(sent.milliseconds)), device: "anna-phone", at: sent,
      expires: sent + .hours(2))
    var effects: [Effect] = []
    garden.handle(.command(.water(head, plant: "basil", duration: nil, litres: nil)), at: now, into: &effects)
    return effects.compactMap { if case .acknowledge(let outcome) = $0 { outcome.code } else { nil } }.last
  }

  @Test
  func
    `water that was asked for before does not flow, however long the wish was good for; a new wish is heard`()
  {
    var (garden, now) = garden()
    #expect(garden.memory.restored?.at == now.wall)
    #expect(water(&garden, sent: now.wall - .seconds(5), at: now) == .expired)
    now.wall = now.wall + .seconds(10)
    now.uptime = now.uptime + .seconds(10)
    #expect(water(&garden, sent: now.wall, at: now) == .accepted)
  }

  @Test func `the rule's pause begins anew for each plant`() {
    let (garden, now) = garden()
    #expect(garden.memory.plants["basil"]?.lastRunEndedAt == now.wall)
    #expect(garden.memory.plants["cactus"]?.lastRunEndedAt == nil)
  }

  @Test func `with a clock that cannot be believed it begins as soon as one can`() {
    var (garden, now) = garden(isTrusted: false)
    #expect(garden.memory.restored == RestoredMemory())
    now.isWallTrusted = true
    now.wall = now.wall + .days(3)
    var effects: [Effect] = []
    garden.handle(.tick, at: now, into: &effects)
    #expect(garden.memory.restored?.at == now.wall)
    #expect(water(&garden, sent: now.wall - .seconds(5), at: now) == .expired)
  }
}

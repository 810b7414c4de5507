import GardenCore
import Testing

@Suite("Renewal of an activity")
struct ActivityRenewalTests {
  private static func bench(_ hours: Int) -> WateringBench {
    var bench = WateringBench()
    for p in bench.plan.plants.indices { bench.plan.plants[p].watering?.durationMax = .hours(12) }
    _ = bench.water("basil", for: .hours(hours))
    return bench
  }

  /// All steps of a run of so many hours, the valve honest.
  private static func steps(_ hours: Int) -> (steps: [ActivityStep], emptied: [UniqueID]) {
    var bench = bench(hours)
    var steps = bench.steps
    var emptied: [UniqueID] = []
    func note() {
      steps += bench.steps
      for case .publish(.noActivity(let id)) in bench.effects { emptied.append(id) }
    }
    bench.report(WateringBench.timed, true)
    note()
    for _ in 0..<(hours * 60) {
      bench.run(60)
      note()
    }
    bench.run(5)
    note()
    bench.report(WateringBench.timed, false)
    note()
    return (steps, emptied)
  }

  @Test func `twelve hours are two activities: the new one starts, then the old one ends`() {
    let (steps, emptied) = Self.steps(12)
    let starts = steps.indices.filter { steps[$0].kind == .start }
    #expect(starts.count == 2)
    guard starts.count == 2 else { return }
    let (first, second) = (steps[starts[0]].snapshot, steps[starts[1]].snapshot)
    let old = steps[starts[1] + 1]
    #expect(old.kind == .end && old.snapshot.id == first.id && old.snapshot.phase == .renewed)
    #expect(emptied.first == first.id)
    #expect(second.id != first.id && second.sequence == 1)
    #expect(second.progress >= steps[starts[1] - 1].snapshot.progress)
    #expect(second.startedAt - first.startedAt == .hours(8) - .minutes(10))
    #expect(steps.last?.snapshot.id == second.id && steps.last?.snapshot.phase == .finished)
    #expect(steps.last?.snapshot.progress == 1)
  }

  @Test(arguments: [1, 8, 12])
  func `nothing is sent before a start, after an end, or after eight hours`(_ hours: Int) {
    var last: [UniqueID: ActivitySnapshot] = [:]
    var ended: Set<UniqueID> = []
    for step in Self.steps(hours).steps {
      let snapshot = step.snapshot
      #expect((last[snapshot.id] == nil) == (step.kind == .start))
      #expect(!ended.contains(snapshot.id))
      if let before = last[snapshot.id] {
        #expect(snapshot.sequence == before.sequence + 1 && snapshot.at > before.at)
        #expect(snapshot.progress >= before.progress && snapshot.startedAt == before.startedAt)
      }
      #expect(snapshot.at - snapshot.startedAt < ActivityLimits.updates)
      last[snapshot.id] = snapshot
      if step.kind == .end { ended.insert(snapshot.id) }
    }
    #expect(ended == Set(last.keys))
  }

  @Test func `a device that closed the old one is not shown the new one`() {
    var bench = Self.bench(12)
    bench.report(WateringBench.timed, true)
    guard let id = bench.waterings.run(of: "basil") else {
      Issue.record("no run")
      return
    }
    let head = CommandHead(id: id, device: "hall-tag", at: bench.now.wall)
    _ = bench.waterings.hide(head, activity: id, &bench.turn)
    for _ in 0..<(8 * 60) {
      bench.run(60)
      #expect(bench.steps.allSatisfy { !$0.devices.contains("hall-tag") })
    }
    // A late word about the old one is about the run.
    let late = CommandHead(id: id, device: "anna-phone", at: bench.now.wall)
    let outcome = bench.waterings.hide(late, activity: id, &bench.turn)
    #expect(outcome?.code == .accepted && bench.waterings.run(of: "basil") != id)
  }

  @Test func `the renewed activity survives a restart in another boot, and is renewed in its time`() {
    var bench = Self.bench(12)
    bench.report(WateringBench.timed, true)
    for _ in 0..<(8 * 60) { bench.run(60) }
    let before = bench.waterings.snapshots
    let id = bench.waterings.run(of: "basil")
    bench.now = Moment(wall: bench.now.wall + .seconds(60), uptime: Uptime(milliseconds: 30_000))
    bench.restart(boot: BootID(UniqueID(high: 2, low: 2)))
    #expect(bench.waterings.run(of: "basil") == id)
    #expect(bench.waterings.snapshots == before)
    for _ in 0..<(3 * 60) {
      bench.run(60)
      #expect(bench.steps.allSatisfy { $0.kind != .start })
    }
  }
}

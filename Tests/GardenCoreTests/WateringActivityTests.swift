import GardenCore
import Testing

@Suite("The activity of a run")
struct WateringActivityTests {
  @Test func `steps are a hundredth or more, a second or more apart, and rise`() {
    var bench = WateringBench()
    _ = bench.water("basil", for: .seconds(50))
    var steps = bench.steps
    bench.pass(0.3)
    bench.report(WateringBench.timed, true)
    steps += bench.steps
    bench.run(50)
    steps += bench.steps
    bench.report(WateringBench.timed, false)
    steps += bench.steps
    for (a, b) in zip(steps, steps.dropFirst()) {
      #expect(b.snapshot.at - a.snapshot.at >= .seconds(1))
      #expect(b.snapshot.sequence == a.snapshot.sequence + 1)
      #expect(b.snapshot.progress >= a.snapshot.progress)
      #expect(
        b.snapshot.progress - a.snapshot.progress >= 0.01 - 1e-9 || a.snapshot.phase != b.snapshot.phase)
      #expect(b.snapshot.staleAt - b.snapshot.at >= .seconds(60))
    }
    #expect(steps.count > 40 && steps.count <= 53)
    #expect(steps.first?.kind == .start && steps.last?.kind == .end)
  }

  @Test func `moisture that falls back does not turn progress back`() {
    var bench = WateringBench(untilMoisture: 60)
    _ = bench.water("basil", moisture: 20)
    bench.report(WateringBench.timed, true)
    bench.pass(10)
    bench.moisture("basil", 40)
    bench.pass(10)
    bench.moisture("basil", 25)
    #expect(bench.steps.isEmpty)
    bench.moisture("basil", nil)
    bench.run(90)
    #expect(bench.steps.allSatisfy { $0.snapshot.progress >= 0.5 })
  }

  @Test func `a device that closed the activity gets no more of it`() {
    var bench = WateringBench()
    _ = bench.water("basil")
    guard let id = bench.waterings.run(of: "basil") else {
      Issue.record("no run")
      return
    }
    bench.clear()
    let outcome = bench.waterings.hide(
      CommandHead(id: id, device: "hall-tag", at: bench.now.wall), activity: id, &bench.turn)
    #expect(outcome?.code == .accepted && bench.effects.count == 1)
    bench.report(WateringBench.timed, true)
    bench.run(20)
    #expect(!bench.steps.isEmpty && bench.steps.allSatisfy { $0.devices == ["anna-phone"] })
    #expect(bench.waterings.isWatering("basil"))
  }

  @Test func `an ended activity leaves the screens after half an hour, and the lease is forgotten`() {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    guard let id = bench.waterings.run(of: "basil") else {
      Issue.record("no run")
      return
    }
    bench.run(200)
    bench.report(WateringBench.timed, false)
    bench.run(1799)
    #expect(bench.effects.isEmpty && bench.waterings.snapshots.count == 1)
    bench.run(1)
    #expect(bench.effects == [.publish(.noActivity(id)), .remember(.noLease(id))])
    #expect(bench.waterings.memory.isEmpty && bench.waterings.wake == nil)
  }

  @Test func `a new run takes the ended activity of the last one away`() {
    var bench = WateringBench()
    for _ in 0..<5 {
      #expect(bench.water("basil").code == .accepted)
      _ = bench.stop("basil")
      bench.report(WateringBench.timed, false)
    }
    #expect(bench.waterings.memory.count == 1)
  }

  @Test func `every step is retained for latecomers as it was sent`() {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    bench.run(30)
    let published = bench.effects.compactMap { effect -> ActivitySnapshot? in
      if case .publish(.activity(let snapshot)) = effect { snapshot } else { nil }
    }
    #expect(published == bench.steps.map(\.snapshot))
    #expect(bench.waterings.snapshots == published.suffix(1).map { .activity($0) })
  }
}

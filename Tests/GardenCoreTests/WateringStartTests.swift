import GardenCore
import Testing

@Suite("Who may start and stop water")
struct WateringStartTests {
  @Test func `a refused start says why`() {
    var bench = WateringBench()
    func told(_ outcome: Outcome, _ code: Outcome.Code) -> Bool {
      // Nothing but a line of the trail.
      outcome.code == code && bench.effects.count == 1
        && bench.trails.map(\.kind) == [.refused] && bench.trails[0].lease == outcome.id
        && bench.trails[0].text == outcome.why.map { "\($0)" } ?? "no such plant"
    }
    #expect(told(bench.water("nettle"), .unknownPlant))
    #expect(told(bench.water("cactus"), .refused))
    #expect(told(bench.water("basil", for: .seconds(601)), .outOfRange))
    #expect(told(bench.water("basil", for: .zero), .outOfRange))
    #expect(bench.water("basil", for: .zero).why == Reason(.amount, asked: 0, most: 600))
    #expect(told(bench.water("basil", litres: 5), .refused))
    #expect(bench.water("basil", for: .seconds(600)).code == .accepted)
    #expect(told(bench.water("basil"), .busy) && bench.trails.last?.text == "running")
    bench.now.isWallTrusted = false
    #expect(told(bench.water("fern"), .refused))
  }

  @Test func `the rule waters a dry plant, and only a dry one`() {
    var bench = WateringBench(isAutomatic: true)
    #expect(bench.rule("basil", .unknown, nil) == .moistureUnknown)
    #expect(bench.rule("basil", .low, nil) == .moistureUnknown)
    #expect(bench.rule("basil", .fine, 50) == .notDry)
    #expect(bench.rule("basil", .high, 90) == .notDry)
    #expect(bench.effects.isEmpty)
    guard case .asked(.started) = bench.rule("basil", .low, 20) else {
      Issue.record("not started")
      return
    }
    #expect(bench.actions == [.open(runs: .seconds(200))])
    #expect(bench.rule("basil", .low, 20) == .asked(.refused(Reason(.running))))
  }

  @Test func `without automatic only a person waters`() {
    var bench = WateringBench()
    #expect(bench.rule("basil", .low, 20) == .notAutomatic)
  }

  @Test func `the pause holds whatever the wall clock does`() {
    var bench = WateringBench(isAutomatic: true)
    _ = bench.rule("basil", .low, 20)
    bench.report(WateringBench.timed, true)
    bench.run(200)
    bench.report(WateringBench.timed, false)
    let ended = bench.now.wall
    bench.now.wall = bench.now.wall + .days(365)
    #expect(bench.rule("basil", .low, 20, lastRunEndedAt: ended) == .paused)
    bench.now.wall = ended + (.zero - .days(365))
    bench.pass(12 * 3600)
    guard case .asked(.started) = bench.rule("basil", .low, 20, lastRunEndedAt: ended) else {
      Issue.record("not started after the pause")
      return
    }
  }

  @Test func `after a restart the pause counts from what was remembered`() {
    var bench = WateringBench(isAutomatic: true)
    let ended = bench.now.wall + (.zero - .hours(11))
    #expect(bench.rule("basil", .low, 20, lastRunEndedAt: ended) == .paused)
    bench.pass(3600)
    guard case .asked(.started) = bench.rule("basil", .low, 20, lastRunEndedAt: ended) else {
      Issue.record("not started")
      return
    }
  }

  @Test func `stop ends the run with who did it and the progress it had`() {
    var bench = WateringBench()
    _ = bench.water("basil")
    bench.report(WateringBench.timed, true)
    bench.run(60)
    #expect(bench.stop("basil", by: "hall-tag").code == .accepted)
    #expect(bench.actions == [.close])
    bench.report(WateringBench.timed, false)
    #expect(bench.steps.last?.snapshot.phase == .stopped(by: "hall-tag"))
    #expect(bench.steps.last?.snapshot.progress == 0.3)
  }

  @Test func `stop closes the valve even when no run is on`() {
    var bench = WateringBench()
    #expect(bench.stop("basil").code == .accepted)
    #expect(bench.actions == [.close])
    #expect(bench.stop("cactus").code == .refused)
  }

  @Test func `a stop of a plant that nobody knows says so, not that it has no valve`() {
    var bench = WateringBench()
    #expect(bench.stop("nosuch").code == .unknownPlant)
    #expect(bench.stop("cactus").why == Reason(.noValve))
  }

  @Test func `a second stop is told that it is already closing, and closes once more`() {
    var bench = WateringBench()
    _ = bench.water("basil")
    _ = bench.stop("basil", by: "anna-phone")
    let second = bench.stop("basil", by: "hall-tag")
    #expect(second.code == .alreadyDone && second.by == "anna-phone")
    #expect(bench.actions == [.close])
  }

  @Test func `the run ends when the moisture is reached`() {
    var bench = WateringBench(untilMoisture: 60)
    _ = bench.water("basil", moisture: 20)
    bench.report(WateringBench.timed, true)
    bench.pass(10)
    bench.moisture("basil", 40)
    #expect(bench.steps.last?.snapshot.progress == 0.5)
    bench.pass(10)
    bench.moisture("basil", 60)
    #expect(bench.actions == [.close])
    bench.report(WateringBench.timed, false)
    #expect(bench.steps.last?.snapshot.phase == .targetReached)
    #expect(bench.steps.last?.snapshot.progress == 1)
  }
}

import GardenCore
import Testing

@Suite("Emergency stop and maintenance lock")
struct HoldTests {
  @Test func `an emergency stop closes every valve, with a run or without`() {
    var bench = InterlockBench()
    bench.water()
    bench.report(InterlockBench.basilValve, true)
    _ = bench.actions()
    #expect(bench.stopAll()?.code == .accepted)
    #expect(Set(bench.actions()) == ["basil-valve close", "fern-valve close", "tap close"])
    #expect(bench.lease?.end == .interlock && bench.lease?.interlock == "emergency_stop")
    #expect(bench.lease?.endedBy == "bob-phone")
  }

  @Test func `people are told of an emergency stop, by whom, until it is released`() throws {
    var bench = InterlockBench()
    bench.stopAll()
    bench.stage.wait(.seconds(5))
    let told = bench.stage.notices.filter { $0.key == "emergency-stop" }
    #expect(told.count == 1 && told[0].subject == .stopped(by: "Bob") && told[0].urgency == .timeSensitive)
    #expect(told[0].devices.contains("anna-phone"))
    // Again, and after a restart, it is the same matter.
    bench.stopAll()
    bench.stage.restart()
    #expect(bench.stage.reminder("emergency-stop")?.note == told[0].id)
    bench.stage.effects = []
    bench.release()
    #expect(bench.stage.reminder("emergency-stop") == nil)
    #expect(bench.stage.withdrawals.map(\.key) == ["emergency-stop"])
  }

  @Test func `the log says what was released, by whom`() {
    var bench = InterlockBench()
    func said() -> [String] {
      bench.stage.effects.compactMap {
        if case .log(let line) = $0, line.text.contains("released") {
          "\(line.subject): \(line.text)"
        } else {
          nil
        }
      }
    }
    bench.stopAll()
    bench.stage.command(.hold(bench.stage.head("anna-phone"), valve: "fern-valve"))
    bench.stage.effects = []
    bench.release()
    bench.release("fern-valve")
    #expect(said() == ["garden: released by anna-phone", "valve fern-valve: released by anna-phone"])
  }

  @Test func `a device that closed the activity of a run is remembered by the garden as in the store`() throws
  {
    var bench = InterlockBench()
    bench.water()
    let activity = try #require(bench.stage.garden.memory.leases.first?.activity.id)
    let head = bench.stage.head("anna-phone")
    #expect(bench.stage.command(.hideActivity(head, activity: activity))?.code == .accepted)
    #expect(bench.stage.garden.memory.leases.first?.activity.hiddenOn == ["anna-phone"])
    #expect(bench.stage.garden.memory.leases == bench.stage.stored.leases)
  }

  @Test func `a stop by a signal names nobody, and one who has seen it is left in peace for a day`() throws {
    var bench = InterlockBench()
    bench.stage.send(.emergencyStop)
    bench.stage.wait(.seconds(5))
    let told = try #require(bench.stage.notices.last)
    #expect(told.subject == .stopped(by: nil))
    let note = bench.stage.reminder("emergency-stop")?.note
    #expect(bench.stage.answers("anna-phone", .opened, plant: "", note: note)?.code == .accepted)
    bench.stage.effects = []
    bench.stage.wait(.hours(23))
    #expect(!bench.stage.notices.contains { $0.key == "emergency-stop" })
  }

  @Test func `the trail of a run that a hold ended says which, and by whom`() {
    var bench = InterlockBench()
    bench.water()
    bench.stopAll()
    let ended = bench.stage.effects.compactMap { effect -> String? in
      if case .trail(let event) = effect, event.kind == .ended { event.text } else { nil }
    }
    #expect(ended.count == 1 && ended[0].hasPrefix("emergency_stop by bob-phone; 0 s of "), "\(ended)")
  }

  @Test func `one who releases the wrong thing is told what is held`() {
    var bench = InterlockBench()
    #expect(bench.release()?.why == Reason(.notStopped))
    #expect(bench.release("fern-valve")?.why == Reason(.notLocked))
    #expect(bench.release("fern-valv")?.why == Reason(.unknownValve))
    for code in [Outcome.Code.accepted, .alreadyDone] {
      let hold = bench.stage.command(.hold(bench.stage.head("anna-phone"), valve: "fern-valve"))
      #expect(hold?.code == code && hold?.why == nil)
    }
    #expect(bench.release()?.why == Reason(.notStopped, valve: "fern-valve"))
  }

  @Test func `what is held is closed again and again until it says that it is closed`() {
    var bench = InterlockBench()
    bench.stopAll()
    bench.report(InterlockBench.fernValve, false)
    bench.report(InterlockBench.tap, false)
    #expect(bench.pass(.seconds(8)) == ["basil-valve close", "basil-valve close", "basil-valve close"])
    bench.report(InterlockBench.basilValve, false)
    #expect(bench.pass(.hours(1)) == [])
  }

  @Test func `while stopped nobody opens anything, and is told why`() {
    var bench = InterlockBench()
    bench.stopAll()
    _ = bench.actions()
    let refused = bench.water()
    #expect(refused?.code == .refused)
    #expect(refused?.why == Reason(.emergencyStop, by: "bob-phone"))
    bench.dries()
    #expect(bench.actions().filter { $0.contains("open") } == [])
    #expect(bench.stage.plant()?.watering?.held == Reason(.emergencyStop, by: "bob-phone"))
  }

  @Test func `an emergency stop outlives a restart, and closes at the start`() {
    var bench = InterlockBench()
    bench.stopAll()
    _ = bench.actions()
    bench.stage.restart()
    #expect(Set(bench.actions()) == ["basil-valve close", "fern-valve close", "tap close"])
    #expect(bench.water()?.code == .refused)
    #expect(bench.holds?.holds.map(\.kind) == [.emergency])
    #expect(bench.stage.garden.memory.isStopped)
  }

  @Test func `a signal stops everything too`() {
    var bench = InterlockBench()
    bench.water()
    _ = bench.actions()
    bench.stage.send(.emergencyStop)
    #expect(Set(bench.actions()) == ["basil-valve close", "fern-valve close", "tap close"])
    #expect(bench.holds?.holds.first?.by == nil)
    #expect(bench.stage.garden.memory.isStopped)
  }

  @Test func `stopping counts however late it comes, and also without a clock`() {
    var bench = InterlockBench()
    #expect(bench.stopAll(at: bench.stage.now.wall - .days(3))?.code == .accepted)
    bench.release()
    bench.stage.now.isWallTrusted = false
    #expect(bench.stopAll()?.code == .accepted)
  }

  @Test func `a second stop is already done, and closes once more`() {
    var bench = InterlockBench()
    bench.stopAll()
    _ = bench.actions()
    let second = bench.stopAll(by: "anna-phone")
    #expect(second?.code == .alreadyDone && second?.by == "bob-phone")
    #expect(bench.actions().count == 3)
  }

  @Test func `who may answer may stop, but only an operator releases`() {
    var bench = InterlockBench()
    #expect(bench.stopAll(by: "hall-tablet")?.code == .forbidden)
    #expect(bench.stopAll(by: "bob-phone")?.code == .accepted)
    #expect(bench.release(by: "bob-phone")?.code == .forbidden)
    #expect(bench.release(by: "anna-phone")?.code == .accepted)
    #expect(bench.water()?.code == .busy, "not proved closed")
    bench.report(InterlockBench.basilValve, false)
    #expect(bench.water()?.code == .accepted)
  }

  @Test func `a late, repeated or needless release releases nothing`() {
    var bench = InterlockBench()
    #expect(bench.release()?.code == .alreadyDone)
    bench.stopAll()
    let old = bench.stage.head("anna-phone", at: bench.stage.now.wall - .minutes(2))
    #expect(bench.stage.command(.release(old, valve: nil))?.code == .expired)
    #expect(bench.stage.garden.memory.isStopped)
    let head = bench.stage.head("anna-phone")
    #expect(bench.stage.command(.release(head, valve: nil))?.code == .accepted)
    bench.stopAll()
    #expect(bench.stage.command(.release(head, valve: nil))?.code == .duplicate)
    #expect(bench.stage.garden.memory.isStopped)
    bench.stage.now.isWallTrusted = false
    #expect(bench.release()?.code == .refused)
  }

  @Test func `a release opens nothing by itself`() {
    var bench = InterlockBench()
    bench.water()
    bench.report(InterlockBench.basilValve, true)
    bench.stopAll()
    for valve in [InterlockBench.basilValve, InterlockBench.fernValve, InterlockBench.tap] {
      bench.report(valve, false)
    }
    _ = bench.actions()
    bench.release()
    #expect(bench.pass(.hours(1)) == [])
  }

  @Test func `a valve under maintenance is closed and stays so, the others run`() {
    var bench = InterlockBench()
    bench.water()
    bench.report(InterlockBench.basilValve, true)
    _ = bench.actions()
    let hold = bench.stage.command(.hold(bench.stage.head("anna-phone"), valve: "basil-valve"))
    #expect(hold?.code == .accepted)
    #expect(bench.actions() == ["basil-valve close"])
    #expect(bench.lease?.interlock == "maintenance")
    bench.report(InterlockBench.basilValve, false)
    bench.stage.restart()
    bench.report(InterlockBench.basilValve, false)
    #expect(bench.water("basil")?.code == .refused)
    #expect(bench.water("fern")?.code == .accepted)
    #expect(bench.release("basil-valve")?.code == .accepted)
    #expect(bench.water("basil")?.code == .accepted)
    #expect(bench.stage.command(.hold(bench.stage.head("anna-phone"), valve: "nowhere"))?.code == .refused)
  }

  @Test func `a valve that opens by itself while it is held is closed again`() {
    var bench = InterlockBench()
    bench.stopAll()
    for valve in [InterlockBench.basilValve, InterlockBench.fernValve, InterlockBench.tap] {
      bench.report(valve, false)
    }
    _ = bench.actions()
    bench.report(InterlockBench.fernValve, true)
    #expect(bench.actions() == ["fern-valve close"])
  }

  @Test func `a valve that the config locks is never opened`() {
    var bench = InterlockBench { $0.actuators[0].limits.isLocked = true }
    let refused = bench.water()
    #expect(refused?.why == Reason(.maintenance))
    #expect(bench.holds?.locked == ["basil-valve"])
  }

  @Test func `what was sent into the void is sent again with the link`() {
    var bench = InterlockBench()
    bench.stage.send(.link(isUp: false))
    bench.stopAll()
    _ = bench.actions()
    bench.stage.send(.link(isUp: true))
    #expect(Set(bench.actions()) == ["basil-valve close", "fern-valve close", "tap close"])
  }
}

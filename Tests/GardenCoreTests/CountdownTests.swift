import GardenCore
import Testing

@Suite("Countdown for can or hose")
struct CountdownTests {
  private func start(
    _ stage: inout Stage, _ duration: Duration, plant: PlantID? = "basil", by device: DeviceID = "anna-phone"
  ) -> Outcome? {
    let head = stage.head(device)
    return stage.command(.countdown(head, plant: plant, duration: duration))
  }

  private func steps(_ effects: [Effect]) -> [ActivityStep] {
    effects.compactMap { if case .activity(let step) = $0 { step } else { nil } }
  }

  @Test func `it ticks each second, rises to the whole and ends once`() {
    var stage = Stage()
    #expect(start(&stage, .seconds(50))?.code == .accepted)
    stage.wait(.minutes(5))
    let steps = steps(stage.effects)
    #expect(steps.first?.kind == .start && steps.last?.kind == .end)
    #expect(steps.filter { $0.kind == .end }.count == 1)
    #expect((48...52).contains(steps.count))
    #expect(steps.last?.snapshot.progress == 1 && steps.last?.snapshot.phase == .timeUp)
    for (a, b) in zip(steps, steps.dropFirst()) {
      #expect(b.snapshot.progress > a.snapshot.progress && b.snapshot.at - a.snapshot.at >= .seconds(1))
      #expect(b.snapshot.sequence == a.snapshot.sequence + 1)
    }
  }

  @Test(arguments: [Duration.zero, .milliseconds(999), .hours(12) + .seconds(1)])
  func `a start says why not`(_ duration: Duration) {
    var stage = Stage()
    #expect(start(&stage, duration)?.code == .outOfRange)
    #expect(start(&stage, .seconds(5), plant: "nobody")?.code == .unknownPlant)
    #expect(start(&stage, .seconds(5), by: "hall-tablet")?.code == .forbidden)
    #expect(steps(stage.effects).isEmpty && stage.garden.memory.countdowns.isEmpty)
  }

  @Test func `pressing start twice makes one countdown, and the answer names it`() {
    var stage = Stage()
    let first = start(&stage, .minutes(5))
    let second = start(&stage, .minutes(5), by: "bob-phone")
    #expect(second?.code == .busy && second?.detail == first?.detail)
    #expect(stage.garden.memory.countdowns.count == 1)
    #expect(start(&stage, .minutes(5), plant: nil)?.code == .accepted)
  }

  @Test func `a start that comes late is not a start`() {
    // No harm is in it: two minutes are forgiven to a clock that is slow.
    for (late, code) in [(61, Outcome.Code.accepted), (180, .accepted), (181, .expired)] {
      var stage = Stage()
      let head = stage.head("anna-phone", at: stage.now.wall - .seconds(late))
      #expect(stage.command(.countdown(head, plant: nil, duration: .seconds(5)))?.code == code)
    }
  }

  @Test func `water that comes late is no water, whatever clocks may differ by`() {
    var bench = InterlockBench()
    for late in [60, 61] {
      let outcome = bench.water(at: bench.stage.now.wall - .seconds(late))
      #expect((outcome?.code == .expired) == (late > 60))
    }
  }

  @Test func `a stop from before it began was meant for another`() {
    var stage = Stage()
    let old = stage.head("bob-phone")
    stage.wait(.minutes(10))
    _ = start(&stage, .minutes(5))
    #expect(stage.command(.stopCountdown(old, plant: "basil"))?.code == .stale)
    let fresh = stage.head("bob-phone")
    #expect(stage.command(.stopCountdown(fresh, plant: "basil"))?.code == .accepted)
    let again = stage.head("bob-phone")
    #expect(stage.command(.stopCountdown(again, plant: "basil"))?.code == .alreadyDone)
    #expect(steps(stage.effects).last?.snapshot.phase == .stopped(by: "bob-phone"))
    #expect((steps(stage.effects).last?.snapshot.progress ?? 1) < 1)
    #expect(stage.notices.isEmpty)
  }

  @Test func `finishing tells the one who began it, and done marks the plant as watered`() {
    var stage = Stage()
    stage.holds(45, for: .minutes(10))
    _ = start(&stage, .minutes(2), by: "bob-phone")
    stage.wait(.minutes(3))
    let notice = stage.notices.first { $0.key == "count-basil" }
    #expect(notice?.devices == ["bob-phone", "hall-tablet"])
    #expect(stage.garden.memory.plants.first?.lastWatering == nil)
    #expect(stage.answers("bob-phone", .done, note: notice?.id)?.code == .accepted)
    #expect(stage.garden.memory.plants.first?.lastWatering == stage.now.wall)
    #expect(stage.reminder("count-basil") == nil)
    #expect(stage.withdrawals.last?.key == "count-basil")
    #expect(stage.answers("anna-phone", .done, note: notice?.id)?.code == .alreadyDone)
  }

  @Test func `without a plant it is told as well`() {
    var stage = Stage()
    _ = start(&stage, .minutes(2), plant: nil)
    stage.wait(.minutes(3))
    #expect(stage.notices.contains { $0.key == "countdown" && $0.subject == .timeUp(nil) })
  }

  @Test func `a new start takes the last one's news back`() {
    var stage = Stage()
    _ = start(&stage, .minutes(2))
    stage.wait(.minutes(3))
    #expect(stage.reminder("count-basil") != nil)
    _ = start(&stage, .minutes(2))
    #expect(stage.reminder("count-basil") == nil && stage.garden.memory.countdowns.count == 1)
  }

  @Test func `its end leaves the screens after half an hour, and its news after a day`() {
    var stage = Stage()
    _ = start(&stage, .minutes(2))
    stage.wait(.minutes(32) - .seconds(1))
    #expect(stage.garden.memory.countdowns.count == 1)
    stage.wait(.seconds(2))
    #expect(stage.garden.memory.countdowns.isEmpty)
    #expect(stage.reminder("count-basil") != nil)
    stage.wait(.hours(25))
    #expect(stage.reminder("count-basil") == nil)
  }

  @Test func `a device that closed it gets no more of it`() {
    var stage = Stage()
    guard case .activity(let id)? = start(&stage, .minutes(5))?.detail else {
      Issue.record("not started")
      return
    }
    let head = stage.head("bob-phone")
    #expect(stage.command(.hideActivity(head, activity: id))?.code == .accepted)
    stage.effects = []
    stage.wait(.minutes(6))
    #expect(steps(stage.effects).allSatisfy { !$0.devices.contains("bob-phone") && !$0.devices.isEmpty })
  }
}

import GardenCore
import Testing

@Suite("Countdown across restarts")
struct CountdownRestartTests {
  static let here = BootID(UniqueID(high: 1, low: 1))
  static let other = BootID(UniqueID(high: 2, low: 2))

  /// Five minutes, of which one has passed when the bridge goes down; then away for `away` by the wall clock.
  private func afterwards(
    away: Duration, boot: BootID = here, wall: Duration? = nil, isTrusted: Bool = true, isKilled: Bool = false
  ) -> (garden: Garden, effects: [Effect], now: Moment) {
    var stage = Stage()
    let head = stage.head("anna-phone")
    stage.command(.countdown(head, plant: "basil", duration: .minutes(5)))
    stage.wait(.minutes(1))
    if !isKilled { stage.run { $0.suspend(at: $1, into: &$2) } }
    var now = stage.now
    now.wall = now.wall + (wall ?? away)
    now.uptime = boot == Self.here ? now.uptime + away : Uptime(milliseconds: 20_000)
    now.isWallTrusted = isTrusted
    var garden = Garden(plan: stage.garden.plan, memory: stage.stored, boot: boot, seed: 3, at: now)
    var effects: [Effect] = []
    garden.start(at: now, into: &effects)
    return (garden, effects, now)
  }

  private func left(_ garden: Garden, _ now: Moment) -> Duration? {
    garden.memory.countdowns.first.map { $0.ends - now.uptime }
  }

  private func phase(_ garden: Garden) -> ActivitySnapshot.Phase? {
    for case .activity(let snapshot) in garden.snapshots { return snapshot.phase }
    return nil
  }

  @Test(arguments: [false, true])
  func `left is what was left minus the time away`(_ isKilled: Bool) {
    let (garden, effects, now) = afterwards(away: .minutes(2), isKilled: isKilled)
    #expect(left(garden, now) == .minutes(2))
    #expect(phase(garden) == .counting)
    #expect(!effects.contains { if case .activity = $0 { true } else { false } })
  }

  @Test func `in the same boot a wall clock that jumps changes nothing`() {
    for jump in [Duration.days(365), .days(-365), .hours(1), .hours(-1)] {
      let (garden, _, now) = afterwards(away: .minutes(2), wall: jump)
      #expect(left(garden, now) == .minutes(2) && phase(garden) == .counting)
    }
  }

  @Test func `in another boot the wall clock says it`() {
    let (garden, _, now) = afterwards(away: .minutes(2), boot: Self.other)
    #expect(left(garden, now) == .minutes(2) && phase(garden) == .counting)
  }

  @Test func `a clock that went back lengthens nothing`() {
    let (garden, _, _) = afterwards(away: .minutes(2), boot: Self.other, wall: .hours(-1))
    #expect(phase(garden) == .interrupted(.clock))
  }

  @Test func `a clock that nobody can believe interrupts, and does not finish`() {
    let (garden, effects, _) = afterwards(away: .minutes(2), boot: Self.other, isTrusted: false)
    #expect(phase(garden) == .interrupted(.clock))
    #expect(garden.memory.reminders.isEmpty)
    for case .activity(let step) in effects { #expect(step.kind == .end && step.snapshot.progress < 1) }
  }

  @Test(arguments: [here, other])
  func `time up while away has finished, and says so`(_ boot: BootID) {
    let (garden, effects, _) = afterwards(away: .minutes(30), boot: boot)
    #expect(phase(garden) == .timeUp)
    #expect(garden.memory.reminders.map(\.key) == ["count-basil"])
    var ends: [ActivityStep] = []
    for case .activity(let step) in effects { ends.append(step) }
    #expect(ends.count == 1 && ends.first?.kind == .end && ends.first?.snapshot.progress == 1)
  }

  @Test func `what ran out two days ago is no news`() {
    let (garden, _, _) = afterwards(away: .days(2), boot: Self.other)
    #expect(garden.memory.reminders.isEmpty)
  }

  @Test func `nothing stored is nothing that finished`() {
    let stage = Stage()
    #expect(stage.garden.memory.countdowns.isEmpty)
    #expect(!stage.garden.snapshots.contains { if case .activity = $0 { true } else { false } })
  }

  @Test func `a plan without the plant breaks it off`() {
    var stage = Stage()
    let head = stage.head("anna-phone")
    stage.command(.countdown(head, plant: "basil", duration: .minutes(5)))
    let bare = GardenPlan.make(plants: [], sensors: 1)
    stage.run { $0.adopt(bare, at: $1, into: &$2) }
    #expect(phase(stage.garden) == .interrupted(.configuration))
  }

  @Test func `what runs out after a restart is told`() {
    var stage = Stage()
    let head = stage.head("bob-phone")
    stage.command(.countdown(head, plant: nil, duration: .minutes(5)))
    stage.wait(.minutes(1))
    stage.restart(after: .minutes(2))
    stage.wait(.minutes(3))
    #expect(stage.notices.map(\.key) == ["countdown"])
  }

  @Test func `state after a restart equals state before`() {
    var stage = Stage()
    let head = stage.head("anna-phone")
    stage.command(.countdown(head, plant: "basil", duration: .minutes(5)))
    stage.wait(.minutes(2))
    func shown() -> [Snapshot] {
      stage.garden.snapshots(at: stage.now).filter {
        switch $0 {
        case .activity, .glance: true
        default: false
        }
      }
    }
    let before = shown()
    stage.restart(after: .zero)
    #expect(stage.garden.memory == stage.stored)
    #expect(shown() == before && before.count == 2)
  }
}

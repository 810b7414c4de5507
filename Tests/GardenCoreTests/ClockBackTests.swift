import GardenCore
import Testing

/// A clock that is believed and is set: what was dated keeps its age.
@Suite("A clock that is set")
struct ClockBackTests {
  static let back: [Duration] = [.minutes(10), .hours(1), .days(1), .days(365)]

  private func set(_ stage: inout Stage, by shift: Duration) {
    stage.now.wall = stage.now.wall + shift
    stage.send(.tick)
  }

  private func reminded() throws -> (Stage, UniqueID) {
    var stage = Stage()
    stage.reads(40)
    stage.holds(25, for: .hours(1))
    let note = try #require(stage.notices.first?.id)
    stage.effects = []
    return (stage, note)
  }

  @Test(arguments: back) func `what was put off comes after its time, not when the old time comes again`(
    shift: Duration
  ) throws {
    var (stage, note) = try reminded()
    #expect(stage.answers("bob-phone", .later, note: note)?.code == .accepted)
    stage.wait(.minutes(5))
    set(&stage, by: .zero - shift)
    let left = stage.garden.plan.reminders.laterAfter - .minutes(6)
    stage.holds(25, for: left)
    #expect(stage.notices.isEmpty, "a clock is no reason to ask again")
    stage.holds(25, for: .minutes(20))
    #expect(stage.notices.map(\.key) == ["water-basil"])
  }

  @Test(arguments: back) func `what waits for others in a digest is told`(shift: Duration) throws {
    var stage = Stage()
    stage.reads(40)
    while stage.garden.memory.reminders.isEmpty { stage.holds(25, for: .minutes(1)) }
    #expect(stage.notices.isEmpty)
    set(&stage, by: .zero - shift)
    stage.wait(stage.garden.plan.reminders.digestWindow + .seconds(2))
    #expect(stage.notices.map(\.key) == ["water-basil"])
  }

  @Test(arguments: back) func `a clock that was ahead for a minute makes no order new, and locks nothing`(
    shift: Duration
  ) {
    var stage = Stage(.withValve)
    stage.reads(40)
    var head = stage.head("anna-phone")
    head.expires = head.at + .minutes(10)
    #expect(stage.command(.water(head, plant: "basil", duration: .seconds(30)))?.code == .accepted)
    set(&stage, by: shift)
    stage.wait(.seconds(70))
    set(&stage, by: .zero - shift)
    stage.effects = []
    #expect(stage.command(.water(head, plant: "basil", duration: .seconds(30)))?.code == .duplicate)
    #expect(
      !stage.effects.contains {
        if case .command(let command) = $0, case .open = command.action { true } else { false }
      })
    #expect(stage.command(.stopAll(stage.head("anna-phone")))?.code == .accepted)
    #expect(stage.command(.release(stage.head("anna-phone"), valve: nil))?.code == .accepted)
  }
}

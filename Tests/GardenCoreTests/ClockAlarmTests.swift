import GardenCore
import Testing

/// A Pi without a battery clock: whatever its clock says, an alarm is told at once and once.
@Suite("Alarms without a clock")
struct ClockAlarmTests {
  /// The wall clock at the start, and whether it can be believed.
  static let clocks: [Timestamp] = [
    Timestamp(seconds: 75), Stage.start - .days(2), Stage.start + .days(365),
  ]

  /// What is told within `patience` of ticks at deadlines.
  private func told(_ stage: inout Stage, within patience: Duration) -> [String] {
    stage.effects = []
    stage.wait(patience)
    return stage.notices.map(\.key)
  }

  @Test(arguments: clocks) func `a time-up and an emergency stop are told at once and once`(wall: Timestamp) {
    var stage = Stage(at: wall, isWallTrusted: false)
    let head = stage.head("anna-phone")
    stage.command(.countdown(head, plant: "basil", duration: .seconds(5)))
    stage.wait(.milliseconds(4999))
    #expect(told(&stage, within: .milliseconds(1)) == ["count-basil"])
    stage.send(.emergencyStop)
    #expect(told(&stage, within: .milliseconds(1)) == ["emergency-stop"])
    #expect(told(&stage, within: .hours(3)) == [])
    // The network tells the time: nothing is told again for that, and nothing is taken back.
    stage.effects = []
    stage.now.wall = Stage.start + .hours(4)
    stage.now.isWallTrusted = true
    stage.wait(.hours(3))
    #expect(stage.notices.filter { $0.urgency == .timeSensitive }.isEmpty)
    #expect(stage.withdrawals.isEmpty)
  }

  @Test(arguments: clocks) func `what waited when the power went is told after the start`(wall: Timestamp) {
    var stage = Stage()
    stage.send(.emergencyStop)
    stage.kill(isUnsaved: false)
    stage.now.wall = wall
    stage.now.isWallTrusted = false
    stage.start(isNewBoot: true)
    #expect(told(&stage, within: .milliseconds(1)) == ["emergency-stop"])
    #expect(told(&stage, within: .hours(3)) == [])
  }

  @Test func `a countdown that ran under another clock is told at its end`() {
    var stage = Stage(at: Timestamp(seconds: 75), isWallTrusted: false)
    let head = stage.head("anna-phone")
    stage.command(.countdown(head, plant: "basil", duration: .minutes(5)))
    stage.wait(.minutes(2))
    stage.now.wall = Stage.start
    stage.now.isWallTrusted = true
    #expect(told(&stage, within: .minutes(4)) == ["count-basil"])
  }

  @Test func `what a clock that was ahead has dated does not wait for that date`() {
    var stage = Stage(at: Stage.start + .days(365))
    stage.reads(45)
    stage.holds(25, for: .minutes(9))
    stage.wait(.seconds(90))
    #expect(stage.reminder() != nil)
    stage.kill(isUnsaved: false)
    stage.now.wall = Stage.start
    stage.start(isNewBoot: true)
    #expect(told(&stage, within: .minutes(2)).contains("water-basil"))
  }
}

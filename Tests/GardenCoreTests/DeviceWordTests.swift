import GardenCore
import Testing

/// What a device says of itself wins over what its values would mean.
@Suite("Device's own word")
struct DeviceWordTests {
  private static let probe = SensorIndex(0)

  @Test func `a probe that says that it is broken is unknown at once and told by its word`() {
    var stage = Stage()
    stage.holds(50, for: .hours(1))
    stage.send(.fault(Self.probe, .moisture, DeviceWord("open circuit")))
    #expect(stage.plant()?.moisture.status == .unknown)
    #expect(stage.plant()?.moisture.reason == .unreadable)
    #expect(stage.logs.last?.text.contains("open circuit") == true)
    #expect(stage.notices.isEmpty)
    for _ in 0..<4 {
      stage.wait(.minutes(5))
      stage.send(.fault(Self.probe, .moisture, DeviceWord("open circuit")))
    }
    stage.wait(.minutes(2))
    guard case .sensor(let facts)? = stage.notices.last?.subject else {
      Issue.record("nobody is told")
      return
    }
    #expect(facts.trouble == .faulty(DeviceWord("open circuit")))
    stage.reads(48)
    stage.wait(.minutes(2))
    #expect(stage.plant()?.moisture.value == 48)
    #expect(stage.withdrawals.map(\.key) == ["sens-probe-0"])
  }

  @Test func `unavailable in the value's place is offline at once`() {
    var stage = Stage()
    stage.holds(50, for: .hours(1))
    stage.send(.refused(Self.probe, .moisture, .unavailable))
    #expect(stage.plant()?.moisture.reason == .offline)
    stage.reads(49)
    #expect(stage.plant()?.moisture.status == .fine)
  }

  @Test func `a value that comes back as it was, at once, counts again`() {
    var stage = Stage()
    stage.holds(50, for: .hours(1))
    stage.reads(50)
    stage.send(.refused(Self.probe, .moisture, .unavailable))
    stage.reads(50)
    #expect(stage.plant()?.moisture.status == .fine)
  }

  @Test func `a test proves nothing about the probe`() {
    var stage = Stage()
    stage.reads(50)
    stage.send(.refused(Self.probe, nil, .notLive))
    #expect(stage.plant()?.moisture.status == .fine)
    #expect(stage.plant()?.sensors[0].refusals[Int(Refusal.notLive.rawValue)] == 1)
    stage.advance(.minutes(10))
    stage.reads(51)
    #expect(stage.plant()?.moisture.value == 51)
  }

  @Test func `the battery of a device that is fed from outside is nobody's matter`() {
    var stage = Stage()
    stage.holds(50, for: .hours(1))
    stage.send(.supply(Self.probe, isExternal: true))
    stage.send(.batteryLow(Self.probe, true))
    stage.reads(2, .battery)
    stage.wait(.minutes(5))
    #expect(stage.notices.isEmpty)
    stage.send(.supply(Self.probe, isExternal: false))
    stage.wait(.minutes(5))
    #expect(stage.notices.map(\.key) == ["sens-probe-0"])
  }

  @Test func `a device's own alarm is told, and its values stand`() {
    var stage = Stage()
    stage.holds(50, for: .hours(1))
    stage.send(.alarm(Self.probe, DeviceWord("water_warning")))
    stage.wait(.minutes(2))
    #expect(stage.plant()?.moisture.value == 50)
    #expect(stage.notices.map(\.key) == ["sens-probe-0"])
    stage.send(.alarm(Self.probe, nil))
    stage.wait(.minutes(2))
    #expect(stage.withdrawals.map(\.key) == ["sens-probe-0"])
  }

  @Test func `a moisture that was 0 from the start is none until another number comes`() {
    var stage = Stage()
    stage.reads(0)
    #expect(stage.plant()?.moisture.value == nil)
    stage.advance(.hours(2))
    stage.reads(0)
    #expect(stage.plant()?.moisture.status == .unknown)
    stage.reads(31)
    stage.advance(.minutes(10))
    stage.reads(12)
    stage.advance(.minutes(10))
    stage.reads(0)
    #expect(stage.plant()?.moisture.value == 0)
  }

  @Test func `a moisture that is still 0 after three hours is meant`() {
    var stage = Stage()
    stage.reads(0)
    stage.advance(.hours(3))
    stage.reads(0)
    #expect(stage.plant()?.moisture.value == 0)
  }

  @Test func `air of exactly 0 percent does not exist`() {
    var stage = Stage()
    stage.reads(0, .humidity)
    stage.advance(.hours(4))
    stage.reads(0, .humidity)
    #expect(stage.plant()?.sensors[0].values.isEmpty == true)
    #expect(stage.plant()?.sensors[0].refusals[Int(Refusal.unmeasured.rawValue)] == 2)
    stage.reads(44, .humidity)
    #expect(stage.plant()?.sensors[0].values.map(\.value) == [44])
  }

  @Test func `a word is cut between letters and stands in one line`() {
    #expect(DeviceWord("no\nprobe").text == "no probe")
    #expect(DeviceWord(String(repeating: "ä", count: 20)).text == String(repeating: "ä", count: 16))
    #expect(DeviceWord("").isEmpty)
  }
}

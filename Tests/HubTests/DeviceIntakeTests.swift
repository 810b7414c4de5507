import DeviceFamilies
import GardenCore
import MQTTTypes
import Testing

@testable import Hub

@Suite struct DeviceIntakeTests {
  private static let heater = ActuatorIndex(0)
  private let setpoint = "homie/bed/heater/setpoint"

  private func told(_ intake: DeviceIntake) -> String? {
    intake.driver(of: Self.heater)?.publications(for: .setpoint(18)).first.map {
      String(decoding: $0.payload, as: UTF8.self)
    }
  }

  @Test func `a command is made by the driver that has heard its device`() throws {
    var devices = BridgeDevices()
    devices.drivers[Self.heater] = try Families.makeDriver(
      ActuatorBinding(actuator: Self.heater, family: .homie, topic: setpoint, isValve: false))
    var intake = DeviceIntake(devices)
    #expect(told(intake) == "18")
    let context = DecodeContext(
      arrival: Timestamp(seconds: 1_795_000_000), wasRetained: true, calendar: SiteCalendar(rules: []))
    intake.take(
      topic: (setpoint + "/$unit").utf8Span.span, payload: "°F".utf8Span.span, context: context
    ) { _ in }
    #expect(told(intake) == "64.4")
    #expect(intake.driver(of: ActuatorIndex(1)) == nil)
  }
}

import DeviceFamilies
import GardenCore
import MQTTTypes
import Testing

/// A way to open, and how long the device then runs by its own documentation.
struct TimedValve: Sendable, CustomTestStringConvertible {
  var family: Family
  var part: String?
  /// The device's unit, seconds.
  var unit: Double
  /// The shortest run of the device.
  var shortest: Double
  /// Behind this text the number stands.
  var mark: String
  /// What the device makes of the number.
  var seconds: @Sendable (Double) -> Double

  var testDescription: String { "\(family.name) \(part ?? "")" }

  static let all: [TimedValve] = {
    func zigbee(_ part: String, _ unit: Double, _ mark: String, shortest: Double? = nil) -> TimedValve {
      TimedValve(family: .zigbee2mqtt, part: part, unit: unit, shortest: shortest ?? unit, mark: mark) {
        $0 * unit
      }
    }
    return [
      zigbee("SWV", 1, "\"on_time\":"), zigbee("cyclic_timed_irrigation", 1, "\"irrigation_duration\":"),
      zigbee("QT06_2", 1, "\"irrigation_target\":", shortest: 10),
      zigbee("GX02", 1, "\"irrigation_target\":", shortest: 10),
      zigbee("QT06_1", 60, "\"irrigation_target\":"), zigbee("PSBZS A1", 60, "\"timer\":"),
      zigbee("SWV-ZFE", 60, "\"irrigation_duration\":"),
      TimedValve(family: .tasmota, part: "2", unit: 1, shortest: 0.1, mark: "") { number in
        number < 112 ? number / 10 : number - 100
      },
      TimedValve(family: .shelly, part: "0", unit: 1, shortest: 1, mark: "\"toggle_after\":") { $0 },
      TimedValve(family: .opensprinkler, part: "3", unit: 1, shortest: 1, mark: "&t=") { $0 },
      TimedValve(family: .esphome, part: "bed", unit: 1, shortest: 1, mark: "") { $0 },
    ]
  }()

  func driver() throws -> any DeviceDriver {
    var binding = ActuatorBinding(
      actuator: ActuatorIndex(0), family: family, topic: "base/device", isValve: true, part: part)
    if family == .opensprinkler || family == .esphome { binding.commandTopic = "base/commands" }
    if family == .opensprinkler { binding.password = PasswordDigest(of: "opendoor") }
    return try Families.makeDriver(binding)
  }

  /// How long the device runs, seconds, when it is told this.
  func told(_ driver: any DeviceDriver, _ asked: Duration) -> Double? {
    for message in driver.publications(for: .open(runs: asked)) {
      let text = String(decoding: message.payload, as: UTF8.self)
      guard let at = mark.isEmpty ? text.startIndex : text.firstRange(of: mark)?.upperBound else { continue }
      if let number = Double(text[at...].prefix { $0.isNumber }) { return seconds(number) }
    }
    return nil
  }
}

@Suite struct DeviceTimerCommandTests {
  @Test(arguments: TimedValve.all)
  func `a device is told to run no longer than asked, nor much shorter`(_ valve: TimedValve) throws {
    let driver = try valve.driver()
    #expect(driver.hasDeviceTimer)
    let longest = driver.timerMax.map { Double($0.milliseconds) / 1000 } ?? .infinity
    var asked = 0.1
    while asked <= 50_000 {
      let told = try #require(valve.told(driver, .milliseconds((asked * 1000).rounded())))
      #expect(told <= max(asked, valve.shortest) + 1e-6, "asked \(asked) s, told \(told) s")
      #expect(told <= longest, "asked \(asked) s, told \(told) s")
      #expect(told > min(asked, longest) - valve.unit, "asked \(asked) s, told \(told) s")
      asked = asked < 200 ? asked + 0.7 : asked * 1.013
    }
  }

  @Test(arguments: TimedValve.all)
  func `what sets the length comes before what opens`(_ valve: TimedValve) throws {
    let messages = try valve.driver().publications(for: .open(runs: .seconds(300)))
      .map { String(decoding: $0.payload, as: UTF8.self) }
    for message in messages.dropLast() { #expect(!message.contains("ON"), "\(messages)") }
  }

  @Test func `each family that claims a timer is among them`() {
    let told: Set<Family> = Set(TimedValve.all.map(\.family))
    let byTemplate: Set<Family> = [.template, .chirpstack, .theThingsStack]
    let untimed: Set<Family> = [.homie, .sparkplug]
    #expect(Set(Families.all.filter(\.hasValves)) == told.union(byTemplate).union(untimed))
  }
}

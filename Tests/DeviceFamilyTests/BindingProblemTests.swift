import DeviceFamilies
import GardenCore
import MQTTTypes
import Testing
@testable import FuzzHarness

@Suite struct BindingProblemTests {
  private func problem(
    _ family: Family, _ topic: String, select: [FieldMatch] = [], fields: [FieldMapping] = []
  ) -> BindingProblem? {
    do throws(BindingProblem) {
      _ = try Families.makeSensor(
        SensorBinding(sensor: SensorIndex(0), family: family, topic: topic, select: select, fields: fields))
      return nil
    } catch { return error }
  }

  private func driverProblem(
    _ family: Family, _ topic: String, valve: Bool = true, part: String? = nil,
    _ template: CommandTemplate? = nil
  ) -> BindingProblem? {
    do throws(BindingProblem) {
      _ = try Families.makeDriver(
        ActuatorBinding(
          actuator: ActuatorIndex(0), family: family, topic: topic, isValve: valve, part: part,
          template: template))
      return nil
    } catch { return error }
  }

  private func field(
    _ quantity: Quantity = .moisture, _ key: String? = "m", _ unit: FieldUnit = .canonical,
    _ calibration: Calibration? = nil
  ) -> FieldMapping {
    FieldMapping(
      quantity: quantity, path: FieldPath(key.map { [.key($0)] } ?? []), unit: unit, calibration: calibration)
  }

  @Test(arguments: Families.all.filter(\.hasSensors))
  func `a topic that cannot be subscribed to is a problem`(_ family: Family) {
    let select = [FieldMatch(path: FieldPath([.key("id")]), value: "1")]
    for topic in ["", "a/b+", "#/a", "a\u{0}b"] {
      let path: String? = family == .plain ? nil : "m"
      #expect(
        problem(family, topic, select: family == .rtl433 ? select : [], fields: [field(.moisture, path)])
          != nil,
        "\(topic)")
    }
  }

  @Test func `shared topics need a choice`() {
    #expect(problem(.rtl433, "rtl_433/a/events") == .needsSelect("model, and id or channel"))
  }

  @Test func `a topic that names the device leaves nothing to choose by`() {
    let select = [FieldMatch(path: FieldPath([.key("id")]), value: "1")]
    #expect(problem(.rtl433, "rtl_433/a/devices/Springfield-Soil/1/+") == nil)
    guard case .uselessSelect = problem(.rtl433, "rtl_433/a/devices/Springfield-Soil/1/+", select: select)
    else {
      Issue.record("a select below devices is taken")
      return
    }
  }

  @Test func `what only says on or off measures nothing`() {
    let flag = FieldPath([.key("binary_sensor"), .key("wet")])
    let problems = Quantity.allCases.filter {
      problem(.esphome, "node", fields: [FieldMapping(quantity: $0, path: flag)]) == nil
    }
    #expect(problems == [.battery])
  }

  @Test func `a valve may be named by its model`() {
    for model in ["SWV", "QT06_1", "QT06_2", "GX02", "PSBZS A1"] {
      #expect(driverProblem(.zigbee2mqtt, "z/a", part: model) == nil)
    }
    #expect(driverProblem(.zigbee2mqtt, "z/a", part: "swv") != nil)
  }

  @Test func `no device listens to more than it needs`() throws {
    for one in FixtureCase.all where one.fixture.binding?.topic.contains("#") != true {
      let filters = try one.device().sources.map(\.filter)
      #expect(filters.count <= 24, "\(one.name)")
      #expect(!filters.contains { $0.text.hasSuffix("#") }, "\(one.name)")
    }
  }

  @Test func `families that know no fields need them`() {
    #expect(problem(.json, "a") != nil && problem(.homie, "homie/a") != nil && problem(.plain, "a") != nil)
    #expect(problem(.plain, "a", fields: [field(.moisture, "x")]) != nil, "a bare number has no path")
    #expect(problem(.plain, "a", fields: [field(.moisture, nil), field(.temperature, nil)]) != nil)
    #expect(problem(.json, "a", fields: [field(.moisture, nil)]) == .badPath(.moisture))
    #expect(problem(.homie, "homie/a", fields: [field()]) == .badPath(.moisture))
    #expect(problem(.esphome, "node", fields: [field(.moisture, "a+")]) != nil)
  }

  @Test func `units fit their quantities`() {
    #expect(problem(.json, "a", fields: [field(.moisture, "m", .celsius)]) == .wrongUnit(.moisture, .celsius))
    #expect(
      problem(.json, "a", fields: [field(.temperature, "m", .fraction)])
        == .wrongUnit(.temperature, .fraction))
    #expect(problem(.json, "a", fields: [field(.light, "m", .tenths)]) == .wrongUnit(.light, .tenths))
    #expect(problem(.json, "a", fields: [field(.light, "m", .raw)]) == .needsCalibration(.light))
    let flat = Calibration(dry: 5, wet: 5)
    #expect(problem(.json, "a", fields: [field(.moisture, "m", .raw, flat)]) == .badCalibration(.moisture))
    let endless = Calibration(dry: 5, wet: .infinity)
    #expect(problem(.json, "a", fields: [field(.moisture, "m", .raw, endless)]) == .badCalibration(.moisture))
  }

  @Test func `actuators say which part is missing or unknown`() {
    #expect(driverProblem(.esphome, "node") != nil && driverProblem(.esphome, "node", valve: false) != nil)
    #expect(driverProblem(.esphome, "node", valve: false, part: "switch/x") != nil)
    #expect(driverProblem(.esphome, "node", valve: false, part: "climate/") != nil)
    #expect(driverProblem(.esphome, "node", part: "a/+") != nil)
    #expect(driverProblem(.zigbee2mqtt, "z/a", part: "minutes") != nil)
    #expect(driverProblem(.zigbee2mqtt, "z/a", valve: false, part: "setpoint") != nil)
    #expect(
      driverProblem(.tasmota, "x", part: "0") != nil && driverProblem(.tasmota, "x", part: "one") != nil)
    #expect(driverProblem(.homie, "homie/a") != nil)
    #expect(driverProblem(.template, "x") != nil)
  }

  @Test func `a device that is told things has a topic without wildcards`() {
    #expect(driverProblem(.zigbee2mqtt, "z/+") == .wildcardTopic("z/+"))
    #expect(driverProblem(.tasmota, "+") != nil && driverProblem(.esphome, "+", part: "a") != nil)
    #expect(driverProblem(.template, "a/+", CommandTemplate(open: "1", close: "0")) == .wildcardTopic("a/+"))
  }

  @Test func `templates are complete`() {
    #expect(driverProblem(.template, "x", CommandTemplate(open: "1")) != nil)
    #expect(
      driverProblem(.template, "x", CommandTemplate(open: "1", close: "0", closesByItself: true)) != nil)
    #expect(
      driverProblem(.template, "x", CommandTemplate(open: "1", close: "0", openWord: "a", closedWord: "a"))
        != nil)
    #expect(driverProblem(.template, "x", valve: false, CommandTemplate(setpoint: "5")) != nil)
    #expect(driverProblem(.template, "x", CommandTemplate(open: "1", close: "0")) == nil)
  }

  @Test func `families without sensors or actuators say so`() {
    #expect(problem(.template, "x", fields: []) == .noSensors(.template))
    #expect(driverProblem(.plain, "x") == .noActuators(.plain))
    #expect(driverProblem(.theengs, "home/a/b") == .noActuators(.theengs))
    #expect(driverProblem(.tasmota, "x", valve: false) == .cannotDrive(.tasmota, isValve: false))
  }

  @Test(arguments: Families.all)
  func `a device timer is only claimed where the open command carries the time`(
    _ family: Family
  ) throws {
    guard family.hasValves else { return }
    let parts: [Family: String] = [.esphome: "v", .homie: "a/b", .opensprinkler: "0", .sparkplug: "v"]
    let isLoRaWAN = family == .chirpstack || family == .theThingsStack
    var binding = ActuatorBinding(
      actuator: ActuatorIndex(0), family: family, topic: "base/device", isValve: true,
      part: parts[family],
      template: CommandTemplate(
        open: isLoRaWAN ? "AQ==" : "1", close: isLoRaWAN ? "AA==" : "0",
        statePath: FieldPath(isLoRaWAN ? [.key("s")] : [])))
    binding.commandTopic = "base/commands"
    binding.password = PasswordDigest(of: "opendoor")
    let driver = try family.makeDriver(binding)
    let short = driver.publications(for: .open(runs: .seconds(60)))
    let long = driver.publications(for: .open(runs: .seconds(600)))
    #expect(!short.isEmpty && (short != long) == driver.hasDeviceTimer)
  }
}

import BridgeConfig
import DeviceFamilies
import GardenCore
import Testing

@Suite struct SettingsTests {
  private static let sensors = "sensors: {probe: {family: zigbee2mqtt, topic: zigbee2mqtt/Basil}}\n"
  private static let garden = sensors + "plants: {basil: {sensors: probe}}\n"

  private func plant(_ keys: String) throws -> PlantPlan {
    let settings = try read(Self.sensors + "plants:\n  basil:\n    sensors: probe\n    \(keys)\n").get()
    return try #require(settings.plan.plants.first)
  }

  @Test(arguments: [
    ("90s", 90), ("10min", 600), ("3h", 10_800), ("2d", 172_800), ("1w", 604_800), ("1h30min", 5400),
    ("1.5 h", 5400), ("1h 30min", 5400), ("0s", 0),
  ])
  func `a duration is a number with a unit, or several`(text: String, seconds: Int) throws {
    #expect(try plant("dwell: \(text)").moisture.dwell == .seconds(seconds))
  }

  @Test(arguments: [
    ("5°C", 5), ("5 °C", 5), ("5C", 5), ("-2.5°C", -2.5), ("+5℃", 5), ("41°F", 5), ("41F", 5), ("5ºC", 5),
  ])
  func `a temperature says its scale`(text: String, celsius: Double) throws {
    #expect(try plant("temperature: {below: \(text)}").temperature.below == celsius)
  }

  @Test(arguments: [("1°C", 1), ("1K", 1), ("1.8°F", 1), ("0.5°C", 0.5)])
  func `a temperature difference is converted without the offset`(text: String, celsius: Double) throws {
    #expect(try plant("temperature: {below: 5°C, deadband: \(text)}").temperature.deadband == celsius)
  }

  @Test func `the line of a limit is remembered, and a default has none`() throws {
    #expect(try plant("dry_below: 35%").dryLine == ConfigLine(line: 5, key: "plants.basil.dry_below"))
    #expect(try plant("name: Basil").dryLine == nil)
  }

  @Test(arguments: [
    ("cactus", PlantKind.cactus, nil), ("leaf", .leaf, nil),
    ("/etc/loam/Basil 1.JPG", .photo, "/etc/loam/Basil 1.JPG"),
    ("${PHOTOS:-/srv}/basil.avif", .photo, "/srv/basil.avif"),
  ])
  func `a picture is a kind or a photo's file`(text: String, kind: PlantKind, file: String?) throws {
    let settings = try read(Self.sensors + "plants: {basil: {sensors: probe, picture: '\(text)'}}\n").get()
    #expect(settings.plan.plants.first?.kind == kind)
    #expect(settings.web.photos["basil"] == file)
    #expect(try plant("name: Cactus").kind == nil)
  }

  @Test func `texts that YAML 1.1 would bend stay texts`() throws {
    let settings = try read(
      """
      sensors:
        probe: {family: rtl_433, topic: rtl_433/+/events, select: {id: 1e5, model: no, channel: 007, x: 12:30}}
      plants:
        no: {sensors: probe, name: on}
      """
    ).get()
    #expect(settings.plan.plants[0].id == "no")
    #expect(settings.plan.plants[0].name == "on")
    #expect(settings.sensors[0].select.map(\.value) == ["1e5", "no", "007", "12:30"])
  }

  @Test func `anchors and merge keys share what plants have in common`() throws {
    let settings = try read(
      Self.sensors + """
        x-usual: &usual
          sensors: probe
          dry_below: 40%
        plants:
          basil: {<<: *usual, dry_below: 20%}
          mint: {<<: [*usual]}
        """
    ).get()
    #expect(settings.plan.plants.map(\.moisture.below) == [20, 40])
  }

  @Test func `without people the command line is there and may do everything`() throws {
    let settings = try read(Self.garden).get()
    #expect(settings.plan.people == [])
    #expect(settings.plan.console?.id == "cli" && settings.plan.console?.role == .operator)
  }

  @Test func `what there is is counted, and a reload says what is another`() throws {
    let one = try read(Self.garden).get()
    #expect(one.summary == "1 plant, 1 sensor")
    let two = try read(
      Self.garden + """
        people: {anna: {devices: {phone: {}}}}
        home_assistant: {}
        """
    ).get()
    #expect(two.summary == "1 plant, 1 sensor, 1 person")
    #expect(two.changes(from: one) == "new: person anna")
    #expect(one.changes(from: two) == "gone: person anna")
    #expect(one.changes(from: one) == "no plant, device or person is another than before")
    let moved = try read("# a line\n" + Self.sensors + "plants: {basil: {sensors: probe, dry_below: 25%}}")
      .get()
    #expect(moved.changes(from: one) == "changed: plant basil")
  }

  @Test func `the command line can be somebody's, or nobody's`() throws {
    let hers = try read(Self.garden + "people: {anna: {devices: {cli: {role: viewer}}}}").get()
    #expect(hers.plan.people.map(\.id) == ["anna"])
    #expect(hers.plan.people[0].devices[0].role == .viewer && hers.plan.console == nil)
    let none = try read(Self.garden + "bridge: {command_line_device: none}").get()
    #expect(none.plan.people == [] && none.plan.console == nil)
    #expect(none.bridge.commandLineDevice == nil)
  }

  @Test func `a device is shown the site's unit unless it has its own`() throws {
    let settings = try read(
      Self.garden + """
        site: {temperature_unit: fahrenheit}
        people: {anna: {devices: {phone: {}, watch: {temperature_unit: celsius}}}}
        """
    ).get()
    #expect(settings.plan.people[0].devices.map(\.usesFahrenheit) == [true, false])
  }

  @Test func `the broker is on this machine unless the file says so`() throws {
    let broker = try read(Self.garden).get().broker
    #expect(broker.host == "localhost")
    #expect(broker.port == 1883)
    #expect(broker.clientID == nil)
    #expect(try read(Self.garden + "broker: {tls: {enabled: true}}").get().broker.port == 8883)
  }

  @Test func `a relative store is kept in the state folder of the service`() throws {
    let result = ConfigFile.read(
      text: Self.garden, fileName: "loam.yaml", environment: ["STATE_DIRECTORY": "/var/lib/loam"],
      readSecret: { _ in .failure(FileUnreadable("none")) })
    #expect(try result.get().store.path == "/var/lib/loam/store")
    #expect(try read(Self.garden).get().store.path == "store")
  }

  @Test func `bindings point to their sensors and actuators by position`() throws {
    let settings = try read(Repository.text("config/demo.yaml")).get()
    #expect(settings.sensors.map(\.sensor.position) == Array(0..<Int32(settings.plan.sensors.count)))
    #expect(settings.actuators.map(\.actuator.position) == Array(0..<Int32(settings.plan.actuators.count)))
    for (binding, plan) in zip(settings.actuators, settings.plan.actuators) {
      if case .valve = plan.kind { #expect(binding.isValve) } else { #expect(!binding.isValve) }
    }
  }

  @Test func `a bad file gives no settings, a good one with warnings does`() throws {
    #expect(throws: ConfigProblems.self) { try read(Self.garden + "bridge: {base_topic: 'a/+'}").get() }
    let settings = try read(Self.garden + "people: {anna: {}}").get()
    #expect(settings.warnings.map(\.severity) == [.warning])
  }

  @Test func `a heater is read with its relay, its thermometer and its bounds`() throws {
    let settings = try read(
      """
      sensors:
        air: {family: zigbee2mqtt, topic: zigbee2mqtt/Air}
        plug: {family: tasmota, topic: frost}
      thermostats:
        radiator: {family: zigbee2mqtt, topic: zigbee2mqtt/Radiator, fallback: 8°C}
      heaters:
        frost-guard:
          {family: tasmota, topic: frost, sensors: air, setpoint: 6°C, hysteresis: 0.5°C, on_min: 3min, off_min: 4min,
           on_max: 1h, timer: 5min, blind_after: 20min, power_meter: plug, power_min: 20W, slider: {min: 2°C, max: 12°C}}
      places:
        greenhouse: {sensors: air, temperature: {below: 3°C}, thermostat: frost-guard}
      """
    ).get()
    let relay = ActuatorIndex(1)
    #expect(settings.plan.heaters.map(\.actuator) == [relay] && settings.plan.places[0].thermostat == relay)
    let heater = try #require(settings.plan.heaters.first)
    #expect(heater.setpoint == 6 && heater.hysteresis == 0.5 && heater.range == 2...12)
    #expect(heater.onMin == .minutes(3) && heater.offMin == .minutes(4) && heater.onMax == .hours(1))
    #expect(heater.timer == .minutes(5) && heater.blindAfter == .minutes(20))
    #expect(heater.shares == [SensorShare(sensor: SensorIndex(0), quantities: [.temperature])])
    let actuator = settings.plan.actuators[1]
    #expect(actuator.id == "frost-guard" && actuator.kind == .heater(hasDeviceTimer: true))
    #expect(actuator.evidence.powerMeter == SensorIndex(1) && actuator.evidence.powerMin == 20)
    #expect(settings.actuators.map(\.actuator) == [ActuatorIndex(0), relay] && settings.actuators[1].isValve)
    #expect(settings.plan.actuators[0].fallback == 8)
  }

  @Test func `a file with a heater alone is a garden`() throws {
    let settings = try read(
      "sensors: {air: {family: zigbee2mqtt, topic: zigbee2mqtt/Air}}\n"
        + "heaters: {frost: {family: tasmota, topic: frost, sensors: air, setpoint: 6°C}}\n"
    ).get()
    #expect(settings.plan.heaters.count == 1 && settings.plan.heaters[0].timer == .minutes(10))
  }
}

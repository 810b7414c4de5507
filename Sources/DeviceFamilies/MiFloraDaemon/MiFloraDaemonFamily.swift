import GardenCore

extension Family {
  static let mifloraDaemon = Family(
    name: .mifloraDaemon, summary: "MiFlora probes through miflora-mqtt-daemon, in any of its modes",
    topic:
      "the flower's topic: miflora/fern, homeassistant/sensor/fern/state, miflora/status/fern or homie/fern",
    options: [.fields, .availability, .temperatureUnit, .time],
    quantities: [.moisture, .temperature, .light, .conductivity, .battery],
    sensor: { (binding) throws(BindingProblem) in try MiFloraDaemonSensor(binding) }, valve: nil,
    thermostat: nil,
    paths: "a key: moisture")
}

import GardenCore

extension Family {
  static let theengs = Family(
    name: .theengs, summary: "Bluetooth probes through Theengs Gateway or OpenMQTTGateway",
    topic: "the probe's MAC address: C4:7C:8D:65:B6:63; or the filter: home/+/BTtoMQTT/C47C8D65B663",
    options: [.select, .fields, .availability, .temperatureUnit, .time],
    quantities: [.moisture, .temperature, .humidity, .light, .conductivity, .battery],
    sensor: { (binding) throws(BindingProblem) in try TheengsSensor(binding) }, valve: nil, thermostat: nil,
    paths: "a key: moi")
}

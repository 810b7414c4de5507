import GardenCore

extension Family {
  static let ecowitt2MQTT = Family(
    name: .ecowitt2mqtt, summary: "Ecowitt gateways through ecowitt2mqtt",
    topic: "the gateway's topic, as in --mqtt-topic: ecowitt2mqtt/garden; part says which probe",
    options: [.sensorPart, .select, .fields, .availability, .temperatureUnit, .time],
    quantities: [.moisture, .temperature, .humidity, .light],
    sensor: { (binding) throws(BindingProblem) in try Ecowitt2MQTTSensor(binding) }, valve: nil,
    thermostat: nil, quantitiesOfPart: { EcowittProbe($0)?.fields.map(\.quantity) },
    paths: "a key: soilad1")
}

import GardenCore

extension Family {
  static let sparkplug = Family(
    name: .sparkplug, summary: "Sparkplug B edge nodes and their devices",
    topic: "group, edge node and device: spBv1.0/Greenhouse/edge1/bed-3; without device the edge node itself",
    options: [.fields, .temperatureUnit, .part, .time],
    quantities: [.moisture, .temperature, .humidity, .light, .conductivity, .battery],
    sensor: { (binding) throws(BindingProblem) in try SparkplugSensor(binding) },
    valve: { (binding) throws(BindingProblem) in try SparkplugControl(binding) },
    thermostat: { (binding) throws(BindingProblem) in try SparkplugControl(binding) },
    paths: "the name of the metric: DATA/soil_moisture", hasBareValues: true)
}

import GardenCore

extension Family {
  package static let sparkplug: Family = Family(
    name: "sparkplug", summary: "Sparkplug B edge nodes and their devices, with births and rebirth requests",
    topic: "group, edge node and device: spBv1.0/Greenhouse/edge1/bed-3; without device the edge node itself",
    example: Example(
      sensor: ["topic: spBv1.0/Greenhouse/edge1/bed-3"],
      valve: [
        "topic: spBv1.0/Greenhouse/edge1/bed-3", "part: CMD/valve",
        "no_device_timer: accepted  # nothing closes it but Loam",
        "no_meter: accepted  # nothing but its own word says that it is closed",
      ]),
    options: [.fields, .temperatureUnit, .part, .time],
    quantities: [.moisture, .temperature, .humidity, .light, .conductivity, .battery],
    sensor: SparkplugSensor.init, valve: SparkplugControl.init, thermostat: SparkplugControl.init,
    // A device counts where a birth or a value named a quantity.
    recognizer: Recognizer(.own) { heard in
      let levels = heard.levels
      guard (4...5).contains(levels.count), levels[0] == "spBv1.0",
        ["NBIRTH", "NDATA", "DBIRTH", "DDATA", "NDEATH", "DDEATH"].contains(levels[2])
      else { return [] }
      let device = [levels[0], levels[1]] + levels[3...]
      return [
        .sensor(
          .sparkplug, topic: device.joined(separator: "/"), label: device.dropFirst(2).joined(separator: " "))
      ]
    },
    paths: "the name of the metric: DATA/soil_moisture", hasBareValues: true, saysSleep: true)
}

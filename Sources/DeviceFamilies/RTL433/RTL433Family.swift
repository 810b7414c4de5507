import GardenCore

extension Family {
  static let rtl433 = Family(
    name: .rtl433, summary: "Radio sensors through rtl_433",
    topic:
      "the events topic, rtl_433/garden/events, with select; or the device, rtl_433/garden/devices/Fineoffset-WH51/006b58",
    options: [.select, .fields, .availability, .temperatureUnit, .time],
    quantities: [.moisture, .temperature, .humidity, .light, .battery],
    sensor: { (binding) throws(BindingProblem) in
      if RTL433Topics.isDevice(binding.topic) { return try RTL433Device(binding) }
      return try RTL433Sensor(binding)
    }, valve: nil, thermostat: nil,
    paths: "a key of the event, or a level below the device: moisture")
}

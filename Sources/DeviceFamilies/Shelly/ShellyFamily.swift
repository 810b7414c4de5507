import GardenCore

extension Family {
  static let shelly = Family(
    name: .shelly, summary: "Shelly devices of every generation",
    topic:
      "the device's prefix: shellyplus1-a8032ab12345, for the first generation shellies/shelly1-B9CD12; part says which component",
    options: [.sensorPart, .fields, .availability, .temperatureUnit, .part, .time],
    quantities: [.temperature, .humidity, .light, .power, .battery],
    sensor: { (binding) throws(BindingProblem) in
      guard ShellyGeneration.isFirst(binding.topic) else { return try ShellySensor(binding) }
      return try ShellyGen1Sensor(binding)
    },
    valve: { (binding) throws(BindingProblem) in
      guard ShellyGeneration.isFirst(binding.topic) else { return try ShellySwitch(binding) }
      return try ShellyGen1Relay(binding)
    },
    thermostat: { (binding) throws(BindingProblem) in
      guard ShellyGeneration.isFirst(binding.topic) else { return try ShellyThermostat(binding) }
      return try ShellyGen1Thermostat(binding)
    },
    paths:
      "the component, then its key: voltmeter:100.voltage; first generation: levels below the device: sensor.temperature"
  )
}

/// Devices of the first generation always publish below `shellies/`, later ones below a prefix of the owner's choice, by
/// default their id. The prefix of a later one must not begin with `shellies/`.
enum ShellyGeneration {
  static func isFirst(_ topic: String) -> Bool { topic.hasPrefix("shellies/") }

  /// The number of a relay or of an add-on's sensor.
  static func number(_ part: String?, default number: Int, _ hint: String) throws(BindingProblem) -> Int {
    guard let part else { return number }
    guard let number = Int(part), (0...999).contains(number), part == "\(number)" else {
      throw .badPart(part, hint)
    }
    return number
  }
}

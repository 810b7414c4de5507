import GardenCore
import PayloadJSON

extension Family {
  package static let chirpstack: Family = Family(
    name: "chirpstack", summary: "LoRaWAN probes, and valves by downlink, through ChirpStack v4",
    topic: "the device: application/<uuid>/device/<devEui>",
    example: LoRaWANServer.chirpStack.example(
      device: "application/3f1c7b1e-9d8a-4a5e-8a57-0c3b4a1d2e9f/device/24e124126d37699"),
    options: [.select, .fields, .availability, .temperatureUnit, .template, .time],
    quantities: [.moisture, .temperature, .conductivity, .battery],
    sensor: { (binding) throws(BindingProblem) in try LoRaWANSensor(binding, .chirpStack) },
    valve: { (binding) throws(BindingProblem) in try LoRaWANDriver(binding, .chirpStack) },
    thermostat: { (binding) throws(BindingProblem) in try LoRaWANDriver(binding, .chirpStack) },
    recognizer: Recognizer(.own, guesses: true) { heard in
      let levels = heard.levels
      guard levels.count == 6, levels[0] == "application", levels[2] == "device", levels[4] == "event",
        levels[5] == "up" || levels[5] == "status", let object = heard.object
      else { return [] }
      let name = (object["deviceInfo"]?["deviceName"] ?? object["deviceName"])?.text ?? levels[3]
      return [.sensor(.chirpstack, topic: heard.joined(0..<4), label: name)]
    },
    closesByItself: CommandTemplate.closingAdvice,
    paths: "the root of the uplink: object.water_SOIL")
}

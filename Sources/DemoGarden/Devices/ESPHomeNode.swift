import GardenCore
import GardenSimulation
import MQTTTypes

/// An ESPHome node: one retained text number per object, `nan` where the part is unplugged, birth and will.
struct ESPHomeNode: SimulatedDevice {
  let prefix: String
  var probe: PottedProbe
  let place: Int

  var station: Station {
    Station(
      clientID: prefix, will: MQTTPublication("\(prefix)/status", "offline", retained: true),
      births: [MQTTPublication("\(prefix)/status", "online", retained: true)])
  }

  mutating func speak(in world: SimulatedWorld, at now: Timestamp) -> [MQTTPublication] {
    probe.reports(in: world, until: now).flatMap { report in
      let moisture = report.value(.moisture).map { Spelling.fixed($0, 1) } ?? "nan"
      let air = Spelling.fixed(world.places[place].temperature, 1)
      return [
        MQTTPublication("\(prefix)/sensor/chili_soil_moisture/state", moisture, retained: true),
        MQTTPublication("\(prefix)/sensor/greenhouse_temperature/state", air, retained: true),
        MQTTPublication(
          "\(prefix)/debug",
          "\u{1B}[0;36m[D][sensor:093]: 'Chili Soil Moisture': Sending state \(moisture) %\u{1B}[0m"),
      ]
    }
  }
}

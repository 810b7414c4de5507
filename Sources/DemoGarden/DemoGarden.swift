package import GardenCore
package import GardenSimulation
import MQTTTypes

/// Eight plants, nine probes, two valves and a greenhouse heater that speak the formats of real firmware, for the
/// ids and topics of `config/demo.yaml`. A value: time and messages go in, messages come out.
package struct DemoGarden: Sendable {
  /// The program shows the demo without any file.
  package static let config = String(decoding: PackageResources.demo_yaml, as: UTF8.self)

  package private(set) var world: SimulatedWorld
  package let stations: [Station]
  private var devices: [any SimulatedDevice]

  /// `calendar`: the site's, for times without a zone.
  package init(seed: UInt64, calendar: SiteCalendar, baseTopic: String = "plants", at now: Timestamp) {
    world = DemoLayout.world(seed: seed, calendar: calendar, at: now)
    devices = DemoLayout.devices(seed: seed, calendar: calendar, baseTopic: baseTopic, at: now)
    stations = devices.map(\.station)
  }

  /// Lets time pass up to `now`; what the devices say meanwhile.
  package mutating func turn(to now: Timestamp) -> [StationMessage] {
    var said: [StationMessage] = []
    while world.now < now {
      let next = min(now, world.now + SimulatedWorld.stepMax)
      let spoken = world.pass(to: next)
      for i in devices.indices {
        for spoke in spoken { add(devices[i].valveChanged(spoke, in: world, at: next), from: i, to: &said) }
        add(devices[i].speak(in: world, at: next), from: i, to: &said)
      }
    }
    return said
  }

  /// A message that one of the stations had subscribed to.
  package mutating func hear(
    station: Int, topic: String, payload: [UInt8], at now: Timestamp
  ) -> [StationMessage] {
    guard devices.indices.contains(station) else { return [] }
    var said: [StationMessage] = []
    add(devices[station].hear(topic, payload, in: &world, at: now), from: station, to: &said)
    return said
  }

  private func add(_ publications: [MQTTPublication], from station: Int, to said: inout [StationMessage]) {
    for publication in publications {
      said.append(StationMessage(station: station, publication: publication))
    }
  }

  /// What is wrong with whom, for the reader of the live view.
  package static let legend = [
    "basil-probe: says 0 % and 0 °C when it joins, later repeats old values from its cache",
    "fern-second-probe: says “unavailable” for a while, then falls silent",
    "tomato-probe: its DS18B20 loses power now and then and says 85 °C",
    "chili-probe: says nan for an hour every day",
    "orchid-probe: one quantity per message, heard by two gateways",
    "rosemary-probe: repeats each message up to three times; a neighbour's probe shares the topic",
    "lemon-probe: numbers as text; an absent DS18B20 says 3276.70",
    "cactus-probe: sticks at one value on the second day",
  ]
}

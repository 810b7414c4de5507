import GardenCore
import GardenSimulation
import MQTTTypes

/// Somebody's own firmware: JSON with a fraction and degrees Fahrenheit; -1 where the probe is unplugged.
struct HomemadeJSONProbe: SimulatedDevice {
  let topic: String
  var probe: PottedProbe

  var station: Station { Station(clientID: "windowsill-esp") }

  mutating func speak(in world: SimulatedWorld, at now: Timestamp) -> [MQTTPublication] {
    probe.reports(in: world, until: now).map { report in
      let level = report.value(.moisture).map { Spelling.short($0 / 100, 3) } ?? "-1"
      let fahrenheit = (report.value(.temperature) ?? 0) * 1.8 + 32
      return MQTTPublication(
        topic, #"{"soil": {"level": \#(level), "temp": \#(Spelling.short(fahrenheit, 1))}, "batt": 58}"#)
    }
  }
}

/// A topic with a bare number; `unavailable` where there is none.
struct PlainProbe: SimulatedDevice {
  let topic: String
  var probe: PottedProbe

  var station: Station { Station(clientID: "fern-second-probe") }

  mutating func speak(in world: SimulatedWorld, at now: Timestamp) -> [MQTTPublication] {
    probe.reports(in: world, until: now).map { report in
      MQTTPublication(topic, report.value(.moisture).map { Spelling.fixed($0, 1) } ?? "unavailable")
    }
  }
}

import GardenCore
import Testing

/// Devices that say that they are offline after each report, in their makers' words.
@Suite struct SleepingDeviceTests {
  private func isAsked(_ sensor: String, every pause: Duration, _ report: (inout Wire) -> Void) throws -> Bool
  {
    var wire = try Wire(
      """
      sensors:
        probe: \(sensor)
      plants:
        basil: {name: Basil, sensors: probe, dry_below: 30%, dwell: 5s}
      """)
    for _ in 0..<12 {
      report(&wire)
      wire.pass(pause - .milliseconds(600))
    }
    return wire.sent.contains { $0.topic.hasSuffix("/state/reminder/water-basil") && !$0.payload.isEmpty }
  }

  @Test(arguments: [Duration.seconds(9), .hours(1)])
  func `a Tasmota probe in deep sleep gets dry`(_ pause: Duration) throws {
    let sensor = "{family: tasmota, topic: akku, fields: {moisture: {path: ANALOG.Moisture, unit: percent}}}"
    let isAsked = try isAsked(sensor, every: pause) { wire in
      wire.hear("tele/akku/LWT", "Online")
      wire.hear("tele/akku/SENSOR", #"{"ANALOG":{"Moisture":12}}"#)
      wire.pass(.milliseconds(600))
      wire.hear("tele/akku/LWT", "Offline")
    }
    #expect(isAsked)
  }

  @Test(arguments: [Duration.seconds(9), .hours(1)])
  func `an ESPHome probe with its usual will gets dry`(_ pause: Duration) throws {
    let sensor = "{family: esphome, topic: node, fields: {moisture: soil_moisture}}"
    let isAsked = try isAsked(sensor, every: pause) { wire in
      wire.hear("node/sensor/soil_moisture/state", "22.1")
      wire.pass(.milliseconds(600))
      wire.hear("node/status", "offline")
    }
    #expect(isAsked)
  }
}

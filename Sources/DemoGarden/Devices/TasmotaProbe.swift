import GardenCore
import GardenSimulation
import MQTTTypes

/// A capacitive probe on the analog input of an ESP8266 and a DS18B20, with Tasmota: raw counts that fall as the soil
/// gets wetter, and 85 °C where the DS18B20 has lost its power.
struct TasmotaProbe: SimulatedDevice {
  let topic: String
  var probe: PottedProbe
  let calendar: SiteCalendar
  /// Counts of dry and of wet soil.
  static let dryCount = 720.0
  static let wetCount = 260.0

  var station: Station {
    Station(
      clientID: "DVES_\(topic)", will: MQTTPublication("tele/\(topic)/LWT", "Offline", retained: true),
      births: [MQTTPublication("tele/\(topic)/LWT", "Online", retained: true)])
  }

  mutating func speak(in world: SimulatedWorld, at now: Timestamp) -> [MQTTPublication] {
    probe.reports(in: world, until: now).map { report in
      let moisture = world.truth(.moisture, pot: probe.pot)
      let percent = report.value(.moisture) ?? moisture
      let counts = Self.dryCount + (Self.wetCount - Self.dryCount) * percent / 100
      let temperature = report.value(.temperature).map { Spelling.fixed($0, 1) } ?? "85.0"
      return MQTTPublication(
        "tele/\(topic)/SENSOR",
        #"{"Time":"\#(Spelling.time(report.measuredAt, calendar))","ANALOG":{"A0":\#(Spelling.fixed(counts, 0))},"#
          + #""DS18B20":{"Id":"00000566CC39","Temperature":\#(temperature)},"TempUnit":"C"}"#)
    }
  }
}

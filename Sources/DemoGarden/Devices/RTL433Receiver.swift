import GardenCore
import GardenSimulation
import MQTTTypes

/// `rtl_433 -F mqtt` with an Ecowitt WH51 of ours and one of the neighbours': each transmission is heard up to three
/// times, and all devices share the topic.
struct RTL433Receiver: SimulatedDevice {
  var probe: PottedProbe
  let id: String
  let calendar: SiteCalendar
  private var random: SplitMix64

  init(probe: PottedProbe, id: String, calendar: SiteCalendar, seed: UInt64) {
    self.probe = probe
    self.id = id
    self.calendar = calendar
    random = SplitMix64(seed: seed)
  }

  var station: Station { Station(clientID: "rtl_433-shed") }

  mutating func speak(in world: SimulatedWorld, at now: Timestamp) -> [MQTTPublication] {
    probe.reports(in: world, until: now).flatMap { report in
      let ours = event(id: id, moisture: report.value(.moisture) ?? 0, at: report.measuredAt)
      let theirs = event(id: "00c3a1", moisture: 3 + random.unit() * 4, at: report.measuredAt)
      let heard = 1 + Int(random.next() % 3)
      return Array(repeating: ours, count: heard) + (random.unit() < 0.4 ? [theirs] : [])
    }
  }

  private func event(id: String, moisture: Double, at time: Timestamp) -> MQTTPublication {
    let counts = 70 + moisture / 100 * 380
    return MQTTPublication(
      "rtl_433/shed/events",
      #"{"time":"\#(Spelling.time(time, calendar, separator: " "))","model":"Fineoffset-WH51","id":"\#(id)","#
        + #""battery_ok":0.77778,"battery_mV":1400,"moisture":\#(Spelling.fixed(moisture, 0)),"boost":0,"#
        + #""ad_raw":\#(Spelling.fixed(counts, 0)),"mic":"CRC"}"#)
  }
}

import GardenCore
import GardenSimulation
import MQTTTypes

/// A Bluetooth gateway that hears a MiFlora: one quantity per message. Two gateways with the same probe and seed hear
/// the same values, the second a little later and not always.
struct MiFloraGateway: SimulatedDevice {
  let name: String
  let mac: String
  var probe: PottedProbe
  /// How much of what the probe says gets through, 0…1.
  let hearing: Double
  private var random: SplitMix64
  private var turn = 0

  init(name: String, mac: String, probe: PottedProbe, hearing: Double, seed: UInt64) {
    self.name = name
    self.mac = mac
    self.probe = probe
    self.hearing = hearing
    random = SplitMix64(seed: seed)
  }

  var station: Station {
    Station(
      clientID: name, will: MQTTPublication("home/\(name)/LWT", "offline", retained: true),
      births: [MQTTPublication("home/\(name)/LWT", "online", retained: true)])
  }

  mutating func speak(in world: SimulatedWorld, at now: Timestamp) -> [MQTTPublication] {
    var said: [MQTTPublication] = []
    for report in probe.reports(in: world, until: now) {
      turn += 1
      guard random.unit() < hearing else { continue }
      let rssi = -70 - Int(random.next() % 20)
      said.append(
        MQTTPublication(
          "home/\(name)/BTtoMQTT/\(mac.split(separator: ":").joined())",
          #"{"id":"\#(mac)","rssi":\#(rssi),"brand":"Xiaomi/VegTrug","model":"MiFlora","#
            + #""model_id":"HHCCJCY01HHCC","type":"PLANT",\#(quantity(of: report)),"mac":"\#(mac)"}"#))
    }
    return said
  }

  private func quantity(of report: ProbeReport) -> String {
    switch turn % 4 {
    case 0: return #""moi":\#(Spelling.fixed(report.value(.moisture) ?? 0, 0))"#
    case 1:
      let celsius = report.value(.temperature) ?? 0
      return
        #""tempc":\#(Spelling.short(celsius, 1)),"tempf":\#(Spelling.short(celsius * 1.8 + 32, 2))"#
    case 2: return #""lux":\#(Spelling.fixed(report.value(.light) ?? 0, 0))"#
    default: return #""fer":\#(Spelling.fixed(report.value(.conductivity) ?? 0, 0))"#
    }
  }
}

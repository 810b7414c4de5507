import GardenCore
import GardenSimulation
import MQTTTypes

/// A two-relay board with Tasmota; the first relay holds the valve and `PulseTime1` limits how long.
///
/// Source: Tasmota, Commands: `PulseTime<x>` 1…111 = tenths of a second, 112…64900 = seconds + 100.
struct TasmotaValve: SimulatedDevice {
  let topic: String
  let valve: Int
  private var pulse = 0
  private var nextStateAt: Timestamp

  init(topic: String, valve: Int, at now: Timestamp) {
    self.topic = topic
    self.valve = valve
    nextStateAt = now
  }

  var station: Station {
    Station(
      clientID: "DVES_\(topic)", will: MQTTPublication("tele/\(topic)/LWT", "Offline", retained: true),
      births: [MQTTPublication("tele/\(topic)/LWT", "Online", retained: true)], filters: ["cmnd/\(topic)/+"])
  }

  mutating func speak(in world: SimulatedWorld, at now: Timestamp) -> [MQTTPublication] {
    guard nextStateAt <= now else { return [] }
    nextStateAt = now + .minutes(15)
    let isOpen = world.valves[valve].isOpen
    return [
      MQTTPublication(
        "tele/\(topic)/STATE", #"{"UptimeSec":4711,"Heap":25,"POWER1":"\#(word(isOpen))","POWER2":"OFF"}"#)
    ]
  }

  mutating func hear(
    _ heard: String, _ payload: [UInt8], in world: inout SimulatedWorld, at now: Timestamp
  ) -> [MQTTPublication] {
    guard let command = heard.split(separator: "/").last?.lowercased() else { return [] }
    let text = String(decoding: payload, as: UTF8.self)
    guard command == "backlog" || command == "backlog0" else {
      return obey(command, text, in: &world, at: now)
    }
    return text.split(separator: ";").prefix(30).flatMap { part in
      let words = part.split(separator: " ", maxSplits: 1)
      let argument = words.count > 1 ? String(words[1]) : ""
      return obey((words.first ?? "").lowercased(), argument, in: &world, at: now)
    }
  }

  mutating func valveChanged(
    _ spoke: SimulatedWorld.ValveSpoke, in world: SimulatedWorld, at now: Timestamp
  ) -> [MQTTPublication] {
    spoke.valve == valve ? power(spoke.report.isOpen) : []
  }

  private mutating func obey(
    _ command: String, _ argument: String, in world: inout SimulatedWorld, at now: Timestamp
  ) -> [MQTTPublication] {
    switch command {
    case "pulsetime", "pulsetime1":
      if let value = Int(argument) { pulse = min(max(value, 0), 64_900) }
      return [result(#"{"PulseTime1":{"Set":\#(pulse),"Remaining":0}}"#)]
    case "power", "power1":
      switch argument.uppercased() {
      case "ON", "1": world.valves[valve].open(runs: runTime, at: now)
      case "OFF", "0": world.valves[valve].close(at: now)
      case "": return power(world.valves[valve].isOpen)
      default: return [result(#"{"Command":"Error"}"#)]
      }
      return []
    case "state":
      nextStateAt = now
      return []
    default:
      return [result(#"{"Command":"Unknown"}"#)]
    }
  }

  private var runTime: Duration? {
    switch pulse {
    case 0: nil
    case ...111: .milliseconds(pulse * 100)
    default: .seconds(pulse - 100)
    }
  }

  private func power(_ isOpen: Bool) -> [MQTTPublication] {
    [result(#"{"POWER1":"\#(word(isOpen))"}"#), MQTTPublication("stat/\(topic)/POWER1", word(isOpen))]
  }

  private func result(_ json: String) -> MQTTPublication { MQTTPublication("stat/\(topic)/RESULT", json) }

  private func word(_ isOpen: Bool) -> String { isOpen ? "ON" : "OFF" }
}

import FoundationEssentials
import GardenCore
import GardenSimulation
import MQTTTypes

/// zigbee2mqtt with two soil probes, a Sonoff SWV valve and a radio thermostat, all behind one MQTT client.
///
/// Source of the formats: zigbee2mqtt's device pages of TS0601_soil, 3RSM0147Z, SWV and the thermostats.
struct Zigbee2MQTTStation: SimulatedDevice {
  private struct Wish: Decodable {
    var state: String?
    var onTime: Double?
    var setpoint: Double?
    enum CodingKeys: String, CodingKey {
      case state
      case onTime = "on_time"
      case setpoint = "occupied_heating_setpoint"
    }
  }

  static let base = "zigbee2mqtt"
  static let names = ["Basil", "Bath room/Fern", "Basil valve", "Greenhouse heater"]

  var basil: PottedProbe
  var fern: PottedProbe
  let valve: Int
  let place: Int
  private var heaterSpeaksAt: Timestamp?
  private var nextStateAt: Timestamp

  init(basil: PottedProbe, fern: PottedProbe, valve: Int, place: Int, at now: Timestamp) {
    self.basil = basil
    self.fern = fern
    self.valve = valve
    self.place = place
    nextStateAt = now
  }

  var station: Station {
    let state = "\(Self.base)/bridge/state"
    let births =
      [MQTTPublication(state, #"{"state":"online"}"#, retained: true, qos: .atLeastOnce)]
      + Self.names.map {
        MQTTPublication(
          "\(Self.base)/\($0)/availability", #"{"state":"online"}"#, retained: true, qos: .atLeastOnce)
      }
    return Station(
      clientID: "zigbee2mqtt", will: MQTTPublication(state, #"{"state":"offline"}"#, retained: true),
      births: births, filters: Self.names.flatMap { ["\(Self.base)/\($0)/set", "\(Self.base)/\($0)/get"] })
  }

  mutating func speak(in world: SimulatedWorld, at now: Timestamp) -> [MQTTPublication] {
    var said: [MQTTPublication] = []
    for report in basil.reports(in: world, until: now) { said.append(message(Self.names[0], tuya(report))) }
    for report in fern.reports(in: world, until: now) {
      said.append(message(Self.names[1], thirdReality(report)))
    }
    if let at = heaterSpeaksAt, at <= now {
      heaterSpeaksAt = nil
      said.append(message(Self.names[3], heater(world)))
    }
    if nextStateAt <= now {
      nextStateAt = now + .minutes(15)
      said.append(message(Self.names[2], valveState(world)))
      said.append(message(Self.names[3], heater(world)))
    }
    return said
  }

  mutating func hear(
    _ topic: String, _ payload: [UInt8], in world: inout SimulatedWorld, at now: Timestamp
  ) -> [MQTTPublication] {
    let name = Self.names.first { topic.hasPrefix("\(Self.base)/\($0)/") } ?? ""
    if topic.hasSuffix("/get") { return answer(name, world) }
    guard topic.hasSuffix("/set"), let wish = try? JSONDecoder().decode(Wish.self, from: Data(payload)) else {
      return []
    }
    if name == Self.names[2], let state = wish.state?.uppercased() {
      if state == "ON" {
        world.valves[valve].open(runs: wish.onTime.map { .seconds(min(max($0, 0), 86_400)) }, at: now)
      }
      if state == "OFF" { world.valves[valve].close(at: now) }
    }
    if name == Self.names[3], let value = wish.setpoint {
      world.places[place].take(setpoint: value)
      // A radio thermostat listens when it wakes up, and answers then.
      heaterSpeaksAt = now + .seconds(30)
    }
    return []
  }

  mutating func valveChanged(
    _ spoke: SimulatedWorld.ValveSpoke, in world: SimulatedWorld, at now: Timestamp
  ) -> [MQTTPublication] {
    spoke.valve == valve ? [message(Self.names[2], valveState(world))] : []
  }

  private func answer(_ name: String, _ world: SimulatedWorld) -> [MQTTPublication] {
    switch name {
    case Self.names[2]: [message(name, valveState(world))]
    case Self.names[3]: [message(name, heater(world))]
    default: []
    }
  }

  private func message(_ name: String, _ json: String) -> MQTTPublication {
    MQTTPublication("\(Self.base)/\(name)", json)
  }

  private func tuya(_ report: ProbeReport) -> String {
    let moisture = Spelling.fixed(report.value(.moisture) ?? 0, 0)
    let temperature = Spelling.short(report.value(.temperature) ?? 0, 1)
    let unit = report.isJoining ? "null" : #""celsius""#
    return #"{"battery":87,"battery_state":"high","last_seen":"\#(Spelling.utc(report.measuredAt))","#
      + #""linkquality":83,"soil_moisture":\#(moisture),"temperature":\#(temperature),"#
      + #""temperature_unit":\#(unit)}"#
  }

  private func thirdReality(_ report: ProbeReport) -> String {
    let moisture = report.value(.moisture).map { Spelling.short($0, 2) } ?? "null"
    let temperature = report.value(.temperature).map { Spelling.short($0, 2) } ?? "null"
    return #"{"battery":64,"last_seen":"\#(Spelling.utc(report.measuredAt))","linkquality":127,"#
      + #""soil_moisture":\#(moisture),"temperature":\#(temperature)}"#
  }

  private func valveState(_ world: SimulatedWorld) -> String {
    let valve = world.valves[valve]
    let seconds = valve.openedAt.map { max(0, (world.now - $0).wholeSeconds) } ?? 0
    return #"{"battery":95,"current_device_status":"normal_state","#
      + #""flow":\#(Spelling.short(valve.flow * 0.06, 4)),"linkquality":98,"#
      + #""real_time_irrigation_duration":\#(seconds),"#
      + #""real_time_irrigation_volume":\#(Spelling.short(valve.litres, 2)),"#
      + #""state":"\#(valve.isOpen ? "ON" : "OFF")","valve_work_state":"\#(valve.isOpen ? "working" : "idle")"}"#
  }

  private func heater(_ world: SimulatedWorld) -> String {
    let place = world.places[place]
    return #"{"battery":71,"linkquality":61,"local_temperature":\#(Spelling.short(place.temperature, 1)),"#
      + #""occupied_heating_setpoint":\#(Spelling.short(place.setpoint, 1)),"#
      + #""running_state":"\#(place.isHeating ? "heat" : "idle")","system_mode":"heat"}"#
  }
}

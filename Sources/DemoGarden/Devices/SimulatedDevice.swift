import GardenCore
import GardenSimulation
import MQTTTypes

/// One client of the broker that speaks the way real firmware does.
protocol SimulatedDevice: Sendable {
  var station: Station { get }
  /// What it says by itself, up to `now`.
  mutating func speak(in world: SimulatedWorld, at now: Timestamp) -> [MQTTPublication]
  /// Someone told it something.
  mutating func hear(
    _ topic: String, _ payload: [UInt8], in world: inout SimulatedWorld, at now: Timestamp
  ) -> [MQTTPublication]
  /// One of the world's valves changed; a device that owns it says so.
  mutating func valveChanged(
    _ spoke: SimulatedWorld.ValveSpoke, in world: SimulatedWorld, at now: Timestamp
  ) -> [MQTTPublication]
}

extension SimulatedDevice {
  mutating func hear(
    _ topic: String, _ payload: [UInt8], in world: inout SimulatedWorld, at now: Timestamp
  ) -> [MQTTPublication] { [] }

  mutating func valveChanged(
    _ spoke: SimulatedWorld.ValveSpoke, in world: SimulatedWorld, at now: Timestamp
  ) -> [MQTTPublication] { [] }
}

/// A probe in a pot: what every sensing device is built around.
struct PottedProbe: Sendable {
  var pot: Int
  var probe: SimulatedProbe

  mutating func reports(in world: SimulatedWorld, until now: Timestamp) -> [ProbeReport] {
    let pot = pot
    return probe.reports(until: now) { world.truth($0, pot: pot) }
  }
}

extension ProbeReport {
  /// The value of that quantity; `nil` where the report has none or the sensing part is off.
  func value(_ quantity: Quantity) -> Double? { samples.first { $0.quantity == quantity }?.value }
}

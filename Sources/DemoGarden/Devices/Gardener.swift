import FoundationEssentials
import GardenCore
import GardenSimulation
import MQTTTypes

/// Carries the can: whoever answers "done" in the demo has watered, so the pot gets its water.
struct Gardener: SimulatedDevice {
  private struct Action: Decodable {
    var id: String
    var action: String
    var plant: String?
  }

  let baseTopic: String
  /// Pot of each plant id.
  let pots: [String: Int]
  private var poured: [String] = []

  init(baseTopic: String, pots: [String: Int]) {
    self.baseTopic = baseTopic
    self.pots = pots
  }

  var station: Station { Station(clientID: "demo-gardener", filters: ["\(baseTopic)/v1/d/+/up/action"]) }

  mutating func speak(in world: SimulatedWorld, at now: Timestamp) -> [MQTTPublication] { [] }

  mutating func hear(
    _ topic: String, _ payload: [UInt8], in world: inout SimulatedWorld, at now: Timestamp
  ) -> [MQTTPublication] {
    guard let action = try? JSONDecoder().decode(Action.self, from: Data(payload)),
      action.action == "water_done", let plant = action.plant, let pot = pots[plant],
      !poured.contains(action.id)
    else { return [] }
    poured.append(action.id)
    if poured.count > 100 { poured.removeFirst() }
    // As a person does it: until the soil looks well watered, the excess runs off.
    let litres = max(
      0.2, (world.pots[pot].capacity - world.pots[pot].moisture) / world.pots[pot].risePerLitre)
    world.pots[pot].pour(litres: litres)
    return []
  }
}

internal import GardenCore
internal import LoamKit

/// `/api/v1/plants`: every plant of the config, and how the bridge says it is.
struct PlantsDocument: Encodable {
  /// Seconds since 1970.
  var ts: Int64
  /// Whether the bridge was heard within the last minutes: what stands in `state` is current.
  var live: Bool
  var plants: [Plant]

  struct Plant: Encodable {
    var id: String
    var name: String
    /// What its sensors measure, and the history can be asked for.
    var quantities: [String]
    /// Absent where the bridge has not been heard.
    var state: State?
  }

  struct State: Encodable {
    var condition: String
    var reason: String?
    /// Percent.
    var moisture: Double?
    /// °C.
    var temperature: Double?
    /// lx.
    var light: Double?
    /// µS/cm.
    var conductivity: Double?
    /// Percent, the lowest of its sensors.
    var battery: Double?
    /// Percent.
    var dry_below: Double?
    var last_watering: Int64?
    var next_watering: Int64?
    var measured_at: Int64?
    var reminder_open: Bool
    var being_watered: Bool

    init(_ state: LoamKit.PlantState) {
      condition = state.s.rawValue
      reason = state.y?.rawValue
      moisture = state.m
      temperature = state.c
      light = state.u
      conductivity = state.e
      battery = state.b
      dry_below = state.d
      last_watering = state.l?.seconds
      next_watering = state.x?.seconds
      measured_at = state.t?.seconds
      reminder_open = state.f?.contains("r") ?? false
      being_watered = state.f?.contains("w") ?? false
    }
  }

  init(_ plan: GardenPlan, _ snapshot: BridgeSnapshot, isLive: Bool, at seconds: Int64) {
    ts = seconds
    live = isLive
    plants = plan.plants.map { plant in
      let measured = plant.shares.reduce(into: Set<Quantity>()) { $0.formUnion($1.quantities) }
      return Plant(
        id: plant.id, name: plant.name,
        quantities: HistoryQuestion.quantities.filter(measured.contains).map { "\($0.name)" },
        state: snapshot.plants[plant.id].map(State.init))
    }
  }
}

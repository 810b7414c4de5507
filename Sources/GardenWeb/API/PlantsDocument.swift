internal import GardenCore
internal import LoamKit

/// `/api/v1/plants`: every plant of the config, and how the bridge says it is.
struct PlantsDocument: DocumentPart {
  /// Now.
  var ts: EpochSeconds
  /// The bridge was heard within the last minutes: what stands in `state` is current.
  var live: Bool
  /// In the order of the config.
  var plants: [Plant]

  struct Plant: DocumentPart {
    /// Its key in the config.
    var id: String
    /// Its name.
    var name: String
    /// What its sensors measure, and the history can be asked for.
    var quantities: [String]
    /// Absent where the bridge has not been heard.
    var state: State?
  }

  struct State: DocumentPart {
    /// How it is.
    var condition: LoamKit.PlantState.Condition
    /// Why it is unknown.
    var reason: LoamKit.PlantState.Reason?
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
    var dryBelow: Double?
    /// Last watering.
    var lastWatering: EpochSeconds?
    /// Next watering.
    var nextWatering: EpochSeconds?
    /// In four of five cases it gets dry no sooner; absent: the next watering is no forecast.
    var dryEarliest: EpochSeconds?
    /// And no later.
    var dryLatest: EpochSeconds?
    /// When the newest reading was measured.
    var measuredAt: EpochSeconds?
    /// Somebody is asked to do something.
    var isReminderOpen: Bool
    /// Water runs for it.
    var isWatered: Bool
  }
}

extension PlantsDocument {
  init(_ f: Fields<Self>) {
    ts = f.required("ts", \.ts, .time)
    live = f.required("live", \.live, .flag)
    plants = f.required("plants", \.plants, .list(of: .part, 10_000))
  }

  init(_ plan: GardenPlan, _ snapshot: BridgeSnapshot, isLive: Bool, at seconds: Int64) {
    ts = EpochSeconds(clamping: seconds)
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

extension PlantsDocument.Plant {
  init(_ f: Fields<Self>) {
    id = f.required("id", \.id, .string)
    name = f.required("name", \.name, .string)
    quantities = f.required("quantities", \.quantities, .list(of: .word(of: HistoryRequest.quantities), 4))
    state = f.optional("state", \.state, .part)
  }
}

extension PlantsDocument.State {
  init(_ state: LoamKit.PlantState) {
    condition = state.s
    reason = state.y
    moisture = state.m
    temperature = state.c
    light = state.u
    conductivity = state.e
    battery = state.b
    dryBelow = state.d
    lastWatering = state.l
    nextWatering = state.x
    dryEarliest = state.a
    dryLatest = state.z
    measuredAt = state.t
    isReminderOpen = state.f?.contains("r") ?? false
    isWatered = state.f?.contains("w") ?? false
  }

  init(_ f: Fields<Self>) {
    condition = f.required("condition", \.condition, .word)
    reason = f.optional("reason", \.reason, .word)
    moisture = f.optional("moisture", \.moisture, .percent)
    temperature = f.optional("temperature", \.temperature, .number())
    light = f.optional("light", \.light, .number())
    conductivity = f.optional("conductivity", \.conductivity, .number())
    battery = f.optional("battery", \.battery, .percent)
    dryBelow = f.optional("dry_below", \.dryBelow, .percent)
    lastWatering = f.optional("last_watering", \.lastWatering, .time)
    nextWatering = f.optional("next_watering", \.nextWatering, .time)
    dryEarliest = f.optional("dry_earliest", \.dryEarliest, .time)
    dryLatest = f.optional("dry_latest", \.dryLatest, .time)
    measuredAt = f.optional("measured_at", \.measuredAt, .time)
    isReminderOpen = f.required("reminder_open", \.isReminderOpen, .flag)
    isWatered = f.required("being_watered", \.isWatered, .flag)
  }
}

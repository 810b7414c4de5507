import GardenCore
import GardenReplay
import GardenStore

/// A history on its way through a garden: whose value each is by the config, and what people did.
struct PastFeed {
  private(set) var replay: Replay
  /// Values of probes that the config does not have, by their id.
  private(set) var strangers: [String: Int] = [:]
  /// By the plan's sensors, whether a value of theirs came.
  private var isHeard: [Bool]
  private let plan: GardenPlan
  /// By the history's series; `nil`: no sensor of the config.
  private let sensors: [(sensor: SensorIndex?, quantity: Quantity)]
  private let names: [String]

  init(_ plan: GardenPlan, series: [(sensor: String, quantity: Quantity)], from start: Timestamp) {
    self.plan = plan
    isHeard = Array(repeating: false, count: plan.sensors.count)
    replay = Replay(plan: plan, from: start)
    let places = Dictionary(plan.sensors.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first
    }
    sensors = series.map { (places[$0.sensor].map { SensorIndex($0) }, $0.quantity) }
    names = series.map(\.sensor)
  }

  mutating func take(_ item: PastItem, at time: Timestamp) {
    switch item {
    case .value(let series, let value, let raw, let measuredAt):
      read(series, value, raw, measuredAt: measuredAt == time ? nil : measuredAt, at: time, .readings)
    case .mean(let series, let value, let isOfADay):
      read(series, value, nil, measuredAt: nil, at: time, isOfADay ? .days : .hours)
    case .watering(let watering):
      if let command = command(watering) { replay.take(.command(command), at: time) }
    }
  }

  private mutating func read(
    _ series: Int, _ value: Double, _ raw: Double?, measuredAt: Timestamp?, at time: Timestamp,
    _ resolution: PastResolution
  ) {
    let (sensor, quantity) = sensors[series]
    guard let sensor else {
      strangers[names[series], default: 0] += 1
      return
    }
    isHeard[Int(sensor.position)] = true
    replay.take(
      .reading(Reading(sensor: sensor, quantity: quantity, value: value, raw: raw, measuredAt: measuredAt)),
      at: time, resolution)
  }

  /// What a person did they do again. What the rule or a probe did then, rule and probe of this config decide.
  private func command(_ watering: WateringRecord) -> Command? {
    guard let device = watering.by, plan.device(device) != nil else { return nil }
    let head = CommandHead(id: watering.id, device: device, at: watering.from)
    switch watering.kind {
    case .hand: return .answer(head, plant: watering.plant, note: nil, .done)
    case .valve:
      return .water(head, plant: watering.plant, duration: max(watering.until - watering.from, .seconds(1)))
    case .seen: return nil
    }
  }

  /// Sensors of the config of which nothing came.
  var silent: [String] { zip(plan.sensors, isHeard).compactMap { $1 ? nil : $0.id } }

  mutating func finish(at end: Timestamp) -> ReplayAccount {
    replay.finish(at: end)
    return replay.account
  }
}

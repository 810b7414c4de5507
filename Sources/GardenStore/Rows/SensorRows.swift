import SQLite
import GardenCore

/// Last values that the garden itself asked to keep; those of the history join them when memory is loaded.
extension Tables {
  static let lastValues = SensorValue.table("sensor_last")

  static func put(_ sensor: SensorMemory, in db: Database) throws {
    try lastValues.remove(sensor.id, in: db)
    for last in sensor.last { try lastValues.put(SensorValue(sensor: sensor.id, last: last), in: db) }
    try learned.put(LearnedRow(sensor: sensor.id, learned: sensor.learned), in: db)
  }

  static let learned = EntityTable(
    "sensor_learned", blank: LearnedRow(sensor: "", learned: SensorLearned()),
    [
      .init("sensor", \.sensor),
      .init("learned", { Nested(value: $0.learned) }, { $0.learned = $1.value }),
    ])
}

/// What a sensor has taught of itself.
struct LearnedRow {
  var sensor: String
  var learned: SensorLearned
}

/// One last value with its sensor.
struct SensorValue {
  var sensor: String
  var last: SensorMemory.Last

  static func table(_ name: String) -> EntityTable<SensorValue> {
    EntityTable(
      name,
      blank: SensorValue(sensor: "", last: .init(quantity: .moisture, value: 0, raw: nil, measuredAt: nil)),
      order: "sensor, quantity",
      [
        .init("sensor", \.sensor), .init("quantity", \.last.quantity), .init("value", \.last.value),
        .init("raw", \.last.raw), .init("measured_at", \.last.measuredAt),
      ])
  }

  /// By sensor id, then quantity. Of two values of one quantity the one measured later stays, and a value of
  /// unknown age never displaces one whose age is known; else the later in `values`.
  static func grouped(_ values: [SensorValue], _ learned: [LearnedRow]) -> [SensorMemory] {
    let taught = Dictionary(learned.map { ($0.sensor, $0.learned) }) { $1 }
    var sensors: [String: [Quantity: SensorMemory.Last]] = [:]
    for value in values {
      let known = sensors[value.sensor]?[value.last.quantity]
      if let known, let knownAt = known.measuredAt {
        guard let at = value.last.measuredAt, at >= knownAt else { continue }
      }
      sensors[value.sensor, default: [:]][value.last.quantity] = value.last
    }
    return sensors.keys.sorted().map { id in
      let last = sensors[id, default: [:]].values.sorted { $0.quantity.rawValue < $1.quantity.rawValue }
      return SensorMemory(id: id, last: last, learned: taught[id] ?? SensorLearned())
    }
  }
}

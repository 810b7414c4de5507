import GRDB
import GardenCore

/// Last values that the garden itself asked to keep; those of the history join them when memory is loaded.
enum SensorRows {
  static let table = EntityTable(
    "sensor_last", ["sensor", "quantity", "value", "raw", "measured_at"], order: "sensor, quantity")

  static func put(_ sensor: SensorMemory, in db: Database) throws {
    try db.run("DELETE FROM sensor_last WHERE sensor = ?", [sensor.id])
    for last in sensor.last {
      try table.put(
        [
          sensor.id, last.quantity.rawValue, try last.value.storable("value of \(sensor.id)"),
          try last.raw?.storable("raw value of \(sensor.id)"), last.measuredAt?.milliseconds,
        ], in: db)
    }
  }

  static func all(in db: Database, unreadable: inout [String]) throws -> [SensorMemory] {
    let values = try table.all(in: db, unreadable: &unreadable) { row throws(UnreadableColumn) in
      try SensorValue(row)
    }
    return SensorValue.grouped(values)
  }
}

/// One last value with its sensor.
struct SensorValue {
  var sensor: String
  var last: SensorMemory.Last

  init(sensor: String, last: SensorMemory.Last) {
    self.sensor = sensor
    self.last = last
  }

  /// From columns `sensor`, `quantity`, `value`, `raw`, `measured_at`.
  init(_ row: StoredRow) throws(UnreadableColumn) {
    sensor = try row.text("sensor")
    last = SensorMemory.Last(
      quantity: try row.choice("quantity"), value: try row.real("value"),
      raw: try row.optionalReal("raw"), measuredAt: try row.optionalTime("measured_at"))
  }

  /// By sensor id, then quantity. Of two values of one quantity the one measured later stays, and a value of
  /// unknown age never displaces one whose age is known; else the later in `values`.
  static func grouped(_ values: [SensorValue]) -> [SensorMemory] {
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
      return SensorMemory(id: id, last: last)
    }
  }
}

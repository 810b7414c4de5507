package import GardenCore

/// An accepted reading on its way into the history.
package struct HistoryRow: Sendable, Hashable {
  package var sensor: String
  package var quantity: Quantity
  /// In the unit of ``Quantity``. A value that is not a number is left out and counted.
  package var value: Double
  package var raw: Double?
  /// When it was accepted.
  package var at: Timestamp
  /// When it was measured; `nil`: age unknown.
  package var measuredAt: Timestamp?

  package init(
    sensor: String, quantity: Quantity, value: Double, raw: Double? = nil, at: Timestamp,
    measuredAt: Timestamp?
  ) {
    self.sensor = sensor
    self.quantity = quantity
    self.value = value
    self.raw = raw
    self.at = at
    self.measuredAt = measuredAt
  }

  /// A reading without its own time was measured when it came, unless the broker had kept it.
  package init(_ reading: Reading, sensor: String, at: Timestamp) {
    self.init(
      sensor: sensor, quantity: reading.quantity, value: reading.value, raw: reading.raw, at: at,
      measuredAt: reading.measuredAt ?? (reading.wasRetained ? nil : at))
  }

  /// A later reading of the same series and second takes its place; the row keeps its time, and with it its order.
  package mutating func take(_ reading: Reading) {
    value = reading.value
    raw = reading.raw
    measuredAt = reading.measuredAt ?? (reading.wasRetained ? nil : at)
  }
}

/// One measured value of one sensor, in canonical units, on its way into the garden. Plain bits: no allocation.
package struct Reading: Sendable, Hashable {
  package var sensor: SensorIndex
  package var quantity: Quantity
  /// In the unit of ``Quantity``; finite.
  package var value: Double
  /// The value before calibration, where calibration was applied.
  package var raw: Double?
  /// The sensor's own time of measurement, where the message carries one that can be believed.
  package var measuredAt: Timestamp?
  /// Delivered with the retain flag on subscribing: without ``measuredAt`` it is old by an unknown amount.
  package var wasRetained: Bool
  /// The family repeats all known values in each message (zigbee2mqtt's cache): an unchanged value is no new
  /// measurement and does not make the quantity fresh.
  package var mayBeCached: Bool

  package init(
    sensor: SensorIndex, quantity: Quantity, value: Double, raw: Double? = nil,
    measuredAt: Timestamp? = nil, wasRetained: Bool = false, mayBeCached: Bool = false
  ) {
    self.sensor = sensor
    self.quantity = quantity
    self.value = value
    self.raw = raw
    self.measuredAt = measuredAt
    self.wasRetained = wasRetained
    self.mayBeCached = mayBeCached
  }
}

/// Why a value did not become a reading: a closed set, counted per sensor, shown in its state, logged once per change.
package enum Refusal: UInt8, Sendable, Hashable, CaseIterable {
  /// Outside ``Quantity/plausible``, or a sentinel that means "no probe".
  case impossible = 0
  /// Moved faster than the quantity can, and not confirmed by the next reading.
  case jump
  /// Measured before the newest one we have.
  case older
  /// The same value within a second, or the same measurement time again.
  case duplicate
  /// Text, boolean, NaN or infinity where a number belongs.
  case notANumber
  /// Null, `unavailable`, `unknown`, `nan`, empty: the sensor says that it has no value.
  case noValue
  /// The payload is not what the family sends (not JSON, truncated, too deep).
  case malformed
  /// More bytes than we read.
  case tooLarge
  /// The measurement's own time lies in the future beyond the allowed skew.
  case future
  /// More readings than the sensor's rate bound.
  case flood
  /// More than one device, or more than one field, fits what the config says.
  case ambiguous
  /// The message says itself that it is a test, a simulation or a replay.
  case notLive
  /// The device says that this probe is broken: ``Event/fault(_:_:_:)`` has its word.
  case fault
  /// The device says in the value's place that it cannot be reached.
  case unavailable
  /// 0 before any other value: many probes say so until they have measured.
  case unmeasured

  package static let count = 15

  /// The word in documents and logs.
  package var name: StaticString {
    switch self {
    case .impossible: "impossible"
    case .jump: "jump"
    case .older: "older"
    case .duplicate: "duplicate"
    case .notANumber: "not a number"
    case .noValue: "no value"
    case .malformed: "malformed"
    case .tooLarge: "too large"
    case .future: "future"
    case .flood: "flood"
    case .ambiguous: "ambiguous"
    case .notLive: "not live"
    case .fault: "probe fault"
    case .unavailable: "unavailable"
    case .unmeasured: "not measured"
    }
  }
}

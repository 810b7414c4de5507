/// A forecast of rain, for which the plants that stand outside may wait a little.
///
/// It only ever delays: it opens nothing, cancels nothing and makes no run longer.
package struct RainPlan: Sendable, Hashable {
  /// It measures ``Quantity/rain``.
  package var sensor: SensorIndex
  /// Less than this many millimetres is no rain.
  package var atLeast: Double
  /// A dry plant waits no longer than this, however much rain is said to come.
  package var delayMax: Duration

  package init(sensor: SensorIndex, atLeast: Double = 3, delayMax: Duration = .hours(24)) {
    self.sensor = sensor
    self.atLeast = atLeast
    self.delayMax = delayMax
  }
}

/// What shows, beside a valve's own word, whether water flows. A state can lie; a meter in the pipe cannot.
package struct EvidencePlan: Sendable, Hashable {
  /// A sensor with ``Quantity/flow`` or ``Quantity/volume`` in the pipe of this valve; several valves may share one.
  package var flowMeter: SensorIndex?
  /// The valve's own reports carry flow or litres.
  package var reportsFlow: Bool
  /// A sensor with ``Quantity/power`` of the pump, or of the valve's coil.
  package var powerMeter: SensorIndex?
  /// Litres per minute from which water flows.
  package var flowMin: Double
  /// Watts from which the pump runs.
  package var powerMin: Double
  /// Water must be seen, and must have stopped, within this time.
  package var within: Duration
  /// `false`: the valve goes on saying open after its run. Its timer closes it, and its meters alone prove that.
  package var reportsClosed: Bool

  package init(
    flowMeter: SensorIndex? = nil, reportsFlow: Bool = false, powerMeter: SensorIndex? = nil,
    flowMin: Double = 0.2, powerMin: Double = 5, within: Duration = .minutes(2), reportsClosed: Bool = true
  ) {
    self.flowMeter = flowMeter
    self.reportsFlow = reportsFlow
    self.powerMeter = powerMeter
    self.flowMin = flowMin
    self.powerMin = powerMin
    self.within = within
    self.reportsClosed = reportsClosed
  }

  /// Something beside the valve's own word shows whether water flows.
  package var hasCorroboration: Bool { measuresWater || powerMeter != nil }
  /// Litres, or at least a flow, can be counted.
  package var measuresWater: Bool { flowMeter != nil || reportsFlow }
}

package import GardenCore
package import MQTTTypes
package import PayloadJSON
import SparkplugPayload

/// A valve or a heater that is one metric of a Sparkplug B edge node or of a device behind one.
///
/// `topic` as for ``SparkplugSensor``; `part` is the metric: `CMD/valve`, or `valve`, which the birth may have in a folder.
/// Command: DCMD (NCMD for an edge node) with this one metric, not retained. Without a time
/// pysparkplug 0.6 refuses it, as the specification demands.
/// A valve is a boolean, true is open. A setpoint is a number in °C, in the type of the birth or else a double; a whole-number
/// metric takes whole numbers only. There is no timer on the device.
///
/// Report: the same metric in births and data, or, where the birth has a metric of the same name in the folder `DATA/`, that one,
/// since then the other is only what was wanted. Historical, null and bad values report nothing. A node that reports changes only says
/// nothing to a closing that changes nothing.
/// Source: Sparkplug specification 3.0.0, chapter 6; format reference §11.
package struct SparkplugControl: DeviceDriver {
  package let hasDeviceTimer = false
  private var session: SparkplugSession
  private let isValve: Bool
  private let part: String
  /// The metric that is written.
  private var told: SparkplugMetricName
  /// The metric that is measured, where the device has one.
  private var measured: SparkplugMetricName

  package var sources: [DeviceSource] { session.sources }
  package var question: MQTTPublication? { session.question }

  init(_ binding: ActuatorBinding) throws(BindingProblem) {
    session = try SparkplugSession(binding.topic)
    isValve = binding.isValve
    guard let part = binding.part, !part.isEmpty else { throw .needsPart("the metric, as CMD/valve") }
    self.part = part
    told = SparkplugMetricName(part, folder: "CMD/")
    let last = part.split(separator: "/").last.map(String.init) ?? part
    measured = SparkplugMetricName("DATA/" + last, folder: "DATA/")
  }

  package func publications(for action: ActuatorCommand.Action) -> [MQTTPublication] {
    publications(for: action, time: nil)
  }

  package func publications(for action: ActuatorCommand.Action, at time: Timestamp) -> [MQTTPublication] {
    publications(for: action, time: time.sinceEpoch)
  }

  private func publications(for action: ActuatorCommand.Action, time: UInt64?) -> [MQTTPublication] {
    let body: [UInt8]?
    let name = told.born ?? part
    switch action {
    case .open:
      body = isValve ? SparkplugPayload.command(name, .boolean(true), type: .boolean, timestamp: time) : nil
    case .close:
      body = isValve ? SparkplugPayload.command(name, .boolean(false), type: .boolean, timestamp: time) : nil
    case .setpoint(let celsius):
      guard !isValve, celsius.isFinite else { return [] }
      body = SparkplugPayload.command(name, .number(celsius), type: told.type ?? .double, timestamp: time)
    }
    return body.map { [MQTTPublication(topic: session.address.commandTopic, payload: $0)] } ?? []
  }

  package mutating func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    if let heard = session.take(payload, source: source, context, into: &items) {
      if heard.isBirth {
        told.learn(from: heard.body.metrics)
        measured.learn(from: heard.body.metrics)
      } else if session.isBorn {
        session.check(aliasesOf: heard.body)
      }
      read(heard, context, into: &items)
    }
    session.finish(context, into: &items)
  }

  private mutating func read(
    _ heard: SparkplugSession.Heard, _ context: DecodeContext, into items: inout [DecodedItem]
  ) {
    let isBorn = session.isBorn || heard.isBirth
    let name = isBorn && measured.born == measured.asked ? measured : told
    let live = heard.body.metrics.last { !$0.isHistorical && name.isMeant($0, isBorn: isBorn) }
    guard let live else { return }
    if live.isBad {
      items.append(.refused(nil, .noValue))
      return
    }
    switch live.value(bornAs: isBorn ? name.type : nil) {
    case .boolean(let isOpen) where isValve:
      items.append(.valve(ValveReport(isOpen: isOpen, wasRetained: context.wasRetained)))
    case .number(let celsius) where !isValve && celsius.isFinite: items.append(.setpoint(celsius))
    case .none: items.append(.refused(nil, .noValue))
    case .untyped:
      if !session.isBorn { session.miss() }
      items.append(.refused(nil, .malformed))
    case .boolean, .number, .text, .time, .misfit: items.append(.refused(nil, .malformed))
    }
  }
}

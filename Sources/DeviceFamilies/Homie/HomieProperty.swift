package import GardenCore
package import MQTTTypes
package import PayloadJSON

/// A valve or a heater that is one property of a Homie 3, 4 or 5 device.
///
/// `topic` is the property, `<device>/<node>/<property>`, or the device (``HomieTopics``), with `part` `<node>/<property>`.
/// Command: `<property>/set`, `true` or `false`, or a number as text; not retained. The device repeats the accepted value on the
/// property, or first on `<property>/$target` and then step by step on the property: for a setpoint both are reports; for a valve only
/// the property is, since a target is no open valve. There is no timer on the device.
///
/// A valve that is a number is a position, 0…100: only 0 is closed; once one was reported, it is told 100 and 0.
///
/// A heater in °F, by `<property>/$unit` or the unit in `$description`, is told and heard in °F. A retained report
/// waits until the unit is known; without one the numbers are °C.
/// Source: Homie convention 3.0.1, 4.0.0 and 5.0.0, "Property command topic", "Property attributes"; format reference §10.
package struct HomieProperty: DeviceDriver {
  package let sources: [DeviceSource]
  package let hasDeviceTimer = false
  private let property: String
  private let isValve: Bool
  /// Position of `$unit` or `$description` in ``sources``.
  private static let unitSource = 2
  private let isVersion5: Bool

  /// A valve that reports how far it is open is told so too.
  private var saysPosition = false
  private var isUnitKnown = false
  private var isFahrenheit = false
  /// A retained setpoint without its unit.
  private var held: NumberReading?

  init(_ binding: ActuatorBinding) throws(BindingProblem) {
    property = binding.part.map { "\(binding.topic)/\($0)" } ?? binding.topic
    isValve = binding.isValve
    guard let topics = HomieTopics(property: property) else { throw .needsPart("<node>/<property>") }
    isVersion5 = topics.isVersion5
    let unit = isVersion5 ? topics.description : property + "/$unit"
    let names = isValve ? [property] : [property, property + "/$target", unit]
    var sources: [DeviceSource] = []
    for name in names { sources.append(DeviceSource(filter: try Topics.exact(name))) }
    self.sources = sources
  }

  package func publications(for action: ActuatorCommand.Action) -> [MQTTPublication] {
    let text: String?
    switch action {
    case .open: text = isValve ? (saysPosition ? "100" : "true") : nil
    case .close: text = isValve ? (saysPosition ? "0" : "false") : nil
    case .setpoint(let celsius): text = isValve ? nil : number(celsius)
    }
    guard let text else { return [] }
    return [MQTTPublication(topic: property + "/set", payload: Array(text.utf8))]
  }

  private func number(_ celsius: Double) -> String? {
    DecimalText.of(isFahrenheit ? ((celsius * 9 / 5 + 32) * 10).rounded() / 10 : celsius)
  }

  package mutating func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    if payload.isTooLarge {
      items.append(.refused(nil, .tooLarge))
    } else if isValve {
      if case .value = payload.number() { saysPosition = true }
      items.append(
        saysPosition
          ? ValvePosition.item(payload, context)
          : ValveWord.item(payload, open: "true", closed: "false", context))
    } else if source == Self.unitSource {
      learn(payload, into: &items)
    } else {
      take(payload.number(), context, into: &items)
    }
  }

  private mutating func take(
    _ reading: NumberReading, _ context: DecodeContext, into items: inout [DecodedItem]
  ) {
    held = nil
    guard case .value(let number, unit: nil) = reading else {
      items.append(SetpointNumber.item(reading))
      return
    }
    if context.wasRetained, !isUnitKnown {
      held = reading
    } else {
      items.append(SetpointNumber.item(.value(number, unit: isFahrenheit ? .fahrenheit : nil)))
    }
  }

  private mutating func learn(_ payload: PayloadReader, into items: inout [DecodedItem]) {
    if payload.byteCount == 0 { return }
    var unit: NumberUnit?
    if isVersion5 {
      guard let description = payload.document(orRefuseInto: &items) else { return }
      let levels = property.split(separator: "/").suffix(2).map(String.init)
      unit = HomieDescription.unit(node: levels[0], property: levels[1], in: description)
    } else if payload.byteCount <= 16 {
      unit = UnitText.read(payload.text)
    }
    isUnitKnown = true
    isFahrenheit = unit == .fahrenheit
    guard case .value(let number, _) = held else { return }
    held = nil
    items.append(SetpointNumber.item(.value(number, unit: unit)))
  }
}

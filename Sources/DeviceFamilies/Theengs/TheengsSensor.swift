import GardenCore
import MQTTTypes
package import PayloadJSON

/// A Bluetooth probe heard by Theengs Gateway or OpenMQTTGateway.
///
/// `topic` is the probe's MAC address, with or without colons, or the whole filter. Topic:
/// `home/<gateway>/BTtoMQTT/<MAC without colons>`, one JSON object, not retained. Several gateways hear the same probe, so the
/// filter is `home/+/BTtoMQTT/<MAC>`, and one reading may come several times within a second.
///
/// | key | quantity | unit |
/// |---|---|---|
/// | `moi` | moisture | % |
/// | `tempc`, else `tempf` | temperature | °C, °F |
/// | `hum` | humidity | % |
/// | `lux` | light | lx |
/// | `fer` | conductivity | µS/cm |
/// | `batt` | battery | % |
///
/// A MiFlora sends one quantity per message and no battery. `volt` says nothing about how full a battery is and is not read.
/// `presence` `absent` is one gateway that hears the probe no more: no value, and no proof that it is gone. `id` (with colons),
/// `mac` and `rssi` are not read, unless `select` names them.
///
/// `home/<gateway>/LWT` `online` or `offline`, retained, speaks for the probe only where the filter names that one gateway; behind
/// `+` another may still hear it.
/// Source: Theengs Decoder and OpenMQTTGateway documentation; format reference §4.
package struct TheengsSensor: DeviceDecoder {
  package let sources: [DeviceSource]
  private let selection: FieldSelection
  private let fields: MappedFields
  private let availability: AvailabilityTopic?

  private static let fields = FamilyFields([
    .at(.moisture, "moi"), .at(.temperature, "tempc", unit: .celsius),
    .at(.temperature, "tempf", unit: .fahrenheit), .at(.humidity, "hum"), .at(.light, "lux"),
    .at(.conductivity, "fer"), .at(.battery, "batt"),
  ])

  init(_ binding: SensorBinding) throws(BindingProblem) {
    let state = try Topics.filter(try Self.filter(binding.topic))
    availability = try AvailabilityTopic.of(binding, family: try Self.lastWill(ofFilter: state))
    sources = [state, availability?.filter].compactMap { $0.map { DeviceSource(filter: $0) } }
    selection = FieldSelection(binding.select)
    fields = try Self.fields.of(binding)
  }

  private static func filter(_ topic: String) throws(BindingProblem) -> String {
    if topic.contains("/") { return topic }
    let digits = topic.filter { $0 != ":" && $0 != "-" }.uppercased()
    guard digits.utf8.count == 12, digits.allSatisfy(\.isHexDigit) else { throw .badTopic(topic) }
    return "home/+/BTtoMQTT/\(digits)"
  }

  /// The will of the one gateway that the filter names, beside its `BTtoMQTT`.
  private static func lastWill(ofFilter filter: TopicFilter) throws(BindingProblem) -> AvailabilityTopic? {
    let gateway = filter.levels.prefix { $0 != .name("BTtoMQTT") }
    let names = gateway.compactMap { if case .name(let name) = $0 { String(name) } else { nil } }
    guard !names.isEmpty, names.count == gateway.count, filter.levels.contains(.name("BTtoMQTT")) else {
      return nil
    }
    return try AvailabilityTopic(names.joined(separator: "/") + "/LWT")
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    if source == 1 {
      availability?.decode(payload, into: &items)
      return
    }
    guard let message = payload.document(orRefuseInto: &items), selection.accepts(message) else { return }
    if message["presence"]?.textEquals("absent") == true {
      items.append(.refused(nil, .noValue))
    } else {
      fields.decode(message, MappedFields.Facts(), into: &items)
    }
  }
}

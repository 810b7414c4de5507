import GardenCore
import MQTTTypes
package import PayloadJSON

/// A Zigbee sensor through zigbee2mqtt.
///
/// Topics: `<base>/<friendly name>`, one flat JSON object, not retained unless set per device; or one topic per property
/// (``PropertyTopics``): both are listened to. The name may hold blanks, `/` and letters of any script. Availability:
/// ``Zigbee2MQTTPresence``.
///
/// | key | quantity | unit | notes |
/// |---|---|---|---|
/// | `soil_moisture`, `soil_humidity` | moisture | % | a 0 from before the first measurement is none: ``JoiningProbe`` |
/// | `temperature`, `local_temperature` | temperature | `temperature_unit`, else °C | the second on thermostats |
/// | `humidity` | humidity | % | of the air, unless mapped |
/// | `illuminance_lux`, `illuminance` | light | lx | |
/// | `flow` | flow | m³/h | a valve's; the last before it closed may stay in the cache |
/// | `power` | power | W | a plug's |
/// | `battery` | battery | % | |
/// | `battery_state` | battery low | `low`, `medium`, `high` | only where there is no `battery` |
/// | `last_seen` | time | ISO 8601, or milliseconds | `2 minutes ago` (`relative`) is not used |
///
/// A cached state is published whole with each change, so a value that did not change may not have been measured. As a topic of
/// its own `last_seen` comes behind the values it belongs to, and is not used.
///
/// `temperature_unit` `fahrenheit` on Tuya probes means what it says, though the converter promises °C; where the unit lies, the
/// binding's `temperatureUnit` wins.
///
/// Third Reality 3RSM0147Z and 3RSM0347Z with an older converter or firmware publish the moisture as `humidity`, and `soil_moisture`
/// null. That is read by itself only where the message names the model (`device.model`, with `include_device_information`):
/// b-parasite probes look the same before their first measurement, and their humidity is the air's. Without it the owner maps
/// moisture to `soil_moisture` or else `humidity`.
/// Source: zigbee2mqtt documentation, "MQTT topics and messages", device pages; its issue 31965; format reference §1.
package struct Zigbee2MQTTSensor: DeviceDecoder {
  package let sources: [DeviceSource]
  private let selection: FieldSelection
  private let fields: MappedFields
  private let thirdReality: MappedFields
  /// What the source behind the state's is about.
  private let properties: [Property]
  private var presence: Zigbee2MQTTPresence
  /// Whether the quantity is read from the key that a joining probe fills with 0.
  private let doubtsMoisture: Bool
  private let doubtsTemperature: Bool

  /// What the topic of the unit said.
  private var isUnitNull = false
  private var isFahrenheit = false
  private var moisture = JoiningProbe()
  private var temperature = JoiningProbe()
  /// Mappings that had a value on a topic of their own, as bits.
  private var heard: UInt64 = 0
  private var objectAt: Timestamp?

  private enum Property: Sendable, Hashable {
    /// Position in ``fields``.
    case mapping(Int)
    case temperatureUnit
    case batteryState
  }

  private static let known: [FieldMapping] = [
    .at(.moisture, "soil_moisture"), .at(.moisture, "soil_humidity"), .at(.temperature, "temperature"),
    .at(.temperature, "local_temperature"),
    .at(.humidity, "humidity"), .at(.light, "illuminance_lux"), .at(.light, "illuminance"),
    .at(.flow, "flow", unit: .cubicMetresPerHour), .at(.power, "power"), .at(.battery, "battery"),
  ]
  private static let knownOfThirdReality =
    known.filter { $0.quantity != .humidity } + [.at(.moisture, "humidity")]
  private static let fields = FamilyFields(known, also: Zigbee2MQTTState.keys)
  private static let fieldsOfThirdReality = FamilyFields(knownOfThirdReality)
  /// Values again on topics of their own come this soon behind the object.
  private static let repetition: Duration = .seconds(10)

  init(_ binding: SensorBinding) throws(BindingProblem) {
    let state = try Topics.filter(binding.topic)
    selection = FieldSelection(binding.select)
    fields = try Self.fields.of(binding)
    thirdReality = try Self.fieldsOfThirdReality.of(binding)
    doubtsMoisture = fields.reads(.moisture, "soil_moisture")
    doubtsTemperature = fields.reads(.temperature, "temperature")
    let own = state.hasWildcard ? nil : try AvailabilityTopic(binding.topic + "/availability")
    presence = try Zigbee2MQTTPresence(
      device: try AvailabilityTopic.of(binding, family: own),
      bridgeOf: binding.availability == nil ? binding.topic : nil)
    var sources = [DeviceSource(filter: state)]
    var properties: [Property] = []
    func add(_ topic: String, _ property: Property) throws(BindingProblem) {
      sources.append(DeviceSource(filter: try Topics.filter(topic)))
      properties.append(property)
    }
    // Behind a wildcard, and where a selection has to be made, a value alone does not say whose it is.
    if !state.hasWildcard, selection.isEmpty {
      for i in fields.mappings.indices.prefix(UInt64.bitWidth) {
        guard let topic = PropertyTopics.topic(of: fields.mappings[i].path, below: binding.topic) else {
          continue
        }
        try add(topic, .mapping(i))
      }
      try add(binding.topic + "/temperature_unit", .temperatureUnit)
      try add(binding.topic + "/battery_state", .batteryState)
    }
    self.sources = sources + presence.topics.map { DeviceSource(filter: $0.filter) }
    self.properties = properties
  }

  package mutating func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    if source > properties.count {
      presence.decode(payload, source - 1 - properties.count, into: &items)
    } else if source > 0 {
      decode(properties[source - 1], payload, context, into: &items)
    } else if let state = payload.document(orRefuseInto: &items), selection.accepts(state) {
      decode(state, context, into: &items)
    }
  }

  private mutating func decode(_ state: JSONValue, _ context: DecodeContext, into items: inout [DecodedItem])
  {
    objectAt = context.arrival
    let first = items.count
    var about = Zigbee2MQTTState()
    var isLive = fields.decode(state, into: &items) { found, _ in
      about = Zigbee2MQTTState(found, context)
      return about.isThirdReality ? nil : about.facts
    }
    if about.isThirdReality { isLive = thirdReality.decode(state, about.facts, into: &items) }
    guard isLive else { return }
    if about.isUnitNull || moisture.isInDoubt || temperature.isInDoubt {
      let doubt = Doubt(isUnitNull: about.isUnitNull, now: context.arrival)
      if let number = about.moisture { apply(doubt, .moisture, number, to: &items, from: first) }
      if let number = about.temperature { apply(doubt, .temperature, number, to: &items, from: first) }
    }
    if let isLow = about.batteryLow { items.append(.batteryLow(isLow)) }
  }

  /// One property on a topic of its own.
  private mutating func decode(
    _ property: Property, _ payload: PayloadReader, _ context: DecodeContext,
    into items: inout [DecodedItem]
  ) {
    if payload.isTooLarge {
      items.append(.refused(nil, .tooLarge))
      return
    }
    if PropertyTopics.isOfAnotherDevice(payload) { return }
    if let objectAt, context.arrival >= objectAt, context.arrival - objectAt < Self.repetition { return }
    switch property {
    case .temperatureUnit:
      isUnitNull = payload.byteCount == 0
      isFahrenheit = Zigbee2MQTTState.isFahrenheit(FoundField(.payload(payload)))
    case .batteryState:
      let hasPercent = fields.mappings.indices.contains {
        fields.mappings[$0].quantity == .battery && isHeard($0)
      }
      if !hasPercent, let isLow = BatteryWord.isLow(FoundField(.payload(payload))) {
        items.append(.batteryLow(isLow))
      }
    case .mapping(let i):
      decodeMapping(i, payload, context, into: &items)
    }
  }

  private mutating func decodeMapping(
    _ i: Int, _ payload: PayloadReader, _ context: DecodeContext, into items: inout [DecodedItem]
  ) {
    let mapping = fields.mappings[i]
    // Alternatives: the first that ever had a value counts.
    if fields.mappings[..<i].indices.contains(where: {
      fields.mappings[$0].quantity == mapping.quantity && isHeard($0)
    }) {
      return
    }
    let number = payload.number()
    if case .value = number { heard |= 1 << UInt64(i) }
    let first = items.count
    let facts = MappedFields.Facts(mayBeCached: true, temperatureUnit: isFahrenheit ? .fahrenheit : nil)
    items.append(fields.item(of: payload, mapping, facts))
    let doubt = Doubt(isUnitNull: isUnitNull, now: context.arrival)
    apply(doubt, mapping.quantity, number, to: &items, from: first)
  }

  private func isHeard(_ mapping: Int) -> Bool { heard & (1 << UInt64(mapping)) != 0 }

  private struct Doubt {
    var isUnitNull: Bool
    var now: Timestamp
  }

  /// Takes back a 0 that was not measured. Only of the keys that the probe fills in, not of others mapped in their place. A first
  /// temperature of 0 is believed: some probes never leave it.
  private mutating func apply(
    _ doubt: Doubt, _ quantity: Quantity, _ number: NumberReading, to items: inout [DecodedItem],
    from first: Int
  ) {
    guard case .value(let value, _) = number else { return }
    let isUnmeasured: Bool
    switch quantity {
    case .moisture where doubtsMoisture:
      isUnmeasured = moisture.isUnmeasured(value == 0, isUnitNull: doubt.isUnitNull, at: doubt.now)
    case .temperature where doubtsTemperature:
      isUnmeasured = temperature.isUnmeasured(value == 0, isUnitNull: doubt.isUnitNull, at: doubt.now)
    default: return
    }
    guard isUnmeasured else { return }
    for i in items.indices where i >= first {
      if case .value(quantity, _, _, _, _) = items[i] { items[i] = .refused(quantity, .noValue) }
    }
  }
}

extension MappedFields {
  /// Whether the key at the root is the first place of the quantity.
  fileprivate func reads(_ quantity: Quantity, _ key: String) -> Bool {
    mappings.first { $0.quantity == quantity }?.path == FieldPath([.key(key)])
  }
}

import GardenCore
import MQTTTypes
package import PayloadJSON

/// Entities that Home Assistant publishes with its statestream.
///
/// `topic` is the base topic, and the path of each of `fields` an entity id, `sensor.soil_bed_1`, or an attribute of one,
/// `climate.greenhouse.current_temperature`. Or `topic` is one entity, `<base>/<domain>/<object id>`, and `fields` has one
/// quantity without a path. All topics are retained, QoS 1:
///
/// | topic | payload | published |
/// |---|---|---|
/// | `<base>/<domain>/<object id>/state` | a number as text; `unavailable`, `unknown` are no value | always |
/// | `…/<attribute>` | JSON | with `publish_attributes` |
/// | `…/unit_of_measurement` | JSON string: `"°C"`, `"°F"`, `"%"`, `"lx"` | with `publish_attributes` |
/// | `…/last_updated`, else `…/last_changed` | ISO 8601 with zone | with `publish_timestamps` |
///
/// The retained value stays after Home Assistant has stopped, so one that was retained is as old as `last_updated` says;
/// without timestamps its age is not known (``LateNumber``). A retained temperature waits for its unit: without
/// `publish_attributes`, `temperature_unit` says it. `config` topics of discovery under the same root are not heard.
/// Home Assistant's own birth and will, `homeassistant/status`, can be named as `availability`. Statestream takes no commands.
/// Source: Home Assistant documentation, "MQTT Statestream"; format reference §13.
package struct HomeAssistantSensor: DeviceDecoder {
  package let sources: [DeviceSource]
  private let roles: [Role]
  private var numbers: [LateNumber] = []
  private let fields: MappedFields
  private let availability: AvailabilityTopic?

  /// What a source is, and for which of ``numbers``.
  private enum Role: Sendable {
    case value(Int)
    case unit(Int)
    case updated(Int)
    case changed(Int)
    case availability
  }
  /// Entities of which `last_updated` was heard, by number; `last_changed` is older or the same.
  private var hasUpdate: [Bool]

  init(_ binding: SensorBinding) throws(BindingProblem) {
    let hint =
      "a quantity with the path <domain>.<object id>, or one without a path where topic is the entity"
    guard !binding.fields.isEmpty else { throw .needsField(hint) }
    _ = try Topics.exact(binding.topic)
    let isEntity = binding.fields.contains { $0.path.steps.isEmpty }
    if isEntity, binding.fields.count > 1 { throw .needsField(hint) }
    fields = try MappedFields([], binding).bare()
    availability = try AvailabilityTopic.of(binding, family: nil)
    var roles: [Role] = []
    var filters: [TopicFilter] = []
    for (i, mapping) in fields.mappings.enumerated() {
      let entity = try Self.entity(mapping, binding.topic)
      let isState = entity.attribute == nil
      let topics: [(Role, String)] =
        [
          (.value(i), entity.attribute ?? "state"), (.updated(i), "last_updated"),
          (.changed(i), "last_changed"),
        ]
        + (isState ? [(.unit(i), "unit_of_measurement")] : [])
      for (role, name) in topics {
        roles.append(role)
        filters.append(try Topics.exact("\(entity.topic)/\(name)"))
      }
      numbers.append(LateNumber(mapping, binding, mayHaveUnit: isState))
    }
    if let availability {
      roles.append(.availability)
      filters.append(availability.filter)
    }
    self.roles = roles
    sources = filters.map { DeviceSource(filter: $0) }
    hasUpdate = [Bool](repeating: false, count: numbers.count)
  }

  private static func entity(_ mapping: FieldMapping, _ base: String) throws(BindingProblem)
    -> (topic: String, attribute: String?)
  {
    if mapping.path.steps.isEmpty {
      return (base.hasSuffix("/state") ? String(base.dropLast("/state".count)) : base, nil)
    }
    guard let levels = mapping.path.topicLevels?.split(separator: "/"), (2...3).contains(levels.count) else {
      throw .badPath(mapping.quantity)
    }
    return ("\(base)/\(levels[0])/\(levels[1])", levels.count == 3 ? String(levels[2]) : nil)
  }

  package mutating func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    guard roles.indices.contains(source) else { return }
    if payload.isTooLarge {
      items.append(.refused(nil, .tooLarge))
      return
    }
    switch roles[source] {
    case .value(let i): numbers[i].take(payload, context, fields, into: &items)
    case .unit(let i): numbers[i].learn(unit: unit(payload), fields, into: &items)
    case .updated(let i):
      guard let time = time(payload, context) else { return }
      hasUpdate[i] = true
      learn(time, i, context, into: &items)
    case .changed(let i):
      guard !hasUpdate[i], let time = time(payload, context) else { return }
      learn(time, i, context, into: &items)
    case .availability: availability?.decode(payload, into: &items)
    }
  }

  /// A live time belongs to a value that was live as well, and that was measured at its arrival.
  private mutating func learn(
    _ time: Timestamp, _ i: Int, _ context: DecodeContext, into items: inout [DecodedItem]
  ) {
    if context.wasRetained { numbers[i].learn(time: time, into: &items) }
  }

  private func unit(_ payload: PayloadReader) -> NumberUnit? {
    payload.byteCount <= 64 ? UnitText.read(payload.root?.text ?? payload.text) : nil
  }

  private func time(_ payload: PayloadReader, _ context: DecodeContext) -> Timestamp? {
    if let root = payload.root { return MeasurementTime.read(root, context) }
    return MeasurementTime.read(payload, context)
  }
}

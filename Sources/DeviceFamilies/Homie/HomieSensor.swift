import GardenCore
import MQTTTypes
package import PayloadJSON

/// Sensors of a Homie 3, 4 or 5 device.
///
/// `topic` is the device (``HomieTopics``), `fields` names each quantity's path as `<node>.<property>`.
///
/// | topic below the device | payload | version |
/// |---|---|---|
/// | `<node>/<property>` | a bare number; retained unless the property is declared otherwise | all |
/// | `<node>/<property>/$unit` | `°C`, `°F`, `%`, `lx` | 3, 4 |
/// | `$description` | JSON: `nodes.<node>.properties.<property>.unit` | 5 |
/// | `$state` | ``HomieState`` | all |
///
/// A retained temperature whose unit was not heard yet waits for it (``LateNumber``); a unit that `fields` or
/// `temperature_unit` says is not looked for. In Homie 5 `part` is the id of the root device where this one is its child
/// (`root` in its `$description`): when the root is lost, so is the child.
/// Source: Homie convention 3.0.1, 4.0.0 and 5.0.0; format reference §10.
package struct HomieSensor: DeviceDecoder {
  package let sources: [DeviceSource]
  private let roles: [Role]
  private var numbers: [LateNumber]
  private var state = HomieState()
  private let fields: MappedFields
  private let availability: AvailabilityTopic?

  /// What a source is, and for which of ``numbers``.
  private enum Role: Sendable {
    case value(Int)
    case unit(Int)
    case description
    case state
    case rootState
    case availability
  }

  init(_ binding: SensorBinding) throws(BindingProblem) {
    guard !binding.fields.isEmpty else { throw .needsField("a quantity with the path <node>.<property>") }
    _ = try Topics.exact(binding.topic)
    let topics = HomieTopics(device: binding.topic)
    fields = try MappedFields([], binding).bare()
    availability = try AvailabilityTopic.of(binding, family: nil)
    numbers = fields.mappings.map { LateNumber($0, binding, mayHaveUnit: true) }
    var places: [(Role, String)] = []
    for (i, mapping) in fields.mappings.enumerated() {
      guard mapping.path.steps.count == 2, let levels = mapping.path.topicLevels else {
        throw .badPath(mapping.quantity)
      }
      places.append((.value(i), "\(binding.topic)/\(levels)"))
      if !topics.isVersion5 { places.append((.unit(i), "\(binding.topic)/\(levels)/$unit")) }
    }
    if topics.isVersion5 { places.append((.description, topics.description)) }
    if let availability {
      places.append((.availability, availability.filter.text))
    } else {
      places.append((.state, topics.state))
      if let root = binding.part {
        guard topics.isVersion5, !root.contains("/") else {
          throw .badPart(root, "the id of the root device, for a child in Homie 5")
        }
        places.append((.rootState, topics.state(ofRoot: root)))
      }
    }
    var sources: [DeviceSource] = []
    for (_, topic) in places { sources.append(DeviceSource(filter: try Topics.filter(topic))) }
    self.sources = sources
    roles = places.map(\.0)
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
    case .unit(let i):
      let unit = payload.byteCount <= 16 ? UnitText.read(payload.text) : nil
      numbers[i].learn(unit: unit, fields, into: &items)
    case .description: describe(payload, into: &items)
    case .state: say(state.take(payload), into: &items)
    case .rootState: say(state.takeRoot(payload), into: &items)
    case .availability: availability?.decode(payload, into: &items)
    }
  }

  private mutating func describe(_ payload: PayloadReader, into items: inout [DecodedItem]) {
    if payload.byteCount == 0 { return }
    guard let description = payload.document(orRefuseInto: &items) else { return }
    for i in numbers.indices {
      let unit = HomieDescription.unit(of: numbers[i].mapping.path, in: description)
      numbers[i].learn(unit: unit, fields, into: &items)
    }
  }

  private mutating func say(_ change: HomieState.Change, into items: inout [DecodedItem]) {
    switch change {
    case .none: break
    case .malformed: items.append(.refused(nil, .malformed))
    case .online(let isOnline): items.append(.online(isOnline))
    case .removed:
      for i in numbers.indices { numbers[i].forget() }
      items.append(.online(false))
    }
  }
}

/// `$description` of a Homie 5 device.
enum HomieDescription {
  /// - Parameter path: `<node>.<property>`.
  static func unit(of path: FieldPath, in description: JSONValue) -> NumberUnit? {
    guard path.steps.count == 2, case .key(let node) = path.steps[0],
      case .key(let property) = path.steps[1]
    else { return nil }
    return unit(node: node, property: property, in: description)
  }

  static func unit(node: String, property: String, in description: JSONValue) -> NumberUnit? {
    description["nodes"]?[node]?["properties"]?[property]?["unit"]?.text.flatMap { UnitText.read($0) }
  }
}

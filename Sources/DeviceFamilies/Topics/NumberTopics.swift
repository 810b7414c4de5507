import GardenCore
import MQTTTypes
import PayloadJSON

/// Devices with a topic per quantity and a bare number in it.
struct NumberTopics: Sendable {
  let sources: [DeviceSource]
  private let fields: MappedFields
  private let availability: AvailabilityTopic?

  /// `topic`: where the quantity of a mapping is published; `nil` where its path makes no topic.
  init(
    _ family: [FieldMapping], _ binding: SensorBinding, availability: AvailabilityTopic?,
    topic: (FieldMapping) -> String?
  ) throws(BindingProblem) {
    fields = try MappedFields(family, binding).bare()
    self.availability = availability
    var sources: [DeviceSource] = []
    for mapping in fields.mappings {
      guard let text = topic(mapping) else { throw .badPath(mapping.quantity) }
      sources.append(DeviceSource(filter: try Topics.filter(text)))
    }
    if let availability { sources.append(DeviceSource(filter: availability.filter)) }
    self.sources = sources
  }

  func decode(_ payload: PayloadReader, source: Int, into items: inout [DecodedItem]) {
    guard fields.mappings.indices.contains(source) else {
      availability?.decode(payload, into: &items)
      return
    }
    let mapping = fields.mappings[source]
    if payload.isTooLarge {
      items.append(.refused(mapping.quantity, .tooLarge))
    } else {
      items.append(fields.item(of: payload, mapping, MappedFields.Facts()))
    }
  }
}

extension FieldPath {
  /// The keys as levels of a topic; `nil` where there is none, or one that cannot be.
  var topicLevels: String? {
    var levels: [String] = []
    for step in steps {
      guard case .key(let key) = step, !key.isEmpty else { return nil }
      levels.append(key)
    }
    return levels.isEmpty ? nil : levels.joined(separator: "/")
  }
}

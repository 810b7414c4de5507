import GardenCore
import MQTTTypes
import PayloadJSON

/// Devices with one topic, one JSON object a message, and perhaps an availability topic.
struct MessageTopic: Sendable {
  let sources: [DeviceSource]
  private let selection: FieldSelection
  private let availability: AvailabilityTopic?
  /// Position of the availability in ``sources``.
  private let availabilitySource: Int

  /// `others`: topics between the message's and the availability's, which the family reads by itself.
  init(
    _ filter: TopicFilter, others: [TopicFilter] = [], _ binding: SensorBinding,
    availability family: AvailabilityTopic? = nil
  ) throws(BindingProblem) {
    availability = try AvailabilityTopic.of(binding, family: family)
    let filters = [filter] + others
    availabilitySource = filters.count
    sources = (filters + [availability?.filter].compactMap { $0 }).map { DeviceSource(filter: $0) }
    selection = FieldSelection(binding.select)
  }

  /// The object, where the message is one about this device. All else is dealt with: an availability is appended, what
  /// cannot be read is refused, what is about another device says nothing.
  func message(_ payload: PayloadReader, source: Int, into items: inout [DecodedItem]) -> JSONValue? {
    if source == availabilitySource {
      availability?.decode(payload, into: &items)
      return nil
    }
    guard let message = payload.document(orRefuseInto: &items), selection.accepts(message) else { return nil }
    return message
  }
}

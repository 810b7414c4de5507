import GardenCore
import MQTTTypes
package import PayloadJSON

/// Any device that publishes JSON objects or arrays, told by the config alone.
///
/// `fields` names each quantity's path, unit, calibration and the numbers that mean "no value"; several entries of one quantity
/// are alternatives, the first with a value counts. `select` picks the device's messages where many share the topic. A battery may
/// also be a word: `low`, `medium`, `middle`, `high`. The message's own time is not read: the arrival counts.
package struct MappedJSONSensor: DeviceDecoder {
  package let sources: [DeviceSource]
  private let selection: FieldSelection
  private let fields: MappedFields
  private let availability: AvailabilityTopic?

  init(_ binding: SensorBinding) throws(BindingProblem) {
    guard !binding.fields.isEmpty else { throw .needsField("at least one quantity with its path") }
    if let field = binding.fields.first(where: { $0.path.steps.isEmpty }) { throw .badPath(field.quantity) }
    let state = try Topics.filter(binding.topic)
    availability = try AvailabilityTopic.of(binding, family: nil)
    sources = [state, availability?.filter].compactMap { $0.map { DeviceSource(filter: $0) } }
    selection = FieldSelection(binding.select)
    fields = try MappedFields([], binding)
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    if source == 1 {
      availability?.decode(payload, into: &items)
      return
    }
    guard !payload.isTooLarge, let root = payload.root, root.kind == .object || root.kind == .array else {
      _ = payload.document(orRefuseInto: &items)
      return
    }
    if selection.accepts(root) { fields.decode(root, MappedFields.Facts(), into: &items) }
  }
}

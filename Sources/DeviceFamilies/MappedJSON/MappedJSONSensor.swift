import GardenCore
import MQTTTypes
package import PayloadJSON

/// Any device that publishes JSON objects or arrays, told by the config alone.
///
/// `fields` names each quantity's path (``FieldPath/init(text:)``), unit, calibration and rules (``FieldRules``); several entries
/// of one quantity are alternatives, the first with a value counts. `select` picks the device's messages where many share the
/// topic. `time` says where the message has its own time; without it that of ``OwnTime`` counts, or else the arrival. A battery may also be a word: `low`,
/// `medium`, `middle`, `high`, or those that `low` and `fine` name. A field may come on a topic of its own.
package struct MappedJSONSensor: DeviceDecoder {
  private var topics: FieldTopics
  package var sources: [DeviceSource] { topics.sources }

  init(_ binding: SensorBinding) throws(BindingProblem) {
    guard !binding.fields.isEmpty else { throw .needsField("at least one quantity with its path") }
    if let field = binding.fields.first(where: { $0.path.fitsBareText }) { throw .badPath(field.quantity) }
    _ = try Topics.filter(binding.topic)
    topics = try FieldTopics(binding)
  }

  package mutating func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    topics.decode(payload, source: source, context: context, into: &items) { payload, items in
      if !payload.isTooLarge, let tree = payload.tree { return .json(tree) }
      _ = payload.document(orRefuseInto: &items)
      return nil
    }
  }
}

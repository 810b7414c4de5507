import GardenCore
import MQTTTypes
package import PayloadJSON

/// Sensors of a Homie 3 or 4 device.
///
/// `topic` is the device, `homie/<device>`. Topics: `homie/<device>/<node>/<property>`, a bare number, retained (QoS 2 recommended);
/// `homie/<device>/$state` `ready`, `sleeping`, `alert` (there), `disconnected`, `lost` (not), `init` (neither). `fields` names each
/// quantity's path as `<node>.<property>`. Units stand in `$unit`, on a topic of its own, which is not read: `fields` says them.
/// Source: Homie convention 3.0.1 and 4.0.0; format reference §10.
package struct HomieSensor: DeviceDecoder {
  private let topics: NumberTopics
  package var sources: [DeviceSource] { topics.sources }

  init(_ binding: SensorBinding) throws(BindingProblem) {
    guard !binding.fields.isEmpty else { throw .needsField("a quantity with the path <node>.<property>") }
    _ = try Topics.exact(binding.topic)
    let state = try HomieTopics.state(ofDevice: binding.topic)
    topics = try NumberTopics([], binding, availability: try AvailabilityTopic.of(binding, family: state)) {
      $0.path.steps.count == 2 ? $0.path.topicLevels.map { "\(binding.topic)/\($0)" } : nil
    }
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    topics.decode(payload, source: source, into: &items)
  }
}

import GardenCore
import MQTTTypes
package import PayloadJSON

/// A topic with a bare number: a sketch of one's own, a Shelly of the first generation, Home Assistant's statestream.
///
/// Payload: `21.4`, `61%`, `3.295 V`, `"23.45"`; blanks around it do not matter. Nothing, `nan`, `null`, `none`, `unknown` and
/// `unavailable` are no value. One entry of `fields`, with an empty path, names the quantity, its unit, its calibration and the
/// numbers that mean "no value".
package struct PlainSensor: DeviceDecoder {
  private let topics: NumberTopics
  package var sources: [DeviceSource] { topics.sources }

  init(_ binding: SensorBinding) throws(BindingProblem) {
    guard binding.fields.count == 1, binding.fields[0].path.steps.isEmpty else {
      throw .needsField("exactly one quantity, without a path: the whole payload is its number")
    }
    topics = try NumberTopics([], binding, availability: try AvailabilityTopic.of(binding, family: nil)) {
      _ in
      binding.topic
    }
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    topics.decode(payload, source: source, into: &items)
  }
}

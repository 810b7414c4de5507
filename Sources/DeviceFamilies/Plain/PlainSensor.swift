import GardenCore
import MQTTTypes
package import PayloadJSON

/// A topic with a bare number or a short text: a sketch of one's own, a Shelly of the first generation, Home Assistant's
/// statestream.
///
/// Payload: `21.4`, `61%`, `3.295 V`, `"23.45"`; blanks around it do not matter. Nothing, `nan`, `null`, `none`, `unknown` and
/// `unavailable` are no value. A field with an empty path is the whole payload; one with `form(…)`, `column(…)` or `pattern(…)`
/// is a piece of it (``FieldPath/init(text:)``). Fields may come on topics of their own; what reads the same piece of the same
/// topic must be the same quantity, since one number cannot be two.
package struct PlainSensor: DeviceDecoder {
  private var topics: FieldTopics
  package var sources: [DeviceSource] { topics.sources }

  init(_ binding: SensorBinding) throws(BindingProblem) {
    guard !binding.fields.isEmpty, binding.fields.allSatisfy({ $0.path.fitsBareText }) else {
      throw .needsField(
        "a quantity without a path is the whole payload; form(...), column(...) and pattern(...) are pieces of it"
      )
    }
    for (i, field) in binding.fields.enumerated() {
      let isTaken = binding.fields[..<i].contains { other in
        other.quantity != field.quantity && other.path == field.path
          && other.rules?.topic == field.rules?.topic && other.rules?.when == field.rules?.when
      }
      if isTaken { throw .needsField("one number cannot be two quantities") }
    }
    let around =
      binding.select + binding.fields.flatMap { ($0.rules?.when ?? []) + ($0.rules?.noValueWhen ?? []) }
    if let path = around.map(\.path).first(where: { !$0.fitsBareText }) { throw .needsJSON(path.text) }
    if let time = binding.time, time.topic == nil, !time.path.fitsBareText {
      throw .needsJSON(time.path.text)
    }
    _ = try Topics.filter(binding.topic)
    topics = try FieldTopics(binding)
  }

  package mutating func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    topics.decode(payload, source: source, context: context, into: &items) { payload, items in
      if !payload.isTooLarge { return .text(payload) }
      items.append(.refused(nil, .tooLarge))
      return nil
    }
  }
}

import GardenCore
import MQTTTypes
package import PayloadJSON

/// Sensors of an ESPHome node.
///
/// `topic` is the node's topic prefix, by default its name. Topics: `<prefix>/<component>/<object id>/state`; `<prefix>/status`
/// `online` or `offline`. All retained. `<prefix>/debug` carries log lines and is not read.
///
/// Object ids come from the names that the owner gave, and units are not in the message, so `fields` says which quantity has
/// which object id: its path is the object id of a `sensor` (`soil_moisture_bed_1`), or a component and what follows it:
///
/// | path | payload |
/// |---|---|
/// | `<id>`, `sensor.<id>` | number as text with the configured decimals, or `nan` |
/// | `number.<id>` | number as text |
/// | `text_sensor.<id>` | free text: a number, with or without a unit; for the battery also `low`, `medium`, `high` |
/// | `climate.<id>.current_temperature` | number as text, °C |
/// | `binary_sensor.<id>` | for the battery: `ON` = low, `OFF` = fine; for others what `words` say |
///
/// A `binary_sensor` that says whether a probe is there is bound by `availability` with the words `ON` and `OFF`.
/// Without `fields` for it a quantity has the usual id:
///
/// | object id | quantity | unit |
/// |---|---|---|
/// | `soil_moisture` | moisture | % |
/// | `soil_temperature` | temperature | °C |
/// | `humidity` | humidity | % |
/// | `illuminance` | light | lx |
/// | `soil_conductivity` | conductivity | µS/cm |
/// | `battery_level` | battery | % |
///
/// Source: ESPHome documentation, "MQTT Client Component"; format reference §3.
package struct ESPHomeSensor: DeviceDecoder {
  private let topics: NumberTopics
  package var sources: [DeviceSource] { topics.sources }

  private static let known: [FieldMapping] = [
    .at(.moisture, "soil_moisture"), .at(.temperature, "soil_temperature"), .at(.humidity, "humidity"),
    .at(.light, "illuminance"), .at(.conductivity, "soil_conductivity"), .at(.battery, "battery_level"),
  ]

  init(_ binding: SensorBinding) throws(BindingProblem) {
    _ = try Topics.exact(binding.topic)
    let status = try AvailabilityTopic(binding.topic + "/status")
    for field in binding.fields where field.path.steps.first == .key("binary_sensor") {
      guard field.quantity == .battery || field.rules?.words.isEmpty == false else {
        throw .needsField("a binary_sensor says ON or OFF: what that means, such as words: {ON: 10, OFF: 60}")
      }
    }
    topics = try NumberTopics(
      Self.known, binding, availability: try AvailabilityTopic.of(binding, family: status)
    ) { mapping in
      guard let levels = mapping.path.topicLevels else { return nil }
      let isComponentGiven = mapping.path.steps.count > 1
      return "\(binding.topic)/\(isComponentGiven ? "" : "sensor/")\(levels)/state"
    }
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    topics.decode(payload, source: source, into: &items)
  }
}

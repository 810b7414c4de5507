import GardenCore
import MQTTTypes
package import PayloadJSON

/// Sensors of a Shelly of the first generation.
///
/// `topic` is `shellies/<id>`. One bare number a topic:
///
/// | topic below the device | quantity | unit | device |
/// |---|---|---|---|
/// | `sensor/temperature` | temperature | °C, or °F as the device is set | H&T, Flood |
/// | `sensor/humidity` | humidity | % | H&T |
/// | `sensor/lux` | light | lx | Door/Window, Motion |
/// | `sensor/battery` | battery | % | all on batteries |
/// | `relay/0/power` | power | W | relays that measure it |
/// | `ext_temperature/<n>`, `ext_temperature_f/<n>` | temperature | °C, °F | add-on of a relay; `part` is `<n>` |
/// | `ext_humidity/<n>` | humidity | % | add-on of a relay; `part` is `<n>` |
///
/// `fields` names other levels, joined by dots: `ext_temperature_f.0` with unit fahrenheit. `shellies/<id>/online` is
/// `true` or `false` (will). A device on batteries is connected for seconds now and then and nearly always `false`: it is
/// heard only for the add-on, whose relay is on mains.
/// Source: Shelly Gen1 API reference, "MQTT" of Shelly1, Shelly H&T; format reference §8.
package struct ShellyGen1Sensor: DeviceDecoder {
  private let topics: NumberTopics
  package var sources: [DeviceSource] { topics.sources }

  init(_ binding: SensorBinding) throws(BindingProblem) {
    _ = try Topics.exact(binding.topic)
    var known: [FieldMapping] = [
      .at(.temperature, "sensor", "temperature"), .at(.humidity, "sensor", "humidity"),
      .at(.light, "sensor", "lux"), .at(.battery, "sensor", "battery"), .at(.power, "relay", "0", "power"),
    ]
    if binding.part != nil {
      let number = try ShellyGeneration.number(binding.part, default: 0, "the number of the add-on's sensor")
      known = [
        .at(.temperature, "ext_temperature", "\(number)"), .at(.humidity, "ext_humidity", "\(number)"),
      ]
    }
    let isOnMains =
      binding.part != nil
      || binding.fields.contains { field in
        if case .key(let key) = field.path.steps.first { key.hasPrefix("ext_") } else { false }
      }
    let online =
      isOnMains
      ? try AvailabilityTopic(binding.topic + "/online", online: ["true"], offline: ["false"]) : nil
    topics = try NumberTopics(
      known, binding, availability: try AvailabilityTopic.of(binding, family: online)
    ) { mapping in
      mapping.path.topicLevels.map { "\(binding.topic)/\($0)" }
    }
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    topics.decode(payload, source: source, into: &items)
  }
}

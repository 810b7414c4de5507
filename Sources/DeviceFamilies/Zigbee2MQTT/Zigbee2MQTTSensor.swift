import GardenCore
import MQTTTypes
package import PayloadJSON

/// A Zigbee sensor through zigbee2mqtt.
///
/// Topics: `<base>/<friendly name>`, one flat JSON object, not retained unless set per device. The name may hold
/// blanks and `/`. `<base>/<friendly name>/availability`, retained: `{"state":"online"}`, or plain `online` in 1.x.
///
/// | key | quantity | unit | notes |
/// |---|---|---|---|
/// | `soil_moisture` | moisture | % | null on Third Reality probes whose converter publishes it as `humidity`: map that |
/// | `temperature`, `local_temperature` | temperature | `temperature_unit`, else °C | the second on thermostats |
/// | `humidity` | humidity | % | air, unless mapped |
/// | `illuminance_lux`, `illuminance` | light | lx | |
/// | `battery` | battery | % | |
/// | `battery_state` | battery low | `low`, `medium`, `high` | only where there is no `battery` |
/// | `last_seen` | time | ISO 8601, or milliseconds | `2 minutes ago` (`relative`) is not used |
///
/// A cached state is published whole with each change, so a value that did not change may not have been measured.
/// A probe that has just joined says moisture 0, temperature 0 and unit null: no values.
/// Source: zigbee2mqtt documentation, "MQTT topics and messages", "Device availability"; format reference §1.
package struct Zigbee2MQTTSensor: DeviceDecoder {
  package let sources: [DeviceSource]
  private let selection: FieldSelection
  private let fields: MappedFields
  private let availability: AvailabilityTopic?

  private static let known: [FieldMapping] = [
    .at(.moisture, "soil_moisture"), .at(.temperature, "temperature"), .at(.temperature, "local_temperature"),
    .at(.humidity, "humidity"), .at(.light, "illuminance_lux"), .at(.light, "illuminance"),
    .at(.battery, "battery"),
  ]

  init(_ binding: SensorBinding) throws(BindingProblem) {
    let state = try Topics.filter(binding.topic)
    let own = state.hasWildcard ? nil : try AvailabilityTopic(binding.topic + "/availability")
    availability = try AvailabilityTopic.of(binding, family: own)
    sources = [state, availability?.filter].compactMap { $0.map { DeviceSource(filter: $0) } }
    selection = FieldSelection(binding.select)
    fields = try MappedFields(
      Self.known, binding, also: ["temperature_unit", "last_seen", "battery", "battery_state"])
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    if source == 1 {
      availability?.decode(payload, into: &items)
      return
    }
    guard let state = payload.document(orRefuseInto: &items), selection.accepts(state) else { return }
    var isLow: Bool?
    fields.decode(state, into: &items) { about, items in
      let unit = about[0]
      if unit?.isNull == true, Self.hasJustJoined(state) {
        items.append(.refused(.moisture, .noValue))
        items.append(.refused(.temperature, .noValue))
        return nil
      }
      if about.number(2) == nil { isLow = about[3].flatMap { BatteryWord.isLow($0) } }
      return MappedFields.Facts(
        measuredAt: MeasurementTime.read(about[1], context), mayBeCached: true,
        temperatureUnit: unit?.textEqualsIgnoringCase("fahrenheit") == true ? .fahrenheit : nil)
    }
    if let isLow { items.append(.batteryLow(isLow)) }
  }

  private static func hasJustJoined(_ state: JSONValue) -> Bool {
    state["soil_moisture"]?.double == 0 && state["temperature"]?.double == 0
  }
}

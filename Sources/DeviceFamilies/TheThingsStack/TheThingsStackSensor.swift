import GardenCore
import MQTTTypes
package import PayloadJSON

/// A LoRaWAN probe through The Things Stack v3.
///
/// Topic: `v3/<application>@<tenant>/devices/<device>/up` (without `@<tenant>` on a server of one's own), not retained. The formatter's
/// object is `uplink_message.decoded_payload`; it is absent without a formatter and for ports that it does not know.
///
/// | key | quantity | unit | device |
/// |---|---|---|---|
/// | `water_SOIL` | moisture | % | Dragino LSE01: text until decoder 1.1.4, number from 1.2.1 |
/// | `moisture` | moisture | % | Milesight EM500-SMTC |
/// | `temp_SOIL` | temperature | °C | Dragino |
/// | `temperature` | temperature | °C | Milesight |
/// | `conduct_SOIL` | conductivity | µS/cm | Dragino |
/// | `electricity`, `ec` | conductivity | µS/cm | Milesight: the code writes the first, its README the second |
/// | `battery` | battery | % | Milesight |
/// | `received_at` | time | ISO 8601 with zone | of the uplink, else of the message |
///
/// Volts (`Bat` `"3.39 V"`, `BatV`) are not read: the maker documents no percentage for them. The second probe of an LSE01
/// (`TempC_DS18B20`, `temp_DS18B20`) is read through `fields`; 3276.7 is a probe that is not fitted. Paths of `fields` and `select`
/// start at the root of the message.
/// Source: The Things Stack documentation, "Data Formats"; makers' payload formatters; format reference §9.
package struct TheThingsStackSensor: DeviceDecoder {
  package let sources: [DeviceSource]
  private let selection: FieldSelection
  private let fields: MappedFields
  private let availability: AvailabilityTopic?

  private static let known: [FieldMapping] = [
    decoded(.moisture, "water_SOIL"), decoded(.moisture, "moisture"), decoded(.temperature, "temp_SOIL"),
    decoded(.temperature, "temperature"), decoded(.conductivity, "conduct_SOIL"),
    decoded(.conductivity, "electricity"), decoded(.conductivity, "ec"), decoded(.battery, "battery"),
  ]

  private static func decoded(_ quantity: Quantity, _ key: String) -> FieldMapping {
    .at(quantity, "uplink_message", "decoded_payload", key)
  }

  init(_ binding: SensorBinding) throws(BindingProblem) {
    let given = try Topics.filter(binding.topic)
    let up = given.levels.last == .name("up") ? given : try Topics.filter(binding.topic + "/up")
    availability = try AvailabilityTopic.of(binding, family: nil)
    sources = [up, availability?.filter].compactMap { $0.map { DeviceSource(filter: $0) } }
    selection = FieldSelection(binding.select)
    fields = try MappedFields(Self.known, binding)
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    if source == 1 {
      availability?.decode(payload, into: &items)
      return
    }
    guard let message = payload.document(orRefuseInto: &items), selection.accepts(message) else { return }
    let uplink = message["uplink_message"]
    if uplink?["decoded_payload"] == nil { items.append(.refused(nil, .noValue)) }
    let time = uplink?["received_at"] ?? message["received_at"]
    let facts = MappedFields.Facts(measuredAt: MeasurementTime.read(time, context))
    fields.decode(message, facts, into: &items)
  }
}

import GardenCore
import PayloadJSON

/// What a zigbee2mqtt state says beside its quantities.
struct Zigbee2MQTTState {
  static let keys = [
    "temperature_unit", "last_seen", "battery", "battery_state", "device", "soil_moisture", "temperature",
  ]

  private(set) var facts = MappedFields.Facts(mayBeCached: true)
  private(set) var isUnitNull = false
  private(set) var isThirdReality = false
  private(set) var batteryLow: Bool?
  private(set) var moisture: NumberReading?
  private(set) var temperature: NumberReading?

  init() {}

  /// `found`: by the places of ``keys``.
  init(_ found: borrowing FoundFields, _ context: DecodeContext) {
    let unit = found[0]
    isUnitNull = unit?.isNull == true
    facts.measuredAt = MeasurementTime.read(found[1], context)
    facts.temperatureUnit = unit.map { Self.isFahrenheit(FoundField(.json($0))) } == true ? .fahrenheit : nil
    if found.number(2) == nil { batteryLow = found[3].flatMap { BatteryWord.isLow($0) } }
    if let model = found[4]?["model"] {
      isThirdReality = model.textEquals("3RSM0147Z") || model.textEquals("3RSM0347Z")
    }
    moisture = found.number(5)
    temperature = found.number(6)
  }

  /// What `temperature_unit` says, in whatever spelling.
  static func isFahrenheit(_ found: FoundField) -> Bool {
    var unit: NumberUnit?
    found.withText { unit = NumberText.unit($0) }
    return unit == .fahrenheit
  }
}

import GardenCore
import MQTTTypes
package import PayloadJSON

/// Sensors on a Tasmota device.
///
/// Topics (``TasmotaTopics``): `tele/<topic>/SENSOR`, every 300 s, not retained unless SensorRetain is set;
/// `stat/<topic>/STATUS8` and `STATUS10`, the same object under `StatusSNS`, when somebody asked with `Status 8` or `10`;
/// `tele/<topic>/LWT` `Online` or `Offline`, retained.
///
/// `SENSOR` is an object with one block per sensor. A quantity is taken from the one block that has it; where several
/// have, none is guessed: `select` names the block by one of its own fields (`Id: 00000566CC39`; the number in
/// `DS18B20-2` changes when a sensor is added), or `fields` gives the path. With `select`, paths start in that block.
/// A `select` of several keys is a condition on the whole message.
///
/// | key | quantity | unit |
/// |---|---|---|
/// | `Temperature` | temperature | `TempUnit` at the root, `C` or `F`; else °C |
/// | `Humidity` | humidity | % |
/// | `Moisture` | moisture | %, MiFlora block `Flora` or `Flora-6ab577` |
/// | `Illuminance` | light | lx |
/// | `Fertility` | conductivity | µS/cm |
/// | `Battery` | battery | % |
/// | `ENERGY.Power` | power | W; with several channels an array, of which `fields` names one: `ENERGY.Power[0]` |
/// | `ANALOG.A0`, `.A1`, `.Range` | by `fields` only | raw 0…1023 (ESP8266) or 0…4095 (ESP32), or what AdcParam makes of it |
/// | `Time` | time | local, no zone |
///
/// A failed sensor gives null; a DS18B20 also 85 or −127. Blocks of a MiFlora hold only what was heard lately; of several
/// MiFlora one is bound by its paths, `Flora-6ab577.Moisture`.
/// Source: Tasmota documentation, "MQTT", "DS18x20", "Analog pin", "Bluetooth"; format reference §2.
package struct TasmotaSensor: DeviceDecoder {
  package let sources: [DeviceSource]
  private let messageSelection: FieldSelection
  private let blockSelection: FieldSelection
  /// Of the block that is selected.
  private let blockFields: MappedFields
  /// By path from the root, where no block is selected.
  private let rootFields: MappedFields
  /// In whichever block has them.
  private let discovered: [FieldMapping]
  /// What the owner reads by its path, block by block: it is not discovered as something else.
  private let taken: [(block: String, path: FieldPath)]
  private let availability: AvailabilityTopic?
  /// Position in ``sources``, behind the state and the two answers.
  private static let availabilitySource = 3

  private static let known: [FieldMapping] = [
    .at(.temperature, "Temperature"), .at(.humidity, "Humidity"), .at(.moisture, "Moisture"),
    .at(.light, "Illuminance"), .at(.conductivity, "Fertility"), .at(.battery, "Battery"),
  ]
  private static let fields = FamilyFields(known)
  private static let knownFromRoot: [FieldMapping] = [.at(.power, "ENERGY", "Power")]

  init(_ binding: SensorBinding) throws(BindingProblem) {
    let topics = try TasmotaTopics(binding.topic)
    let sensor = try Topics.filter(topics.topic("tele", "SENSOR"))
    let answers = [
      try Topics.filter(topics.topic("stat", "STATUS8")), try Topics.filter(topics.topic("stat", "STATUS10")),
    ]
    let own = try AvailabilityTopic(topics.topic("tele", "LWT"), online: ["Online"], offline: ["Offline"])
    availability = try AvailabilityTopic.of(binding, family: sensor.hasWildcard ? nil : own)
    sources = ([sensor] + answers + [availability?.filter].compactMap(\.self)).map {
      DeviceSource(filter: $0)
    }
    messageSelection = FieldSelection(binding.select.filter { $0.path.steps.count > 1 })
    blockSelection = FieldSelection(binding.select.filter { $0.path.steps.count == 1 })
    blockFields = try Self.fields.of(binding)
    rootFields = try MappedFields(binding.select.isEmpty ? Self.knownFromRoot : [], binding)
    discovered = Self.known.filter { known in !binding.fields.contains { $0.quantity == known.quantity } }
    taken = binding.fields.compactMap { field in
      guard field.path.steps.count == 2, case .key(let block) = field.path.steps[0] else { return nil }
      return (block, FieldPath([field.path.steps[1]]))
    }
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    if source == Self.availabilitySource {
      availability?.decode(payload, into: &items)
      return
    }
    guard var message = payload.document(orRefuseInto: &items) else { return }
    if source > 0 {
      guard let inner = message["StatusSNS"], inner.kind == .object else {
        items.append(.refused(nil, .malformed))
        return
      }
      message = inner
    }
    guard messageSelection.accepts(message) else { return }
    let isFahrenheit = message["TempUnit"]?.textEquals("F") == true
    let facts = MappedFields.Facts(
      measuredAt: MeasurementTime.read(message["Time"], context),
      temperatureUnit: isFahrenheit ? .fahrenheit : nil)
    guard blockSelection.isEmpty else {
      decodeSelected(message, facts, into: &items)
      return
    }
    guard rootFields.decode(message, facts, into: &items) else { return }
    for i in discovered.indices { discover(discovered[i], message, facts, into: &items) }
  }

  private func decodeSelected(
    _ message: JSONValue, _ facts: MappedFields.Facts, into items: inout [DecodedItem]
  ) {
    var selected: JSONValue?
    var count = 0
    message.forEachField { field in
      if field.value.kind == .object, blockSelection.accepts(field.value) {
        selected = field.value
        count += 1
      }
      return true
    }
    guard let selected else { return }
    if count == 1 {
      blockFields.decode(selected, facts, into: &items)
    } else {
      items.append(.refused(nil, .ambiguous))
    }
  }

  private func discover(
    _ mapping: FieldMapping, _ message: JSONValue, _ facts: MappedFields.Facts,
    into items: inout [DecodedItem]
  ) {
    var found: JSONValue?
    var block: JSONValue?
    var count = 0
    message.forEachField { field in
      let isTaken = taken.contains { $0.path == mapping.path && field.keyEquals($0.block) }
      if !isTaken, let value = field.value.at(mapping.path) {
        found = value
        block = field.value
        count += 1
      }
      return true
    }
    guard let found, let block else { return }
    let first = items.count
    items.append(
      count == 1
        ? rootFields.item(found, found.number, mapping, facts) : .refused(mapping.quantity, .ambiguous))
    // What a block says of itself.
    if count == 1 { _ = blockFields.heed(block, &items, from: first) }
  }
}

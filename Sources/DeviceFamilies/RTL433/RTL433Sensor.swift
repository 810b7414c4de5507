import GardenCore
import MQTTTypes
package import PayloadJSON

/// A radio sensor in rtl_433's stream of events.
///
/// Topic: `rtl_433/<hostname>/events`, one JSON object per reception, QoS 0, not retained. All devices that the radio hears share
/// it, the neighbours' too, so `select` is required: by `model`, `id` and `channel`. `id` is a number or a text of hexadecimal
/// digits, as the model has it, and changes with the battery on many sensors: without it in `select` the first radio that fits is
/// meant, and another beside it is refused as ambiguous (``RadioIdentity``). So is a second probe of one radio: keys such as `channel`,
/// `sensor` or `subtype` that are not selected belong to the identity of each quantity. With `retain=1` only the last device heard is kept.
/// Receiver messages (`rtl_433/<hostname>/states`) have no `model` and are nobody's.
///
/// | key | quantity | unit | notes |
/// |---|---|---|---|
/// | `moisture` | moisture | % | Springfield-Soil before rtl_433 21: 0…10, by `fields` with calibration 0, 10 |
/// | `temperature_C`, else `temperature_F` | temperature | °C, °F | |
/// | `humidity` | humidity | % | |
/// | `light_lux` | light | lx | |
/// | `battery_ok` | battery | 0…1 | ``RTL433Battery`` |
/// | `ad_raw` | kept as raw value of the moisture | | Fineoffset-WH51: % = (ad_raw − 70) / (450 − 70) |
/// | `time` | time | local or UTC without zone, with zone, or Unix seconds as text | `@0.146508s` (from a file) is none |
///
/// `moisture` of a Bresser-6in1 is the soil's only where `sensor_type` is 4. Each transmission of an Opus-XT300 is reported twice.
/// Doubles are printed with %g: `0`, `-3.5`. The receiver's availability: ``RTL433Topics``.
/// Source: rtl_433 documentation, "DATA_FORMAT", "OPERATION"; format reference §6.
package struct RTL433Sensor: DeviceDecoder {
  package let sources: [DeviceSource]
  private let selection: FieldSelection
  private let fields: MappedFields
  private let readsBatteryLevel: Bool
  private let availability: AvailabilityTopic?
  /// `nil`: the id is selected.
  private var identity: RadioIdentity?
  /// Beside the id, keys that tell probes of one radio apart, unless they are selected.
  private let partKeys: [String]
  /// Whose each quantity is; index = `Quantity.rawValue`.
  private var parts = [RadioIdentity](repeating: RadioIdentity(), count: Quantity.count)

  static let known: [FieldMapping] = [
    .at(.moisture, "moisture"), .at(.temperature, "temperature_C", unit: .celsius),
    .at(.temperature, "temperature_F", unit: .fahrenheit), .at(.humidity, "humidity"),
    .at(.light, "light_lux"),
  ]
  private static let fields = FamilyFields(known)

  private static let idPath = FieldPath([.key("id")])
  private static let knownPartKeys = [
    "channel", "subtype", "sensor", "sensor_id", "sensor_type", "probe", "unit", "message_type", "msg_type",
    "type",
  ]

  init(_ binding: SensorBinding) throws(BindingProblem) {
    guard !binding.select.isEmpty else { throw .needsSelect("model, and id or channel") }
    identity = binding.select.contains { $0.path == Self.idPath } ? nil : RadioIdentity()
    partKeys = Self.knownPartKeys.filter { key in
      !binding.select.contains { $0.path == FieldPath([.key(key)]) }
    }
    let state = try Topics.filter(binding.topic)
    availability = try AvailabilityTopic.of(
      binding, family: try RTL433Topics.availability(besides: binding.topic))
    sources = [state, availability?.filter].compactMap { $0.map { DeviceSource(filter: $0) } }
    selection = FieldSelection(binding.select)
    fields = try Self.fields.of(binding)
    readsBatteryLevel = !binding.fields.contains { $0.quantity == .battery }
  }

  package mutating func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    if source == 1 {
      availability?.decode(payload, into: &items)
      return
    }
    guard let event = payload.document(orRefuseInto: &items), selection.accepts(event) else { return }
    if let id = event["id"].flatMap(RadioIdentity.hash), identity?.accepts(id, at: context.arrival) == false {
      items.append(.refused(nil, .ambiguous))
      return
    }
    let facts = MappedFields.Facts(measuredAt: MeasurementTime.read(event["time"], context))
    let first = items.count
    guard fields.decode(event, facts, into: &items) else { return }
    if event["model"]?.textEquals("Bresser-6in1") == true, event["sensor_type"]?.integer != 4 {
      items.removeSubrange(first: first) { $0.quantity == .moisture }
    }
    tellPartsApart(event, context, &items, from: first)
    if let raw = event["ad_raw"]?.double { items.keepRaw(raw, from: first) }
    if readsBatteryLevel, let level = event["battery_ok"] {
      items.append(RTL433Battery.item(level.number, measuredAt: facts.measuredAt))
    }
  }
}

extension RTL433Sensor {
  /// One radio may speak for several probes. A quantity is the one's that was heard first; the same quantity of another beside it is
  /// nobody's, until the config says which one is meant. Types of message that carry different quantities are no strangers.
  private mutating func tellPartsApart(
    _ event: JSONValue, _ context: DecodeContext, _ items: inout [DecodedItem], from first: Int
  ) {
    var hash: UInt64 = 0
    for i in partKeys.indices {
      hash = hash &* 31 &+ (event[partKeys[i]].flatMap(RadioIdentity.hash) ?? 0)
    }
    for i in items.indices where i >= first {
      guard case .value(let quantity, _, _, _, _) = items[i] else { continue }
      if !parts[Int(quantity.rawValue)].accepts(hash, at: context.arrival) {
        items[i] = .refused(quantity, .ambiguous)
      }
    }
  }
}

extension DecodedItem {
  var quantity: Quantity? {
    switch self {
    case .value(let quantity, _, _, _, _): quantity
    case .refused(let quantity, _): quantity
    case .fault(let quantity, _): quantity
    case .batteryLow: .battery
    case .said, .online, .alarm, .supply, .valve, .setpoint, .interlock, .asks: nil
    }
  }
}

extension [DecodedItem] {
  fileprivate mutating func removeSubrange(first: Int, where isUnwanted: (DecodedItem) -> Bool) {
    for i in indices.reversed() where i >= first && isUnwanted(self[i]) { remove(at: i) }
  }

  /// Puts the probe's own number beside a moisture that has none.
  fileprivate mutating func keepRaw(_ raw: Double, from first: Int) {
    for i in indices where i >= first {
      if case .value(.moisture, let value, raw: nil, let time, let mayBeCached) = self[i] {
        self[i] = .value(.moisture, value, raw: raw, measuredAt: time, mayBeCached: mayBeCached)
      }
    }
  }
}

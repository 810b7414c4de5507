import GardenCore
import MQTTTypes
package import PayloadJSON

/// A radio sensor in rtl_433's tree of devices, where each field is a bare value on a topic of its own.
///
/// Topic: `rtl_433/<hostname>/devices[/type][/model][/subtype][/channel][/id]`, below it the fields; QoS 0, not retained. `+` may stand
/// for the host, for a channel, and for an id that changes with the battery (``RadioIdentity``):
/// `rtl_433/+/devices/Springfield-Soil/1/+`.
///
/// | field | quantity | as |
/// |---|---|---|
/// | `moisture`, `temperature_C`, `temperature_F`, `humidity`, `light_lux`, `battery_ok` | as in ``RTL433Sensor`` | number as text |
/// | `time` | time of the fields that follow | as in ``RTL433Sensor`` |
/// | `id` | whose the fields that follow are | |
/// | `sensor_type` | of a Bresser-6in1: `moisture` behind another than 4 is not the soil's | |
///
/// The fields of one reception come one after another in the order of the event: `time`, `id`, then values. A time older than
/// ``burst`` belongs to another reception. A WH51's `ad_raw` follows its moisture and is not kept beside it.
/// Source: rtl_433 documentation, "OPERATION", "DATA_FORMAT"; a run of version 22.11; format reference §6.
package struct RTL433Device: DeviceDecoder {
  package let sources: [DeviceSource]
  private let fields: MappedFields
  private let places: [Place]
  private let availability: AvailabilityTopic?

  private var identity = RadioIdentity()
  private var isStranger = false
  private var time: (measured: Timestamp?, arrived: Timestamp)?
  private var isSoil: Bool
  /// Mappings that had a value, as bits.
  private var heard: UInt64 = 0

  /// The fields of one reception come within this.
  static let burst: Duration = .seconds(5)

  private enum Place: Sendable, Hashable {
    /// Position in ``fields``.
    case value(Int)
    case battery, time, id, sensorType
  }

  init(_ binding: SensorBinding) throws(BindingProblem) {
    guard binding.select.isEmpty else {
      throw .uselessSelect("below 'devices' the topic names the device, with + for an id that changes")
    }
    let known = RTL433Sensor.known
    let names = known.compactMap(\.path.topicLevels) + ["battery_ok", "time", "id", "sensor_type"]
    let device = RTL433Topics.device(binding.topic, fields: names)
    fields = try MappedFields(known, binding).bare()
    var sources: [DeviceSource] = []
    var places: [Place] = []
    func add(_ field: String, _ place: Place) throws(BindingProblem) {
      sources.append(DeviceSource(filter: try Topics.filter("\(device)/\(field)")))
      places.append(place)
    }
    for i in fields.mappings.indices {
      guard let field = fields.mappings[i].path.topicLevels else {
        throw .badPath(fields.mappings[i].quantity)
      }
      try add(field, .value(i))
    }
    if !binding.fields.contains(where: { $0.quantity == .battery }) { try add("battery_ok", .battery) }
    try add("time", .time)
    try add("id", .id)
    isSoil = !device.split(separator: "/").contains("Bresser-6in1")
    if !isSoil { try add("sensor_type", .sensorType) }
    self.places = places
    availability = try AvailabilityTopic.of(binding, family: try RTL433Topics.availability(besides: device))
    self.sources = sources + [availability].compactMap { $0.map { DeviceSource(filter: $0.filter) } }
  }

  package mutating func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    guard places.indices.contains(source) else {
      availability?.decode(payload, into: &items)
      return
    }
    if payload.isTooLarge {
      items.append(.refused(nil, .tooLarge))
      return
    }
    switch places[source] {
    case .time: time = (MeasurementTime.read(payload, context), context.arrival)
    case .id: hear(id: payload, context, into: &items)
    case .sensorType: isSoil = payload.number() == .value(4, unit: nil)
    case .battery where !isStranger:
      items.append(RTL433Battery.item(payload.number(), measuredAt: measuredAt(context)))
    case .value(let i) where !isStranger: decode(i, payload, context, into: &items)
    case .battery, .value: break
    }
  }

  private mutating func hear(
    id payload: PayloadReader, _ context: DecodeContext, into items: inout [DecodedItem]
  ) {
    var hash: UInt64 = 0
    payload.withBytes { hash = FNV1a.hash64($0) }
    isStranger = !identity.accepts(hash, at: context.arrival)
    if isStranger { items.append(.refused(nil, .ambiguous)) }
  }

  private mutating func decode(
    _ i: Int, _ payload: PayloadReader, _ context: DecodeContext, into items: inout [DecodedItem]
  ) {
    let mapping = fields.mappings[i]
    if mapping.quantity == .moisture, !isSoil { return }
    // Alternatives: the first that ever had a value counts.
    for earlier in 0..<i where fields.mappings[earlier].quantity == mapping.quantity {
      if heard & (1 << UInt64(earlier)) != 0 { return }
    }
    let number = payload.number()
    if case .value = number { heard |= 1 << UInt64(i) }
    items.append(fields.item(of: payload, mapping, MappedFields.Facts(measuredAt: measuredAt(context))))
  }

  private func measuredAt(_ context: DecodeContext) -> Timestamp? {
    guard let time, context.arrival >= time.arrived, context.arrival - time.arrived < Self.burst else {
      return nil
    }
    return time.measured
  }
}

import GardenCore
import MQTTTypes
package import PayloadJSON

/// A MiFlora probe that miflora-mqtt-daemon reads every 300 s.
///
/// `topic` is the flower's (``MiFloraDaemonTopics``); its mode is told by where it speaks, so all are listened to:
///
/// | mode | topic | payload | retained |
/// |---|---|---|---|
/// | mqtt-json | `<flower>` | object with the keys below | no |
/// | homeassistant-mqtt | `<flower>/state` | the same | yes |
/// | mqtt-smarthome | `<flower>/<key>` | `{"val": 30, "ts": 1700000000000}`, ms | yes |
/// | mqtt-homie | `<flower>/sensor/<key>`, in older versions `<flower>/<key>` | `30` | yes |
///
/// | key | quantity | unit |
/// |---|---|---|
/// | `moisture` | moisture | % |
/// | `temperature` | temperature | °C |
/// | `light` | light | lx |
/// | `conductivity` | conductivity | µS/cm |
/// | `battery` | battery | % |
///
/// Availability: mqtt-smarthome `miflora/connected`, `0` or `1`; mqtt-homie `<flower>/$state`, whose will is `disconnected`, not
/// `lost`, in older versions the daemon's `$online` `true` or `false`; all retained. The other modes have none: the daemon is silent about a probe that it cannot read. A retained value without
/// a time of its own is of unknown age.
/// Source: ThomDietrich/miflora-mqtt-daemon, README and configuration; Homie convention 3.0.1; format reference §5.
package struct MiFloraDaemonSensor: DeviceDecoder {
  package let sources: [DeviceSource]
  private let fields: MappedFields
  private let places: [Place]
  private let availability: [AvailabilityTopic]

  private enum Place: Sendable, Hashable {
    case object
    /// Position in ``fields``: an object with the value and its time, or the bare value.
    case value(Int)
  }

  private static let known: [FieldMapping] = [
    .at(.moisture, "moisture"), .at(.temperature, "temperature"), .at(.light, "light"),
    .at(.conductivity, "conductivity"), .at(.battery, "battery"),
  ]
  private static let fields = FamilyFields(known)

  init(_ binding: SensorBinding) throws(BindingProblem) {
    let topics = MiFloraDaemonTopics(binding.topic, quantities: Self.known.map { "\($0.quantity.name)" })
    fields = try Self.fields.of(binding)
    var sources: [DeviceSource] = []
    var places: [Place] = []
    func add(_ topic: String, _ place: Place) throws(BindingProblem) {
      sources.append(DeviceSource(filter: try Topics.filter(topic)))
      places.append(place)
    }
    try add(topics.flower, .object)
    try add(topics.flower + "/state", .object)
    for i in fields.mappings.indices {
      guard let levels = fields.mappings[i].path.topicLevels else {
        throw .badPath(fields.mappings[i].quantity)
      }
      try add("\(topics.flower)/\(levels)", .value(i))
      try add("\(topics.flower)/sensor/\(levels)", .value(i))
    }
    self.places = places
    availability = try Self.availability(binding, topics)
    self.sources = sources + availability.map { DeviceSource(filter: $0.filter) }
  }

  private static func availability(
    _ binding: SensorBinding, _ topics: MiFloraDaemonTopics
  ) throws(BindingProblem) -> [AvailabilityTopic] {
    if let own = try AvailabilityTopic.of(binding, family: nil) { return [own] }
    let homie = try AvailabilityTopic(
      topics.flower + "/$state", online: ["ready", "sleeping", "alert"], offline: ["disconnected", "lost"],
      undecided: ["init"])
    var all = [homie]
    if let online = topics.online {
      all.append(try AvailabilityTopic(online, online: ["true"], offline: ["false"]))
    }
    if let connected = topics.connected {
      all.append(try AvailabilityTopic(connected, online: ["1", "2"], offline: ["0"]))
    }
    return all
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    guard places.indices.contains(source) else {
      availability[source - places.count].decode(payload, into: &items)
      return
    }
    switch places[source] {
    case .object:
      guard let object = payload.document(orRefuseInto: &items) else { return }
      fields.decode(object, MappedFields.Facts(), into: &items)
    case .value(let i):
      decode(payload, fields.mappings[i], context, into: &items)
    }
  }

  private func decode(
    _ payload: PayloadReader, _ mapping: FieldMapping, _ context: DecodeContext,
    into items: inout [DecodedItem]
  ) {
    if payload.isTooLarge {
      items.append(.refused(mapping.quantity, .tooLarge))
    } else if let value = payload.root?["val"] {
      let facts = MappedFields.Facts(measuredAt: MeasurementTime.read(payload.root?["ts"], context))
      let item = fields.bare(FoundField(.json(value)), mapping, facts, DecodeTrace.of(payload)) {
        value.number
      }
      items.append(item)
    } else {
      items.append(fields.item(of: payload, mapping, MappedFields.Facts()))
    }
  }
}

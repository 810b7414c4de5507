import GardenCore
import MQTTTypes
package import PayloadJSON

/// A LoRaWAN probe through The Things Stack v3 or ChirpStack v4.
///
/// `topic` is the device, with or without the level of its uplinks (``LoRaWANServer``); what the decoded objects carry
/// stands in ``LoRaWANProbes``. The object is absent without a formatter and for ports that it does not know. Paths of
/// `fields` and `select` start at the root of the message. The device's own time is the server's of the uplink.
///
/// ChirpStack's `event/status` says the battery, % (`{"margin":10,"batteryLevel":88.3}`); it is no value where
/// `externalPowerSource` or `batteryLevelUnavailable` is true.
package struct LoRaWANSensor: DeviceDecoder {
  private let topic: MessageTopic
  private let fields: MappedFields
  private let server: LoRaWANServer
  /// Position of the status topic in ``sources``; −1: there is none.
  private let statusSource: Int
  package var sources: [DeviceSource] { topic.sources }

  private static let battery = FieldMapping.at(.battery, "batteryLevel")

  init(_ binding: SensorBinding, _ server: LoRaWANServer) throws(BindingProblem) {
    self.server = server
    let device = try Topics.filter(server.device(binding.topic)).text
    let isStatusHeard = server == .chirpStack && !binding.fields.contains { $0.quantity == .battery }
    let status = isStatusHeard ? [try Topics.filter(device + "/event/status")] : []
    statusSource = isStatusHeard ? 1 : -1
    topic = try MessageTopic(try Topics.filter(device + server.uplinkSuffix), others: status, binding)
    fields = try MappedFields(LoRaWANProbes.fields(at: server.decodedPath), binding)
  }

  package func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
  ) {
    guard let message = topic.message(payload, source: source, into: &items) else { return }
    let facts = MappedFields.Facts(measuredAt: MeasurementTime.read(server.time(of: message), context))
    if source == statusSource {
      status(message, facts, into: &items)
      return
    }
    if !server.hasDecodedObject(message) { items.append(.refused(nil, .noValue)) }
    fields.decode(message, facts, into: &items)
  }

  private func status(
    _ message: JSONValue, _ facts: MappedFields.Facts, into items: inout [DecodedItem]
  ) {
    guard let level = message["batteryLevel"] else { return }
    let isUnknown =
      message["externalPowerSource"]?.bool == true || message["batteryLevelUnavailable"]?.bool == true
    items.append(
      isUnknown ? .refused(.battery, .noValue) : fields.item(level.number, Self.battery, facts))
    if let isExternal = message["externalPowerSource"]?.bool { items.append(.supply(isExternal: isExternal)) }
  }
}

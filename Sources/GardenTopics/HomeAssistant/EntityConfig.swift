import LoamKit

/// One discovery message of Home Assistant: what `<prefix>/<component>/<node>/<object>/config` holds.
///
/// Source: home-assistant.io, "MQTT" (Discovery messages) and the page of each component. Keys that 2024.3 does not know
/// are left out by it in silence, except in `device`, where only keys of 2024.3 may stand.
struct EntityConfig: Encodable, Sendable {
  /// What an entity is there; the first level of its topic.
  enum Component: String, Sendable {
    case sensor
    case binarySensor = "binary_sensor"
    case button, number, valve, event
  }

  struct Device: Encodable, Sendable, Hashable {
    var identifiers: [String]
    var name: String?
    var manufacturer: String?
    var model: String?
    var softwareVersion: String?
    /// The identifier of the bridge's own device.
    var viaDevice: String?
    var suggestedArea: String?

    enum CodingKeys: String, CodingKey {
      case identifiers, name, manufacturer, model
      case softwareVersion = "sw_version"
      case viaDevice = "via_device"
      case suggestedArea = "suggested_area"
    }
  }

  struct Origin: Encodable, Sendable {
    var name = "Loam"
    var softwareVersion: String

    enum CodingKeys: String, CodingKey {
      case name
      case softwareVersion = "sw_version"
    }
  }

  struct Availability: Encodable, Sendable {
    var topic: String
    var valueTemplate: String

    enum CodingKeys: String, CodingKey {
      case topic
      case valueTemplate = "value_template"
    }
  }

  /// Without the device's name, which Home Assistant puts in front.
  var name: String
  var uniqueID = ""
  /// The last part of the entity id, up to 2026.3; ``defaultEntityID`` is what 2025.10 and later read. Where both are there,
  /// no release warns.
  var objectID: String?
  var defaultEntityID: String?
  var device: Device?
  var origin: Origin?
  var availability: [Availability]?
  var availabilityMode: String?
  var stateTopic: String?
  var valueTemplate: String?
  var attributesTopic: String?
  var attributesTemplate: String?
  var commandTopic: String?
  var commandTemplate: String?
  var deviceClass: String?
  var stateClass: String?
  var unit: String?
  var precision: Int?
  var category: String?
  var icon: String?
  var options: [String]?
  var eventTypes: [String]?
  var min: Double?
  var max: Double?
  var step: Double?
  var mode: String?
  var optimistic: Bool?
  /// Seconds after which a state that was not renewed is none.
  var expireAfter: Int?
  var payloadOpen: String?
  var payloadClose: String?
  var qos = 1

  enum CodingKeys: String, CodingKey {
    case name, device, origin, availability, icon, options, min, max, step, mode, optimistic, qos
    case uniqueID = "unique_id"
    case objectID = "object_id"
    case defaultEntityID = "default_entity_id"
    case availabilityMode = "availability_mode"
    case stateTopic = "state_topic"
    case valueTemplate = "value_template"
    case attributesTopic = "json_attributes_topic"
    case attributesTemplate = "json_attributes_template"
    case commandTopic = "command_topic"
    case commandTemplate = "command_template"
    case deviceClass = "device_class"
    case stateClass = "state_class"
    case unit = "unit_of_measurement"
    case precision = "suggested_display_precision"
    case category = "entity_category"
    case eventTypes = "event_types"
    case expireAfter = "expire_after"
    case payloadOpen = "payload_open"
    case payloadClose = "payload_close"
  }

  init(name: String) { self.name = name }

  /// Keys sorted, so that an equal entity is equal bytes.
  var bytes: [UInt8] { DocumentCodec.bytes(of: self) ?? [] }
}

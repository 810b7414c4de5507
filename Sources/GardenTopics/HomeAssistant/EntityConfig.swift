import LoamKit

/// One discovery message of Home Assistant: what `<prefix>/<component>/<node>/<object>/config` holds.
///
/// Source: home-assistant.io, "MQTT" (Discovery messages) and the page of each component. Keys that 2024.3 does not know
/// are left out by it in silence, except in `device`, where only keys of 2024.3 may stand.
struct EntityConfig: DocumentPart {
  /// What an entity is there; the first level of its topic.
  enum Component: String, Sendable {
    case sensor
    case binarySensor = "binary_sensor"
    case button, number, valve, event
  }

  struct Device: DocumentPart {
    var identifiers: [String]
    var name: String?
    var manufacturer: String?
    var model: String?
    var softwareVersion: String?
    /// The identifier of the bridge's own device.
    var viaDevice: String?
    var suggestedArea: String?
    /// The page of what it is.
    var page: String?
  }

  struct Origin: DocumentPart {
    var name = "Loam"
    var softwareVersion: String
  }

  struct Availability: DocumentPart {
    var topic: String
    var valueTemplate: String
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

  init(name: String) { self.name = name }

  /// Keys sorted, so that an equal entity is equal bytes.
  var bytes: [UInt8] { json.bytes }
}

extension EntityConfig.Device {
  init(_ f: Fields<Self>) {
    identifiers = f.required("identifiers", \.identifiers, .list(of: .string, 256))
    name = f.optional("name", \.name, .string)
    manufacturer = f.optional("manufacturer", \.manufacturer, .string)
    model = f.optional("model", \.model, .string)
    softwareVersion = f.optional("sw_version", \.softwareVersion, .string)
    viaDevice = f.optional("via_device", \.viaDevice, .string)
    suggestedArea = f.optional("suggested_area", \.suggestedArea, .string)
    page = f.optional("configuration_url", \.page, .string)
  }
}

extension EntityConfig.Origin {
  init(_ f: Fields<Self>) {
    name = f.required("name", \.name, .string)
    softwareVersion = f.required("sw_version", \.softwareVersion, .string)
  }
}

extension EntityConfig.Availability {
  init(_ f: Fields<Self>) {
    topic = f.required("topic", \.topic, .string)
    valueTemplate = f.required("value_template", \.valueTemplate, .string)
  }
}

extension EntityConfig {
  init(_ f: Fields<Self>) {
    name = f.required("name", \.name, .string)
    uniqueID = f.required("unique_id", \.uniqueID, .string)
    objectID = f.optional("object_id", \.objectID, .string)
    defaultEntityID = f.optional("default_entity_id", \.defaultEntityID, .string)
    device = f.optional("device", \.device, .part)
    origin = f.optional("origin", \.origin, .part)
    availability = f.optional("availability", \.availability, .list(of: .part, 8))
    availabilityMode = f.optional("availability_mode", \.availabilityMode, .string)
    stateTopic = f.optional("state_topic", \.stateTopic, .string)
    valueTemplate = f.optional("value_template", \.valueTemplate, .string)
    attributesTopic = f.optional("json_attributes_topic", \.attributesTopic, .string)
    attributesTemplate = f.optional("json_attributes_template", \.attributesTemplate, .string)
    commandTopic = f.optional("command_topic", \.commandTopic, .string)
    commandTemplate = f.optional("command_template", \.commandTemplate, .string)
    deviceClass = f.optional("device_class", \.deviceClass, .string)
    stateClass = f.optional("state_class", \.stateClass, .string)
    unit = f.optional("unit_of_measurement", \.unit, .string)
    precision = f.optional("suggested_display_precision", \.precision, .count)
    category = f.optional("entity_category", \.category, .string)
    icon = f.optional("icon", \.icon, .string)
    options = f.optional("options", \.options, .list(of: .string, 256))
    eventTypes = f.optional("event_types", \.eventTypes, .list(of: .string, 256))
    min = f.optional("min", \.min, .number())
    max = f.optional("max", \.max, .number())
    step = f.optional("step", \.step, .number())
    mode = f.optional("mode", \.mode, .string)
    optimistic = f.optional("optimistic", \.optimistic, .flag)
    expireAfter = f.optional("expire_after", \.expireAfter, .count)
    payloadOpen = f.optional("payload_open", \.payloadOpen, .string)
    payloadClose = f.optional("payload_close", \.payloadClose, .string)
    qos = f.required("qos", \.qos, .count)
  }
}

/// The families by the name they have in the config.
package enum FamilyName: String, Sendable, Hashable, CaseIterable {
  case zigbee2mqtt
  case tasmota
  case esphome
  case theengs
  case rtl433 = "rtl_433"
  case theThingsStack = "the_things_stack"
  case homie
  case sparkplug
  /// Topic with a bare number.
  case plain
  /// Any JSON, fields named in the config.
  case json
  /// Any actuator: topics and payloads named in the config.
  case template
}

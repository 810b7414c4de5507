/// The families by the name they have in the config.
package enum FamilyName: String, Sendable, Hashable, CaseIterable {
  case zigbee2mqtt
  case tasmota
  case esphome
  case theengs
  case mifloraDaemon = "miflora_daemon"
  case rtl433 = "rtl_433"
  case ecowitt2mqtt
  case shelly
  case theThingsStack = "the_things_stack"
  case chirpstack
  case homie
  case opensprinkler
  case homeAssistant = "home_assistant"
  case sparkplug
  /// Topic with a bare number.
  case plain
  /// Any JSON, fields named in the config.
  case json
  /// Any actuator: topics and payloads named in the config.
  case template
}

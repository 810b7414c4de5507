/// All families, in the order of the config reference and of the README: the only list of them.
package enum Families {
  package static let all: [Family] = [
    .zigbee2mqtt,
    .tasmota,
    .esphome,
    .theengs,
    .mifloraDaemon,
    .rtl433,
    .ecowitt2mqtt,
    .shelly,
    .theThingsStack,
    .chirpstack,
    .homie,
    .opensprinkler,
    .homeAssistant,
    .sparkplug,
    .plain,
    .json,
    .template,
  ]

  package static func makeSensor(_ binding: SensorBinding) throws(BindingProblem) -> any DeviceDecoder {
    try binding.family.makeSensor(binding)
  }

  package static func makeDriver(_ binding: ActuatorBinding) throws(BindingProblem) -> any DeviceDriver {
    try binding.family.makeDriver(binding)
  }
}

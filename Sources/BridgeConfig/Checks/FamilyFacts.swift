internal import DeviceFamilies

/// What the families know of a binding.
enum FamilyFacts {
  /// Whether the open command makes the valve close by itself.
  static func hasDeviceTimer(_ binding: ActuatorBinding) -> Bool {
    switch binding.family {
    case .zigbee2mqtt, .tasmota: true
    case .template: binding.template?.closesByItself ?? false
    default: false
    }
  }
}

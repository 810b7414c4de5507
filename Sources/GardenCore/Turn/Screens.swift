extension Turn {
  /// Nothing is kept from a device that has not said what it can.
  func can(_ ability: DeviceAbilities, _ device: DeviceID) -> Bool {
    memory.devices.first { $0.id == device }?.profile.can(ability) ?? true
  }

  /// The people's devices that show progress.
  var screens: [DeviceID] {
    plan.people.flatMap { $0.devices.map(\.id) }.filter { can(.activity, $0) }
  }
}

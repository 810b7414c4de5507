/// What goes out in one round: single notices, and what a digest tells together.
struct DeliveryRound {
  /// Keys with the devices that are told, in a fixed order.
  struct Told {
    private(set) var entries: [(key: String, devices: [DeviceID])] = []

    var devices: [DeviceID] {
      entries.reduce(into: []) { all, entry in all += entry.devices.filter { !all.contains($0) } }
    }

    /// `nil`: that key is not told.
    func devices(of key: String) -> [DeviceID]? { entries.first { $0.key == key }?.devices }

    mutating func add(_ key: String, _ devices: [DeviceID]) {
      if let i = entries.firstIndex(where: { $0.key == key }) {
        let before = entries[i].devices
        entries[i].devices += devices.filter { !before.contains($0) }
      } else {
        entries.append((key, devices))
      }
    }
  }

  var singles = Told()
  var together = Told()

  func tells(_ key: String) -> Bool { singles.devices(of: key) != nil || together.devices(of: key) != nil }
}

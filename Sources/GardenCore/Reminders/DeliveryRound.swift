/// What goes out in one round: single notices with their devices, in a fixed order, and what a digest tells together.
struct DeliveryRound {
  struct Together {
    private(set) var keys: [String] = []
    private(set) var devices: [DeviceID] = []

    mutating func add(_ keys: [String], _ devices: [DeviceID]) {
      self.keys += keys.filter { !self.keys.contains($0) }
      self.devices += devices.filter { !self.devices.contains($0) }
    }
  }

  private(set) var singles: [(key: String, devices: [DeviceID])] = []
  private(set) var together = Together()

  func tells(_ key: String) -> Bool { singles.contains { $0.key == key } || together.keys.contains(key) }

  mutating func tell(_ key: String, to devices: [DeviceID]) {
    if let i = singles.firstIndex(where: { $0.key == key }) {
      singles[i].devices += devices
    } else {
      singles.append((key, devices))
    }
  }

  mutating func tellTogether(_ keys: [String], to devices: [DeviceID]) { together.add(keys, devices) }
}

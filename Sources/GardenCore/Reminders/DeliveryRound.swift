/// What goes out in one round: single notices and digests, each with its devices, in a fixed order.
struct DeliveryRound {
  private(set) var singles: [(key: String, devices: [DeviceID])] = []
  private(set) var digests: [(keys: [String], devices: [DeviceID])] = []

  func tells(_ key: String) -> Bool {
    singles.contains { $0.key == key } || digests.contains { $0.keys.contains(key) }
  }

  mutating func tell(_ key: String, to devices: [DeviceID]) {
    if let i = singles.firstIndex(where: { $0.key == key }) {
      singles[i].devices += devices
    } else {
      singles.append((key, devices))
    }
  }

  mutating func tellTogether(_ keys: [String], to devices: [DeviceID]) {
    if let i = digests.firstIndex(where: { $0.keys == keys }) {
      digests[i].devices += devices
    } else {
      digests.append((keys, devices))
    }
  }
}

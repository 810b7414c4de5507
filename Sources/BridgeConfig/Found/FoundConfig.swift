package import DeviceFamilies
package import GardenCore

/// The config for devices that were heard: what a newcomer pastes.
///
/// Sensors and plants stand as they are. What moves water or heat is commented out: that it is what it looks like only its
/// owner can know.
package struct FoundConfig: Sendable {
  /// Where the broker is, for a file that does not exist yet.
  package struct Broker: Sendable {
    package var host: String
    package var port: Int
    package var username: String?
    package var passwordFile: String?
    package init(host: String, port: Int, username: String? = nil, passwordFile: String? = nil) {
      self.host = host
      self.port = port
      self.username = username
      self.passwordFile = passwordFile
    }
  }

  /// Keys that stand in the config already.
  package struct Taken: Sendable {
    var sensors: Set<String> = []
    var plants: Set<String> = []
    var actuators: Set<String> = []

    package init() {}

    package init(_ plan: GardenPlan) {
      sensors = Set(plan.sensors.map(\.id))
      plants = Set(plan.plants.map(\.id)).union(plan.places.map(\.id))
      actuators = Set(plan.actuators.map(\.id))
    }
  }

  package struct Entry: Sendable {
    /// Position among the devices.
    package var device: Int
    /// Key in the config.
    package var key: String
  }

  /// What is offered, in the order of the devices.
  package private(set) var entries: [Entry] = []
  private var sensors: [String] = []
  private var plants: [String] = []
  private var valves: [String] = []
  private var thermostats: [String] = []
  private var taken: Taken
  private var beds: [(place: String, shares: [Share])] = []

  private struct Share {
    var key: String
    var quantities: [Quantity]
    var hasMoisture: Bool { quantities.contains(.moisture) }
  }

  package init(_ devices: [RecognizedDevice], taken: Taken = Taken()) {
    self.taken = taken
    for (position, device) in devices.enumerated()
    where device.boundBy == nil && (device.isConfirmed || !device.candidate.isSensor) {
      switch device.candidate.role {
      case .sensor(let binding): add(device, binding, position)
      case .valve(let binding), .thermostat(let binding): add(device, binding, position)
      }
    }
    for bed in beds { plants += lines(bed.place, bed.shares) }
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// With `broker`: a whole file. Without: entries for the sections of a file that is there.
  package func text(broker: Broker?) -> String {
    var lines: [String] = []
    if let broker {
      lines += ["broker:", "  host: \(YAMLText.value(broker.host))", "  port: \(broker.port)"]
      if let name = broker.username { lines.append("  username: \(YAMLText.value(name))") }
      if let file = broker.passwordFile { lines.append("  password_file: \(YAMLText.value(file))") }
    }
    for (section, content) in [("sensors", sensors), ("plants", plants)] where !content.isEmpty {
      if !lines.isEmpty { lines.append("") }
      lines += ["\(section):"] + content
    }
    for (section, content) in [("valves", valves), ("thermostats", thermostats)] where !content.isEmpty {
      lines += [
        "", "# What moves water or heat. Make sure what it is before you remove the '#'.", "#\(section):",
      ]
      lines += content.map { "#" + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func add(_ device: RecognizedDevice, _ binding: SensorBinding, _ position: Int) {
    let candidate = device.candidate
    let key = ConfigKey.unique(
      candidate.label, otherwise: candidate.family.rawValue, suffix: "-probe", among: &taken.sensors)
    entries.append(Entry(device: position, key: key))
    if candidate.isGuess { sensors.append("  # A guess from names and numbers: \(FoundValues.text(device))") }
    for remark in candidate.remarks { sensors.append("  # Note: \(remark).") }
    sensors.append("  \(key):")
    if !candidate.isGuess { sensors.append("    # \(FoundValues.text(device))") }
    sensors += BindingLines.of(binding)
    let share = Share(
      key: key, quantities: [.moisture, .temperature, .light, .conductivity].filter(device.has))
    if share.quantities.isEmpty { return }
    if let bed = beds.firstIndex(where: { $0.place == candidate.place }) {
      beds[bed].shares.append(share)
    } else {
      beds.append((candidate.place, [share]))
    }
  }

  private mutating func add(_ device: RecognizedDevice, _ binding: ActuatorBinding, _ position: Int) {
    let candidate = device.candidate
    let key = ConfigKey.unique(
      candidate.label, otherwise: candidate.family.rawValue, among: &taken.actuators)
    entries.append(Entry(device: position, key: key))
    var lines = candidate.remarks.map { "  # Note: \($0)." }
    lines += ["  \(key):"]
    if device.isConfirmed { lines.append("    # \(FoundValues.text(device))") }
    lines += BindingLines.of(binding)
    if let driver = try? Families.makeDriver(binding), binding.isValve, !driver.hasDeviceTimer {
      lines += [
        "    # It has no timer of its own: open, it stays open when the bridge fails. If you accept that:",
        "    #no_device_timer: accepted",
      ]
    }
    if binding.isValve {
      valves += lines
    } else {
      thermostats += lines
    }
  }

  private mutating func lines(_ place: String, _ shares: [Share]) -> [String] {
    let key = ConfigKey.unique(place, otherwise: "plant", among: &taken.plants)
    let hasMoisture = shares.contains(where: \.hasMoisture)
    var lines = ["  \(key):", "    name: \(YAMLText.value(String(place.prefix(80))))"]
    let list = shares.map { share in
      let names = share.quantities.map { "\($0.name)" }.joined(separator: ", ")
      return share.hasMoisture ? share.key : "{sensor: \(share.key), quantities: [\(names)]}"
    }
    lines.append("    sensors: \(list.count == 1 ? list[0] : "[\(list.joined(separator: ", "))]")")
    lines.append(
      hasMoisture
        ? "    dry_below: 30%"
        : "    # No moisture here: name the sensor at another plant instead, or be reminded by the calendar.")
    return lines
  }
}

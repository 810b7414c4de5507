package import DeviceFamilies
package import GardenCore

/// The config for devices that were heard: what a newcomer pastes.
///
/// Sensors and plants stand as they are. What moves water or heat is commented out, unless its own program names its model: that it is
/// what it looks like only its owner can know.
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
    var people: Set<String> = []
    /// Somebody is told, or was meant to be: nobody has to be offered.
    package var hasDevice = false

    package init() {}

    package init(_ plan: GardenPlan) {
      people = Set(plan.people.map(\.id))
      hasDevice = plan.people.contains { !$0.devices.isEmpty }
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

  /// A plant that is offered.
  package struct Plant: Sendable, Hashable {
    /// Where its probes say they are: what tells plants apart.
    package var place: String
    package var name: String
    /// Positions among the devices.
    package var devices: [Int]
  }

  /// What is offered, in the order of the devices.
  package private(set) var entries: [Entry] = []
  /// Comments in it that begin with ``doubtMark``.
  package private(set) var doubtCount = 0
  package static let doubtMark = "# Doubt:"
  /// The device that the page in a browser is, unless the config says otherwise.
  package static let pageDevice = WebSection.pageDevice
  private var sensors: [String] = []
  private var plants: [String] = []
  /// Of a model that is known.
  private var namedValves: [String] = []
  private var valves: [String] = []
  private var thermostats: [String] = []
  private var taken: Taken
  /// Plants in the order of their first device.
  package private(set) var offeredPlants: [Plant] = []
  private let givenNames: [String: String]
  private var plantNames: Set<String> = []

  private struct Probe {
    var position: Int
    var key: String
    var binding: SensorBinding
    /// What of it a plant can use.
    var quantities: [Quantity]
  }

  /// - Parameter names: what its owner calls the plant of a place.
  package init(_ devices: [RecognizedDevice], taken: Taken = Taken(), names: [String: String] = [:]) {
    self.taken = taken
    givenNames = names
    var beds: [(place: String, probes: [Probe])] = []
    for (position, device) in devices.enumerated()
    where device.boundBy == nil && (device.isConfirmed || device.isWaiting || !device.candidate.isSensor) {
      switch device.candidate.role {
      case .sensor(let binding):
        let probe = probe(device, binding, position)
        let place = device.candidate.place
        if let bed = beds.firstIndex(where: { $0.place.lowercased() == place.lowercased() }) {
          beds[bed].probes.append(probe)
        } else {
          beds.append((place, [probe]))
        }
      case .valve(let binding), .thermostat(let binding): add(device, binding, position)
      }
    }
    for bed in beds { add(bed.place, bed.probes, devices) }
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// With `broker`: a whole file. Without: entries for the sections of a file that is there. Where nobody has a device, somebody to be told.
  package func text(broker: Broker?) -> String {
    var lines: [String] = []
    if let broker {
      lines += ["broker:", "  host: \(YAMLText.value(broker.host))", "  port: \(broker.port)"]
      if let name = broker.username { lines.append("  username: \(YAMLText.value(name))") }
      if let file = broker.passwordFile { lines.append("  password_file: \(YAMLText.value(file))") }
    }
    for (section, content) in [("sensors", sensors), ("plants", plants), ("valves", namedValves)]
    where !content.isEmpty {
      if !lines.isEmpty { lines.append("") }
      // A section of comments alone is one itself.
      lines += [(content.allSatisfy { $0.hasPrefix("  #") } ? "#" : "") + "\(section):"] + content
    }
    for (section, content) in [("valves", valves), ("thermostats", thermostats)] where !content.isEmpty {
      lines += [
        "", "# What moves water or heat. Make sure what it is before you remove the '#'.", "#\(section):",
      ]
      lines += content.map { "#" + $0 }
    }
    if !taken.hasDevice {
      if !lines.isEmpty { lines.append("") }
      lines += [
        "# Who is told, and by which devices they answer. This one is the page in the browser.", "people:",
        "  \(taken.people.contains("home") ? "page" : "home"):", "    name: Home", "    devices:",
        "      \(Self.pageDevice): {role: operator}",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func probe(
    _ device: RecognizedDevice, _ binding: SensorBinding, _ position: Int
  ) -> Probe {
    let candidate = device.candidate
    let key = ConfigKey.unique(
      candidate.label, otherwise: candidate.family.name, suffix: "-probe", among: &taken.sensors)
    entries.append(Entry(device: position, key: key))
    // What has no calibration yet will be moisture.
    let quantities = [Quantity.moisture, .temperature, .light, .conductivity].filter { quantity in
      device.has(quantity) || (device.isWaiting && binding.fields.contains { $0.quantity == quantity })
        || (device.has(.raw) && binding.fields.contains { $0.quantity == quantity && $0.unit.isRaw })
    }
    return Probe(position: position, key: key, binding: binding, quantities: quantities)
  }

  /// The sensors of one place and their plant. What says the same as another there is most probably the same device.
  private mutating func add(_ place: String, _ probes: [Probe], _ devices: [RecognizedDevice]) {
    func order(_ probe: Probe) -> Int {
      let isRaw = probe.binding.fields.contains { $0.unit.isRaw && $0.calibration == nil }
      return (isRaw ? 4 : 0) + (devices[probe.position].candidate.isGuess ? 2 : 0)
        + (probe.binding.family == .plain ? 1 : 0)
    }
    var shares: [(key: String, quantities: [Quantity], isWhole: Bool)] = []
    for probe in probes.enumerated().sorted(by: { (order($0.1), $0.0) < (order($1.1), $1.0) }).map(\.element)
    {
      let told = shares.flatMap(\.quantities)
      let own = probe.quantities.filter { !told.contains($0) }
      let device = devices[probe.position]
      var doubt: String?
      if let reason = device.candidate.staysOut {
        doubt = reason
      } else if probe.quantities.isEmpty {
        doubt =
          "it measures nothing of a plant. If it is a valve's, name it there as flow_meter or power_meter"
      } else if Self.coversAnother(probe.binding, devices) {
        doubt =
          "it takes the messages of a probe with a number of its own too: remove the '#' if there is one without"
      } else if own.isEmpty, let first = shares.first?.key {
        doubt = "most probably '\(first)' by another way: remove the '#' if it is a probe of its own"
      } else {
        shares.append((probe.key, own, own == probe.quantities))
      }
      add(device, probe, doubt: doubt)
    }
    guard !shares.isEmpty else { return }
    plants += lines(place, shares, probes.map(\.position))
  }

  /// Whether each message of another probe fits this one's choice as well; `loam check` lets no two read the same.
  private static func coversAnother(_ wide: SensorBinding, _ devices: [RecognizedDevice]) -> Bool {
    devices.contains { device in
      guard case .sensor(let narrow) = device.candidate.role, device.isConfirmed,
        narrow.family == wide.family, narrow.topic == wide.topic, narrow.part == wide.part,
        narrow.select.count > wide.select.count, !wide.select.isEmpty
      else { return false }
      return wide.select.allSatisfy(narrow.select.contains)
    }
  }

  private mutating func add(_ device: RecognizedDevice, _ probe: Probe, doubt: String?) {
    let candidate = device.candidate
    let heard = FoundValues.text(device)
    var doubts = [doubt].compactMap(\.self)
    if candidate.isGuess { doubts.append("a guess from names and numbers (\(heard)): is that what it shows") }
    doubts += candidate.doubts.map(\.text).filter { $0 != doubt }
    if device.isWaiting {
      doubts.append(
        device.refusal == .notLive
          ? "it says that it is a test: none of it counts until it says otherwise"
          : "it says that it cannot be reached: its values do not count until it can")
    }
    sensors += doubts.map { "  \(Self.doubtMark) \(YAMLText.comment($0))." }
    doubtCount += doubts.count
    var lines = ["  \(probe.key):"]
    if !candidate.isGuess { lines.append("    # \(YAMLText.comment(heard))") }
    lines += BindingLines.of(probe.binding)
    sensors += doubt == nil ? lines : lines.map { "  #" + $0.dropFirst(2) }
  }

  private mutating func add(_ device: RecognizedDevice, _ binding: ActuatorBinding, _ position: Int) {
    let candidate = device.candidate
    let key = ConfigKey.unique(
      candidate.label, otherwise: candidate.family.name, among: &taken.actuators)
    entries.append(Entry(device: position, key: key))
    var lines = candidate.doubts.map { "  \(Self.doubtMark) \(YAMLText.comment($0.text))." }
    doubtCount += lines.count
    lines += ["  \(key):"]
    if device.isConfirmed { lines.append("    # \(YAMLText.comment(FoundValues.text(device)))") }
    lines += BindingLines.of(binding)
    if let driver = try? Families.makeDriver(binding), binding.isValve, !driver.hasDeviceTimer {
      lines += [
        "    # It has no timer of its own: open, it stays open when the bridge fails. If you accept that:",
        "    #no_device_timer: accepted",
      ]
    }
    if binding.isValve, candidate.isCertain {
      let wish = "{valve: \(key)}"
      namedValves += lines + ["    # Which plant has its water says that plant: watering: \(wish)"]
    } else if binding.isValve {
      valves += lines
    } else {
      thermostats += lines
    }
  }

  private mutating func lines(
    _ place: String, _ shares: [(key: String, quantities: [Quantity], isWhole: Bool)], _ devices: [Int]
  ) -> [String] {
    let stem = givenNames[place] ?? PlantName.of(place)
    var name = stem
    var number = 2
    while !plantNames.insert(name.lowercased()).inserted {
      name = "\(stem) \(number)"
      number += 1
    }
    let key = ConfigKey.unique(name, otherwise: "plant", among: &taken.plants)
    var lines = ["  \(key):", "    name: \(YAMLText.value(name))"]
    let list = shares.map { share in
      let names = share.quantities.map { "\($0.name)" }.joined(separator: ", ")
      let isShort = share.isWhole && share.quantities.contains(.moisture)
      return isShort ? share.key : "{sensor: \(share.key), quantities: [\(names)]}"
    }
    lines.append("    sensors: \(list.count == 1 ? list[0] : "[\(list.joined(separator: ", "))]")")
    guard shares.contains(where: { $0.quantities.contains(.moisture) }) else {
      // A room, a fridge: no plant gets a reminder of it.
      return [
        "  # No moisture here: name the sensor at a plant or a place. Without the '#' the calendar reminds of it."
      ] + lines.map { "  #" + $0.dropFirst(2) }
    }
    offeredPlants.append(Plant(place: place, name: name, devices: devices))
    return lines + ["    dry_below: 30%"]
  }
}

import GardenCore
import MQTTTypes
import PayloadJSON

/// The decoders of all candidates, and of what a config binds already, with the topics on which they listen.
struct Listeners {
  /// Those whose binding holds; positions are those of the devices.
  private(set) var candidates: [DeviceCandidate] = []
  private var decoders: [any DeviceDecoder] = []
  private let bound: Recognition.Bound
  /// By exact topic, and those with wildcards: who listens with which source.
  private var exact: [String: [(listener: Int, source: Int)]] = [:]
  private var wild: [(filter: TopicFilter, listener: Int, source: Int)] = []
  /// For each candidate: positions of existing bindings that read a message which it read too.
  private var rivals: [Set<Int>]

  init(_ claims: [DeviceCandidate], _ bound: Recognition.Bound) {
    self.bound = bound
    rivals = []
    for claim in claims {
      if let decoder = Self.decoder(claim.role) {
        candidates.append(claim)
        add(decoder)
      } else if !claim.isSensor {
        // Only its owner can complete it: it is offered, and read by nobody.
        candidates.append(claim)
        add(Deaf())
      }
    }
    rivals = Array(repeating: [], count: candidates.count)
    for binding in bound.sensors {
      if let decoder = try? Families.makeSensor(binding) { add(decoder) } else { add(Deaf()) }
    }
    for binding in bound.actuators {
      if let decoder = try? Families.makeDriver(binding) { add(decoder) } else { add(Deaf()) }
    }
  }

  /// Stands where a binding makes no decoder, so that positions stay.
  private struct Deaf: DeviceDecoder {
    let sources: [DeviceSource] = []
    func decode(
      _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem]
    ) {}
  }

  private static func decoder(_ role: DeviceCandidate.Role) -> (any DeviceDecoder)? {
    switch role {
    case .sensor(let binding): try? Families.makeSensor(binding.showingRaw)
    case .valve(let binding), .thermostat(let binding): try? Families.makeDriver(binding)
    }
  }

  private mutating func add(_ decoder: any DeviceDecoder) {
    let listener = decoders.count
    decoders.append(decoder)
    for (source, place) in decoder.sources.enumerated() {
      if place.filter.hasWildcard {
        wild.append((place.filter, listener, source))
      } else {
        exact[place.filter.text, default: []].append((listener, source))
      }
    }
  }

  /// Lets everybody who listens read the message. `false`: nobody could.
  mutating func decode(
    _ message: HeardMessage, _ reader: PayloadReader, _ context: DecodeContext,
    into devices: inout [RecognizedDevice]
  ) -> Bool {
    var listening = exact[message.topic] ?? []
    for (filter, listener, source) in wild where filter.matches(message.topic) {
      listening.append((listener, source))
    }
    var read: Set<Int> = []
    var taken: Set<Int> = []
    var items: [DecodedItem] = []
    for (listener, source) in listening {
      items.removeAll(keepingCapacity: true)
      decoders[listener].decode(reader, source: source, context: context, into: &items)
      if items.isEmpty { continue }
      if devices.indices.contains(listener) {
        for item in items { devices[listener].take(item, message) }
        read.insert(listener)
      } else if items.contains(where: \.isUseful) {
        taken.insert(listener - devices.count)
      }
    }
    for position in read { rivals[position].formUnion(taken) }
    return !read.isEmpty || !taken.isEmpty
  }

  /// The existing binding that reads the device already; `nil`: none does.
  func boundBy(_ position: Int, _ device: RecognizedDevice) -> Int? {
    switch device.candidate.role {
    case .sensor(let binding):
      rivals[position].sorted().first { $0 < bound.sensors.count && bound.sensors[$0].mayBe(binding) }
    case .valve(let binding), .thermostat(let binding):
      rivals[position].sorted().first { rival in
        let place = rival - bound.sensors.count
        guard place >= 0 else { return false }
        let other = bound.actuators[place]
        return other.isValve == binding.isValve
          && (other.topic != binding.topic || other.part == binding.part)
      }
    }
  }
}

extension SensorBinding {
  /// What has no calibration yet is shown as it stands.
  fileprivate var showingRaw: SensorBinding {
    var shown = self
    for i in fields.indices where fields[i].unit.isRaw && fields[i].calibration == nil {
      shown.fields[i].quantity = .raw
      shown.fields[i].unit = .canonical
    }
    return shown
  }

  /// Both read the same messages: whether they may still be two devices in them is said by what they select and where they look.
  fileprivate func mayBe(_ other: SensorBinding) -> Bool {
    for match in select {
      if let twin = other.select.first(where: { $0.path == match.path }), twin.value != match.value {
        return false
      }
    }
    let quantities = other.fields.filter { field in fields.contains { $0.quantity == field.quantity } }
    guard !quantities.isEmpty else { return true }
    return quantities.contains { field in
      fields.contains { $0.quantity == field.quantity && $0.path == field.path }
    }
  }
}

extension DecodedItem {
  /// Something that a bridge would use, not a refusal.
  fileprivate var isUseful: Bool {
    if case .refused = self { false } else { true }
  }
}
